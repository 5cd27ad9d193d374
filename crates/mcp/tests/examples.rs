//! The specification's own examples, read into our types: what the types name comes out again as it went in.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

use edith_mcp::client::{
    Content, Progress, Prompt, PromptResult, Resource, ResourceContents, ResourceTemplate, Tool, ToolResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Fields that the client has no use for.
const LEFT_OUT: [&str; 5] = ["annotations", "icons", "_meta", "resultType", "$comment"];

/// What is in `written` and not the same in `read`, but for what is left out and what is a default.
fn lost(written: &Value, read: &Value, path: &str) -> Vec<String> {
    match (written, read) {
        (Value::Object(written), Value::Object(read)) => {
            let kept = written.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
            let each = kept.flat_map(|(name, value)| {
                lost(value, read.get(name).unwrap_or(&Value::Null), &format!("{path}.{name}"))
            });
            each.collect()
        }
        (Value::Array(written), Value::Array(read)) if written.len() == read.len() => {
            written.iter().zip(read).flat_map(|(written, read)| lost(written, read, path)).collect()
        }
        (written, read) if written == read || written.as_f64().is_some_and(|a| read.as_f64() == Some(a)) => Vec::new(),
        (written, read) => vec![format!("{path}: {written} became {read}")],
    }
}

fn through<T: DeserializeOwned + Serialize>(example: &Value) -> Vec<String> {
    match serde_json::from_value::<T>(example.clone()) {
        Ok(read) => lost(example, &serde_json::to_value(read).unwrap(), ""),
        Err(error) => vec![error.to_string()],
    }
}

fn content(example: &Value) -> Vec<String> {
    match serde_json::from_value::<Content>(example.clone()) {
        Ok(Content::Other(_)) => vec!["it is not recognised".to_owned()],
        _ => through::<Content>(example),
    }
}

#[test]
fn the_examples_are_read_without_loss() {
    let examples: Value = serde_json::from_str(include_str!("data/examples-2026-07-28.json")).unwrap();
    let examples = examples.as_object().unwrap();
    let mut lost = Vec::new();
    for (name, example) in examples {
        let each = |field: &str, through: fn(&Value) -> Vec<String>| {
            example[field].as_array().unwrap().iter().flat_map(through).collect::<Vec<_>>()
        };
        let found = match name.split_once('/').unwrap().0 {
            "Tool" => through::<Tool>(example),
            "ListToolsResult" => each("tools", through::<Tool>),
            "ListResourcesResult" => each("resources", through::<Resource>),
            "ListResourceTemplatesResult" => each("resourceTemplates", through::<ResourceTemplate>),
            "ListPromptsResult" => each("prompts", through::<Prompt>),
            "Resource" => through::<Resource>(example),
            "TextResourceContents" | "BlobResourceContents" => through::<ResourceContents>(example),
            "ReadResourceResult" => each("contents", through::<ResourceContents>),
            "CallToolResult" => through::<ToolResult>(example),
            "GetPromptResult" => through::<PromptResult>(example),
            "ProgressNotificationParams" => serde_json::from_value::<Progress>(example.clone())
                .err()
                .map(|error| error.to_string())
                .into_iter()
                .collect(),
            _ => content(example),
        };
        lost.extend(found.into_iter().map(|why| format!("{name}: {why}")));
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    assert!(examples.len() >= 20, "{} examples", examples.len());
}

#[test]
fn a_loss_is_found() {
    let tool = serde_json::json!({ "name": "a", "inputSchema": { "type": "object" }, "unheard": 1 });
    assert_eq!(through::<Tool>(&tool), [".unheard: 1 became null"]);
    assert!(!content(&serde_json::json!({ "type": "hologram" })).is_empty());
}
