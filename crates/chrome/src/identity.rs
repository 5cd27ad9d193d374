//! `chrome.identity`: the window for signing in elsewhere. Nothing of the person's Google account.

use crate::{ChromeError, codec};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "identity"], js_name = launchWebAuthFlow)]
    async fn launch_js(details: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "identity"], js_name = getRedirectURL)]
    fn redirect_url_js(path: &str) -> String;
}

/// An address that the window leads back to. Chrome never asks it of a server.
pub fn redirect_url(path: &str) -> String {
    redirect_url_js(path)
}

/// Opens an address in a window of its own until it leads to one of [`redirect_url`]'s, and returns that whole address.
///
/// # Errors
/// When the person closes the window, or a page cannot be loaded.
pub async fn launch(url: &str) -> Result<String, ChromeError> {
    const API: &str = "chrome.identity.launchWebAuthFlow";
    let details = codec::to_js(API, &json!({ "url": url, "interactive": true }))?;
    codec::answer(API, launch_js(&details).await)
}
