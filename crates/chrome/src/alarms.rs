//! `chrome.alarms`: they wake the worker. They are listened to in `background.js`.

use crate::{ChromeError, codec};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "alarms"], js_name = create)]
    async fn create_js(name: &str, info: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "alarms"], js_name = clear)]
    async fn clear_js(name: &str) -> Result<JsValue, JsValue>;
}

/// Sets an alarm every `minutes` (at least 0.5). One of the same name restarts.
///
/// # Errors
/// When Chrome refuses.
pub async fn every(name: &str, minutes: f64) -> Result<(), ChromeError> {
    const API: &str = "chrome.alarms.create";
    let info = codec::to_js(API, &json!({"periodInMinutes": minutes}))?;
    codec::done(API, create_js(name, &info).await)
}

/// Sets a one-time alarm, in milliseconds since 1970; Chrome may fire up to 30 s late. It replaces one of the same name.
///
/// # Errors
/// When Chrome refuses.
pub async fn at(name: &str, when: f64) -> Result<(), ChromeError> {
    const API: &str = "chrome.alarms.create";
    let info = codec::to_js(API, &json!({"when": when}))?;
    codec::done(API, create_js(name, &info).await)
}

/// Removes an alarm, if there is one of that name.
///
/// # Errors
/// When Chrome refuses.
pub async fn clear(name: &str) -> Result<(), ChromeError> {
    codec::done("chrome.alarms.clear", clear_js(name).await)
}
