//! The first page without a model: three cards with a way each to have one, and the choice to do without. Settings show the cards again.

mod browser;
mod choice;
mod key;
mod local;
mod ready;

use crate::state::text::t;
use crate::view::el::{all, button, either, el, when};
use crate::view::home_parts::part;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, focus};
use choice::Choice;
use leptos::prelude::*;

/// The part of the first page: the cards until something was chosen, then how the chosen one does.
pub(super) fn start() -> AnyView {
    let choice = Choice::new();
    let store = choice.store;
    let cards = move || {
        let list = el("div", "start").add(cards(choice, true)).add(without(store));
        part("start-title", t("start_title"), list.view())
    };
    either(move || choice.taken.get(), move || ready::ready(choice), move || when(move || is_due(store), cards))
}

/// The cards for the settings, which look for nothing by themselves.
pub(super) fn ways() -> AnyView {
    let choice = Choice::new();
    let cards = move || el("div", "start").add(cards(choice, false)).view();
    either(move || choice.taken.get(), move || ready::ready(choice), cards)
}

fn cards(choice: Choice, looks: bool) -> AnyView {
    all(vec![browser::browser_model(choice), local::local(choice, looks), key::key(choice)])
}

/// Doing without a model.
fn without(store: Store) -> AnyView {
    let choose = move || {
        store.change_settings(|settings| settings.start_done = true);
        focus("composer-input");
    };
    let body = el("span", "tile__body")
        .add(el("span", "tile__title").text(t("start_without")))
        .add(el("span", "tile__text").text(t("start_without_note")));
    let tile = button("tile start__without", choose).attr("id", "start-without").add(icon(Icon::Terminal)).add(body);
    tile.view()
}

/// Whether the person has neither a server nor chosen to do without.
pub(super) fn is_due(store: Store) -> bool {
    store.all_servers.with(|all| all.list.is_empty()) && !store.settings.with(|settings| settings.start_done)
}
