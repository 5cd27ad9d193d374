//! The request body, in async-openai's types.

use super::dialect::Dialect;
use super::service::Service;
use crate::content::NO_PICTURE;
use crate::server::set;
use crate::{ChatMessage, ChatRequest, ContentPart, ToolSpec};
use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls, ChatCompletionRequestAssistantMessage,
    ChatCompletionRequestMessage, ChatCompletionRequestMessageContentPartImage,
    ChatCompletionRequestMessageContentPartText, ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestToolMessageContent, ChatCompletionRequestUserMessage, ChatCompletionRequestUserMessageContent,
    ChatCompletionStreamOptions, ChatCompletionTool, ChatCompletionToolChoiceOption, ChatCompletionTools,
    CreateChatCompletionRequest, FunctionCall, FunctionObject, ImageUrl, ToolChoiceOptions,
};
use edith_protocol::{ModelServer, ToolCall};
use serde_json::{Value, json};

/// Gemini takes it for the signature of a call that its model did not make.
const FOREIGN_CALL: &str = "skip_thought_signature_validator";

/// The body of a request.
///
/// # Errors
/// When a tool's schema is not JSON.
pub(super) fn of(
    server: &ModelServer,
    request: &ChatRequest,
    dialect: Dialect,
    service: &Service,
) -> Result<String, serde_json::Error> {
    let mut body = CreateChatCompletionRequest {
        model: server.model.clone(),
        temperature: server.temperature.filter(|_| !dialect.no_temperature).map(|degree| degree as f32),
        messages: messages(&request.messages, dialect),
        stream: Some(true),
        ..CreateChatCompletionRequest::default()
    };
    if dialect.old_token_limit {
        #[expect(deprecated, reason = "servers that do not know the new name are why this is here")]
        {
            body.max_tokens = Some(request.max_completion_tokens);
        }
    } else {
        body.max_completion_tokens = Some(request.max_completion_tokens);
    }
    if !dialect.no_stream_options {
        body.stream_options =
            Some(ChatCompletionStreamOptions { include_usage: Some(true), include_obfuscation: None });
    }
    if !request.tools.is_empty() {
        body.tools = Some(request.tools.iter().map(tool).collect::<Result<_, _>>()?);
        body.tool_choice = Some(ChatCompletionToolChoiceOption::Mode(ToolChoiceOptions::Auto));
    }
    let mut body = serde_json::to_value(&body)?;
    give_back(server, &request.messages, dialect, &mut body);
    if (service.wants_cache_mark)(&server.model) {
        set(&mut body, "cache_control", json!({ "type": "ephemeral" }));
    }
    Ok(body.to_string())
}

/// Puts into the body what the server wants back with its turns: the library's types have no place for it.
fn give_back(server: &ModelServer, messages: &[ChatMessage], dialect: Dialect, body: &mut Value) {
    let sent = body.get_mut("messages").and_then(Value::as_array_mut).into_iter().flatten();
    let mut turns = sent.filter(|message| message.get("role").is_some_and(|role| role == "assistant"));
    for message in messages {
        let ChatMessage::Assistant { tool_calls, continuation, .. } = message else { continue };
        let Some(turn) = turns.next() else { return };
        if tool_calls.is_empty() {
            continue;
        }
        let kept = continuation.as_ref().and_then(|continuation| continuation.fields_for(server));
        let kept = kept.unwrap_or(&Value::Null);
        for (name, value) in kept.get("message").and_then(Value::as_object).into_iter().flatten() {
            if !dialect.no_reasoning {
                set(turn, name, value.clone());
            }
        }
        if dialect.fills_reasoning && turn.get("reasoning_content").is_none() {
            set(turn, "reasoning_content", Value::from(""));
        }
        let calls = turn.get_mut("tool_calls").and_then(Value::as_array_mut).into_iter().flatten();
        for (at, call) in calls.enumerate() {
            let extra = kept.pointer(&format!("/calls/{at}")).filter(|extra| !extra.is_null());
            match extra {
                Some(extra) => set(call, "extra_content", extra.clone()),
                // Of parallel calls only the first has one.
                None if dialect.fills_signatures && at == 0 => {
                    set(call, "extra_content", json!({ "google": { "thought_signature": FOREIGN_CALL } }));
                }
                None => {}
            }
        }
    }
}

fn tool(spec: &ToolSpec) -> Result<ChatCompletionTools, serde_json::Error> {
    Ok(ChatCompletionTools::Function(ChatCompletionTool {
        function: FunctionObject {
            name: spec.name.clone().into_owned(),
            description: Some(spec.description.clone().into_owned()),
            parameters: Some(serde_json::from_str(&spec.parameters)?),
            strict: None,
        },
    }))
}

/// The messages. A tool's answer is text only, so its picture goes into a user message; and since answers must directly follow their calls, that
/// message comes after the last of them.
fn messages(messages: &[ChatMessage], dialect: Dialect) -> Vec<ChatCompletionRequestMessage> {
    let mut out = Vec::with_capacity(messages.len());
    let mut pictures = Vec::new();
    for message in messages {
        if !matches!(message, ChatMessage::Tool { .. }) {
            out.append(&mut pictures);
        }
        out.push(match message {
            ChatMessage::System { content } => {
                ChatCompletionRequestMessage::System(ChatCompletionRequestSystemMessage {
                    content: content.as_str().into(),
                    name: None,
                })
            }
            ChatMessage::User { content } if content.pictures().next().is_some() => user(content.parts(), dialect),
            ChatMessage::User { content } => ChatCompletionRequestUserMessage::from(content.text().as_ref()).into(),
            ChatMessage::Assistant { content, tool_calls, .. } => assistant(content, tool_calls),
            ChatMessage::Tool { tool_call_id, content } => {
                let shown =
                    content.pictures().map(|url| user(&[ContentPart::Picture { url: url.to_owned() }], dialect));
                pictures.extend(shown);
                ChatCompletionRequestMessage::Tool(ChatCompletionRequestToolMessage {
                    content: ChatCompletionRequestToolMessageContent::Text(content.text().into_owned()),
                    tool_call_id: tool_call_id.clone(),
                })
            }
        });
    }
    out.append(&mut pictures);
    out
}

fn assistant(content: &str, calls: &[ToolCall]) -> ChatCompletionRequestMessage {
    let call = |call: &ToolCall| {
        ChatCompletionMessageToolCalls::Function(ChatCompletionMessageToolCall {
            id: call.id.clone(),
            function: FunctionCall { name: call.name.clone(), arguments: call.arguments.clone() },
        })
    };
    let with_calls = !calls.is_empty();
    ChatCompletionRequestMessage::Assistant(ChatCompletionRequestAssistantMessage {
        content: (!content.is_empty() || !with_calls).then(|| content.into()),
        tool_calls: with_calls.then(|| calls.iter().map(call).collect()),
        ..ChatCompletionRequestAssistantMessage::default()
    })
}

/// A user message with pictures.
fn user(parts: &[ContentPart], dialect: Dialect) -> ChatCompletionRequestMessage {
    let text = |text: String| ChatCompletionRequestMessageContentPartText { text, ..Default::default() }.into();
    let part = |part: &ContentPart| match part {
        ContentPart::Picture { .. } if dialect.no_pictures => text(NO_PICTURE.to_owned()),
        ContentPart::Picture { url } => ChatCompletionRequestMessageContentPartImage {
            image_url: ImageUrl { url: url.clone(), detail: None },
            ..ChatCompletionRequestMessageContentPartImage::default()
        }
        .into(),
        ContentPart::Text(_) | ContentPart::Data(_) | ContentPart::Document { .. } => text(part.text().into_owned()),
    };
    let content = ChatCompletionRequestUserMessageContent::Array(parts.iter().map(part).collect());
    ChatCompletionRequestMessage::User(ChatCompletionRequestUserMessage { content, name: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Brief, Content};
    use serde_json::{Value, json};
    use std::borrow::Cow;

    const TOOL: ToolSpec = ToolSpec {
        name: Cow::Borrowed("click"),
        description: Cow::Borrowed("Clicks."),
        parameters: Cow::Borrowed(r#"{"type":"object"}"#),
        foreign: false,
    };

    fn body(messages: Vec<ChatMessage>, tools: Vec<ToolSpec>, dialect: Dialect) -> Value {
        let request = ChatRequest { messages, tools, max_completion_tokens: 4096, brief: Brief::default() };
        let server = ModelServer { model: "m".into(), temperature: Some(0.5), ..ModelServer::default() };
        let mut body: Value =
            serde_json::from_str(&of(&server, &request, dialect, &Service::default()).unwrap()).unwrap();
        let temperature = body.as_object_mut().unwrap().remove("temperature");
        assert_eq!(temperature, (!dialect.no_temperature).then(|| json!(0.5)));
        body
    }

    fn picture(url: &str) -> ContentPart {
        ContentPart::Picture { url: url.to_owned() }
    }

    fn tool_answer(id: &str, url: Option<&str>) -> ChatMessage {
        ChatMessage::tool(id, Content::from("done").with(url.map(picture)))
    }

    #[test]
    fn the_body_is_that_of_the_contract() {
        let call = ToolCall { id: "a".into(), name: "click".into(), arguments: "{\"uid\":1}".into() };
        let messages = vec![
            ChatMessage::system("rules"),
            ChatMessage::user("do it"),
            ChatMessage::with_calls("", vec![call]),
            tool_answer("a", None),
            ChatMessage::assistant("ok"),
        ];
        assert_eq!(
            body(messages, vec![TOOL], Dialect::default()),
            json!({
                "model": "m",
                "messages": [
                    {"role": "system", "content": "rules"},
                    {"role": "user", "content": "do it"},
                    {"role": "assistant", "tool_calls":
                        [{"type": "function", "id": "a", "function": {"name": "click", "arguments": "{\"uid\":1}"}}]},
                    {"role": "tool", "tool_call_id": "a", "content": "done"},
                    {"role": "assistant", "content": "ok"},
                ],
                "tools": [{"type": "function", "function":
                    {"name": "click", "description": "Clicks.", "parameters": {"type": "object"}}}],
                "tool_choice": "auto",
                "max_completion_tokens": 4096,
                "stream": true,
                "stream_options": {"include_usage": true},
            })
        );
    }

    #[test]
    fn chat_has_no_tools() {
        let body = body(vec![ChatMessage::user("hi")], vec![], Dialect::default());
        assert!(body.get("tools").is_none() && body.get("tool_choice").is_none(), "{body}");
    }

    #[test]
    fn pictures_come_after_the_last_answer() {
        let messages = vec![
            tool_answer("a", Some("data:image/png;base64,AA")),
            tool_answer("b", None),
            ChatMessage::user("go on"),
            tool_answer("c", Some("data:image/png;base64,BB")),
        ];
        let body = body(messages, vec![], Dialect::default());
        let roles: Vec<&str> =
            body["messages"].as_array().unwrap().iter().map(|message| message["role"].as_str().unwrap()).collect();
        assert_eq!(roles, ["tool", "tool", "user", "user", "tool", "user"]);
        assert_eq!(
            body["messages"][2]["content"],
            json!([{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}])
        );
    }

    #[test]
    fn a_persons_picture_stands_among_their_words() {
        let document = ContentPart::Document { name: "a.txt".into(), mime: "text/plain".into(), text: "Words".into() };
        let plain = Content::from("Read").with(document.clone());
        let shown = Content::from("See").with(picture("data:image/png;base64,AA")).with(document);
        let body = body(vec![ChatMessage::user(plain), ChatMessage::user(shown)], vec![], Dialect::default());
        assert_eq!(body["messages"][0]["content"], "Read\n\nDOCUMENT \"a.txt\" (text/plain):\nWords");
        assert_eq!(
            body["messages"][1]["content"],
            json!([
                {"type": "text", "text": "See"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}},
                {"type": "text", "text": "DOCUMENT \"a.txt\" (text/plain):\nWords"},
            ])
        );
    }

    #[test]
    fn older_servers_are_asked_in_plainer_words() {
        let plain = Dialect { no_stream_options: true, old_token_limit: true, ..Dialect::default() };
        let body = body(vec![], vec![], plain);
        assert_eq!(body, json!({"model": "m", "messages": [], "stream": true, "max_tokens": 4096}));
    }

    #[test]
    fn a_model_without_vision_is_told_where_pictures_were() {
        let blind = Dialect { no_pictures: true, ..Dialect::default() };
        let shown = Content::from("See").with(picture("data:image/png;base64,AA"));
        let messages = vec![ChatMessage::user(shown), tool_answer("a", Some("data:image/png;base64,BB"))];
        let body = body(messages, vec![], blind);
        assert!(!body.to_string().contains("base64"), "{body}");
        assert_eq!(body["messages"][0]["content"][1], json!({"type": "text", "text": NO_PICTURE}));
        assert_eq!(body["messages"][2]["content"][0]["text"], NO_PICTURE);
    }

    #[test]
    fn a_server_gets_back_what_it_wrote_and_no_other_does() {
        let call = |id: &str| ToolCall { id: id.into(), name: "click".into(), arguments: "{}".into() };
        let server = ModelServer { base_url: "https://a.example".into(), model: "m".into(), ..ModelServer::default() };
        let kept = json!({
            "message": {"reasoning_content": "hm"},
            "calls": [{"google": {"thought_signature": "s"}}, null],
        });
        let own = ChatMessage::Assistant {
            content: String::new(),
            tool_calls: vec![call("a"), call("b")],
            continuation: crate::Continuation::new(&server, kept),
        };
        let foreign = ChatMessage::with_calls("", vec![call("c"), call("d")]);
        let words = ChatMessage::assistant("no calls");
        let messages = vec![words, own, tool_answer("a", None), tool_answer("b", None), foreign];
        let request = ChatRequest { messages, tools: vec![], max_completion_tokens: 9, brief: Brief::default() };
        let sent = |server: &ModelServer, dialect| -> Value {
            serde_json::from_str(&of(server, &request, dialect, &Service::default()).unwrap()).unwrap()
        };

        let body = sent(&server, Dialect::default());
        let turn = &body["messages"][1];
        assert_eq!(turn["reasoning_content"], "hm");
        assert_eq!(turn["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "s");
        assert!(turn["tool_calls"][1].get("extra_content").is_none(), "{turn}");
        let strict = Dialect { fills_reasoning: true, fills_signatures: true, ..Dialect::default() };
        let body = sent(&server, strict);
        assert_eq!(body["messages"][1], *turn, "what is there is not filled in");
        assert_eq!(body["messages"][4]["reasoning_content"], "");
        let signature = &body["messages"][4]["tool_calls"][0]["extra_content"]["google"]["thought_signature"];
        assert_eq!(signature, FOREIGN_CALL);
        assert!(body["messages"][4]["tool_calls"][1].get("extra_content").is_none());
        assert!(body["messages"][0].get("reasoning_content").is_none(), "a turn without calls needs nothing");

        for other in [
            ModelServer { base_url: "https://b.example".into(), ..server.clone() },
            ModelServer { model: "n".into(), ..server.clone() },
        ] {
            let body = sent(&other, Dialect::default()).to_string();
            assert!(!body.contains("reasoning_content") && !body.contains("extra_content"), "{body}");
        }
        let refused = sent(&server, Dialect { no_reasoning: true, ..Dialect::default() });
        assert!(refused["messages"][1].get("reasoning_content").is_none());
    }
}
