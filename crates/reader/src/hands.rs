//! What the worker's script does for the module (`extension/reader/work.js`).

use edith_documents::call::Failure;
use edith_documents::pdf::{RawPage, RecognisedWord};
use js_sys::Uint8Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
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

/// What a reading is at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stage {
    /// Pages are read.
    Read,
    /// Text in pictures is recognised.
    Ocr,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "parse",
            Self::Ocr => "ocr",
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

/// A word in a picture, in its pixels.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The number of its line.
    pub(crate) line: u32,
}

/// What was recognised in a picture.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Recognised {
    pub(crate) words: Vec<Word>,
    /// The picture's width in pixels.
    pub(crate) width: f32,
    /// Its height.
    pub(crate) height: f32,
}

impl Recognised {
    /// As a page, of this size in points if it has one.
    pub(crate) fn page(&self, number: u32, size: Option<(f32, f32)>) -> RawPage {
        let words: Vec<RecognisedWord> = self.words.iter().map(Word::recognised).collect();
        RawPage::recognised(number, &words, (self.width, self.height), size)
    }
}

impl Word {
    fn recognised(&self) -> RecognisedWord {
        RecognisedWord {
            text: self.text.clone(),
            left: self.left,
            top: self.top,
            width: self.width,
            height: self.height,
            line: Some(self.line),
        }
    }
}

/// Recognises a page of the open PDF. From 1.
pub(crate) async fn recognise_page(number: u32) -> Result<Recognised, Failure> {
    outcome(recognise_page_js(number).await.map_err(|error| failed(&error))?)
}

/// Recognises a picture file.
pub(crate) async fn recognise_picture(bytes: &[u8], mime: &str) -> Result<Recognised, Failure> {
    outcome(recognise_picture_js(Uint8Array::from(bytes), mime).await.map_err(|error| failed(&error))?)
}

/// A page of the open PDF as a data URL.
pub(crate) async fn draw_page(number: u32, width: u32) -> Result<String, Failure> {
    outcome(draw_page_js(number, width).await.map_err(|error| failed(&error))?)
}

/// A picture file as a data URL.
pub(crate) async fn draw_picture(bytes: &[u8], mime: &str, width: u32) -> Result<String, Failure> {
    outcome(draw_picture_js(Uint8Array::from(bytes), mime, width).await.map_err(|error| failed(&error))?)
}

fn outcome<T: DeserializeOwned>(told: JsValue) -> Result<T, Failure> {
    let told = told.as_string().unwrap_or_default();
    serde_json::from_str::<Result<T, Failure>>(&told).map_err(|error| Failure::Failed { error: error.to_string() })?
}

fn failed(error: &JsValue) -> Failure {
    Failure::Failed { error: js_sys::Error::from(error.clone()).message().into() }
}
