//! The languages that text in pictures is recognised in, behind `panel.js`. Only in pages.

use crate::{ChromeError, codec};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = edithLanguages)]
    async fn languages_js() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = edithAddLanguage)]
    async fn add_js(input: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = edithRemoveLanguage)]
    async fn remove_js(code: &str) -> Result<JsValue, JsValue>;
}

/// A language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Language {
    /// Tesseract's code, `fra`.
    pub code: String,
    /// Its name in the language of the page.
    pub name: String,
    /// Bytes of an added one; 0 for one of the package.
    pub size: u64,
}

/// All languages; none if they cannot be listed.
pub async fn all() -> Vec<Language> {
    let told = languages_js().await.ok().and_then(|text| text.as_string()).unwrap_or_default();
    edith_protocol::json::read(&told).unwrap_or_default()
}

/// Adds the file that the person chose in the input with this id. What is wrong with it: `name`, `shipped`, `large` or `model`; empty for nothing.
///
/// # Errors
/// When it cannot be stored.
pub async fn add(input: &str) -> Result<String, ChromeError> {
    codec::answer("edithAddLanguage", add_js(input).await)
}

/// Deletes an added language.
///
/// # Errors
/// When it is not there.
pub async fn remove(code: &str) -> Result<(), ChromeError> {
    codec::done("edithRemoveLanguage", remove_js(code).await)
}
