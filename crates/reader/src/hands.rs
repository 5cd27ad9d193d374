//! What the worker's script does for the module (`extension/reader/work.js`).

use edith_documents::call::Failure;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = edithTell)]
    fn tell_js(stage: &str, done: u32, total: u32);

    #[wasm_bindgen(catch, js_name = edithHash)]
    async fn hash_js(bytes: Uint8Array) -> Result<JsValue, JsValue>;
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

fn failed(error: &JsValue) -> Failure {
    Failure::Failed { error: js_sys::Error::from(error.clone()).message().into() }
}
