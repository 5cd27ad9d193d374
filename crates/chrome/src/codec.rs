//! The one codec between JavaScript values and serde: JSON text.
//!
//! JSON and not serde-wasm-bindgen, because what Chrome takes and gives is JSON anyway: maps stay plain objects, and an
//! absent field stays absent.

use crate::ChromeError;
use edith_protocol::json;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;

/// A JavaScript value of a serde value.
pub(crate) fn to_js<T: Serialize + ?Sized>(api: &'static str, value: &T) -> Result<JsValue, ChromeError> {
    let text = serde_json::to_string(value).map_err(|error| ChromeError::form(api, &error))?;
    js_sys::JSON::parse(&text).map_err(|error| ChromeError::thrown(api, &error))
}

/// A serde value of a JavaScript value; `undefined` reads as `null`.
pub(crate) fn from_js<T: DeserializeOwned>(api: &'static str, value: &JsValue) -> Result<T, ChromeError> {
    let text = if value.is_undefined() {
        String::from("null")
    } else {
        // A value that JSON has no text for (a function) gives undefined.
        let text = js_sys::JSON::stringify(value).map_err(|error| ChromeError::thrown(api, &error))?;
        JsValue::from(text).as_string().unwrap_or_else(|| String::from("null"))
    };
    json::read(&text).map_err(|error| ChromeError::form(api, &error))
}

/// The answer of a call that was awaited.
pub(crate) fn answer<T: DeserializeOwned>(
    api: &'static str,
    result: Result<JsValue, JsValue>,
) -> Result<T, ChromeError> {
    from_js(api, &result.map_err(|error| ChromeError::thrown(api, &error))?)
}

/// The end of a call whose answer means nothing.
pub(crate) fn done(api: &'static str, result: Result<JsValue, JsValue>) -> Result<(), ChromeError> {
    result.map(drop).map_err(|error| ChromeError::thrown(api, &error))
}
