//! Inputs of members, from the calls that were read from them: a history shows the model what it wrote. Kept is EDITH's call alone, as EDITH keeps
//! every call, so what is covered in one is covered here.

use serde_json::{Map, Value, json};

type Arguments = Map<String, Value>;

fn reference(arguments: &Arguments) -> Option<String> {
    Some(format!("ref_{}", arguments.get("uid")?.as_u64()?))
}

fn target_of(arguments: &Arguments) -> Option<Value> {
    Some(json!({ "type": "ref", "ref": reference(arguments)? }))
}

pub(super) fn nothing(_tool: &str, _arguments: &Arguments) -> Option<Value> {
    Some(json!({}))
}

pub(super) fn navigate(tool: &str, arguments: &Arguments) -> Option<Value> {
    let url = match tool {
        "go_back" => "back",
        "go_forward" => "forward",
        "reload" => "reload",
        _ => arguments.get("url")?.as_str()?,
    };
    Some(json!({ "url": url }))
}

pub(super) fn press(_tool: &str, arguments: &Arguments) -> Option<Value> {
    let target = target_of(arguments)?;
    let held = arguments.get("modifiers").and_then(Value::as_array);
    Some(match held {
        Some(held) => {
            let held: Vec<&str> = held.iter().filter_map(Value::as_str).collect();
            json!({ "target": target, "modifiers": held.join("+") })
        }
        None => json!({ "target": target }),
    })
}

pub(super) fn target(_tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(json!({ "target": target_of(arguments)? }))
}

pub(super) fn text(_tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(json!({ "text": arguments.get("text")?.as_str()? }))
}

pub(super) fn key(_tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(json!({ "text": arguments.get("key")?.as_str()? }))
}

pub(super) fn form_input(_tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(json!({ "target": target_of(arguments)?, "value": arguments.get("value")?.as_str()? }))
}

pub(super) fn read_page(tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(if tool == "inspect" { json!({ "ref": reference(arguments)? }) } else { json!({}) })
}

pub(super) fn find(_tool: &str, arguments: &Arguments) -> Option<Value> {
    Some(json!({ "query": arguments.get("query")?.as_str()? }))
}

pub(super) fn wait(_tool: &str, arguments: &Arguments) -> Option<Value> {
    let milliseconds = u32::try_from(arguments.get("ms")?.as_u64()?).ok()?;
    Some(json!({ "duration": f64::from(milliseconds) / 1_000.0 }))
}
