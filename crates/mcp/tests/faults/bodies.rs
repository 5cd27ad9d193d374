//! Answers of the current revision that come in one piece.

use super::common::server::Era::Modern;
use super::common::server::{Seen, bytes, json_answer, text};
use super::{Act, End, Row};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::json;

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

pub(crate) const ROWS: &[Row] = &[
    Row(
        "a wrong id",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| json_answer(&json!({ "jsonrpc": "2.0", "id": 999, "result": text("other") }))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "an id as text",
        Modern,
        Act::Call,
        |seen, _| {
            is_call(seen)
                .then(|| json_answer(&json!({ "jsonrpc": "2.0", "id": seen.id.to_string(), "result": text("other") })))
        },
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "an id with a fraction",
        Modern,
        Act::Call,
        |seen, _| {
            let id = format!("{}.0", seen.id);
            let body = seen.done().to_string().replace(&format!("\"id\":{}", seen.id), &format!("\"id\":{id}"));
            is_call(seen).then(|| FakeAnswer::ok(body))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a result without an id",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| json_answer(&json!({ "jsonrpc": "2.0", "id": null, "result": text("other") }))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "an error without an id",
        Modern,
        Act::Call,
        |seen, _| {
            is_call(seen).then(|| {
                json_answer(&json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": "no" } }))
            })
        },
        End::Fails("Rpc { code: -32600", true),
        1,
    ),
    Row(
        "an array of messages",
        Modern,
        Act::Call,
        |seen, _| {
            is_call(seen).then(|| json_answer(&json!([1, { "jsonrpc": "2.0", "id": 999, "result": {} }, seen.done()])))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "an empty answer",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::ok("")),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "accepted, and no answer",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(202, &[], "")),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a page to sign in",
        Modern,
        Act::Call,
        |seen, _| {
            is_call(seen)
                .then(|| FakeAnswer::status(200, &[("content-type", "text/html")], "<!doctype html><p>Welcome"))
        },
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "no text",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::ok(b"\xff\xfe{}".to_vec())),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a byte order mark",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::ok(format!("\u{feff}{}", seen.done()))),
        End::Done("done"),
        1,
    ),
    Row(
        "nine megabytes",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::ok(vec![b' '; 9 << 20])),
        End::Fails("TooLarge", false),
        1,
    ),
    Row(
        "a body that breaks",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::pieces([bytes("{\"jsonrpc\""), Piece::Break])),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "nested ten thousand deep",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::ok("[".repeat(10_000))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a tool that says it failed",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.ok(json!({ "content": [], "isError": true }))),
        End::Done("is_error: true"),
        1,
    ),
    Row(
        "content of unknown kinds",
        Modern,
        Act::Call,
        |seen, _| {
            let content = json!([{ "type": "hologram", "data": 1 }, { "type": "image" }, { "type": "audio", "data": "AA==", "mimeType": "audio/wav" }, 5]);
            is_call(seen).then(|| seen.ok(json!({ "content": content, "structuredContent": [1] })))
        },
        End::Done("Audio { data: \"AA==\", mime_type: \"audio/wav\" }"),
        1,
    ),
    Row(
        "a result that is no object",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.ok(json!("done"))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a kind of result that nobody knows",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.ok(json!({ "resultType": "task", "content": [] }))),
        End::Fails("Protocol", false),
        1,
    ),
];
