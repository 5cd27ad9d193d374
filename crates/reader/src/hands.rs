//! What the worker's script does for the module (`extension/reader/work.js`).

use edith_documents::call::Failure;
use js_sys::Uint8Array;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = edithTell)]
    fn tell_js(stage: &str, done: u32, total: u32);

    #[wasm_bindgen(catch, js_name = edithHash)]
    async fn hash_js(bytes: Uint8Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithPdfOpen)]
    async fn pdf_open_js(bytes: Uint8Array, password: Option<String>) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithPdfPage)]
    async fn pdf_page_js(number: u32) -> Result<JsValue, JsValue>;
}

/// What a reading is at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stage {
    /// Pages are read.
    Read,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
        }
    }
}

/// Tells that so many pages of so many are done.
pub(crate) fn tell(stage: Stage, done: u32, total: u32) {
    tell_js(stage.name(), done, total);
}

/// The SHA-256 in lower-case hexadecimal digits.
pub(crate) async fn hash(bytes: &[u8]) -> Result<String, Failure> {
    let hash = hash_js(Uint8Array::from(bytes)).await.map_err(|error| failed(&error))?;
    Ok(hash.as_string().unwrap_or_default())
}

/// Opens a PDF; its description, in JSON.
pub(crate) async fn pdf_open<T: DeserializeOwned>(bytes: &[u8], password: Option<&str>) -> Result<T, Failure> {
    let opened = pdf_open_js(Uint8Array::from(bytes), password.map(str::to_owned)).await;
    outcome(opened.map_err(|error| failed(&error))?)
}

/// A page of the open PDF, in JSON. From 1.
pub(crate) async fn pdf_page(number: u32) -> Result<String, Failure> {
    let page = pdf_page_js(number).await.map_err(|error| failed(&error))?;
    Ok(page.as_string().unwrap_or_default())
}

fn outcome<T: DeserializeOwned>(told: JsValue) -> Result<T, Failure> {
    let told = told.as_string().unwrap_or_default();
    serde_json::from_str::<Result<T, Failure>>(&told).map_err(|error| Failure::Failed { error: error.to_string() })?
}

fn failed(error: &JsValue) -> Failure {
    Failure::Failed { error: js_sys::Error::from(error.clone()).message().into() }
}
