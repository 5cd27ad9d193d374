//! Headers: what may be sent, and which of a tool's arguments its definition wants to see in them (`x-mcp-header`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Headers by lower-case name.
pub(crate) type Headers = BTreeMap<Cow<'static, str>, String>;

/// An argument that is sent in a header as well: the header's name, and the keys that lead to the argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mirrored {
    pub(crate) header: String,
    pub(crate) path: Vec<String>,
}

/// Deepest nesting of a schema that is looked through.
const DEPTH: usize = 64;

/// The largest whole number that every JavaScript server reads exactly.
const SAFE: i64 = (1 << 53) - 1;

/// Whether this is a header's name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// Whether this is a header's value that goes as it is.
pub(crate) fn is_value(value: &str) -> bool {
    value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) && value.trim() == value
}

/// A value as a header carries it: as it is, or in base64 between marks.
pub(crate) fn encoded(value: &str) -> String {
    if is_value(value) && !(value.starts_with("=?base64?") && value.ends_with("?=")) {
        return value.to_owned();
    }
    format!("=?base64?{}?=", STANDARD.encode(value))
}

/// What a tool's input schema wants in headers.
///
/// # Errors
/// Why the definition is invalid, and the tool not to be used.
pub(crate) fn mirrored(schema: &Value) -> Result<Vec<Mirrored>, String> {
    let mut found = Vec::new();
    walk(schema, Some(&mut Vec::new()), 0, &mut found)?;
    let mut names = BTreeSet::new();
    match found.iter().find(|mirrored| !names.insert(mirrored.header.to_ascii_lowercase())) {
        Some(twice) => Err(format!("two arguments want the header {}", twice.header)),
        None => Ok(found),
    }
}

/// Looks through a schema. `path` leads to the property whose schema this is; none: it cannot be reached through properties alone.
fn walk(
    schema: &Value,
    mut path: Option<&mut Vec<String>>,
    depth: usize,
    found: &mut Vec<Mirrored>,
) -> Result<(), String> {
    if depth > DEPTH {
        return Err("its schema is nested too deeply".to_owned());
    }
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Array(all) => return all.iter().try_for_each(|one| walk(one, None, depth + 1, found)),
        _ => return Ok(()),
    };
    if let Some(wanted) = schema.get("x-mcp-header") {
        let Some(path) = path.as_deref().filter(|path| !path.is_empty()) else {
            return Err("a header is required for something that is not a plain property".to_owned());
        };
        found.push(Mirrored { header: header(wanted, schema)?, path: path.clone() });
    }
    for (key, value) in schema {
        match (key.as_str(), value, path.as_deref_mut()) {
            // Values, not schemas.
            ("default" | "const" | "enum" | "examples" | "x-mcp-header", ..) => {}
            ("properties", Value::Object(properties), mut path) => {
                for (name, property) in properties {
                    match path.as_deref_mut() {
                        Some(path) => {
                            path.push(name.clone());
                            walk(property, Some(path), depth + 1, found)?;
                            path.pop();
                        }
                        None => walk(property, None, depth + 1, found)?,
                    }
                }
            }
            // Maps from names to schemas: a name is not a keyword.
            ("$defs" | "definitions" | "patternProperties" | "dependentSchemas", Value::Object(all), _) => {
                all.values().try_for_each(|one| walk(one, None, depth + 1, found))?;
            }
            (_, value, _) => walk(value, None, depth + 1, found)?,
        }
    }
    Ok(())
}

fn header(wanted: &Value, schema: &Map<String, Value>) -> Result<String, String> {
    let name = wanted.as_str().filter(|name| is_name(name)).ok_or("a wanted header has no valid name")?;
    match schema.get("type").and_then(Value::as_str) {
        Some("string" | "integer" | "boolean") => Ok(name.to_owned()),
        _ => Err(format!("the header {name} is required for something that is not a text, whole number or boolean")),
    }
}

/// The headers of a call, by lower-case name.
///
/// # Errors
/// When an argument cannot be sent in the header that it belongs in.
pub(crate) fn of_arguments(wanted: &[Mirrored], arguments: &Map<String, Value>) -> Result<Headers, String> {
    let mut headers = Headers::new();
    for Mirrored { header, path } in wanted {
        let mut steps = path.iter();
        let first = steps.next().and_then(|name| arguments.get(name));
        let text = match steps.try_fold(first, |at, name| Some(at?.get(name))).flatten() {
            None | Some(Value::Null) => continue,
            Some(Value::String(text)) => encoded(text),
            Some(Value::Bool(flag)) => flag.to_string(),
            Some(Value::Number(number)) => {
                whole(number).ok_or(format!("{header} is no whole number that can be sent"))?
            }
            Some(_) => return Err(format!("{header} is no text, whole number or yes and no")),
        };
        headers.insert(Cow::Owned(format!("mcp-param-{}", header.to_ascii_lowercase())), text);
    }
    Ok(headers)
}

fn whole(number: &serde_json::Number) -> Option<String> {
    let whole = number.as_i64().or_else(|| {
        let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= SAFE as f64)?;
        Some(value as i64)
    })?;
    (-SAFE..=SAFE).contains(&whole).then(|| whole.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_encoded_as_the_specification_shows() {
        for (value, expected) in [
            ("us-west1", "us-west1"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("", ""),
            ("a\r\nAuthorization: x", "=?base64?YQ0KQXV0aG9yaXphdGlvbjogeA==?="),
        ] {
            assert_eq!(encoded(value), expected, "{value:?}");
        }
    }

    #[test]
    fn arguments_are_read_at_the_place_of_their_property() {
        let schema = json!({ "type": "object", "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "deep": { "type": "object", "properties": { "n": { "type": "integer", "x-mcp-header": "N" } } },
            "flag": { "type": "boolean", "x-mcp-header": "Flag" },
            "properties": { "type": "string", "x-mcp-header": "P" },
        } });
        let wanted = mirrored(&schema).unwrap();
        let arguments = json!({ "region": "é", "deep": { "n": 42.0 }, "flag": null, "properties": "p", "n": 1 });
        let headers = of_arguments(&wanted, arguments.as_object().unwrap()).unwrap();
        let expected = [("mcp-param-n", "42"), ("mcp-param-p", "p"), ("mcp-param-region", "=?base64?w6k=?=")];
        assert_eq!(headers.iter().map(|(name, value)| (&**name, &**value)).collect::<Vec<_>>(), expected);
        let too_large = json!({ "deep": { "n": 9_007_199_254_740_992_i64 } });
        assert!(of_arguments(&wanted, too_large.as_object().unwrap()).is_err());
    }

    #[test]
    fn definitions_that_break_the_rules_are_invalid() {
        let text = |header: &str| json!({ "type": "string", "x-mcp-header": header });
        let within = |properties: Value| json!({ "type": "object", "properties": properties });
        for (schema, is_valid) in [
            (within(json!({ "a": text("A"), "b": text("B") })), true),
            (within(json!({ "a": text("A"), "b": text("a") })), false),
            (within(json!({ "a": text("") })), false),
            (within(json!({ "a": text("A b") })), false),
            (within(json!({ "a": text("A\r\nAuthorization: x") })), false),
            (within(json!({ "a": text("É") })), false),
            (within(json!({ "a": { "type": "string", "x-mcp-header": 1 } })), false),
            (within(json!({ "a": { "type": "number", "x-mcp-header": "A" } })), false),
            (within(json!({ "a": { "type": ["string", "null"], "x-mcp-header": "A" } })), false),
            (within(json!({ "a": { "x-mcp-header": "A" } })), false),
            (within(json!({ "a": { "type": "array", "items": text("A") } })), false),
            (within(json!({ "a": { "type": "object", "oneOf": [within(json!({ "b": text("A") }))] } })), false),
            (json!({ "type": "object", "$defs": { "a": text("A") } }), false),
            (json!({ "type": "object", "x-mcp-header": "A" }), false),
            (json!({ "type": "object", "if": within(json!({ "a": text("A") })) }), false),
            // Not annotations, but values that look like them.
            (within(json!({ "a": { "type": "object", "default": { "x-mcp-header": "A" } } })), true),
            (within(json!({ "x-mcp-header": { "type": "string" } })), true),
        ] {
            assert_eq!(mirrored(&schema).is_ok(), is_valid, "{schema}");
        }
        let deep = (0..100).fold(json!({}), |inner, _| json!({ "items": inner }));
        assert!(mirrored(&deep).is_err());
    }
}
