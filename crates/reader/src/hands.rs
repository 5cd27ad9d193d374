//! What the worker's scripts do for the module (`extension/reader/hands.js`, `work.js`).

use async_trait::async_trait;
use edith_documents::call::Failure;
use edith_library::reading::{Hands, Opened, Recognised, Stage};
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

    #[wasm_bindgen(catch, js_name = edithRecognisePage)]
    async fn recognise_page_js(number: u32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithRecognisePicture)]
    async fn recognise_picture_js(bytes: Uint8Array, mime: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithDrawPage)]
    async fn draw_page_js(number: u32, width: u32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithDrawPicture)]
    async fn draw_picture_js(bytes: Uint8Array, mime: &str, width: u32) -> Result<JsValue, JsValue>;
}

/// The worker's own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkerHands;

#[async_trait(?Send)]
impl Hands for WorkerHands {
    fn tell(&self, stage: Stage, done: u32, total: u32) {
        tell_js(stage.name(), done, total);
    }

    async fn hash(&self, bytes: &[u8]) -> Result<String, Failure> {
        text(hash_js(Uint8Array::from(bytes)).await)
    }

    async fn open(&self, bytes: Vec<u8>, password: Option<&str>) -> Result<Opened, Failure> {
        let own = Uint8Array::from(bytes.as_slice());
        // The script has its own.
        drop(bytes);
        outcome(pdf_open_js(own, password.map(str::to_owned)).await)
    }

    async fn page(&self, number: u32) -> Result<String, Failure> {
        text(pdf_page_js(number).await)
    }

    async fn recognise_page(&self, number: u32) -> Result<Recognised, Failure> {
        outcome(recognise_page_js(number).await)
    }

    async fn recognise_picture(&self, bytes: &[u8], mime: &str) -> Result<Recognised, Failure> {
        outcome(recognise_picture_js(Uint8Array::from(bytes), mime).await)
    }

    async fn draw_page(&self, number: u32, width: u32) -> Result<String, Failure> {
        outcome(draw_page_js(number, width).await)
    }

    async fn draw_picture(&self, bytes: &[u8], mime: &str, width: u32) -> Result<String, Failure> {
        outcome(draw_picture_js(Uint8Array::from(bytes), mime, width).await)
    }
}

type Told = Result<JsValue, JsValue>;

fn text(told: Told) -> Result<String, Failure> {
    let told = told.map_err(|error| failed(&error))?;
    Ok(told.as_string().unwrap_or_default())
}

fn outcome<T: DeserializeOwned>(told: Told) -> Result<T, Failure> {
    let told = text(told)?;
    serde_json::from_str::<Result<T, Failure>>(&told).map_err(|error| Failure::Failed { error: error.to_string() })?
}

fn failed(error: &JsValue) -> Failure {
    Failure::Failed { error: js_sys::Error::from(error.clone()).message().into() }
}
