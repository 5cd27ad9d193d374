//! Where the focus goes in this section.

use crate::view::dom::by_id;
use leptos::prelude::*;

/// Where the focus goes when a server is gone or a form is closed.
pub(super) const ADD: &str = "add-tool-server";
/// The field for a new server's address.
pub(super) const ADDRESS: &str = "new-tool-server-url";
/// The field for a configuration.
pub(super) const CONFIGURATION: &str = "import-tool-servers-text";

/// Focuses an element once it is drawn.
pub(super) fn focus_on(id: impl Into<String>) {
    let id: String = id.into();
    request_animation_frame(move || {
        if let Some(element) = by_id::<web_sys::HtmlElement>(&id) {
            // Fails only if it cannot take the focus, which loses nothing.
            let _ = element.focus();
        }
    });
}
