//! The first page without a model: one card to connect one, with what works on this computer, and the choice to do without. Settings show the card again.

mod browser;
mod choice;
mod key;
mod local;
mod ready;

use crate::state::text::t;
use crate::view::el::{button, either, el, when};
use crate::view::home_parts::part;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, focus};
use choice::Choice;
use leptos::prelude::*;

/// The part of the first page: the card until something was chosen, then the state of the chosen one.
pub(super) fn start() -> AnyView {
    let choice = Choice::new();
    let store = choice.store;
    let cards = move || {
        let card = connect(choice, true, "start-title");
        let list = el("div", "start").add(card).add(without_note()).add(without(store));
        part("start-title", t("start_title"), list.view())
    };
    either(move || choice.taken.get(), move || ready::ready(choice), move || when(move || is_due(store), cards))
}

/// The card for the settings, which looks for nothing by itself.
pub(super) fn ways() -> AnyView {
    let choice = Choice::new();
    let cards = move || el("div", "start").add(connect(choice, false, "start-ways")).view();
    either(move || choice.taken.get(), move || ready::ready(choice), cards)
}

/// One field for a key, what can be used without one below it, and in one line what cannot.
fn connect(choice: Choice, looks: bool, title: &'static str) -> AnyView {
    let (local, browser) = (local::Local::new(choice, looks), browser::Own::new(choice));
    let head = (!looks).then(|| el("h3", "start__title").attr("id", title).text(t("start_title")));
    let offers = el("div", "start__offers").add(local.offers()).add(browser.offer());
    let not_here = el("div", "start__not field__note").add(local.line()).add(browser.line());
    el("div", "start__card")
        .attr("role", "group")
        .attr("aria-labelledby", title)
        .add_some(head)
        .add(key::key(choice))
        .add(offers)
        .add(not_here)
        .view()
}

/// Doing without a model. It stays in view whatever is above it.
fn without(store: Store) -> AnyView {
    let choose = move || {
        store.change_settings(|settings| settings.start_done = true);
        focus("composer-input");
    };
    let press = button("button button--small", choose)
        .attr("id", "start-without")
        .attr("aria-describedby", "start-without-note")
        .add(icon(Icon::Terminal))
        .text(t("start_without"));
    el("div", "start__skip").add(press).view()
}

/// What can be done without one.
fn without_note() -> AnyView {
    el("p", "field__note").attr("id", "start-without-note").text(t("start_without_note")).view()
}

/// Whether the person has neither a server nor chosen to do without.
pub(super) fn is_due(store: Store) -> bool {
    store.all_servers.with(|all| all.list.is_empty()) && !store.settings.with(|settings| settings.start_done)
}
