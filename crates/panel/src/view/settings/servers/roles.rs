//! Which servers do what: for each role its servers in order, the next taking over where one fails.

use crate::state::servers::{self, MORE_ROLES, Order, append, find, name_of, reorder};
use crate::state::text::{fill, key, t};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::Store;
use edith_protocol::{ModelRole, NamedServer};
use leptos::prelude::*;

/// The roles: the common ones, and the rest behind a summary.
pub(super) fn roles(store: Store) -> AnyView {
    let of = move |(role, label)| role_servers(store, role, t(label));
    let more = view! {
        <details class="card">
            <summary class="card__head">{t("more_roles")}</summary>
            <div class="fields">{MORE_ROLES.into_iter().map(of).collect_view()}</div>
        </details>
    };
    view! {
        <div class="fields" role="group" aria-labelledby="modes-title">
            <h3 class="label" id="modes-title">{t("server_of_mode")}</h3>
            <p class="field__note">{t("roles_note")}</p>
            {servers::roles().map(of).collect_view()}
            {more}
        </div>
    }
    .into_any()
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
            return view! { <p class="field__note">{words}</p> }.into_any();
        }
        let last = ids.len() - 1;
        let rows = ids.into_iter().enumerate().map(|(at, id)| row(store, role, label, id, at == 0, at == last));
        view! { <ol class="role__list" aria-label=label>{rows.collect_view()}</ol> }.into_any()
    };
    let add = move || {
        let free = store.all_servers.with(|all| {
            let free = all.list.iter().filter(|server| ids.with(|ids| !ids.contains(&server.id)));
            free.map(|server| (server.id.clone(), titled(server))).collect::<Vec<_>>()
        });
        if free.is_empty() {
            return ().into_any();
        }
        let options = free.into_iter().map(|(id, words)| view! { <option value=id>{words}</option> }.into_any());
        view! {
            <select
                class="input"
                id=format!("server-of-{}", role.name())
                aria-label=fill("add_to_role", &[("role", label)])
                prop:value=""
                on:change=move |event| {
                    let id = event_target_value(&event);
                    if !id.is_empty() {
                        store.change_all_servers(|all| append(all, role, &id));
                    }
                }
            >
                <option value="" selected>{t("add_to_list")}</option>
                {options.collect_view()}
            </select>
        }
        .into_any()
    };
    view! {
        <div class="field role">
            <p class="field__label">{label}</p>
            {move || rows()}
            {move || add()}
        </div>
    }
    .into_any()
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
    let name = named(key("out_of_role"));
    let out = view! {
        <button
            class="icon-button"
            type="button"
            aria-label=name.clone()
            title=name
            on:click=move |_| change(Order::Out)
        >
            {icon(Icon::Cross)}
        </button>
    };
    view! {
        <li class="role__row">
            <span class="role__name" dir="auto">{title.clone()}</span>
            <span class="role__buttons">{up.into_iter().chain(down).collect_view()} {out}</span>
        </li>
    }
    .into_any()
}
