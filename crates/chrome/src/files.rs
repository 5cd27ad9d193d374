//! Files that the person attached: they stay in the page's script (`panel.js`), which knows them by ids of its own.

use crate::{ChromeError, codec};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in panel.js: a file is read in parts, and its bytes need not pass through here.
    #[wasm_bindgen(catch, js_name = edithSendFile)]
    async fn send_file_js(id: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = edithForgetFile)]
    fn forget_file_js(id: &str);
}

/// Gives a file to the worker, which stores it; answers the document's id.
///
/// # Errors
/// When the file cannot be read, or the worker does not take it.
pub async fn send(id: &str) -> Result<String, ChromeError> {
    codec::answer("edithSendFile", send_file_js(id).await)
}

/// Lets go of a file.
pub fn forget(id: &str) {
    forget_file_js(id);
}
