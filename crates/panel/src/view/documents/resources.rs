//! The resources of servers with tools, in the menu of what a new task can be given: searched by name, server and type.

use crate::state::compose::{Offer, Offered, resource_offers};
use crate::state::format::shorten;
use crate::state::text::{counted, key, t};
use crate::view::icon::{Icon, icon};
use crate::view::show::Show;
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
        let words = view! {
            <span class="menu__words">
                <span class="menu__title">{t("attach_resource")}</span>
                <span class="menu__note">
                    {move || counted(count.get(), key("mcp_resource_one"), key("mcp_resource_many"))}
                </span>
            </span>
        };
        view! {
            <button
                class="menu__item"
                type="button"
                id="attach-resource"
                aria-expanded=move || shown.get().to_string()
                on:click=move |_| toggle()
            >
                {icon(Icon::Plug)}
                {words}
            </button>
        }
        .into_any()
    };
    let list = move || {
        let found = typed.with(|typed| all_of(typed));
        if found.is_empty() {
            return view! { <p class="menu__note">{t("mcp_resources_none_found")}</p> }.into_any();
        }
        let more = found.len() > SHOWN;
        let rows = found.into_iter().take(SHOWN).map(|offer| row(store, open, offer));
        let list = view! { <ul class="resources" aria-label=t("mcp_resources")>{rows.collect_view()}</ul> }.into_any();
        let more =
            if more { view! { <p class="menu__note">{t("mcp_resources_more")}</p> }.into_any() } else { ().into_any() };
        view! {
            {list}
            {more}
        }
        .into_any()
    };
    let told =
        move || counted(typed.with(|typed| all_of(typed)).len(), key("mcp_resource_one"), key("mcp_resource_many"));
    let search = move || {
        let field = view! {
            <input
                class="input"
                type="search"
                placeholder=t("mcp_resources_search")
                aria-label=t("mcp_resources_search")
                bind:value=typed
                id=SEARCH
                autocomplete="off"
            />
        };
        view! {
            <div class="resources-part">
                <label class="search">{icon(Icon::Search)} {field}</label>
                <p class="sr-only" role="status">{move || told()}</p>
                {move || list()}
            </div>
        }
        .into_any()
    };
    view! {
        <Show when={move || count.get() > 0}>{entry()}</Show>
        <Show when={move || shown.get() && count.get() > 0}>{search()}</Show>
    }
    .into_any()
}

fn row(store: Store, open: RwSignal<bool>, offer: Offer) -> AnyView {
    let Offer { what, title, note, .. } = offer;
    let attach = move || {
        if let Offered::Resource(server, uri) = &what {
            store.attach_resource(server, uri);
        }
        open.set(false);
    };
    let words = view! {
        <span class="menu__words">
            <span class="menu__title" dir="auto">{shorten(&title, TITLE)}</span>
            <span class="menu__note" dir="auto">{shorten(&note, TITLE)}</span>
        </span>
    };
    view! { <li><button class="menu__item" type="button" on:click=move |_| attach()>{words}</button></li> }.into_any()
}
