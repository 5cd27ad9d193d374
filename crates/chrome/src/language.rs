//! The browser's own language tools: in the worker behind the offscreen page, in pages behind `panel.js`.

use crate::{ChromeError, codec};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "i18n"], js_name = detectLanguage)]
    async fn detect_js(text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = edithDownloadTool)]
    async fn download_js(tool: &str, told: &JsValue) -> Result<JsValue, JsValue>;
}

#[derive(Deserialize)]
struct Detected {
    languages: Vec<Share>,
}

#[derive(Deserialize)]
struct Share {
    language: String,
    percentage: f64,
}

/// The language that most of a text is written in, as a code; none where none has half of it.
pub async fn detect(text: &str) -> Option<String> {
    let found: Detected = codec::answer("chrome.i18n.detectLanguage", detect_js(text).await).ok()?;
    let most = found.languages.into_iter().max_by(|one, other| one.percentage.total_cmp(&other.percentage))?;
    (most.percentage >= 50.0 && most.language != "und").then_some(most.language)
}

/// Has the browser download a tool, a JSON text, and waits for the end. Only in a page, right when the person presses. `on_progress` gets the part that is
/// there, from 0 to 1.
///
/// # Errors
/// When the browser refuses, or the download fails.
pub async fn download(tool: &str, on_progress: impl FnMut(f64) + 'static) -> Result<(), ChromeError> {
    let told = Closure::<dyn FnMut(f64)>::new(on_progress);
    let done = download_js(tool, told.as_ref()).await;
    codec::done("create", done)
}
