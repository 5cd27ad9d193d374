//! `chrome.notifications`. `background.js` listens to their clicks.

use crate::{ChromeError, codec, runtime};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "notifications"], js_name = create)]
    async fn create_js(id: &str, options: &JsValue) -> Result<JsValue, JsValue>;
}

/// Shows a notification with the extension's icon, replacing one of the same id.
///
/// # Errors
/// When Chrome refuses.
pub async fn show(id: &str, title: &str, text: &str) -> Result<(), ChromeError> {
    const API: &str = "chrome.notifications.create";
    let icon = runtime::get_url("icons/128.png");
    let options = json!({"type": "basic", "iconUrl": icon, "title": title, "message": text});
    codec::done(API, create_js(id, &codec::to_js(API, &options)?).await)
}
