//! Takes over from the new tab's first paint (`newtab.js`): text typed before the wasm loaded is kept, and sent if requested.

use crate::view::dom::by_id;
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// The part of the address by which the settings have the profile taken from a document here.
pub(super) const PROFILE: &str = "#profile";

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
