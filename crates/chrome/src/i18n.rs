//! The texts of the person's language, which `panel.js` reads before the pages start.

use wasm_bindgen::JsValue;

/// The catalogue's JSON; empty when there is none.
pub fn messages() -> String {
    global("edithMessages")
}

/// The language's code, as `de`.
pub fn language() -> String {
    global("edithLanguage")
}

/// What `background.js` read for the worker: the language's code, and the catalogue's JSON. None: there is none.
pub fn worker_texts() -> Option<(String, String)> {
    edith_protocol::json::read(&global("edithTexts")).ok()
}

fn global(name: &str) -> String {
    // Reading a field of the global object cannot fail.
    js_sys::Reflect::get(&js_sys::global(), &JsValue::from(name))
        .ok()
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}
