//! The texts of the person's language, read by `panel.js` before the pages start.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in background.js.
    #[wasm_bindgen(catch, js_name = edithTextsOf)]
    async fn texts_of_js(language: &str) -> Result<JsValue, JsValue>;
}

/// The catalogue's JSON; empty if there is none.
pub fn messages() -> String {
    global("edithMessages")
}

/// The language's code, such as `de`.
pub fn language() -> String {
    global("edithLanguage")
}

/// The worker's language code and catalogue JSON, read by `background.js`, if any.
pub fn worker_texts() -> Option<(String, String)> {
    edith_protocol::json::read(&global("edithTexts")).ok()
}

/// The catalogue's JSON of a language, read by `background.js`; none if it cannot be read. Only in the worker.
pub async fn texts_of(language: &str) -> Option<String> {
    texts_of_js(language).await.ok()?.as_string()
}

fn global(name: &str) -> String {
    // Reading a field of the global object cannot fail.
    js_sys::Reflect::get(&js_sys::global(), &JsValue::from(name))
        .ok()
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}
