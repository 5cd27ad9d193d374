//! The Messages API, as documented at <https://platform.claude.com/docs/en/api/messages> and
//! <https://platform.claude.com/docs/en/build-with-claude/streaming>.

use super::openai::halves;
use crate::wire::{KEY, Turn, Wire};
use edith_http::HttpRequest;
use serde_json::{Value, json};

pub(crate) struct Anthropic;

fn event(data: &Value) -> String {
    format!("event: {}\ndata: {data}", data["type"].as_str().unwrap())
}

/// OpenAI's reasons in Anthropic's words.
fn stop_reason(finish: &str) -> &'static str {
    match finish {
        "tool_calls" => "tool_use",
        "length" => "max_tokens",
        "content_filter" => "refusal",
        _ => "end_turn",
    }
}

fn blocks(index: u64, block: &Value, deltas: &[Value]) -> Vec<String> {
    let mut all = vec![event(&json!({"type": "content_block_start", "index": index, "content_block": block}))];
    all.extend(
        deltas.iter().map(|delta| event(&json!({"type": "content_block_delta", "index": index, "delta": delta}))),
    );
    all.push(event(&json!({"type": "content_block_stop", "index": index})));
    all
}

/// A call; one of a member of the browser toolset is named `browser.left_click`, and its input comes in one piece.
fn call(index: u64, id: &str, (name, arguments): &(String, String)) -> Vec<String> {
    let (first, second) = halves(arguments);
    let piece = |json: &str| json!({"type": "input_json_delta", "partial_json": json});
    if let Some(member) = name.strip_prefix("browser.") {
        let block = json!({"type": "tool_use", "id": id, "name": member, "toolset_name": "browser", "input": {}});
        return blocks(index, &block, &[piece(arguments)]);
    }
    blocks(
        index,
        &json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
        &[piece(""), piece(first), piece(second)],
    )
}

fn around(blocks: Vec<String>, finish: &str) -> Vec<String> {
    let usage =
        json!({"input_tokens": 12, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 3, "output_tokens": 1});
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "content": [], "usage": usage});
    let mut all = vec![event(&json!({"type": "message_start", "message": message}))];
    all.extend(blocks);
    let delta = json!({"stop_reason": stop_reason(finish), "stop_sequence": null});
    all.push(event(&json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 9}})));
    all.push(event(&json!({"type": "message_stop"})));
    all
}

/// Those of the browser toolset that are on by themselves, and those that are not.
const MEMBERS: &str = "navigate screenshot zoom left_click right_click middle_click double_click triple_click hover left_click_drag \
    left_mouse_down left_mouse_up mouse_move scroll scroll_to type key hold_key form_input read_page find get_page_text wait new_tab list_tabs \
    switch_tab close_tab";
const OPTIONAL: &str = "file_upload read_console read_network javascript_exec";

/// Why the entry of the browser toolset would be refused (<https://platform.claude.com/docs/en/agents-and-tools/tool-use/browser-use-tool>).
fn wrong_entry(entry: &Value) -> Option<String> {
    let known = ["type", "configs", "cache_control", "allowed_callers"];
    if let Some(field) = entry.as_object()?.keys().find(|field| !known.contains(&field.as_str())) {
        return Some(format!("tools: {field}: Extra inputs are not permitted"));
    }
    let is_on = |name: &str| match entry["configs"][name]["enabled"].as_bool() {
        Some(on) => on,
        None => MEMBERS.split_whitespace().any(|member| member == name),
    };
    let is_member =
        |name: &str| MEMBERS.split_whitespace().chain(OPTIONAL.split_whitespace()).any(|member| member == name);
    for (name, config) in entry["configs"].as_object().into_iter().flatten() {
        let fields = config.as_object().into_iter().flatten();
        if !is_member(name)
            || fields.map(|(field, _)| field).any(|field| field != "enabled" && field != "defer_loading")
        {
            return Some(format!("tools: configs: {name}: invalid"));
        }
    }
    let none = !MEMBERS.split_whitespace().chain(OPTIONAL.split_whitespace()).any(is_on);
    none.then(|| "tools: configs leaves no member enabled".into())
}

/// Why the messages would be refused. Members are known only where the request has their entry.
fn wrong_messages(messages: &[Value], has_members: bool) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let mut of_members: Vec<String> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let role = message["role"].as_str()?;
        if role != ["user", "assistant"][at % 2] {
            return Some("messages: roles must alternate, beginning with the user".into());
        }
        let content = message["content"].as_array()?;
        if content.is_empty() {
            return Some("messages: content must not be empty".into());
        }
        let results: Vec<String> =
            content.iter().filter_map(|block| block["tool_use_id"].as_str().map(str::to_owned)).collect();
        if results != open || content.iter().take(results.len()).any(|block| block["type"] != "tool_result") {
            return Some("`tool_use` ids were found without `tool_result` blocks immediately after".into());
        }
        for result in content.iter().take(results.len()) {
            let is_of_member = of_members.iter().any(|id| result["tool_use_id"] == **id);
            if (result["toolset_name"] == "browser") != is_of_member {
                return Some(format!("tool_result: toolset_name does not match its tool_use: {result}"));
            }
            let parts = result["content"].as_array().into_iter().flatten();
            if is_of_member && parts.clone().any(|part| !["text", "image"].contains(&part["type"].as_str().unwrap())) {
                return Some(format!("tool_result: a member's content: {result}"));
            }
        }
        open.clear();
        of_members.clear();
        for block in content {
            match block["type"].as_str()? {
                "text" if block["text"].as_str()?.trim().is_empty() => {
                    return Some("text content blocks must contain non-whitespace text".into());
                }
                "tool_use" => {
                    let id = block["id"].as_str()?;
                    let is_valid = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                    if role != "assistant" || id.is_empty() || !id.chars().all(is_valid) || !block["input"].is_object()
                    {
                        return Some(format!("tool_use: invalid: {block}"));
                    }
                    open.push(id.to_owned());
                    if let Some(family) = block.get("toolset_name") {
                        let name = block["name"].as_str()?;
                        if !has_members
                            || family != "browser"
                            || !MEMBERS.split_whitespace().any(|member| member == name)
                        {
                            return Some(format!("tool_use: no toolset has it: {block}"));
                        }
                        of_members.push(id.to_owned());
                    }
                }
                "text" | "image" => {}
                "tool_result" if role == "user" => {}
                other => return Some(format!("a block of the type {other}")),
            }
        }
    }
    (messages.last()?["role"] != "user").then(|| "This model does not support assistant message prefill.".into())
}

impl Wire for Anthropic {
    fn kind(&self) -> &'static str {
        "anthropic"
    }

    fn base(&self) -> &'static str {
        "https://messages.example"
    }

    fn events(&self, turn: &Turn, finish: &str, id: Option<&str>) -> Vec<String> {
        let mut all = Vec::new();
        let mut index = 0;
        if !turn.text.is_empty() {
            let delta = json!({"type": "text_delta", "text": turn.text});
            all.extend(blocks(index, &json!({"type": "text", "text": ""}), &[delta]));
            index += 1;
        }
        if let Some(made) = &turn.call {
            all.extend(call(index, id.unwrap_or_default(), made));
        }
        around(all, finish)
    }

    fn twice(&self, turn: &Turn) -> Vec<String> {
        let made = turn.call.as_ref().unwrap();
        around([call(0, "same", made), call(1, "same", made)].concat(), "tool_calls")
    }

    fn plain(&self, turn: &Turn, finish: &str, id: &str) -> Value {
        let mut content = Vec::new();
        if !turn.text.is_empty() {
            content.push(json!({"type": "text", "text": turn.text}));
        }
        if let Some((name, arguments)) = &turn.call {
            let input: Value = serde_json::from_str(arguments).unwrap();
            content.push(json!({"type": "tool_use", "id": id, "name": name, "input": input}));
        }
        json!({"type": "message", "role": "assistant", "content": content, "stop_reason": stop_reason(finish),
            "usage": {"input_tokens": 12, "output_tokens": 3}})
    }

    fn filler(&self) -> String {
        event(&json!({"type": "content_block_delta", "index": 0,
            "delta": {"type": "text_delta", "text": "x".repeat(1_000_000)}}))
    }

    fn refuses(&self, request: &HttpRequest, body: &Value) -> Option<String> {
        let header = |name: &str| request.headers.get(name).map_or("", String::as_str);
        if !request.url.ends_with("/v1/messages") || request.method != "POST" {
            return Some(format!("Not Found ({} {})", request.method, request.url));
        }
        if header("x-api-key") != KEY || request.headers.contains_key("authorization") {
            return Some("x-api-key header is required".into());
        }
        if header("anthropic-dangerous-direct-browser-access") != "true" {
            return Some("CORS requests must set 'anthropic-dangerous-direct-browser-access' header".into());
        }
        if header("anthropic-version") != "2026-10-21" {
            return Some(format!("anthropic-version: {:?} is not a valid version", header("anthropic-version")));
        }
        let known = ["model", "messages", "stream", "system", "max_tokens", "tools"];
        if let Some(field) = body.as_object()?.keys().find(|field| !known.contains(&field.as_str())) {
            return Some(format!("{field}: Extra inputs are not permitted"));
        }
        if body["max_tokens"].as_u64().is_none_or(|tokens| tokens == 0) {
            return Some("max_tokens: Field required".into());
        }
        let tools = body["tools"].as_array().into_iter().flatten();
        let (entries, own): (Vec<_>, Vec<_>) = tools.partition(|tool| tool["type"] == "browser_toolset_20260801");
        if own.iter().any(|tool| tool["input_schema"]["type"] != "object" || tool["name"] == "browser") {
            return Some("tools.0.input_schema.type: Field required".into());
        }
        if entries.len() > 1 {
            return Some("tools: a second browser toolset".into());
        }
        if let Some(why) = entries.first().and_then(|entry| wrong_entry(entry)) {
            return Some(why);
        }
        if body.to_string().matches("\"cache_control\"").count() > 4 {
            return Some("A maximum of 4 blocks with cache_control may be provided.".into());
        }
        wrong_messages(body["messages"].as_array()?, !entries.is_empty())
    }

    fn error(&self, message: &str) -> String {
        json!({"type": "error", "error": {"type": "invalid_request_error", "message": message}, "request_id": "req_1"})
            .to_string()
    }

    fn lacks(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("403 of Ollama", "it speaks OpenAI's interface"),
            ("403 of LM Studio", "it speaks OpenAI's interface"),
            ("a call without an id", "every call has one"),
            ("no last line", "every stream ends with message_stop; without it, it was cut"),
        ]
    }
}
