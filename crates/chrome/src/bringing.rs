//! Fetching documents, behind `bringing.js`.

use crate::{ChromeError, codec};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in bringing.js.
    #[wasm_bindgen(catch, js_name = edithBring)]
    async fn bring_js(url: &str, most: f64) -> Result<JsValue, JsValue>;

    // Defined in bringing.js.
    #[wasm_bindgen(catch, js_name = edithTabPage)]
    async fn tab_page_js(tab: i32) -> Result<JsValue, JsValue>;
}

/// What an address answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Fetched {
    /// The IP address of the machine that answered; empty if the browser does not say.
    pub by: String,
    /// Where it leads; empty if it does not.
    pub to: String,
    /// The status of an answer that is not a success; 0 otherwise.
    pub status: u16,
    /// The media type.
    pub mime: String,
    /// The `Content-Disposition`.
    pub disposition: String,
    /// Why nothing came; empty if something did.
    pub fault: String,
    /// The bytes as a data URL.
    #[serde(skip)]
    pub data: String,
}

/// What a tab shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// Its address.
    pub url: String,
    /// Its media type.
    pub mime: String,
    /// Its title.
    pub title: String,
    /// Its HTML; empty if it is none.
    #[serde(skip)]
    pub html: String,
}

/// Takes a long text out of an answer, so that it does not go through JSON.
fn take(answer: &JsValue, name: &str) -> String {
    let text = js_sys::Reflect::get(answer, &name.into()).ok().and_then(|text| text.as_string()).unwrap_or_default();
    // An answer without anything has nothing to take.
    js_sys::Reflect::set(answer, &name.into(), &JsValue::UNDEFINED).unwrap_or_default();
    text
}

/// Asks for a file with the person's session, and follows no redirect. Only in the worker.
///
/// # Errors
/// When the address is invalid.
pub async fn bring(url: &str, most: u64) -> Result<Fetched, ChromeError> {
    let answer = bring_js(url, most as f64).await.map_err(|error| ChromeError::thrown("fetch", &error))?;
    let data = take(&answer, "data");
    Ok(Fetched { data, ..codec::from_js("fetch", &answer)? })
}

/// What a tab shows; none if its page says nothing. Only in the worker.
///
/// # Errors
/// When the tab is gone, or its page may not be scripted.
pub async fn tab_page(tab: i32) -> Result<Option<Shown>, ChromeError> {
    const API: &str = "chrome.scripting.executeScript";
    let answer = tab_page_js(tab).await.map_err(|error| ChromeError::thrown(API, &error))?;
    let html = take(&answer, "html");
    let shown: Option<Shown> = codec::from_js(API, &answer)?;
    Ok(shown.map(|shown| Shown { html, ..shown }))
}
