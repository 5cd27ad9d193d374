//! The body of an answer: a text, or events as they come, never more than is good for the worker.

use super::error::{Fail, McpError, Refusal, RpcError, brief};
use super::wire::{self, Incoming};
use edith_http::{HttpAnswer, SseEvent, SseParser};
use futures_util::StreamExt;
use std::collections::VecDeque;

/// Most bytes of one answer, or of one event of a stream that goes on.
pub(crate) const LIMIT: usize = 8 * 1024 * 1024;
/// Most bytes read of a refusal.
const REFUSAL_LIMIT: usize = 64 * 1024;

/// Why a body cannot be read further.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cut {
    Broken(String),
    NotText,
    TooLarge,
}

impl From<Cut> for McpError {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Broken(why) => Self::NoAnswer(why),
            Cut::NotText => Self::Protocol("it is not UTF-8 text".to_owned()),
            Cut::TooLarge => Self::TooLarge,
        }
    }
}

/// Whether the body comes as events.
pub(crate) fn is_stream(answer: &HttpAnswer) -> bool {
    let kind = answer.headers.get("content-type").map(String::as_str).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}

/// The whole body as text.
pub(crate) async fn text(mut answer: HttpAnswer) -> Result<String, Cut> {
    let mut bytes = Vec::new();
    while let Some(piece) = answer.body.next().await {
        bytes.extend(piece.map_err(|broken| Cut::Broken(broken.0))?);
        if bytes.len() > LIMIT {
            return Err(Cut::TooLarge);
        }
    }
    String::from_utf8(bytes).map_err(|_| Cut::NotText)
}

/// What a status from 400 on says. The id is that of the request, if it was one.
pub(crate) async fn refusal(mut answer: HttpAnswer, id: Option<i64>) -> Refusal {
    let mut bytes = Vec::new();
    while let Some(Ok(piece)) = answer.body.next().await {
        bytes.extend(piece);
        if bytes.len() > REFUSAL_LIMIT {
            bytes.truncate(REFUSAL_LIMIT);
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let rpc = wire::parse(&text).into_iter().flatten().find_map(|message| ours(message, id)?.err());
    let header = |name| answer.headers.get(name);
    Refusal {
        status: answer.status,
        rpc,
        text: brief(&text, 300),
        challenge: header("www-authenticate").cloned(),
        retry_after: header("retry-after").and_then(|seconds| seconds.trim().parse().ok()),
    }
}

/// The outcome, if the message is the answer to this request. An error without an id can only be about it on its own connection.
pub(crate) fn ours(message: Incoming, id: Option<i64>) -> Option<Result<serde_json::Value, RpcError>> {
    match message {
        Incoming::Answer { id: None, outcome: Err(error) } => Some(Err(error)),
        Incoming::Answer { id: Some(theirs), outcome } if id.is_some_and(|id| wire::is_id(&theirs, id)) => {
            Some(outcome)
        }
        _ => None,
    }
}

/// A stream of events.
pub(crate) struct Events {
    answer: HttpAnswer,
    parser: SseParser,
    ready: VecDeque<SseEvent>,
    /// Bytes since the last event was complete.
    pending: usize,
    is_over: bool,
}

impl Events {
    pub(crate) fn of(answer: HttpAnswer) -> Self {
        Self { answer, parser: SseParser::default(), ready: VecDeque::new(), pending: 0, is_over: false }
    }

    /// The id with which the stream can be asked to go on.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.parser.last_id().filter(|id| !id.is_empty())
    }

    pub(crate) fn retry_ms(&self) -> Option<u64> {
        self.parser.retry_ms()
    }

    /// The next event with data; none at the end. Nothing is lost when the future is dropped.
    pub(crate) async fn next(&mut self) -> Result<Option<SseEvent>, Cut> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                if event.data.is_empty() {
                    continue;
                }
                return Ok(Some(event));
            }
            if self.is_over {
                return Ok(None);
            }
            match self.answer.body.next().await {
                Some(Ok(piece)) => {
                    self.pending = self.pending.saturating_add(piece.len());
                    let events = self.parser.push(&piece).map_err(|_| Cut::NotText)?;
                    if !events.is_empty() {
                        self.pending = 0;
                    }
                    self.ready.extend(events);
                    if self.pending > LIMIT || self.ready.iter().any(|event| event.data.len() > LIMIT) {
                        return Err(Cut::TooLarge);
                    }
                }
                Some(Err(broken)) => return Err(Cut::Broken(broken.0)),
                None => {
                    self.is_over = true;
                    // Half a character or half a message is what a cut leaves behind.
                    let last = self.parser.finish().ok().flatten();
                    self.ready.extend(last.filter(|event| wire::parse(&event.data).is_some()));
                }
            }
        }
    }
}

/// The answer to a request on its own connection. What else comes on it goes to `other`.
///
/// # Errors
/// The outcome when no answer was found. A refusal with status 200 is an error that the server answered.
pub(crate) async fn find(
    answer: HttpAnswer,
    id: i64,
    other: &mut dyn FnMut(Incoming),
) -> Result<serde_json::Value, Fail> {
    let status = answer.status;
    if status >= 400 {
        return Err(Fail::from(refusal(answer, Some(id)).await));
    }
    let refused = |rpc: RpcError| Fail::from(Refusal::answered(status, rpc));
    if !is_stream(&answer) {
        let text = text(answer).await.map_err(McpError::from)?;
        let messages = wire::parse(&text).ok_or_else(|| nonsense(&text))?;
        for message in messages {
            match ours(message.clone(), Some(id)) {
                Some(outcome) => return outcome.map_err(refused),
                None => other(message),
            }
        }
        return Err(McpError::Protocol("it holds no answer to the request".to_owned()).into());
    }
    let mut events = Events::of(answer);
    let mut is_odd = false;
    loop {
        let Some(event) = events.next().await.map_err(McpError::from)? else {
            return Err(ended(is_odd).into());
        };
        let messages = wire::parse(&event.data);
        is_odd |= messages.as_ref().is_none_or(Vec::is_empty);
        for message in messages.into_iter().flatten() {
            is_odd |= matches!(message, Incoming::Answer { .. });
            match ours(message.clone(), Some(id)) {
                Some(outcome) => return outcome.map_err(refused),
                None => other(message),
            }
        }
    }
}

/// Why a stream that ended has no answer: it was cut, or it held other things than it should.
pub(crate) fn ended(is_odd: bool) -> McpError {
    if is_odd {
        McpError::Protocol("its stream ended without an answer to the request".to_owned())
    } else {
        McpError::NoAnswer("the stream ended before the answer".to_owned())
    }
}

pub(crate) fn nonsense(text: &str) -> McpError {
    McpError::Protocol(if text.trim().is_empty() {
        "it is empty".to_owned()
    } else {
        format!("it is not a message of the protocol: {}", brief(text, 120))
    })
}
