//! The new tab's page, and the question, asked once, whether the person wants it.

use crate::state::text::t;
use crate::view::el::{button, by_id, either, el, when};
use crate::view::shell::shell;
use crate::view::store::Store;
use leptos::prelude::*;

/// The page, or the question whether it is wanted. Where the first paint is there, `newtab.js` knew the answer.
pub(super) fn newtab_page(store: Store) -> AnyView {
    if by_id::<web_sys::HtmlElement>("first").is_some() {
        return shell();
    }
    let asks = move || store.settings.with(|settings| !settings.new_tab_chosen && !settings.plain_new_tab);
    when(move || store.ready.get(), move || either(asks, move || question(store), shell))
}

/// Asks in place. `newtab.js` loads the page again when the answer is stored.
fn question(store: Store) -> AnyView {
    let answer = move |plain: bool| {
        store.change_settings(|settings| {
            settings.plain_new_tab = plain;
            settings.new_tab_chosen = true;
        });
    };
    let buttons = el("div", "buttons")
        .add(button("button button--main", move || answer(false)).attr("id", "newtab-yes").text(t("newtab_yes")))
        .add(button("button", move || answer(true)).attr("id", "newtab-no").text(t("newtab_no")));
    let card = el("section", "start__card newtab__ask")
        .attr("aria-labelledby", "newtab-ask")
        .add(el("h1", "start__title").attr("id", "newtab-ask").text(t("newtab_ask")))
        .add(el("p", "field__note").text(t("newtab_ask_note")))
        .add(buttons);
    el("main", "newtab__plain").attr("id", "main").add(card).view()
}
