//! The texts of the person's language, read by `panel.js` before the pages start.

use wasm_bindgen::JsValue;

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

/// The other languages' codes and catalogue JSON, read by `background.js`; none until it has.
pub fn other_texts() -> Vec<(String, String)> {
    edith_protocol::json::read(&global("edithOtherTexts")).unwrap_or_default()
}

fn global(name: &str) -> String {
    // Reading a field of the global object cannot fail.
    js_sys::Reflect::get(&js_sys::global(), &JsValue::from(name))
        .ok()
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}
