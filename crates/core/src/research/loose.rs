//! Tolerant parsing of JSON written by models: in a call or a text, fenced or not, with names in any spelling.

use edith_tools::{mended, unfenced};
use serde_json::{Map, Value};

/// The first JSON object or list in a text that `good` accepts.
pub(crate) fn json_in<T>(text: &str, good: impl Fn(&Value) -> Option<T>) -> Option<T> {
    let whole = mended(unfenced(text));
    if let Ok(value) = serde_json::from_str::<Value>(&whole) {
        return match value {
            // Encoded twice.
            Value::String(inner) if inner.trim_start().starts_with(['{', '[']) => json_in(&inner, good),
            value => good(&value),
        };
    }
    let text = mended(text);
    for (at, _) in text.match_indices(['{', '[']) {
        let rest = text.get(at..).unwrap_or_default();
        let value = serde_json::Deserializer::from_str(rest).into_iter::<Value>().next();
        if let Some(found) = value.and_then(Result::ok).as_ref().and_then(&good) {
            return Some(found);
        }
    }
    None
}

/// A name without case and separators: `extraction_goal` equals `extractionGoal`.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The value of the first of these bare names that is present and not null.
pub(crate) fn pick<'a>(map: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| {
        let (_, value) = map.iter().find(|(key, _)| bare(key) == *name)?;
        (!value.is_null()).then_some(value)
    })
}

/// Whether a key is one of these bare names.
pub(crate) fn is_one_of(key: &str, names: &[&str]) -> bool {
    names.contains(&bare(key).as_str())
}

/// A value as text: lists joined, objects as `name: value`.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => items.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", "),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key}: {}", text(value))).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The text of the first of these names, or "".
pub(crate) fn text_of(map: &Map<String, Value>, names: &[&str]) -> String {
    pick(map, names).map(text).unwrap_or_default()
}
