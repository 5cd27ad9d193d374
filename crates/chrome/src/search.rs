//! `chrome.search`.

use crate::{ChromeError, codec};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "search"], js_name = query)]
    async fn query_js(query: &JsValue) -> Result<JsValue, JsValue>;
}

/// Searches the web with the person's own search engine, in this tab. Only in a page.
///
/// # Errors
/// When the browser refuses.
pub async fn query(text: &str) -> Result<(), ChromeError> {
    const API: &str = "chrome.search.query";
    let query = codec::to_js(API, &json!({ "text": text, "disposition": "CURRENT_TAB" }))?;
    codec::done(API, query_js(&query).await)
}
