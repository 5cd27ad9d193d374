//! Encodes a reply: plain JSON or server-sent events in small pieces, with the requested fault.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};

use super::{End, Fault, Reply, Request};

/// Characters of text, or of a call's arguments, per piece.
const PIECE: usize = 7;

/// Pause between signs of life of an answer that is still to come: well below what clients take for a dead server.
const ALIVE: Duration = Duration::from_secs(15);

/// Turns a reply into an answer. `ended` is told how it ended.
pub(super) async fn answer(request: &Request, reply: Reply, ended: impl FnOnce(End) + Send + 'static) -> Response {
    let mut ending = Ending(Some(Box::new(ended)));
    match &reply.fault {
        Some(Fault::Delay { milliseconds: wait } | Fault::Slow { headers: wait, .. }) => {
            tokio::time::sleep(Duration::from_millis(*wait)).await;
        }
        Some(Fault::Status { status, headers, body }) => {
            ending.say(End::Sent);
            return status_answer(*status, headers, body);
        }
        Some(Fault::Redirect { to }) => {
            ending.say(End::Sent);
            let headers = [("location".to_owned(), to.clone())].into();
            return status_answer(307, &headers, "");
        }
        Some(Fault::Html) => {
            ending.say(End::Sent);
            let page = "<!doctype html><title>Welcome</title><h1>Please sign in to the network</h1>";
            return ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
        }
        Some(Fault::Reset) => {
            // A body that fails before its first byte makes the server drop the connection.
            let broken = stream::iter([Err::<Bytes, _>(std::io::Error::from(std::io::ErrorKind::ConnectionReset))]);
            ending.say(End::Sent);
            return ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(broken)).into_response();
        }
        _ => {}
    }
    if reply.plain || !request.wants_stream() {
        ending.say(End::Sent);
        let body = Body::from(plain(request, &reply).to_string());
        return ([(header::CONTENT_TYPE, "application/json")], body).into_response();
    }
    let plan = Delivery::new(request, &reply);
    ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")], plan.into_body(ending)).into_response()
}

/// Turns a reply that is still to come into an answer; meanwhile a stream says that it is alive. Faults are for replies that are there.
pub(super) async fn later(
    request: Request,
    reply: impl Future<Output = Reply> + Send + 'static,
    ended: impl FnOnce(End) + Send + 'static,
) -> Response {
    if !request.wants_stream() {
        return answer(&request, reply.await, ended).await;
    }
    let state = (Box::pin(reply), Ending(Some(Box::new(ended))), request);
    let parts = stream::unfold(Some(state), |state| async {
        let (mut reply, mut ending, request) = state?;
        match tokio::time::timeout(ALIVE, &mut reply).await {
            Err(_) => Some((Ok::<_, std::io::Error>(": waiting\n\n".to_owned()), Some((reply, ending, request)))),
            Ok(reply) => {
                ending.say(End::Sent);
                Some((Ok(events(&request, &reply).concat()), None))
            }
        }
    });
    ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")], Body::from_stream(parts)).into_response()
}

/// Reports once how the answer ended; if dropped unreported, the client left.
struct Ending(Option<Box<dyn FnOnce(End) + Send>>);

impl Ending {
    fn say(&mut self, end: End) {
        if let Some(tell) = self.0.take() {
            tell(end);
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.say(End::ClientLeft);
    }
}

fn status_answer(status: u16, headers: &std::collections::BTreeMap<String, String>, body: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = (status, body.to_owned()).into_response();
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

fn usage(request: &Request, reply: &Reply) -> Value {
    // The usual estimate of four bytes per token.
    let prompt = request.body.to_string().len() / 4;
    let completion = (reply.words().len() / 4).max(1);
    json!({ "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion })
}

fn finish(reply: &Reply) -> String {
    let usual = if reply.calls.is_empty() { "stop" } else { "tool_calls" };
    reply.finish.clone().unwrap_or_else(|| usual.to_owned())
}

/// The calls in the API's form: id, name, arguments as text.
fn calls(request: &Request, reply: &Reply) -> Vec<(String, String, String)> {
    let each = |(index, call): (usize, &super::Call)| {
        let id = call.id.clone().unwrap_or_else(|| format!("call_{}_{index}", request.number));
        let arguments = match (&call.raw, &call.arguments) {
            (Some(raw), _) => raw.clone(),
            (None, Value::Null) => "{}".to_owned(),
            (None, arguments) => arguments.to_string(),
        };
        (id, call.name.clone(), arguments)
    };
    reply.calls.iter().enumerate().map(each).collect()
}

fn envelope(request: &Request, object: &str, choices: Value) -> Value {
    let model = request.body.get("model").cloned().unwrap_or_else(|| "scripted".into());
    let id = format!("chatcmpl-{}", request.number);
    json!({ "id": id, "object": object, "created": 1_700_000_000, "model": model, "choices": choices })
}

fn plain(request: &Request, reply: &Reply) -> Value {
    let mut message = json!({ "role": "assistant", "content": reply.text, "refusal": null });
    let calls: Vec<Value> = calls(request, reply)
        .into_iter()
        .map(|(id, name, arguments)| {
            json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
        })
        .collect();
    if let (false, Some(fields)) = (calls.is_empty(), message.as_object_mut()) {
        fields.insert("tool_calls".to_owned(), calls.into());
    }
    let choices = json!([{ "index": 0, "message": message, "finish_reason": finish(reply), "logprobs": null }]);
    let mut whole = envelope(request, "chat.completion", choices);
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("usage".to_owned(), usage(request, reply));
    }
    whole
}

/// What follows the last piece.
enum After {
    /// The proper end of the body.
    End,
    Cut,
    /// Nothing, for ever.
    Silence,
    /// The last piece, repeatedly.
    Again(Bytes),
}

/// A stream's pieces and timing.
struct Delivery {
    pieces: Vec<Bytes>,
    pause: Duration,
    /// A further pause this many pieces before the end.
    gap: Option<(usize, Duration)>,
    after: After,
}

impl Delivery {
    fn new(request: &Request, reply: &Reply) -> Self {
        let mut pieces: Vec<Bytes> = events(request, reply).into_iter().map(Bytes::from).collect();
        let mut plan_after = After::End;
        let mut pause = Duration::ZERO;
        let mut gap = None;
        match &reply.fault {
            Some(Fault::Cut { after }) => {
                pieces.truncate(*after);
                plan_after = After::Cut;
            }
            Some(Fault::Stall { after }) => {
                pieces.truncate(*after);
                plan_after = After::Silence;
            }
            Some(Fault::NoDone) => {
                pieces.pop();
            }
            Some(Fault::ErrorEvent { message }) => {
                pieces.truncate(pieces.len() / 2);
                let error = json!({ "error": { "message": message, "type": "server_error", "code": null } });
                pieces.push(event(&error).into());
            }
            Some(Fault::SplitUtf8) => pieces = halves(&pieces),
            Some(Fault::BrokenUtf8) => {
                let middle = pieces.len() / 2;
                let broken = [
                    b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"".as_slice(),
                    &[0xC3, 0x28, 0xFF],
                    b"\"}}]}\n\n",
                ];
                pieces.insert(middle, broken.concat().into());
            }
            Some(Fault::Drip { milliseconds }) => pause = Duration::from_millis(*milliseconds),
            Some(Fault::Slow { gap: milliseconds, .. }) => {
                gap = Some((pieces.len() / 2, Duration::from_millis(*milliseconds)));
            }
            Some(Fault::Endless) => {
                let more = delta(request, json!({ "content": "and so on " }), Value::Null);
                pieces.truncate(2);
                plan_after = After::Again(event(&more).into());
            }
            _ => {}
        }
        Self { pieces, pause, gap, after: plan_after }
    }

    fn into_body(self, ending: Ending) -> Body {
        let Self { pieces, pause, gap, after } = self;
        let state = (pieces.into_iter(), after, ending);
        let parts = stream::unfold(Some(state), move |state| async move {
            let (mut pieces, after, mut ending) = state?;
            let pause = gap.filter(|(left, _)| *left == pieces.len()).map_or(pause, |(_, gap)| gap);
            if let Some(piece) = pieces.next() {
                if pause.is_zero() {
                    // Sends each piece separately, so that clients see them as such.
                    tokio::task::yield_now().await;
                } else {
                    tokio::time::sleep(pause).await;
                }
                return Some((Ok(piece), Some((pieces, after, ending))));
            }
            match after {
                After::End => {
                    ending.say(End::Sent);
                    None
                }
                After::Cut => {
                    ending.say(End::Sent);
                    Some((Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)), None))
                }
                After::Silence => std::future::pending().await,
                After::Again(piece) => {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    Some((Ok(piece.clone()), Some((pieces, After::Again(piece), ending))))
                }
            }
        });
        Body::from_stream(parts)
    }
}

fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn delta(request: &Request, delta: Value, finish: Value) -> Value {
    let choices = json!([{ "index": 0, "delta": delta, "finish_reason": finish, "logprobs": null }]);
    envelope(request, "chat.completion.chunk", choices)
}

/// The events of a whole stream, last line included.
fn events(request: &Request, reply: &Reply) -> Vec<String> {
    let chunk = |change: Value| event(&delta(request, change, Value::Null));
    let mut events = vec![chunk(json!({ "role": "assistant", "content": "" }))];
    events.extend(split(&reply.text).into_iter().map(|text| chunk(json!({ "content": text }))));
    for (index, (id, name, arguments)) in calls(request, reply).into_iter().enumerate() {
        let start =
            json!({ "index": index, "id": id, "type": "function", "function": { "name": name, "arguments": "" } });
        events.push(chunk(json!({ "tool_calls": [start] })));
        for part in split(&arguments) {
            let more = json!({ "index": index, "function": { "arguments": part } });
            events.push(chunk(json!({ "tool_calls": [more] })));
        }
    }
    events.push(event(&delta(request, json!({}), finish(reply).into())));
    if request.body.pointer("/stream_options/include_usage") == Some(&Value::Bool(true)) {
        let mut last = envelope(request, "chat.completion.chunk", json!([]));
        if let Some(fields) = last.as_object_mut() {
            fields.insert("usage".to_owned(), usage(request, reply));
        }
        events.push(event(&last));
    }
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn split(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(PIECE).map(|part| part.iter().collect()).collect()
}

/// The same bytes cut elsewhere: inside every multi-byte character, and inside every event without one.
fn halves(pieces: &[Bytes]) -> Vec<Bytes> {
    let mut cut = Vec::new();
    for piece in pieces {
        let inside = piece.iter().position(|byte| *byte >= 0xC0).map_or(piece.len() / 2, |start| start + 1);
        cut.push(piece.slice(..inside));
        cut.push(piece.slice(inside..));
    }
    cut
}
