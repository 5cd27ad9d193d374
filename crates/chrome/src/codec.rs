//! The one codec between JavaScript values and serde: JSON text.
//!
//! JSON and not serde-wasm-bindgen, because what Chrome takes and gives is JSON anyway: maps stay plain objects, and an
//! absent field stays absent.

use crate::ChromeError;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::borrow::Cow;
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
    parse(&mend_surrogates(&text)).and_then(T::deserialize).map_err(|error| ChromeError::form(api, &error))
}

/// Every type is read from a value and not from text, which takes less than half the code per type.
#[inline(never)]
fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
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

/// JavaScript strings may hold half an emoji, which `JSON.stringify` writes as a lone `\ud83d` and serde_json refuses: one such
/// character in a page's title would make the whole answer unreadable. It becomes U+FFFD.
fn mend_surrogates(json: &str) -> Cow<'_, str> {
    if !json.contains("\\ud") && !json.contains("\\uD") {
        return Cow::Borrowed(json);
    }
    let mut mended = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let length = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(Half::First), Some(Half::Second)) => {
                mended.push_str(escape.get(..12).unwrap_or_default());
                12
            }
            (Some(_), _) => {
                mended.push_str("\\ufffd");
                6
            }
            // Every other escape: the backslash and what it escapes, so that `\\ud83d` (a written-out backslash) stays.
            (None, _) => {
                let length = 1 + escape.chars().nth(1).map_or(0, char::len_utf8);
                mended.push_str(escape.get(..length).unwrap_or_default());
                length
            }
        };
        rest = escape.get(length..).unwrap_or_default();
    }
    mended.push_str(rest);
    Cow::Owned(mended)
}

enum Half {
    First,
    Second,
}

/// Which half of a surrogate pair an escape at the start of the text is.
fn surrogate(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::First),
        0xdc00..=0xdfff => Some(Half::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_emoji_does_not_make_an_answer_unreadable() {
        for (json, expected) in [
            (r#""plain""#, "plain"),
            (r#""\ud83d\ude00""#, "\u{1f600}"),
            (r#""a\ud83d""#, "a\u{fffd}"),
            (r#""\ude00b""#, "\u{fffd}b"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\ud83dx\n\"""#, "\u{fffd}x\n\""),
            (r#""\\ud83d""#, "\\ud83d"),
            (r#""\\\ud83d""#, "\\\u{fffd}"),
            (r#""\u00e9 é \ud83d""#, "é é \u{fffd}"),
        ] {
            assert_eq!(serde_json::from_str::<String>(&mend_surrogates(json)).unwrap(), expected, "{json}");
        }
    }
}
