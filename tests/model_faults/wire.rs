//! A model server's answers: their bytes in its kind's form, or the network fault in their place.

use edith_http::HttpRequest;
use edith_model::{FIRST_BYTE_LIMIT, STALL_LIMIT};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::Value;

pub(crate) const KEY: &str = "sk-secret-key";

/// How a kind of server speaks, written from its documents and not from the client.
pub(crate) trait Wire {
    /// Its name in the settings.
    fn kind(&self) -> &'static str;

    /// A base URL.
    fn base(&self) -> &'static str;

    /// A stream's events, each with its lines. `finish` as OpenAI names it. The last but one tells why it stopped, the last that it is the end.
    fn events(&self, turn: &Turn, finish: &str, id: Option<&str>) -> Vec<String>;

    /// The same turn with two calls of one id.
    fn twice(&self, turn: &Turn) -> Vec<String>;

    /// The turn as one JSON object.
    fn plain(&self, turn: &Turn, finish: &str, id: &str) -> Value;

    /// An event with a text of a million characters.
    fn filler(&self) -> String;

    /// Why the real server would refuse this request.
    fn refuses(&self, request: &HttpRequest, body: &Value) -> Option<String>;

    /// Its form of an error.
    fn error(&self, message: &str) -> String;

    /// Rows of the table that this kind has no such thing for, each with the reason.
    fn lacks(&self) -> &'static [(&'static str, &'static str)];
}

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
    /// A tool and its arguments as JSON text.
    pub call: Option<(String, String)>,
}

fn stream(events: &[String]) -> String {
    events.iter().map(|event| format!("{event}\n\n")).collect()
}

impl Answer {
    /// The base URL of the server that sends it.
    pub(crate) fn base(&self, wire: &dyn Wire) -> &'static str {
        match self {
            Self::Status(_, headers, _) => {
                headers.iter().find(|(name, _)| *name == "base").map_or(wire.base(), |(_, url)| url)
            }
            _ => wire.base(),
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
    pub(crate) fn sent(&self, wire: &dyn Wire, turn: &Turn, number: usize) -> FakeAnswer {
        let id = format!("call-{number}");
        let finish = if turn.call.is_some() { "tool_calls" } else { "stop" };
        let all = wire.events(turn, finish, Some(&id));
        // Without the reason why it stopped, which makes it whole.
        let begun = |after: &usize| stream(&all[..(*after).min(all.len() - 2)]);
        let bytes = |text: &str| Piece::Bytes(text.into());
        match self {
            Self::Status(status, headers, body) => FakeAnswer::status(*status, headers, body),
            Self::Whole => FakeAnswer::ok(stream(&all)),
            Self::NoDone => FakeAnswer::ok(stream(&all[..all.len() - 1])),
            Self::Pieces(size) => {
                let text = stream(&all);
                FakeAnswer::pieces(text.as_bytes().chunks(*size).map(|piece| Piece::Bytes(piece.into())))
            }
            Self::Plain => FakeAnswer::ok(wire.plain(turn, finish, &id).to_string()),
            Self::Cut(after) => FakeAnswer::ok(begun(after)),
            Self::Reset(after) => FakeAnswer::pieces([bytes(&begun(after)), Piece::Break]),
            Self::Silent => FakeAnswer::pieces([bytes(&begun(&1)), Piece::Silence]),
            Self::NoHeaders => FakeAnswer::Silence,
            Self::Unreachable => FakeAnswer::Unreachable,
            Self::Redirect => FakeAnswer::Redirect,
            Self::Then(after, line) => FakeAnswer::ok(format!("{}{line}\n\n", begun(after))),
            Self::Body(body) => FakeAnswer::ok(*body),
            Self::BrokenUtf8 => {
                let mut bytes = stream(&all).into_bytes();
                let middle = bytes.len() / 2;
                bytes.splice(middle..middle, [0xff, 0xfe]);
                FakeAnswer::ok(bytes)
            }
            Self::Huge => FakeAnswer::pieces(std::iter::repeat_n(bytes(&stream(&[wire.filler()])), 9)),
            Self::Finish(reason) => FakeAnswer::ok(stream(&wire.events(turn, reason, Some(&id)))),
            Self::Call(name, arguments) => {
                let call = Some(((*name).to_owned(), (*arguments).to_owned()));
                FakeAnswer::ok(stream(&wire.events(&Turn { call, ..turn.clone() }, "tool_calls", Some(&id))))
            }
            Self::Twice if turn.call.is_some() => FakeAnswer::ok(stream(&wire.twice(turn))),
            Self::Twice => FakeAnswer::ok(stream(&all)),
            Self::NoId => FakeAnswer::ok(stream(&wire.events(turn, finish, None))),
            Self::Chatty => {
                let chatty: Vec<String> = all.iter().map(|event| format!(": thinking\n\n{event}")).collect();
                FakeAnswer::ok(stream(&chatty).replace('\n', "\r\n"))
            }
        }
    }
}
