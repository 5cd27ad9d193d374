//! The model servers: those that are set, a new one, those found on this computer, and which of them does what.

mod adder;
mod card;
pub(in crate::view) mod fields;
pub(in crate::view) mod fix;
mod roles;
pub(in crate::view) mod trial;

use crate::state::servers::is_browser;
use crate::state::text::t;
use crate::view::el::{all, el, live, when};
use crate::view::settings::parts::{section, switch};
use crate::view::start;
use crate::view::store::{Store, store};
use edith_protocol::FIRST_SERVER;
use leptos::prelude::*;

/// The section.
pub(super) fn servers() -> AnyView {
    let store = store();
    let ids = Memo::new(move |_| {
        store.all_servers.with(|all| all.list.iter().map(|server| server.id.clone()).collect::<Vec<_>>())
    });
    // A card is drawn again where its server becomes one of another kind.
    let kinds = Memo::new(move |_| store.all_servers.with(|all| all.list.iter().map(is_browser).collect::<Vec<_>>()));
    let list = move || {
        kinds.track();
        all(ids.get().into_iter().map(|id| card::card(store, id)).collect())
    };
    let built_in = move || ids.with(|ids| ids.first().is_none_or(|id| id != FIRST_SERVER));
    let some = move || ids.with(|ids| !ids.is_empty());
    let several = move || ids.with(|ids| ids.len() > 1);
    let note = || el("p", "field__note").text(t("servers_note")).view();
    let body = el("div", "fields")
        .add(when(built_in, built_in_words))
        .add(when(some, note))
        .add(when(some, move || el("div", "servers").add(live(list)).view()))
        .add(adder::adder(store))
        .add(start::ways())
        .add(when(several, move || roles::roles(store)))
        .add(when(some, move || names(store)));
    section(t("servers"), body.view())
}

/// Whether conversations are named by a model.
fn names(store: Store) -> AnyView {
    switch(
        t("generate_titles"),
        t("generate_titles_note"),
        move || store.settings.with(|settings| settings.generate_titles),
        move |on| store.change_settings(|settings| settings.generate_titles = on),
    )
}

/// What works without a server.
fn built_in_words() -> AnyView {
    const COMMANDS: [&str; 5] = [
        "go to en.wikipedia.org, search for Ada Lovelace",
        "click Sign in, type hello into Message",
        "tick In stock, choose Price in Sort by",
        "list the tabs",
        "read the page",
    ];
    let commands = COMMANDS.map(|command| el("li", "").add(el("code", "").text(command)).view());
    let examples = el("details", "card")
        .add(el("summary", "card__head").text(t("commands_example")))
        .add(el("ul", "samples").add_all(commands));
    el("div", "field")
        .add(el("p", "field__label").text(t("preset_built_in")))
        .add(el("p", "field__note").text(t("preset_built_in_note")))
        .add(examples)
        .view()
}
