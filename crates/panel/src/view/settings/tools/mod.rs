//! The servers with tools: those that are set up, a new one, and those of another program's configuration.

mod adder;
mod card;
mod details;
mod folds;
mod importer;
mod places;
mod server;
mod tested;
mod tool_list;

use crate::state::mcp::Draft;
use crate::state::text::t;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::memo::flag;
use crate::view::settings::parts::section;
use crate::view::show::Show;
use crate::view::store::store;
use leptos::prelude::*;
use places::{ADD, ADDRESS, CONFIGURATION, focus_on};

/// What is open below the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Adder,
    Importer,
}

/// The section.
pub(super) fn tools() -> AnyView {
    let store = store();
    let mcp = store.mcp;
    store.refresh_mcp(false);
    let ids =
        Memo::new(move |_| mcp.servers.with(|all| all.iter().flatten().map(|one| one.id.clone()).collect::<Vec<_>>()));
    let some = flag(move || ids.with(|ids| !ids.is_empty()));
    let known = move || mcp.servers.with(Option::is_some);
    let empty = || view! { <p>{t("mcp_none")}</p> }.into_any();
    let waits = move || !known() && mcp.asking.get();
    let waiting = || view! { <p class="field__note">{spinner()} {t("mcp_asking")}</p> }.into_any();
    // What was begun in another part is still there.
    let begun = mcp.draft.with_untracked(Option::is_some);
    let open = RwSignal::new(if begun { Open::Adder } else { Open::Nothing });
    let close = move || {
        mcp.draft.set(None);
        open.set(Open::Nothing);
        focus_on(ADD);
    };
    let none = move || known() && ids.with(Vec::is_empty) && open.get() == Open::Nothing;
    let below = move || match open.get() {
        Open::Nothing => ways(open),
        Open::Adder => adder::adder(store, close),
        Open::Importer => importer::importer(store, close),
    };
    let body = view! {
        <div class="fields">
            <p class="field__note">{t("mcp_note")}</p>
            <div class="mcp-waits" role="status"><Show when=waits>{waiting()}</Show></div>
            <Show when=none>{empty()}</Show>
            <Show when=some>
                <div class="servers">
                    <For each=move || ids.get() key=String::clone children=move |id| card::card(store, id) />
                </div>
            </Show>
            {move || below()}
        </div>
    };
    section(t("mcp_title"), body.into_any())
}

/// The two ways to a server.
fn ways(open: RwSignal<Open>) -> AnyView {
    let store = store();
    let add = move || {
        store.mcp.draft.set(Some(Draft::default()));
        open.set(Open::Adder);
        focus_on(ADDRESS);
    };
    let import = move || {
        open.set(Open::Importer);
        focus_on(CONFIGURATION);
    };
    let add = view! {
        <button class="button" type="button" id=ADD on:click=move |_| add()>
            {icon(Icon::Plus)}
            {t("mcp_add")}
        </button>
    };
    let import = view! {
        <button class="button" type="button" id="import-tool-servers" on:click=move |_| import()>
            {icon(Icon::Upload)}
            {t("mcp_import")}
        </button>
    };
    view! { <div class="buttons">{add} {import}</div> }.into_any()
}
