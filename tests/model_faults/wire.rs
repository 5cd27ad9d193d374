//! What a model server sends: the bytes of an answer or what stands in their place, read by the code that the worker reads them with.

use edith_model::openai::{AnswerReader, Asked, Endpoint, Head, classify};
use edith_model::{FIRST_BYTE_LIMIT, ModelError, STALL_LIMIT};
use edith_testkit::Scripted;
use serde_json::{Value, json};

pub const KEY: &str = "sk-secret-key";
const BASE: &str = "https://api.example/v1";

/// One answer of the server.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Another status than 200, with headers and a body.
    Status(u16, &'static [(&'static str, &'static str)], &'static str),
    /// The whole turn, as a stream.
    Whole,
    /// The whole turn in pieces of so many bytes.
    Pieces(usize),
    /// The whole turn as plain JSON.
    Plain,
    /// The stream ends after so many events, as if that were all.
    Cut(usize),
    /// The connection breaks after so many events.
    Reset(usize),
    /// Nothing comes any more after the first event.
    Silent,
    /// Not even the headers come.
    NoHeaders,
    /// Nobody is there.
    Unreachable,
    /// The answer is elsewhere.
    Redirect,
    /// So many events, and then this line.
    Then(usize, &'static str),
    /// This body with status 200.
    Body(&'static str),
    /// Bytes that are no UTF-8 in the middle.
    BrokenUtf8,
    /// More than any answer may have.
    Huge,
    /// A whole stream that ends for this reason.
    Finish(&'static str),
    /// A whole turn with this call instead.
    Call(&'static str, &'static str),
    /// The call twice under one id.
    Twice,
    /// The call without an id.
    NoId,
    /// Comments and empty lines between the events, and lines that end with CR LF.
    Chatty,
}

/// What the turn is to say or do.
#[derive(Debug, Clone)]
pub struct Turn {
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

fn read(pieces: &[&[u8]], number: usize) -> Scripted {
    let mut reader = AnswerReader::new(number);
    for piece in pieces {
        if reader.is_done() {
            break;
        }
        if let Err(error) = reader.push(piece, &mut |_| {}) {
            return Scripted::Error(error);
        }
    }
    match reader.finish(&mut |_| {}) {
        Ok(turn) => Scripted::Turn(turn),
        Err(error) => Scripted::Error(error),
    }
}

fn late(limit: std::time::Duration) -> Scripted {
    let after_ms = limit.as_millis() as u64;
    Scripted::After(after_ms, Box::new(Scripted::Error(ModelError::Stalled { after_ms })))
}

impl Answer {
    /// What comes of it at the client. `number` is new with each request.
    pub fn comes_to(&self, turn: &Turn, number: usize, now: f64) -> Scripted {
        let id = format!("call-{number}");
        let finish = if turn.call.is_some() { "tool_calls" } else { "stop" };
        let all = events(turn, finish, Some(&id));
        let whole = |text: &str| read(&[text.as_bytes()], number);
        match self {
            Self::Status(status, headers, body) => {
                let header =
                    |name: &str| headers.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_owned());
                let head = Head {
                    status: *status,
                    retry_after: header("retry-after"),
                    retry_after_ms: header("retry-after-ms"),
                    server: header("server"),
                };
                let base = header("base").unwrap_or_else(|| BASE.to_owned());
                let endpoint = Endpoint::parse(&base).unwrap();
                let asked = Asked { endpoint: &endpoint, api_key: KEY, now_ms: now };
                Scripted::Error(classify(&asked, &head, body.as_bytes()))
            }
            Self::Whole => whole(&stream(&all, "\n")),
            Self::Pieces(size) => {
                let text = stream(&all, "\n");
                read(&text.as_bytes().chunks(*size).collect::<Vec<_>>(), number)
            }
            Self::Plain => {
                let calls = turn.call.as_ref().map(|(name, arguments)| {
                    json!([{"id": id, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}}])
                });
                let message = json!({"role": "assistant", "content": turn.text, "tool_calls": calls});
                whole(&json!({"choices": [{"message": message, "finish_reason": finish}]}).to_string())
            }
            Self::Cut(after) => whole(&stream(&all[..(*after).min(all.len() - 1)], "\n")),
            Self::Reset(after) => match read(&[stream(&all[..(*after).min(all.len() - 1)], "\n").as_bytes()], number) {
                Scripted::Turn(_) => panic!("a connection that broke gave a whole turn"),
                _ => {
                    Scripted::Error(ModelError::BrokenAnswer { message: "the connection broke (network error)".into() })
                }
            },
            Self::Silent => late(STALL_LIMIT),
            Self::NoHeaders => late(FIRST_BYTE_LIMIT),
            Self::Unreachable => Scripted::Error(ModelError::Unreachable {
                server: "https://api.example".into(),
                message: "Failed to fetch".into(),
            }),
            Self::Redirect => Scripted::Error(ModelError::Redirected { to: "another address".into() }),
            Self::Then(after, line) => {
                whole(&format!("{}{line}\n\n", stream(&all[..(*after).min(all.len() - 1)], "\n")))
            }
            Self::Body(body) => whole(body),
            Self::BrokenUtf8 => {
                let mut bytes = stream(&all, "\n").into_bytes();
                let middle = bytes.len() / 2;
                bytes.splice(middle..middle, [0xff, 0xfe]);
                read(&[&bytes], number)
            }
            Self::Huge => {
                let filler =
                    format!("data: {}\n\n", json!({"choices": [{"delta": {"content": "x".repeat(1_000_000)}}]}));
                read(&[filler.as_bytes(); 9], number)
            }
            Self::Finish(reason) => whole(&stream(&events(turn, reason, Some(&id)), "\n")),
            Self::Call(name, arguments) => {
                let call = json!({"index": 0, "id": id, "function": {"name": name, "arguments": arguments}});
                let chunk = json!({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]});
                whole(&format!("data: {chunk}\n\ndata: [DONE]\n\n"))
            }
            Self::Twice => {
                let Some((name, arguments)) = &turn.call else { return whole(&stream(&all, "\n")) };
                let call = |index| json!({"index": index, "id": "same", "function": {"name": name, "arguments": arguments.to_string()}});
                let chunk =
                    json!({"choices": [{"delta": {"tool_calls": [call(0), call(1)]}, "finish_reason": "tool_calls"}]});
                whole(&format!("data: {chunk}\n\ndata: [DONE]\n\n"))
            }
            Self::NoId => whole(&stream(&events(turn, finish, None), "\n")),
            Self::Chatty => {
                let text = stream(&all, "\r\n").replace("data: ", ": thinking\r\n\r\nevent: message\r\ndata: ");
                whole(&text)
            }
        }
    }
}
