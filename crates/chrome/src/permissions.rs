//! `chrome.permissions`.

use crate::{ChromeError, codec};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "permissions"], js_name = contains)]
    async fn contains_js(permissions: &JsValue) -> Result<JsValue, JsValue>;
}

/// Whether the browser lets the extension work on every site, or the person keeps it to some.
///
/// # Errors
/// When the browser does not say.
pub async fn has_every_site() -> Result<bool, ChromeError> {
    const API: &str = "chrome.permissions.contains";
    let all = codec::to_js(API, &json!({"origins": ["<all_urls>"]}))?;
    codec::answer(API, contains_js(&all).await)
}
