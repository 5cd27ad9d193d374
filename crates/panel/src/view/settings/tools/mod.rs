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
use crate::view::el::{all, button, el, live, nothing, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::settings::parts::section;
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
    let list = move || {
        let ids = ids.get();
        if ids.is_empty() {
            return nothing();
        }
        el("div", "servers").add_all(ids.into_iter().map(|id| card::card(store, id))).view()
    };
    let known = move || mcp.servers.with(Option::is_some);
    let empty = || el("p", "").text(t("mcp_none")).view();
    let waits = move || !known() && mcp.asking.get();
    let waiting = || el("p", "field__note").add(spinner()).text(t("mcp_asking")).view();
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
    let body = el("div", "fields")
        .add(el("p", "field__note").text(t("mcp_note")))
        .add(el("div", "mcp-waits").attr("role", "status").add(when(waits, waiting)))
        .add(when(none, empty))
        .add(live(list))
        .add(live(below));
    section(t("mcp_title"), body.view())
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
    let add = button("button", add).attr("id", ADD).add(icon(Icon::Plus)).text(t("mcp_add"));
    let import =
        button("button", import).attr("id", "import-tool-servers").add(icon(Icon::Upload)).text(t("mcp_import"));
    all(vec![el("div", "buttons").add(add).add(import).view()])
}
