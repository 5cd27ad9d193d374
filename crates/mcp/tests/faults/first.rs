//! The first transport, with two addresses.

use super::common::server::Era::Sse;
use super::common::server::{Seen, bytes, event, stream, text};
use super::{Act, End, Row};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::json;

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

pub(crate) const ROWS: &[Row] = &[
    Row("a right call by two addresses", Sse, Act::Call, |_, _| None, End::Done("done"), 1),
    Row(
        "messages for another origin",
        Sse,
        Act::Call,
        |seen, _| {
            (seen.rpc == "GET")
                .then(|| stream(vec![bytes("event: endpoint\ndata: https://evil.example/m\n\n"), Piece::Silence]))
        },
        End::Fails("Protocol(\"it wants messages", false),
        0,
    ),
    Row(
        "messages for another port",
        Sse,
        Act::Call,
        |seen, _| {
            (seen.rpc == "GET")
                .then(|| stream(vec![bytes("event: endpoint\ndata: //mcp.example:444/m\n\n"), Piece::Silence]))
        },
        End::Fails("Protocol(\"it wants messages", false),
        0,
    ),
    Row(
        "a stream without an address",
        Sse,
        Act::Call,
        |seen, _| (seen.rpc == "GET").then(|| stream(vec![bytes("data: {}\n\n")])),
        End::Fails("Protocol(\"its stream names no address", false),
        0,
    ),
    Row(
        "a stream that never says its address",
        Sse,
        Act::Call,
        |seen, _| (seen.rpc == "GET").then(|| stream(vec![Piece::Silence])),
        End::Fails("Slow", true),
        0,
    ),
    Row(
        "the stream ends in the call",
        Sse,
        Act::Call,
        |seen, server| {
            is_call(seen).then(|| {
                server.feed.end();
                FakeAnswer::status(202, &[], "")
            })
        },
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "a refused message",
        Sse,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(400, &[], "no")),
        End::Fails("Refused { status: 400", true),
        1,
    ),
    Row(
        "wrong ids and nonsense on the stream",
        Sse,
        Act::Call,
        |seen, server| {
            if is_call(seen) {
                for odd in [
                    "data: {",
                    "data: 5",
                    "data: {\"id\":77,\"result\":{}}",
                    "event: endpoint\ndata: https://evil.example/",
                ] {
                    server.feed.push(bytes(format!("{odd}\n\n")));
                }
            }
            None
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a late answer to a dropped call",
        Sse,
        Act::DropAndCall,
        |seen, server| {
            (is_call(seen) && seen.nth == 1).then(|| {
                server.feed.push(Piece::Pause(5_000));
                server.feed.push(event(&json!({ "jsonrpc": "2.0", "id": seen.id, "result": text("late") })));
                FakeAnswer::status(202, &[], "")
            })
        },
        End::Done("done"),
        2,
    ),
];
