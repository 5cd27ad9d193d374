//! The resources of servers with tools, in the menu of what a new task can be given: searched by name, server and type.

use crate::state::compose::{Offer, Offered, resource_offers};
use crate::state::format::shorten;
use crate::state::text::{counted, key, t};
use crate::view::el::{all, button, el, live, nothing, text_field, when};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// Characters of a title in the menu.
const TITLE: usize = 80;
/// Resources shown at once.
const SHOWN: usize = 30;
/// The field to search them.
const SEARCH: &str = "resource-search";

/// The entry that opens the list; nothing where no server has any. `open`: the menu.
pub(super) fn resources(store: Store, open: RwSignal<bool>) -> AnyView {
    let all_of = move |typed: &str| {
        store.mcp.servers.with(|servers| resource_offers(servers.as_deref().unwrap_or_default(), typed))
    };
    let count = Memo::new(move |_| all_of("").len());
    let shown = RwSignal::new(false);
    let typed = RwSignal::new(String::new());
    let toggle = move || {
        shown.update(|shown| *shown = !*shown);
        if shown.get_untracked() {
            focus(SEARCH);
        }
    };
    let entry = move || {
        let words = el("span", "menu__words").add(el("span", "menu__title").text(t("attach_resource"))).add(
            el("span", "menu__note")
                .live_text(move || counted(count.get(), key("mcp_resource_one"), key("mcp_resource_many"))),
        );
        button("menu__item", toggle)
            .attr("id", "attach-resource")
            .live_attr("aria-expanded", move || Some(shown.get().to_string()))
            .add(icon(Icon::Plug))
            .add(words)
            .view()
    };
    let list = move || {
        let found = typed.with(|typed| all_of(typed));
        if found.is_empty() {
            return el("p", "menu__note").text(t("mcp_resources_none_found")).view();
        }
        let more = found.len() > SHOWN;
        let rows = found.into_iter().take(SHOWN).map(|offer| row(store, open, offer));
        let list = el("ul", "resources").attr("aria-label", t("mcp_resources")).add_all(rows).view();
        let more = if more { el("p", "menu__note").text(t("mcp_resources_more")).view() } else { nothing() };
        all(vec![list, more])
    };
    let told =
        move || counted(typed.with(|typed| all_of(typed)).len(), key("mcp_resource_one"), key("mcp_resource_many"));
    let search = move || {
        let field = text_field("search", t("mcp_resources_search"), t("mcp_resources_search"), typed)
            .attr("id", SEARCH)
            .attr("autocomplete", "off");
        el("div", "resources-part")
            .add(el("label", "search").add(icon(Icon::Search)).add(field))
            .add(el("p", "sr-only").attr("role", "status").live_text(told))
            .add(live(list))
            .view()
    };
    all(vec![when(move || count.get() > 0, entry), when(move || shown.get() && count.get() > 0, search)])
}

fn row(store: Store, open: RwSignal<bool>, offer: Offer) -> AnyView {
    let Offer { what, title, note, .. } = offer;
    let attach = move || {
        if let Offered::Resource(server, uri) = &what {
            store.attach_resource(server, uri);
        }
        open.set(false);
    };
    let words = el("span", "menu__words")
        .add(el("span", "menu__title").attr("dir", "auto").text(shorten(&title, TITLE)))
        .add(el("span", "menu__note").attr("dir", "auto").text(shorten(&note, TITLE)));
    el("li", "").add(button("menu__item", attach).add(words)).view()
}
