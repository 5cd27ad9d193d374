//! Takes over from the new tab's first paint (`newtab.js`): what was typed before the wasm was there is kept, and sent if that was wanted.

use crate::view::el::by_id;
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// Takes what was typed and the first paint's place.
pub fn take_over(store: Store) {
    let submit = RwSignal::new(false);
    // Once the storage was read and the runs are known, so that it does not go to one of them by mistake.
    Effect::new(move || {
        if submit.get() && store.ready.get() {
            submit.set(false);
            store.submit();
        }
    });
    // The composer is in place by the next frame; until then the first paint stays, so that nothing flickers.
    request_animation_frame(move || {
        let Some(first) = by_id::<web_sys::HtmlElement>("first") else { return };
        let typed = by_id::<web_sys::HtmlTextAreaElement>("first-input");
        let sent = typed.as_ref().is_some_and(|field| field.get_attribute("data-submit").is_some());
        let text = typed.map(|field| field.value()).unwrap_or_default();
        first.remove();
        if !text.is_empty() {
            store.draft.set(text);
        }
        focus("composer-input");
        submit.set(sent);
    });
}
