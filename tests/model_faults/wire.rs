//! A model server's answers: their bytes, or the network fault in their place.

use edith_model::{FIRST_BYTE_LIMIT, STALL_LIMIT};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::{Value, json};

pub(crate) const KEY: &str = "sk-secret-key";
const BASE: &str = "https://api.example/v1";

/// An answer of the server.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// Any status, with headers and a body.
    Status(u16, &'static [(&'static str, &'static str)], &'static str),
    /// The whole turn as a stream.
    Whole,
    /// The whole turn without its last line.
    NoDone,
    /// The whole turn in pieces of this many bytes.
    Pieces(usize),
    /// The whole turn as JSON without streaming.
    Plain,
    /// The stream ends cleanly after this many events.
    Cut(usize),
    /// The connection breaks after this many events.
    Reset(usize),
    /// Silence after the first event.
    Silent,
    /// Not even headers arrive.
    NoHeaders,
    /// Connection refused.
    Unreachable,
    /// A redirect.
    Redirect,
    /// This many events, then this line.
    Then(usize, &'static str),
    /// This body with status 200.
    Body(&'static str),
    /// Invalid UTF-8 in the middle.
    BrokenUtf8,
    /// More than the maximum size of an answer.
    Huge,
    /// A complete stream with this finish reason.
    Finish(&'static str),
    /// A complete turn with this call instead.
    Call(&'static str, &'static str),
    /// The call twice under one id.
    Twice,
    /// The call without an id.
    NoId,
    /// Comments and empty lines between the events, and CRLF line ends.
    Chatty,
}

/// The content of the turn.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub text: &'static str,
    pub call: Option<(String, Value)>,
}

fn events(turn: &Turn, finish: &str, id: Option<&str>) -> Vec<String> {
    let chunk =
        |delta: Value, finish: Value| json!({"choices": [{"delta": delta, "finish_reason": finish}]}).to_string();
    let mut all = vec![chunk(json!({"role": "assistant", "content": turn.text}), Value::Null)];
    if let Some((name, arguments)) = &turn.call {
        let arguments = arguments.to_string();
        let (first, second) = arguments.split_at(arguments.len() / 2);
        let mut call = json!({"index": 0, "type": "function", "function": {"name": name, "arguments": first}});
        if let Some(id) = id {
            call["id"] = json!(id);
        }
        all.push(chunk(json!({"tool_calls": [call]}), Value::Null));
        all.push(chunk(json!({"tool_calls": [{"index": 0, "function": {"arguments": second}}]}), Value::Null));
    }
    all.push(chunk(json!({}), json!(finish)));
    all.push("[DONE]".to_owned());
    all
}

fn stream(events: &[String], end: &str) -> String {
    events.iter().map(|event| format!("data: {event}{end}{end}")).collect()
}

impl Answer {
    /// The base URL of the server that sends it.
    pub(crate) fn base(&self) -> &'static str {
        match self {
            Self::Status(_, headers, _) => {
                headers.iter().find(|(name, _)| *name == "base").map_or(BASE, |(_, url)| url)
            }
            _ => BASE,
        }
    }

    /// Milliseconds until it fails.
    pub(crate) fn takes(&self) -> u64 {
        let limit = match self {
            Self::Silent => STALL_LIMIT,
            Self::NoHeaders => FIRST_BYTE_LIMIT,
            _ => return 0,
        };
        limit.as_millis() as u64
    }

    /// The bytes to send. `number` is unique per request.
    pub(crate) fn sent(&self, turn: &Turn, number: usize) -> FakeAnswer {
        let id = format!("call-{number}");
        let finish = if turn.call.is_some() { "tool_calls" } else { "stop" };
        let all = events(turn, finish, Some(&id));
        // Without the reason why it stopped, which makes it whole.
        let begun = |after: &usize| stream(&all[..(*after).min(all.len() - 2)], "\n");
        let bytes = |text: &str| Piece::Bytes(text.into());
        match self {
            Self::Status(status, headers, body) => FakeAnswer::status(*status, headers, body),
            Self::Whole => FakeAnswer::ok(stream(&all, "\n")),
            Self::NoDone => FakeAnswer::ok(stream(&all[..all.len() - 1], "\n")),
            Self::Pieces(size) => {
                let text = stream(&all, "\n");
                FakeAnswer::pieces(text.as_bytes().chunks(*size).map(|piece| Piece::Bytes(piece.into())))
            }
            Self::Plain => {
                let calls = turn.call.as_ref().map(|(name, arguments)| {
                    json!([{"id": id, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}}])
                });
                let message = json!({"role": "assistant", "content": turn.text, "tool_calls": calls});
                FakeAnswer::ok(json!({"choices": [{"message": message, "finish_reason": finish}]}).to_string())
            }
            Self::Cut(after) => FakeAnswer::ok(begun(after)),
            Self::Reset(after) => FakeAnswer::pieces([bytes(&begun(after)), Piece::Break]),
            Self::Silent => FakeAnswer::pieces([bytes(&begun(&1)), Piece::Silence]),
            Self::NoHeaders => FakeAnswer::Silence,
            Self::Unreachable => FakeAnswer::Unreachable,
            Self::Redirect => FakeAnswer::Redirect,
            Self::Then(after, line) => FakeAnswer::ok(format!("{}{line}\n\n", begun(after))),
            Self::Body(body) => FakeAnswer::ok(*body),
            Self::BrokenUtf8 => {
                let mut bytes = stream(&all, "\n").into_bytes();
                let middle = bytes.len() / 2;
                bytes.splice(middle..middle, [0xff, 0xfe]);
                FakeAnswer::ok(bytes)
            }
            Self::Huge => {
                let filler =
                    format!("data: {}\n\n", json!({"choices": [{"delta": {"content": "x".repeat(1_000_000)}}]}));
                FakeAnswer::pieces(std::iter::repeat_n(bytes(&filler), 9))
            }
            Self::Finish(reason) => FakeAnswer::ok(stream(&events(turn, reason, Some(&id)), "\n")),
            Self::Call(name, arguments) => {
                let call = json!({"index": 0, "id": id, "function": {"name": name, "arguments": arguments}});
                let chunk = json!({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]});
                FakeAnswer::ok(format!("data: {chunk}\n\ndata: [DONE]\n\n"))
            }
            Self::Twice => {
                let Some((name, arguments)) = &turn.call else { return FakeAnswer::ok(stream(&all, "\n")) };
                let call = |index| json!({"index": index, "id": "same", "function": {"name": name, "arguments": arguments.to_string()}});
                let chunk =
                    json!({"choices": [{"delta": {"tool_calls": [call(0), call(1)]}, "finish_reason": "tool_calls"}]});
                FakeAnswer::ok(format!("data: {chunk}\n\ndata: [DONE]\n\n"))
            }
            Self::NoId => FakeAnswer::ok(stream(&events(turn, finish, None), "\n")),
            Self::Chatty => {
                FakeAnswer::ok(stream(&all, "\r\n").replace("data: ", ": thinking\r\n\r\nevent: message\r\ndata: "))
            }
        }
    }
}
