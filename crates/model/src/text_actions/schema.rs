//! What a tool's JSON Schema says about its arguments.

use crate::ToolSpec;
use edith_protocol::Gather as _;
use serde_json::Value;
use std::collections::BTreeMap;

/// A tool's arguments, in the order of its schema.
pub(super) fn properties(tool: &ToolSpec) -> Vec<(String, Value)> {
    let schema: Value = serde_json::from_str(&tool.parameters).unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get("properties") else { return Vec::new() };
    let placed = properties.iter().map(|(name, value)| {
        // The parsed object is sorted by name; its text has the order.
        let place = tool.parameters.find(&format!("\"{name}\":")).unwrap_or(usize::MAX);
        ((place, name.clone()), value.clone())
    });
    let placed: BTreeMap<(usize, String), Value> = placed.gathered();
    placed.into_iter().map(|((_, name), value)| (name, value)).collect()
}

/// The names of the arguments that must be there.
pub(super) fn required(tool: &ToolSpec) -> Vec<String> {
    let schema: Value = serde_json::from_str(&tool.parameters).unwrap_or_default();
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}
