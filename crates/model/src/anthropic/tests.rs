use super::body;
use super::toolset::Toolset;
use super::turn::TurnBuilder;
use crate::server::Assemble;
use crate::{Brief, ChatMessage, ChatRequest, Content, ContentPart, ModelError, ModelTurn, ToolSpec};
use edith_protocol::{ModelServer, ToolCall, Usage};
use serde_json::{Value, json};
use std::borrow::Cow;

fn server() -> ModelServer {
    ModelServer {
        base_url: "https://api.anthropic.com".into(),
        model: "claude-sonnet-5".into(),
        ..ModelServer::default()
    }
}

fn body(messages: Vec<ChatMessage>) -> Value {
    let tool = ToolSpec {
        name: Cow::Borrowed("click"),
        description: Cow::Borrowed("Clicks."),
        parameters: Cow::Borrowed(r#"{"type":"object"}"#),
        foreign: false,
    };
    let request = ChatRequest { messages, tools: vec![tool], max_completion_tokens: 4096, brief: Brief::default() };
    serde_json::from_str(&body::of(&server(), &request, None, None).unwrap()).unwrap()
}

fn call(id: &str, arguments: &str) -> ToolCall {
    ToolCall { id: id.into(), name: "click".into(), arguments: arguments.into() }
}

fn read(events: &[Value]) -> Result<(ModelTurn, String), ModelError> {
    let mut shown = String::new();
    let mut builder = Box::new(TurnBuilder::new(&server()));
    for event in events {
        builder.take(event, &mut |text| shown.push_str(text))?;
    }
    Ok((builder.finish(&mut |_| {})?, shown))
}

fn start(index: u64, block: Value) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

fn delta(index: u64, delta: Value) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

/// A turn of thinking, words and two calls, as streamed.
fn stream() -> Vec<Value> {
    vec![
        json!({"type": "message_start", "message": {"usage": {"input_tokens": 20, "cache_creation_input_tokens": 300,
            "cache_read_input_tokens": 4000, "output_tokens": 1}}}),
        start(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        json!({"type": "ping"}),
        delta(0, json!({"type": "thinking_delta", "thinking": "The lamp"})),
        delta(0, json!({"type": "thinking_delta", "thinking": " is third."})),
        delta(0, json!({"type": "signature_delta", "signature": "c2ln"})),
        json!({"type": "content_block_stop", "index": 0}),
        start(1, json!({"type": "text", "text": ""})),
        delta(1, json!({"type": "text_delta", "text": "I press"})),
        delta(1, json!({"type": "text_delta", "text": " it."})),
        start(2, json!({"type": "tool_use", "id": "toolu_1", "name": "click", "input": {}})),
        delta(2, json!({"type": "input_json_delta", "partial_json": ""})),
        delta(2, json!({"type": "input_json_delta", "partial_json": "{\"uid\""})),
        delta(2, json!({"type": "input_json_delta", "partial_json": ": 3}"})),
        start(3, json!({"type": "tool_use", "id": "toolu_2", "name": "click", "input": {}})),
        json!({"type": "content_block_stop", "index": 3}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 70}}),
        json!({"type": "message_stop"}),
    ]
}

#[test]
fn the_body_is_that_of_the_messages_api() {
    let shown = Content::from("done").with(ContentPart::Picture { url: "data:image/png;base64,AA".into() });
    let sent = body(vec![
        ChatMessage::system("rules"),
        ChatMessage::user("do it"),
        ChatMessage::user("CURRENT PAGE"),
        ChatMessage::with_calls("Pressing.", vec![call("functions.click:0", "{\"uid\":1}"), call("b", "{\"uid\": ")]),
        ChatMessage::tool("functions.click:0", shown),
        ChatMessage::tool("b", "Not done: malformed."),
        ChatMessage::user("USER SAYS: go on"),
    ]);
    assert_eq!(
        sent,
        json!({
            "model": "claude-sonnet-5",
            "max_tokens": 4096,
            "stream": true,
            "system": [{"type": "text", "text": "rules", "cache_control": {"type": "ephemeral"}}],
            "tools": [{"name": "click", "description": "Clicks.", "input_schema": {"type": "object"}}],
            "messages": [
                {"role": "user", "content":
                    [{"type": "text", "text": "do it"}, {"type": "text", "text": "CURRENT PAGE"}]},
                {"role": "assistant", "content": [
                    {"type": "text", "text": "Pressing."},
                    {"type": "tool_use", "id": "functions_click_0", "name": "click", "input": {"uid": 1}},
                    {"type": "tool_use", "id": "b", "name": "click", "input": {"unreadable": "{\"uid\": "}},
                ]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "functions_click_0", "content": [
                        {"type": "text", "text": "done"},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}},
                    ]},
                    {"type": "tool_result", "tool_use_id": "b",
                        "content": [{"type": "text", "text": "Not done: malformed."}]},
                    {"type": "text", "text": "USER SAYS: go on", "cache_control": {"type": "ephemeral"}},
                ]},
            ],
        })
    );
}

#[test]
fn blank_texts_are_left_out_and_the_person_begins() {
    let sent = body(vec![
        ChatMessage::assistant("Earlier."),
        ChatMessage::user(" \n"),
        ChatMessage::assistant(""),
        ChatMessage::assistant("Later."),
        ChatMessage::user("Now."),
    ]);
    let roles: Vec<_> = sent["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(sent["messages"][1]["content"].as_array().unwrap().len(), 2);
    assert!(sent.get("system").is_none());
}

#[test]
fn a_stream_becomes_a_turn_and_its_thoughts_go_back() {
    let (turn, shown) = read(&stream()).unwrap();
    assert_eq!((turn.text.as_str(), shown.as_str()), ("I press it.", "I press it."));
    assert_eq!(turn.tool_calls, [call("toolu_1", "{\"uid\": 3}"), call("toolu_2", "{}")]);
    let usage = Usage { prompt_tokens: 4320, completion_tokens: 70, cached_tokens: 4000, price: None };
    assert_eq!(turn.usage, Some(usage));

    let answers = [ChatMessage::tool("toolu_1", "ok"), ChatMessage::tool("toolu_2", "ok")];
    let said = |turn: &ModelTurn| ChatMessage::Assistant {
        content: turn.text.clone(),
        tool_calls: turn.tool_calls.clone(),
        continuation: turn.continuation.clone(),
    };
    let history = [&[ChatMessage::user("go"), said(&turn)][..], &answers].concat();
    let content = body(history)["messages"][1]["content"].clone();
    assert_eq!(content[0], json!({"type": "thinking", "thinking": "The lamp is third.", "signature": "c2ln"}));
    let types: Vec<_> = content.as_array().unwrap().iter().map(|block| &block["type"]).collect();
    assert_eq!(types, ["thinking", "text", "tool_use", "tool_use"]);
}

#[test]
fn a_stream_cut_anywhere_is_void() {
    let events = stream();
    for cut in 0..events.len() {
        assert!(matches!(read(&events[..cut]), Err(ModelError::BrokenAnswer { .. })), "cut before event {cut}");
    }
}

#[test]
fn how_it_stopped_is_told_apart() {
    let end = |reason: &str| {
        read(&[
            start(0, json!({"type": "text", "text": "x"})),
            json!({"type": "message_delta", "delta": {"stop_reason": reason}}),
            json!({"type": "message_stop"}),
        ])
    };
    assert!(end("max_tokens").unwrap().0.cut_at_limit);
    assert!(end("model_context_window_exceeded").unwrap().0.cut_at_limit);
    assert!(!end("end_turn").unwrap().0.cut_at_limit);
    assert!(matches!(end("refusal"), Err(ModelError::Filtered)));
    let empty = read(&[json!({"type": "message_stop"})]);
    assert!(matches!(empty, Err(ModelError::BrokenAnswer { .. })));
}

#[test]
fn errors_in_the_stream_have_their_cause() {
    let error = |name: &str| {
        let event = json!({"type": "error", "error": {"type": name, "message": "words"}});
        read(&[start(0, json!({"type": "text", "text": "x"})), event]).unwrap_err()
    };
    assert!(matches!(error("overloaded_error"), ModelError::ServerFailed { status: 529, .. }));
    assert!(matches!(error("rate_limit_error"), ModelError::Busy { status: 429, .. }));
    assert!(matches!(error("api_error"), ModelError::BrokenAnswer { .. }));
}

#[test]
fn a_plain_answer_is_read_too() {
    let answer = json!({"type": "message", "role": "assistant", "stop_reason": "tool_use",
        "content": [{"type": "text", "text": "Hi."}, {"type": "tool_use", "id": "a", "name": "click", "input": {"uid": 3}}],
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    let (turn, shown) = read(&[answer, json!({"type": "message_stop"})]).unwrap();
    assert_eq!((turn.text.as_str(), shown.as_str()), ("Hi.", "Hi."));
    assert_eq!(turn.tool_calls, [call("a", "{\"uid\":3}")]);
    assert_eq!(turn.usage.unwrap().prompt_tokens, 5);
}

/// A turn of thinking, a member's call and an own tool's, as streamed: a member's input comes in one piece.
fn member_stream(member: &str, input: &str) -> Vec<Value> {
    let block = json!({"type": "tool_use", "id": "toolu_1", "name": member, "toolset_name": "browser", "input": {}});
    vec![
        start(0, json!({"type": "thinking", "thinking": "The lamp.", "signature": "c2ln"})),
        start(1, block),
        delta(1, json!({"type": "input_json_delta", "partial_json": input})),
        start(2, json!({"type": "tool_use", "id": "toolu_2", "name": "task_complete", "input": {"summary": "Done."}})),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
        json!({"type": "message_stop"}),
    ]
}

#[test]
fn a_members_call_is_edith_s_own_and_goes_back_as_the_members() {
    let (turn, _) = read(&member_stream("left_click", r#"{"target": {"type": "ref", "ref": "ref_3"}}"#)).unwrap();
    assert_eq!(turn.tool_calls[0], call("toolu_1", "{\"uid\":3}"));
    assert_eq!(turn.tool_calls[1].name, "task_complete");

    let tools = ["click", "task_complete"].map(|name| ToolSpec {
        name: name.into(),
        description: "Does it.".into(),
        parameters: r#"{"type":"object"}"#.into(),
        foreign: false,
    });
    let toolset = Toolset::of(&tools);
    let messages = vec![
        ChatMessage::system("rules"),
        ChatMessage::user("go"),
        ChatMessage::Assistant { content: String::new(), tool_calls: turn.tool_calls, continuation: turn.continuation },
        ChatMessage::tool("toolu_1", "Clicked."),
        ChatMessage::tool("toolu_2", "Ended."),
    ];
    let request = ChatRequest { messages, tools: tools.to_vec(), max_completion_tokens: 4096, brief: Brief::default() };
    let sent = |toolset: Option<&Toolset>| -> Value {
        serde_json::from_str(&body::of(&server(), &request, None, toolset).unwrap()).unwrap()
    };

    let with = sent(toolset.as_ref());
    let types: Vec<_> =
        with["tools"].as_array().unwrap().iter().map(|tool| tool.get("type").or(tool.get("name"))).collect();
    assert_eq!(types, [Some(&json!("browser_toolset_20260801")), Some(&json!("task_complete"))]);
    assert!(with["system"][0]["text"].as_str().unwrap().starts_with("rules\n\n# The browser toolset"));
    assert_eq!(
        with["messages"][1]["content"],
        json!([
            {"type": "thinking", "thinking": "The lamp.", "signature": "c2ln"},
            {"type": "tool_use", "id": "toolu_1", "name": "left_click", "toolset_name": "browser",
                "input": {"target": {"type": "ref", "ref": "ref_3"}}},
            {"type": "tool_use", "id": "toolu_2", "name": "task_complete", "input": {"summary": "Done."}},
        ])
    );
    let results = with["messages"][2]["content"].as_array().unwrap();
    assert_eq!(results[0]["toolset_name"], "browser");
    assert_eq!(results[1].get("toolset_name"), None, "only on members' results");

    // Where no member is offered, no word of one is left: the API checks them against the entry.
    let without = sent(None).to_string();
    assert!(!without.contains("toolset"), "{without}");
    assert!(without.contains(r#""name":"click""#));
}

#[test]
fn a_member_that_cannot_be_served_voids_the_turn_and_is_explained() {
    let point = r#"{"target": {"type": "coordinate", "x": 3, "y": 4}}"#;
    for (member, input) in [("left_click", point), ("javascript_exec", r#"{"text": "1"}"#), ("left_click", "{\"tar")] {
        let (turn, _) = read(&member_stream(member, input)).unwrap();
        assert_eq!((turn.tool_calls.len(), turn.continuation), (0, None), "{member}");
        let unclear = turn.unclear.unwrap();
        assert!(unclear.contains(member) && unclear.ends_with("Nothing of your last answer was done."), "{unclear}");
    }
    let mut own = member_stream("javascript_exec", "{}");
    own[1] = start(1, json!({"type": "tool_use", "id": "toolu_1", "name": "left_click", "input": {}}));
    assert_eq!(read(&own).unwrap().0.tool_calls[0].name, "left_click", "a tool of that name is no member");
}
