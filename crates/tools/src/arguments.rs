//! Reads a call's arguments: a model's JSON text becomes checked, typed arguments, with small slips fixed if the meaning is certain.

use super::declare::Tool;
use super::named::{Naming, resolve};
use super::reading::{check, only_argument, takes_anything};
use super::shape::Field;
use super::{CallError, Fault};
use edith_page::relocate::Sight;
use edith_protocol::Gather as _;
use serde_json::{Map, Value};

/// Reads the arguments of one tool; on a page also those that name elements. Returns how it says which it means.
pub(super) fn read<T: Tool>(text: &str, page: Option<Sight<'_>>) -> Result<(T, Naming), CallError> {
    let (tool, example) = (T::NAME, T::EXAMPLE);
    let unreadable = |problem: String| CallError::Unreadable { tool: tool.to_owned(), problem, example };
    let wrong = |fault: Fault| CallError::Argument { tool, fault, example };
    let mut given = object(text, T::FIELDS).map_err(unreadable)?;
    if let Some(several) = T::SEVERAL.and_then(|name| given.get_mut(name)) {
        join_lines(several);
    }
    let naming = match page {
        Some(page) => resolve(T::FIELDS, &mut given, page, T::TAKES_VALUE)?,
        None => Naming::default(),
    };
    let checked = check(T::FIELDS, given).map_err(wrong)?;
    // Shape and struct have one declaration, so this does not fail on what passed.
    let call: T =
        edith_protocol::json::from_value(Value::Object(checked)).map_err(|error| unreadable(error.to_string()))?;
    call.check().map_err(wrong)?;
    Ok((call, naming))
}

/// Joins a list of texts into one, a line each.
fn join_lines(value: &mut Value) {
    let lines = value.as_array().and_then(|items| items.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    if let Some(lines) = lines {
        *value = Value::from(lines.join("\n"));
    }
}

/// The one object that the text means.
pub(super) fn object(text: &str, fields: &'static [Field]) -> Result<Map<String, Value>, String> {
    let text = edith_protocol::json::well_formed(unfenced(text));
    let text = text.as_ref();
    if text.is_empty() {
        return Ok(Map::new());
    }
    let value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => match serde_json::from_str(&mended(text)) {
            Ok(value) => value,
            // A bare text for the only argument, such as an address.
            Err(_) if !text.starts_with(['{', '[', '"']) && only_argument(fields).is_some() => {
                Value::String(text.to_owned())
            }
            Err(_) => return Err(error.to_string()),
        },
    };
    match value {
        Value::Object(map) => Ok(map),
        Value::Null => Ok(Map::new()),
        // Encoded twice.
        Value::String(inner) if inner.trim_start().starts_with('{') => {
            serde_json::from_str(&mended(&inner)).map_err(|error| error.to_string())
        }
        value @ (Value::String(_) | Value::Number(_)) => match only_argument(fields) {
            Some(name) => Ok(std::iter::once((name.to_owned(), value)).gathered()),
            None => Err("this is no JSON object".to_owned()),
        },
        value @ Value::Array(_) if takes_anything(fields).is_some() => {
            Ok(takes_anything(fields).map(|name| (name.to_owned(), value)).into_iter().gathered())
        }
        Value::Bool(_) | Value::Array(_) => Err("this is no JSON object".to_owned()),
    }
}

/// The text without a surrounding Markdown fence.
pub fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```") else { return text };
    let inner = inner.strip_suffix("```").unwrap_or(inner);
    // A lone word after the fence names the language.
    let language = inner.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
    inner.get(language..).unwrap_or(inner).trim()
}

/// The text without trailing commas, and with line breaks inside strings escaped.
pub fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_string = false;
    let mut escaped = false;
    for c in text.chars() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                '\n' => {
                    out.push_str("\\n");
                    continue;
                }
                '\r' => {
                    out.push_str("\\r");
                    continue;
                }
                '\t' => {
                    out.push_str("\\t");
                    continue;
                }
                _ => {}
            }
        } else if c == '"' {
            in_string = true;
        } else if matches!(c, '}' | ']') {
            let kept = out.trim_end().len();
            if out.get(..kept).is_some_and(|before| before.ends_with(',')) {
                out.truncate(kept - 1);
            }
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended_only_outside_of_strings() {
        for (text, expected) in [
            (r#"{"a": 1,}"#, r#"{"a": 1}"#),
            (r#"{"a": [1, 2, ], }"#, r#"{"a": [1, 2]}"#),
            (r#"{"a": "x,}"}"#, r#"{"a": "x,}"}"#),
            (r#"{"a": "\",}"}"#, r#"{"a": "\",}"}"#),
            ("{\"a\": \"x\ny\"}", r#"{"a": "x\ny"}"#),
        ] {
            assert_eq!(mended(text), expected, "{text}");
        }
    }

    #[test]
    fn fences_are_taken_off() {
        for text in ["```json\n{}\n```", "```{}```", "  {} ", "```\n{}", "```JSON {}```"] {
            assert_eq!(unfenced(text), "{}", "{text}");
        }
    }
}
