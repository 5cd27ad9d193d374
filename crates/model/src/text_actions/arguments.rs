//! Names and types of a call's arguments, by the tool's schema.

use super::call::Raw;
use super::schema::{properties, required};
use serde_json::{Map, Value};

/// Other words for an argument. They count only if the tool has no argument of that name and nothing else was given for it.
const ALIASES: &[(&str, &[&str])] = &[
    ("uid", &["id", "element", "elementid", "index", "ref", "node", "elementuid", "target", "elementindex", "number"]),
    ("text", &["value", "content", "input", "query", "string"]),
    ("value", &["text", "option", "content"]),
    ("url", &["address", "link", "href", "website", "uri"]),
    ("summary", &["answer", "result", "text", "message", "output", "response", "finalanswer"]),
    ("question", &["text", "message", "prompt", "query"]),
    ("reason", &["text", "message", "why", "error"]),
    ("key", &["keys", "keycombination"]),
    ("ms", &["milliseconds", "time", "duration"]),
    ("note", &["text", "content", "memory"]),
];

/// The call's arguments by their names; otherwise what is wrong with them.
pub(super) fn bound(call: &Raw<'_>) -> Result<Map<String, Value>, String> {
    let (properties, required) = (properties(call.tool), required(call.tool));
    let schema = |name: &str| properties.iter().find(|(known, _)| known == name).map(|(_, schema)| schema);
    let mut out = Map::new();
    let mut strange = Vec::new();
    for (name, value) in &call.arguments.named {
        match properties.iter().find(|(known, _)| bare(known) == bare(name)) {
            Some((known, schema)) => {
                out.insert(known.clone(), typed(schema, value));
            }
            None => strange.push((name, value)),
        }
    }
    for (name, value) in strange {
        let mut meant = ALIASES.iter().filter(|(meant, others)| {
            others.contains(&bare(name).as_str()) && !out.contains_key(*meant) && schema(meant).is_some()
        });
        match (meant.next(), meant.next()) {
            (Some((meant, _)), None) => {
                out.insert(
                    (*meant).to_owned(),
                    schema(meant).map_or_else(|| value.clone(), |schema| typed(schema, value)),
                );
            }
            // Kept: a tool of a server may take more than it says, and the others drop what they do not know.
            _ => {
                out.insert(name.clone(), value.clone());
            }
        }
    }
    let given = &call.arguments.positional;
    let free = |out: &Map<String, Value>, name: &String| !out.contains_key(name);
    let missing: Vec<&String> = required.iter().filter(|name| free(&out, name)).collect();
    let places: Vec<String> = if given.len() <= missing.len() {
        missing.into_iter().cloned().collect()
    } else {
        properties.iter().map(|(name, _)| name.clone()).filter(|name| free(&out, name)).collect()
    };
    if given.len() > places.len() {
        return Err(format!("{} takes no {} values", call.tool.name, given.len()));
    }
    for (name, value) in places.into_iter().zip(given) {
        let value = schema(&name).map_or_else(|| value.clone(), |schema| typed(schema, value));
        out.insert(name, value);
    }
    match required.iter().find(|name| !out.contains_key(*name)) {
        Some(missing) => Err(format!("{} needs {missing}", call.tool.name)),
        None => Ok(out),
    }
}

fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The value in its argument's type, where it certainly means one: `"[12]"` is the number 12.
fn typed(schema: &Value, value: &Value) -> Value {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    match (kind, value) {
        ("integer" | "number", Value::String(text)) => {
            let bare = text.trim().trim_start_matches(['[', '#', '<']).trim_end_matches([']', '>']).trim();
            let bare = bare.strip_prefix("uid").unwrap_or(bare).trim_start_matches([' ', '=', ':', '_']);
            let bare = bare.strip_prefix("element ").unwrap_or(bare);
            serde_json::from_str::<serde_json::Number>(bare).map_or_else(|_| value.clone(), Value::Number)
        }
        ("integer" | "number", Value::Array(items)) => match items.as_slice() {
            [one] => typed(schema, one),
            _ => value.clone(),
        },
        ("integer", Value::Number(number)) => match number.as_f64() {
            Some(float) if number.as_i64().is_none() && float.fract() == 0.0 && float.abs() < 9e15 => {
                Value::from(float as i64)
            }
            _ => value.clone(),
        },
        ("boolean", Value::String(word)) => match word.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => Value::Bool(true),
            "false" | "no" => Value::Bool(false),
            _ => value.clone(),
        },
        ("string", Value::Number(number)) => Value::String(number.to_string()),
        _ => value.clone(),
    }
}
