//! The offscreen page that reads documents, behind `reading.js`.

use crate::{ChromeError, codec};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in reading.js.
    #[wasm_bindgen(catch, js_name = edithAskReader)]
    async fn ask_js(call: &str, milliseconds: u32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = edithForgetLanguages)]
    async fn forget_languages_js() -> Result<JsValue, JsValue>;
}

/// The answer to a call, both in JSON. Opens the page if it is not there. Only in the worker.
///
/// # Errors
/// When the page cannot be opened.
pub async fn ask(call: &str, milliseconds: u32) -> Result<String, ChromeError> {
    let answer = ask_js(call, milliseconds).await.map_err(|error| ChromeError::thrown("chrome.offscreen", &error))?;
    Ok(answer.as_string().unwrap_or_default())
}

/// Deletes the languages of the text recognition that the person added. Only in the worker.
///
/// # Errors
/// When the browser gives no access to its files.
pub async fn forget_languages() -> Result<(), ChromeError> {
    codec::done("navigator.storage", forget_languages_js().await)
}
