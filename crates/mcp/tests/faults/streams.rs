//! Answers of the current revision that come as streams.

use super::common::server::Era::Modern;
use super::common::server::{Seen, bytes, event, stream, text};
use super::{Act, End, Row};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::{Value, json};

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

/// The answer in a stream, in pieces of one byte.
fn byte_by_byte(text: &str) -> FakeAnswer {
    stream(text.bytes().map(|byte| Piece::Bytes(vec![byte])).collect())
}

pub(crate) const ROWS: &[Row] = &[
    Row("a right call", Modern, Act::Call, |_, _| None, End::Done("done"), 1),
    Row("a right resource", Modern, Act::Read, |_, _| None, End::Done("done"), 0),
    Row("a right prompt", Modern, Act::Prompt, |_, _| None, End::Done("done"), 0),
    Row(
        "progress, comments and CRLF byte by byte",
        Modern,
        Act::Call,
        |seen, _| {
            let step = |token: &Value, at: i64| {
                let params = json!({ "progressToken": token, "progress": at, "total": 2, "message": "half\nway" });
                json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params })
            };
            let other = step(&json!(99), 9);
            let ours = step(&seen.id, 1);
            let text = format!(
                "\u{feff}: hello\r\n\r\ndata: {other}\r\n\r\nretry: 5\r\ndata: {ours}\r\n\r\ndata: {}\r\n\r\n",
                seen.done()
            );
            is_call(seen).then(|| byte_by_byte(&text))
        },
        End::Done("Progress { progress: 1.0, total: Some(2.0), message: Some(\"half way\") }"),
        1,
    ),
    Row(
        "a stream cut before the answer",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes("id: 7\ndata: \n\n"), Piece::Break])),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "a stream that ends before the answer",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes(": nothing\n\n")])),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "half an answer",
        Modern,
        Act::Call,
        |seen, _| {
            let text = format!("data: {}", seen.done());
            is_call(seen).then(|| stream(vec![bytes(&text[..text.len() - 9])]))
        },
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "an answer without the last empty line",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes(format!("data: {}", seen.done()))])),
        End::Done("done"),
        1,
    ),
    Row(
        "no text in a stream",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes(b"data: \xff\xfe\n\n".to_vec())])),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a line of nine megabytes",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes("data: "), bytes(vec![b'x'; 9 << 20])])),
        End::Fails("TooLarge", false),
        1,
    ),
    Row(
        "much chatter and then an answer",
        Modern,
        Act::Call,
        |seen, _| {
            let chatter = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": "x".repeat(1 << 20) } });
            let mut pieces: Vec<_> = std::iter::repeat_with(|| event(&chatter)).take(12).collect();
            pieces.push(event(&seen.done()));
            is_call(seen).then(|| stream(pieces))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "the right answer after a wrong id",
        Modern,
        Act::Call,
        |seen, _| {
            let other = json!({ "jsonrpc": "2.0", "id": 999, "result": text("other") });
            is_call(seen).then(|| stream(vec![event(&other), event(&seen.done())]))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "only an answer to somebody else",
        Modern,
        Act::Call,
        |seen, _| {
            let other = json!({ "jsonrpc": "2.0", "id": 999, "result": text("other") });
            is_call(seen).then(|| stream(vec![event(&other)]))
        },
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "two different answers",
        Modern,
        Act::Call,
        |seen, _| {
            let second = json!({ "jsonrpc": "2.0", "id": seen.id, "result": text("second") });
            is_call(seen).then(|| stream(vec![event(&seen.done()), event(&second)]))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a request of the server where none may be",
        Modern,
        Act::Call,
        |seen, _| {
            let ping = json!({ "jsonrpc": "2.0", "id": 5, "method": "ping" });
            is_call(seen).then(|| stream(vec![event(&ping), event(&seen.done())]))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "an answer after a day",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![Piece::Pause(86_400_000), event(&seen.done())])),
        End::Done("done"),
        1,
    ),
    Row(
        "a call that is dropped",
        Modern,
        Act::Drop,
        |seen, _| is_call(seen).then(|| stream(vec![Piece::Silence])),
        End::Nothing,
        1,
    ),
];
