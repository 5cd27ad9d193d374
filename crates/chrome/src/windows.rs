//! `chrome.windows`.

use crate::{ChromeError, codec};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "windows"], js_name = getLastFocused)]
    async fn get_last_focused_js(options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "windows"], js_name = update)]
    async fn update_js(window: i32, properties: &JsValue) -> Result<JsValue, JsValue>;
}

#[derive(Deserialize)]
struct Window {
    id: i32,
}

/// The last used ordinary window.
///
/// # Errors
/// When there is none.
pub async fn last_used() -> Result<i32, ChromeError> {
    const API: &str = "chrome.windows.getLastFocused";
    let options = codec::to_js(API, &json!({"windowTypes": ["normal"]}))?;
    codec::answer(API, get_last_focused_js(&options).await).map(|window: Window| window.id)
}

/// Brings a window to the front.
///
/// # Errors
/// When there is no such window.
pub async fn focus(window: i32) -> Result<(), ChromeError> {
    const API: &str = "chrome.windows.update";
    codec::done(API, update_js(window, &codec::to_js(API, &json!({"focused": true}))?).await)
}
