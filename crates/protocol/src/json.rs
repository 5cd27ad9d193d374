//! Reading JSON with little code.
//!
//! serde generates a reader per type and source. For text the readers are more than twice as large as for a parsed [`Value`] (reading runs and
//! commands this way took 17 KB off the compressed worker), so everything is read through a value; only the page's walk, which is large and read
//! with every look, is read from its text.

use crate::json_reader::Reader;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::Value;
use std::borrow::Cow;

/// Reads a value of type `T` from JSON text.
///
/// # Errors
/// The text is not JSON, or not of the type's shape.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    from_value(parse(text)?)
}

/// Reads a value of type `T` from parsed JSON.
///
/// # Errors
/// It is not of the type's shape.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    T::deserialize(Reader(value))
}

/// The tag of an enum and its content, where serde writes it as `{TAG: …, CONTENT: …}`. serde's own reader takes both in either order, for which it has a second
/// reader of each content: for three enums these were some 2 % of the worker.
///
/// # Errors
/// It is no such object, or the tag is none of these.
pub fn tagged<'de, K: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
    tag: &'static str,
    content: &'static str,
) -> Result<(K, Value), D::Error> {
    let mut value = Value::deserialize(from)?;
    let mut take = |name: &str| value.get_mut(name).map(Value::take);
    let kind = take(tag).ok_or_else(|| D::Error::missing_field(tag))?;
    Ok((as_content(kind)?, take(content).unwrap_or_default()))
}

/// Reads such a content.
///
/// # Errors
/// It is not of the type's shape.
pub fn as_content<T: DeserializeOwned, E: Error>(content: Value) -> Result<T, E> {
    from_value(content).map_err(E::custom)
}

#[inline(never)]
fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&well_formed(text))
}

/// JSON text with lone surrogates replaced by U+FFFD. JavaScript strings may hold one, as a truncated text does; `JSON.stringify` writes it as
/// `\ud83d`, which serde_json refuses: one of them in a name would make a whole page unreadable.
pub fn well_formed(json: &str) -> Cow<'_, str> {
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
            // Any other escape: the backslash and its character, so that `\\ud83d` (a written-out backslash) stays.
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

/// Which surrogate half an escape at the start of the text is.
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
            assert_eq!(serde_json::from_str::<String>(&well_formed(json)).unwrap(), expected, "{json}");
        }
    }
}
