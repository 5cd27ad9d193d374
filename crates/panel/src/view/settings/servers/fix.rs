//! The way from a refused key to the field where it is mended.

use crate::state::part::SettingsPart;
use crate::view::dom::by_id;
use crate::view::store::Store;
use leptos::prelude::*;

/// The frames in which the settings are drawn, at most.
const FRAMES: u32 = 60;

/// Opens a server's card with the focus in the field of its key.
pub(in crate::view) fn fix_key(store: Store, server: &str) {
    store.open_settings(SettingsPart::Model);
    focus_key(server.to_owned(), FRAMES);
}

fn focus_key(server: String, left: u32) {
    request_animation_frame(move || {
        let head = by_id::<web_sys::Element>(&format!("server-card-{server}"));
        if let Some(card) = head.and_then(|head| head.parent_element()) {
            // Neither fails on an element that is in the page.
            let _ = card.set_attribute("open", "");
            if let Some(field) = by_id::<web_sys::HtmlElement>(&format!("server-key-{server}-0")) {
                let _ = field.focus();
                return;
            }
        }
        if left > 0 {
            focus_key(server, left - 1);
        }
    });
}
