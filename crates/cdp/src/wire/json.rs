//! Reading the browser's answers and events.

use serde_json::Value;

/// The text at a JSON pointer, or "".
pub(crate) fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}
