//! What the pages keep in this browser beside the storage of the extension, as `theme.js` does: small things of how they look. Only in pages.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = getItem)]
    fn get_item(key: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = setItem)]
    fn set_item(key: &str, value: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = removeItem)]
    fn remove_item(key: &str) -> Result<(), JsValue>;
}

/// The text under a key; none if there is none.
pub fn get(key: &str) -> Option<String> {
    get_item(key).ok().flatten()
}

/// Keeps a text. Where nothing can be kept, it is gone with the page.
pub fn set(key: &str, value: &str) {
    let _ = set_item(key, value);
}

/// Forgets a text.
pub fn remove(key: &str) {
    let _ = remove_item(key);
}
