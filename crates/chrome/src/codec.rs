//! The one codec between JavaScript values and serde: JSON text.
//!
//! Not serde-wasm-bindgen, because Chrome's values are JSON anyway: maps stay plain objects, and absent fields stay absent.

use crate::ChromeError;
use edith_protocol::json;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;

pub(crate) fn to_js<T: Serialize + ?Sized>(api: &'static str, value: &T) -> Result<JsValue, ChromeError> {
    let text = serde_json::to_string(value).map_err(|error| ChromeError::form(api, &error))?;
    js_sys::JSON::parse(&text).map_err(|error| ChromeError::thrown(api, &error))
}

/// `undefined` reads as `null`.
pub(crate) fn from_js<T: DeserializeOwned>(api: &'static str, value: &JsValue) -> Result<T, ChromeError> {
    let text = if value.is_undefined() {
        String::from("null")
    } else {
        // A value without JSON text (a function) gives undefined.
        let text = js_sys::JSON::stringify(value).map_err(|error| ChromeError::thrown(api, &error))?;
        JsValue::from(text).as_string().unwrap_or_else(|| String::from("null"))
    };
    json::read(&text).map_err(|error| ChromeError::form(api, &error))
}

/// The answer of an awaited call.
pub(crate) fn answer<T: DeserializeOwned>(
    api: &'static str,
    result: Result<JsValue, JsValue>,
) -> Result<T, ChromeError> {
    from_js(api, &result.map_err(|error| ChromeError::thrown(api, &error))?)
}

/// The end of a call without a meaningful answer.
pub(crate) fn done(api: &'static str, result: Result<JsValue, JsValue>) -> Result<(), ChromeError> {
    result.map(drop).map_err(|error| ChromeError::thrown(api, &error))
}
