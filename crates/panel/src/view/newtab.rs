//! The new tab: asks once whether the person wants it, and takes over from the first paint (`newtab.js`): text typed before the wasm loaded is kept, and sent if
//! requested.

use crate::state::text::t;
use crate::view::el::{button, by_id, either, el, when};
use crate::view::shell::shell;
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// The part of the address by which the settings have the profile taken from a document here.
pub(super) const PROFILE: &str = "#profile";

/// The page, or the question whether it is wanted. Where the first paint is there, `newtab.js` knew the answer.
pub(super) fn newtab(store: Store) -> AnyView {
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

/// Takes over the typed text and replaces the first paint.
pub(super) fn take_over(store: Store) {
    let submit = RwSignal::new(None::<bool>);
    // After the storage and the runs are known, so that the text does not go to a run by mistake.
    Effect::new(move || {
        if let Some(other) = submit.get().filter(|_| store.ready.get()) {
            submit.set(None);
            store.enter(other);
        }
    });
    // The composer is in place by the next frame; until then the first paint stays, to avoid flicker.
    request_animation_frame(move || {
        let Some(first) = by_id::<web_sys::HtmlElement>("first") else { return };
        let typed = by_id::<web_sys::HtmlTextAreaElement>("first-input");
        let sent = typed.as_ref().and_then(|field| field.get_attribute("data-submit"));
        let text = typed.map(|field| field.value()).unwrap_or_default();
        first.remove();
        if !text.is_empty() {
            store.draft.set(text);
        }
        if window().location().hash().is_ok_and(|hash| hash == PROFILE) {
            store.begin_profile();
        }
        focus("composer-input");
        submit.set(sent.map(|way| way == "other"));
    });
}
