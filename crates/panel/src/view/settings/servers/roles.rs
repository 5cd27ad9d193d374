//! Which servers do what: for each role its servers in order, the next taking over where one fails.

use crate::state::servers::{self, MORE_ROLES, Order, append, find, name_of, reorder};
use crate::state::text::{fill, key, t};
use crate::view::el::{all, el, live, nothing};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::Store;
use edith_protocol::{ModelRole, NamedServer};
use leptos::prelude::*;

/// The roles: the common ones, and the rest behind a summary.
pub(super) fn roles(store: Store) -> AnyView {
    let of = move |(role, label)| role_servers(store, role, t(label));
    let more = el("details", "card")
        .add(el("summary", "card__head").text(t("more_roles")))
        .add(el("div", "fields").add_all(MORE_ROLES.into_iter().map(of)));
    el("div", "fields")
        .attr("role", "group")
        .attr("aria-labelledby", "modes-title")
        .add(el("h3", "label").attr("id", "modes-title").text(t("server_of_mode")))
        .add(el("p", "field__note").text(t("roles_note")))
        .add_all(servers::roles().map(of))
        .add(more)
        .view()
}

fn titled(server: &NamedServer) -> String {
    if server.model.is_empty() { name_of(server) } else { format!("{} · {}", name_of(server), server.model) }
}

fn role_servers(store: Store, role: ModelRole, label: &'static str) -> AnyView {
    let ids = Memo::new(move |_| {
        store.all_servers.with(|all| {
            let known = all.roles.get(&role).into_iter().flatten().filter(|id| find(all, id).is_some());
            known.cloned().collect::<Vec<String>>()
        })
    });
    let rows = move || {
        let ids = ids.get();
        if ids.is_empty() {
            let words = if role == ModelRole::Embeddings { t("no_embeddings") } else { t("default_server") };
            return el("p", "field__note").text(words).view();
        }
        let last = ids.len() - 1;
        let rows = ids.into_iter().enumerate().map(|(at, id)| row(store, role, label, id, at == 0, at == last));
        el("ol", "role__list").attr("aria-label", label).add_all(rows).view()
    };
    let add = move || {
        let free = store.all_servers.with(|all| {
            let free = all.list.iter().filter(|server| ids.with(|ids| !ids.contains(&server.id)));
            free.map(|server| (server.id.clone(), titled(server))).collect::<Vec<_>>()
        });
        if free.is_empty() {
            return nothing();
        }
        let options = free.into_iter().map(|(id, words)| el("option", "").attr("value", id).text(words).view());
        el("select", "input")
            .attr("id", format!("server-of-{}", role.name()))
            .attr("aria-label", fill("add_to_role", &[("role", label)]))
            .add(el("option", "").attr("value", "").attr("selected", "").text(t("add_to_list")))
            .add_all(options)
            .on_change(move |id| {
                if !id.is_empty() {
                    store.change_all_servers(|all| append(all, role, &id));
                }
            })
            .view()
    };
    el("div", "field role").add(el("p", "field__label").text(label)).add(live(rows)).add(live(add)).view()
}

fn row(store: Store, role: ModelRole, label: &'static str, id: String, is_first: bool, is_last: bool) -> AnyView {
    let title = store.all_servers.with_untracked(|all| find(all, &id).map(titled)).unwrap_or_default();
    let id = StoredValue::new(id);
    let change = move |order: Order| {
        store.change_all_servers(|all| id.with_value(|id| reorder(all, role, id, order)));
    };
    let named = |words: &'static str| fill(words, &[("server", &title), ("role", label)]);
    let up = (!is_first).then(|| icon_button(Icon::Up, t("move_up"), move || change(Order::Up)));
    let down = (!is_last).then(|| icon_button(Icon::Down, t("move_down"), move || change(Order::Down)));
    let out = crate::view::el::button("icon-button", move || change(Order::Out))
        .attr("aria-label", named(key("out_of_role")))
        .attr("title", named(key("out_of_role")))
        .add(icon(Icon::Cross));
    el("li", "role__row")
        .add(el("span", "role__name").attr("dir", "auto").text(title.clone()))
        .add(el("span", "role__buttons").add(all(up.into_iter().chain(down).collect())).add(out))
        .view()
}
