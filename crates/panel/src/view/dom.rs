//! Elements of the page.

use leptos::prelude::document;
use wasm_bindgen::JsCast;

/// The element with this id, if on the page.
pub(super) fn by_id<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
