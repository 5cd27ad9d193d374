//! Files: attached ones, which stay in the page's script (`panel.js`) under its own ids, and files to save or choose. Only in pages.

use crate::{ChromeError, codec};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in panel.js: a file is read in parts, and its bytes need not pass through here.
    #[wasm_bindgen(catch, js_name = edithSendFile)]
    async fn send_file_js(id: &str, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = edithForgetFile)]
    fn forget_file_js(id: &str);

    #[wasm_bindgen(js_name = edithSave)]
    fn save_js(name: &str, kind: &str, text: &str);

    #[wasm_bindgen(catch, js_name = edithChoose)]
    async fn choose_js(accept: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithChosenText)]
    async fn chosen_text_js(input: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithSizes)]
    async fn sizes_js() -> Result<JsValue, JsValue>;
}

/// Gives a file to the worker, which stores it under this name; returns the document's id.
///
/// # Errors
/// When the file cannot be read, or the worker refuses it.
pub async fn send(id: &str, name: &str) -> Result<String, ChromeError> {
    codec::answer("edithSendFile", send_file_js(id, name).await)
}

/// Releases a file.
pub fn forget(id: &str) {
    forget_file_js(id);
}

/// Saves a text to the person's downloads.
pub fn save(name: &str, kind: &str, text: &str) {
    save_js(name, kind, text);
}

/// The text of a file the person chooses; none if they choose none, or it is unreadable.
pub async fn choose(accept: &str) -> Option<String> {
    choose_js(accept).await.ok()?.as_string()
}

/// The name and the text of the file that was chosen in the input with this id; none if there is none, or it is too large for a text.
pub async fn chosen_text(input: &str) -> Option<(String, String)> {
    codec::answer::<Option<(String, String)>>("edithChosenText", chosen_text_js(input).await).ok().flatten()
}

/// How much is stored: JSON of `{kind: bytes}`; empty if unknown.
pub async fn sizes() -> String {
    sizes_js().await.ok().and_then(|text| text.as_string()).unwrap_or_default()
}
