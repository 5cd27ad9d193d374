//! Chat Completions, as documented at <https://platform.openai.com/docs/api-reference/chat>.

use crate::wire::{KEY, Turn, Wire};
use edith_http::HttpRequest;
use serde_json::{Value, json};

pub(crate) struct OpenAi;

fn data(value: &Value) -> String {
    format!("data: {value}")
}

fn chunk(delta: &Value, finish: &Value) -> String {
    data(&json!({"choices": [{"delta": delta, "finish_reason": finish}]}))
}

/// Halves of a text, at a character's border.
pub(super) fn halves(text: &str) -> (&str, &str) {
    let middle = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
    text.split_at(middle)
}

/// Why a history of calls and answers would be refused: each call has its answer right after the turn, and nothing else has one.
fn unpaired(messages: &[Value]) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str()?;
            let Some(at) = open.iter().position(|call| *call == id) else {
                return Some(
                    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'".into(),
                );
            };
            open.remove(at);
            continue;
        }
        if !open.is_empty() {
            return Some("An assistant message with 'tool_calls' must be followed by tool messages".into());
        }
        if message["role"] == "assistant" {
            let calls = message["tool_calls"].as_array();
            if message["content"].is_null() && calls.is_none_or(Vec::is_empty) {
                return Some("An assistant message must have content or tool_calls".into());
            }
            open.extend(calls.into_iter().flatten().filter_map(|call| call["id"].as_str()));
        }
    }
    (!open.is_empty()).then(|| "tool_call_ids did not have response messages".into())
}

/// What every server of this interface demands.
pub(super) fn refused(request: &HttpRequest, body: &Value) -> Option<String> {
    if !request.url.ends_with("/chat/completions") || request.method != "POST" {
        return Some(format!("Invalid URL ({} {})", request.method, request.url));
    }
    if request.headers.get("authorization") != Some(&format!("Bearer {KEY}")) {
        return Some("You didn't provide an API key.".into());
    }
    if body["stream"] != true || body["model"] != "scripted" || body["max_completion_tokens"].as_u64() == Some(0) {
        return Some("Invalid value".into());
    }
    let known = ["model", "messages", "stream", "stream_options", "max_completion_tokens", "tools", "tool_choice"];
    if let Some(field) = body.as_object()?.keys().find(|field| !known.contains(&field.as_str())) {
        return Some(format!("Unrecognized request argument supplied: {field}"));
    }
    unpaired(body["messages"].as_array()?)
}

impl Wire for OpenAi {
    fn kind(&self) -> &'static str {
        "openai"
    }

    fn base(&self) -> &'static str {
        "https://api.example/v1"
    }

    fn events(&self, turn: &Turn, finish: &str, id: Option<&str>) -> Vec<String> {
        let mut all = vec![chunk(&json!({"role": "assistant", "content": turn.text}), &Value::Null)];
        if let Some((name, arguments)) = &turn.call {
            let (first, second) = halves(arguments);
            let mut call = json!({"index": 0, "type": "function", "function": {"name": name, "arguments": first}});
            if let Some(id) = id {
                call["id"] = json!(id);
            }
            all.push(chunk(&json!({"tool_calls": [call]}), &Value::Null));
            let rest = json!({"tool_calls": [{"index": 0, "function": {"arguments": second}}]});
            all.push(chunk(&rest, &Value::Null));
        }
        all.push(chunk(&json!({}), &json!(finish)));
        all.push("data: [DONE]".to_owned());
        all
    }

    fn twice(&self, turn: &Turn) -> Vec<String> {
        let (name, arguments) = turn.call.as_ref().unwrap();
        let call = |index| json!({"index": index, "id": "same", "function": {"name": name, "arguments": arguments}});
        vec![chunk(&json!({"tool_calls": [call(0), call(1)]}), &json!("tool_calls")), "data: [DONE]".to_owned()]
    }

    fn plain(&self, turn: &Turn, finish: &str, id: &str) -> Value {
        let calls = turn.call.as_ref().map(|(name, arguments)| {
            json!([{"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}])
        });
        let message = json!({"role": "assistant", "content": turn.text, "tool_calls": calls});
        json!({"choices": [{"message": message, "finish_reason": finish}]})
    }

    fn filler(&self) -> String {
        chunk(&json!({"content": "x".repeat(1_000_000)}), &Value::Null)
    }

    fn refuses(&self, request: &HttpRequest, body: &Value) -> Option<String> {
        refused(request, body)
    }

    fn error(&self, message: &str) -> String {
        json!({"error": {"message": message, "type": "invalid_request_error", "code": null}}).to_string()
    }

    fn lacks(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
