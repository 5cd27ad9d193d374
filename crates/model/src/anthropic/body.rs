//! The request body.

use super::toolset::{self, Toolset};
use crate::server::set;
use crate::{ChatMessage, ChatRequest, Content, ContentPart};
use edith_protocol::{ModelServer, ToolCall};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Says of a call or a result that it is of a member.
const TOOLSET: &str = "toolset_name";
/// Stands where a conversation was cut so that it would begin with the model's words.
const BEGAN_EARLIER: &str = "(The conversation began earlier.)";

/// The body of a request, with the browser toolset's members in place of the tools that they stand in for, if any.
///
/// # Errors
/// When a tool's schema is not JSON.
pub(super) fn of(
    server: &ModelServer,
    request: &ChatRequest,
    temperature: Option<f64>,
    toolset: Option<&Toolset>,
) -> Result<String, serde_json::Error> {
    let mut tools: Vec<Value> = toolset.map(Toolset::entry).into_iter().collect();
    for tool in request.tools.iter().filter(|tool| !toolset.is_some_and(|toolset| toolset.replaces(tool))) {
        let schema: Value = serde_json::from_str(&tool.parameters)?;
        tools.push(json!({ "name": tool.name, "description": tool.description, "input_schema": schema }));
    }
    let (mut system, messages) = messages(server, &request.messages, toolset.is_some());
    if let Some(toolset) = toolset {
        let gap = if system.is_empty() { "" } else { "\n\n" };
        system.extend([gap, &toolset.rules()]);
    }
    let mut body = json!({
        "model": server.model,
        "max_tokens": request.max_completion_tokens,
        "messages": messages,
        "stream": true,
    });
    if !system.is_empty() {
        // Tools come before it, so the mark covers them, too.
        let mut system = json!({ "type": "text", "text": system });
        mark(&mut system);
        set(&mut body, "system", json!([system]));
    }
    if !tools.is_empty() {
        set(&mut body, "tools", Value::from(tools));
    }
    if let Some(temperature) = temperature {
        set(&mut body, "temperature", json!(temperature));
    }
    Ok(body.to_string())
}

/// Has everything up to the end of this block cached (<https://platform.claude.com/docs/en/build-with-claude/prompt-caching>).
/// Thinking must not be marked.
fn mark(block: &mut Value) {
    let is_thinking = block.get("type").and_then(Value::as_str).is_some_and(|name| name.contains("thinking"));
    if !is_thinking {
        set(block, "cache_control", json!({ "type": "ephemeral" }));
    }
}

/// The rules, and the messages: of changing roles, the person's first. Calls of members stand as such where the request offers members.
fn messages(server: &ModelServer, messages: &[ChatMessage], offers_members: bool) -> (String, Vec<Value>) {
    let mut system = String::new();
    let mut of_members = BTreeSet::new();
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            ChatMessage::System { content } => {
                let gap = if system.is_empty() { "" } else { "\n\n" };
                system.extend([gap, content]);
                continue;
            }
            ChatMessage::User { content } => ("user", parts(content)),
            ChatMessage::Assistant { content, tool_calls, continuation } => {
                let kept = continuation.as_ref().and_then(|continuation| continuation.fields_for(server));
                let blocks = turn(content, tool_calls, kept, offers_members);
                of_members.extend(blocks.iter().filter(|block| block.get(TOOLSET).is_some()).filter_map(id_of));
                ("assistant", blocks)
            }
            ChatMessage::Tool { tool_call_id, content } => {
                let id = valid_id(tool_call_id);
                let mut result = json!({ "type": "tool_result", "tool_use_id": id, "content": parts(content) });
                if of_members.contains(&id) {
                    set(&mut result, TOOLSET, Value::from(toolset::FAMILY));
                }
                ("user", vec![result])
            }
        };
        if blocks.is_empty() {
            continue;
        }
        if turns.is_empty() && role == "assistant" {
            turns.push(("user", vec![text(BEGAN_EARLIER)]));
        }
        match turns.last_mut() {
            Some((last, all)) if *last == role => all.extend(blocks),
            _ => turns.push((role, blocks)),
        }
    }
    if let Some(last) = turns.last_mut().and_then(|(_, blocks)| blocks.last_mut()) {
        mark(last);
    }
    (system, turns.into_iter().map(|(role, content)| json!({ "role": role, "content": content })).collect())
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// Blocks of somebody's words and pictures. Blank ones are refused.
fn parts(content: &Content) -> Vec<Value> {
    let block = |part: &ContentPart| match part {
        ContentPart::Picture { url } => Some(picture(url)),
        ContentPart::Text(_) | ContentPart::Data(_) | ContentPart::Document { .. } => {
            Some(part.text()).filter(|words| !words.trim().is_empty()).map(|words| text(&words))
        }
    };
    content.parts().iter().filter_map(block).collect()
}

fn picture(url: &str) -> Value {
    let data = url.strip_prefix("data:").and_then(|data| data.split_once(";base64,"));
    let source = match data {
        Some((mime, data)) => json!({ "type": "base64", "media_type": mime, "data": data }),
        None => json!({ "type": "url", "url": url }),
    };
    json!({ "type": "image", "source": source })
}

/// The model's blocks: its thoughts where they stood, if this server's model wrote them, and its calls, those of members as such if they are offered.
fn turn(words: &str, calls: &[ToolCall], kept: Option<&Value>, offers_members: bool) -> Vec<Value> {
    let mut words = Some(words).filter(|words| !words.trim().is_empty()).map(text);
    let mut calls = calls.iter();
    let of_member = |mark: &str, made: &ToolCall| toolset::block(mark, &valid_id(&made.id), made);
    let mut blocks = Vec::new();
    for block in kept.and_then(Value::as_array).into_iter().flatten() {
        match block.as_str() {
            Some("text") => blocks.extend(words.take()),
            Some(mark) => {
                let made = calls.next();
                blocks.extend(
                    made.map(|made| of_member(mark, made).filter(|_| offers_members).unwrap_or_else(|| call(made))),
                );
            }
            None => blocks.push(block.clone()),
        }
    }
    blocks.extend(words);
    blocks.extend(calls.map(call));
    blocks
}

fn id_of(block: &Value) -> Option<String> {
    block.get("id").and_then(Value::as_str).map(str::to_owned)
}

fn call(call: &ToolCall) -> Value {
    // What cannot be read stays as it is, for the model to see what it wrote: it was told why.
    let read: Result<Map<String, Value>, _> = serde_json::from_str(&call.arguments);
    let input = read.unwrap_or_else(|_| Map::from_iter([("unreadable".to_owned(), Value::from(&*call.arguments))]));
    json!({ "type": "tool_use", "id": valid_id(&call.id), "name": call.name, "input": input })
}

/// Another server's ids may have characters that this one refuses: `^[a-zA-Z0-9_-]+$`.
fn valid_id(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }).collect()
}
