//! The request body.

use crate::server::set;
use crate::{ChatMessage, ChatRequest, Content, Part};
use edith_protocol::{ModelServer, ToolCall};
use serde_json::{Map, Value, json};

/// Stands where a conversation was cut so that it would begin with the model's words.
const BEGAN_EARLIER: &str = "(The conversation began earlier.)";

/// The body of a request.
///
/// # Errors
/// When a tool's schema is no JSON.
pub(super) fn of(
    server: &ModelServer,
    request: &ChatRequest,
    temperature: Option<f64>,
) -> Result<String, serde_json::Error> {
    let mut tools = Vec::with_capacity(request.tools.len());
    for tool in &request.tools {
        let schema: Value = serde_json::from_str(&tool.parameters)?;
        tools.push(json!({ "name": tool.name, "description": tool.description, "input_schema": schema }));
    }
    let (system, messages) = messages(server, &request.messages);
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

/// The rules, and the messages: of changing roles, the person's first.
fn messages(server: &ModelServer, messages: &[ChatMessage]) -> (String, Vec<Value>) {
    let mut system = String::new();
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
                ("assistant", turn(content, tool_calls, kept))
            }
            ChatMessage::Tool { tool_call_id, content } => {
                let id = valid_id(tool_call_id);
                ("user", vec![json!({ "type": "tool_result", "tool_use_id": id, "content": parts(content) })])
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
    let block = |part: &Part| match part {
        Part::Picture { url } => Some(picture(url)),
        Part::Text(_) | Part::Data(_) | Part::Document { .. } => {
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

/// The model's blocks: its thoughts where they stood, if this server's model wrote them.
fn turn(words: &str, calls: &[ToolCall], kept: Option<&Value>) -> Vec<Value> {
    let mut words = Some(words).filter(|words| !words.trim().is_empty()).map(text);
    let mut calls = calls.iter().map(call);
    let mut blocks = Vec::new();
    for block in kept.and_then(Value::as_array).into_iter().flatten() {
        match block.as_str() {
            Some("text") => blocks.extend(words.take()),
            Some(_) => blocks.extend(calls.next()),
            None => blocks.push(block.clone()),
        }
    }
    blocks.extend(words);
    blocks.extend(calls);
    blocks
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
