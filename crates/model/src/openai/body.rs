//! The request body, in async-openai's types.

use crate::{ChatMessage, ChatRequest, Part, ToolSpec};
use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls, ChatCompletionRequestAssistantMessage,
    ChatCompletionRequestMessage, ChatCompletionRequestMessageContentPartImage,
    ChatCompletionRequestMessageContentPartText, ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestToolMessageContent, ChatCompletionRequestUserMessage, ChatCompletionRequestUserMessageContent,
    ChatCompletionStreamOptions, ChatCompletionTool, ChatCompletionToolChoiceOption, ChatCompletionTools,
    CreateChatCompletionRequest, FunctionCall, FunctionObject, ImageUrl, ToolChoiceOptions,
};
use edith_protocol::{ModelServer, ToolCall};

/// What a server lacks of today's API.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dialect {
    /// It refuses `stream_options`, and so reports no token usage.
    no_stream_options: bool,
    /// It wants `max_tokens`, the older name for `max_completion_tokens`.
    old_token_limit: bool,
    /// Its model has a temperature of its own and takes no other.
    no_temperature: bool,
}

impl Dialect {
    /// The plainer dialect to try after a refusal that names a parameter; none if it is about something else.
    pub(super) fn plainer(self, status: u16, refusal: &[u8]) -> Option<Self> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        let text = String::from_utf8_lossy(refusal);
        let mut plainer = self;
        plainer.no_stream_options |= text.contains("stream_options");
        plainer.old_token_limit |= text.contains("max_completion_tokens");
        plainer.no_temperature |= text.contains("temperature");
        (plainer != self).then_some(plainer)
    }
}

pub(super) fn of(server: &ModelServer, request: &ChatRequest, dialect: Dialect) -> Result<String, serde_json::Error> {
    let mut body = CreateChatCompletionRequest {
        model: server.model.clone(),
        temperature: server.temperature.filter(|_| !dialect.no_temperature).map(|degree| degree as f32),
        messages: messages(&request.messages),
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
    serde_json::to_string(&body)
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
fn messages(messages: &[ChatMessage]) -> Vec<ChatCompletionRequestMessage> {
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
            ChatMessage::User { content } if content.pictures().next().is_some() => user(content.parts()),
            ChatMessage::User { content } => ChatCompletionRequestUserMessage::from(content.text().as_ref()).into(),
            ChatMessage::Assistant { content, tool_calls } => assistant(content, tool_calls),
            ChatMessage::Tool { tool_call_id, content } => {
                pictures.extend(content.pictures().map(|url| user(&[Part::Picture { url: url.to_owned() }])));
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
fn user(parts: &[Part]) -> ChatCompletionRequestMessage {
    let part = |part: &Part| match part {
        Part::Picture { url } => ChatCompletionRequestMessageContentPartImage {
            image_url: ImageUrl { url: url.clone(), detail: None },
            ..ChatCompletionRequestMessageContentPartImage::default()
        }
        .into(),
        Part::Text(_) | Part::Data(_) | Part::Document { .. } => {
            ChatCompletionRequestMessageContentPartText { text: part.text().into_owned(), ..Default::default() }.into()
        }
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
    };

    fn body(messages: Vec<ChatMessage>, tools: Vec<ToolSpec>, dialect: Dialect) -> Value {
        let request = ChatRequest { messages, tools, max_completion_tokens: 4096, brief: Brief::default() };
        let server = ModelServer { model: "m".into(), temperature: Some(0.5), ..ModelServer::default() };
        let mut body: Value = serde_json::from_str(&of(&server, &request, dialect).unwrap()).unwrap();
        let temperature = body.as_object_mut().unwrap().remove("temperature");
        assert_eq!(temperature, (!dialect.no_temperature).then(|| json!(0.5)));
        body
    }

    fn picture(url: &str) -> Part {
        Part::Picture { url: url.to_owned() }
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
            ChatMessage::Assistant { content: String::new(), tool_calls: vec![call] },
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
        let document = Part::Document { name: "a.txt".into(), mime: "text/plain".into(), text: "Words".into() };
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
        let new = Dialect::default();
        let plain = new.plainer(400, b"Unrecognized request argument supplied: stream_options").unwrap();
        let plainest = plain.plainer(422, br#"{"detail":[{"loc":["body","max_completion_tokens"]}]}"#).unwrap();
        let body = body(vec![], vec![], plainest);
        assert_eq!(body, json!({"model": "m", "messages": [], "stream": true, "max_tokens": 4096}));
        assert_eq!(plainest.plainer(400, b"stream_options max_completion_tokens"), None);
        let fixed =
            new.plainer(400, b"Unsupported value: 'temperature' does not support 0.5 with this model.").unwrap();
        assert!(fixed.no_temperature);
        assert_eq!(new.plainer(400, b"bad"), None);
        assert_eq!(new.plainer(401, b"stream_options"), None);
    }
}
