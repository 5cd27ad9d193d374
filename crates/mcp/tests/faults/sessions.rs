//! Sessions of the older revisions, and their streams.

use super::common::server::Era::Session;
use super::common::server::{Seen, bytes, event, json_answer, stream};
use super::{Act, End, Row};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::json;

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

fn initialized(seen: &Seen, revision: &str, session: &str) -> FakeAnswer {
    let result =
        json!({ "protocolVersion": revision, "serverInfo": { "name": "n", "version": "1" }, "capabilities": {} });
    let body = json!({ "jsonrpc": "2.0", "id": seen.id, "result": result }).to_string();
    FakeAnswer::status(200, &[("content-type", "application/json"), ("mcp-session-id", session)], &body)
}

pub(crate) const ROWS: &[Row] = &[
    Row("a right call in a session", Session, Act::Call, |_, _| None, End::Done("done"), 1),
    Row("a right resource in a session", Session, Act::Read, |_, _| None, End::Done("done"), 0),
    Row(
        "a session that is over",
        Session,
        Act::Call,
        |seen, _| {
            (is_call(seen) && seen.nth == 1)
                .then(|| FakeAnswer::status(404, &[], r#"{"error":{"code":-32001,"message":"Session not found"}}"#))
        },
        End::Done("done"),
        2,
    ),
    Row(
        "a session that is over, said otherwise",
        Session,
        Act::Call,
        |seen, _| {
            (is_call(seen) && seen.nth == 1)
                .then(|| FakeAnswer::status(400, &[], "Bad Request: No valid session ID provided"))
        },
        End::Done("done"),
        2,
    ),
    Row(
        "a session that is always over",
        Session,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(404, &[], "")),
        End::Fails("WrongPath(404)", true),
        2,
    ),
    Row(
        "a session's id that is no header",
        Session,
        Act::Call,
        |seen, _| (seen.rpc == "initialize").then(|| initialized(seen, "2025-11-25", "a\r\nb")),
        End::Fails("Protocol", false),
        0,
    ),
    Row(
        "a refused revision, named in the error",
        Session,
        Act::Connect,
        |seen, _| {
            (seen.rpc == "initialize" && seen.nth == 1)
                .then(|| seen.error(200, -32602, json!({ "supported": ["2025-03-26"] })))
        },
        End::Done("November2025"),
        0,
    ),
    Row(
        "a revision that nobody knows",
        Session,
        Act::Connect,
        |seen, _| (seen.rpc == "initialize").then(|| initialized(seen, "2023-01-01", "s1")),
        End::Fails("Version { offered: [\"2023-01-01\"] }", true),
        0,
    ),
    Row(
        "a handshake without a revision",
        Session,
        Act::Connect,
        |seen, _| (seen.rpc == "initialize").then(|| seen.ok(json!({}))),
        End::Fails("Protocol", false),
        0,
    ),
    Row(
        "a handshake that is not accepted",
        Session,
        Act::Connect,
        |seen, _| (seen.rpc == "notifications/initialized").then(|| FakeAnswer::status(400, &[], "no")),
        End::Fails("Refused { status: 400", true),
        0,
    ),
    Row(
        "a sign-in at the handshake",
        Session,
        Act::Connect,
        |seen, _| (seen.rpc == "initialize").then(|| FakeAnswer::status(401, &[("www-authenticate", "Bearer")], "")),
        End::Fails("Unauthorized { challenge: Some(\"Bearer\") }", true),
        0,
    ),
    Row(
        "an array of messages in a session",
        Session,
        Act::Call,
        |seen, _| {
            is_call(seen)
                .then(|| json_answer(&json!([{ "jsonrpc": "2.0", "method": "notifications/message" }, seen.done()])))
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a cut stream that cannot go on",
        Session,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes(": hi\n\n"), Piece::Break])),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "a cut stream that goes on after its last event",
        Session,
        Act::Call,
        |seen, server| match seen.header("last-event-id") {
            Some("e1") => Some(stream(vec![Piece::Fed(server.feed.clone())])),
            Some(_) => Some(FakeAnswer::status(400, &[], "")),
            None => is_call(seen).then(|| {
                server.feed.push(event(&seen.done()));
                stream(vec![bytes("id: e1\nretry: 500\ndata: \n\nid: e2\ndata: {\"half"), Piece::Break])
            }),
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a stream that the server closes between polls",
        Session,
        Act::Call,
        |seen, server| match seen.header("last-event-id") {
            Some("e9") => Some(stream(vec![Piece::Fed(server.feed.clone())])),
            Some(id) => {
                let next = id[1..].parse::<u32>().unwrap() + 1;
                Some(stream(vec![bytes(format!("id: e{next}\ndata:\n\n"))]))
            }
            None => is_call(seen).then(|| {
                server.feed.push(event(&seen.done()));
                stream(vec![bytes("id: e1\ndata:\n\n")])
            }),
        },
        End::Done("done"),
        1,
    ),
    Row(
        "a cut stream that the server forgot",
        Session,
        Act::Call,
        |seen, _| match seen.header("last-event-id") {
            Some(_) => Some(FakeAnswer::status(404, &[], "")),
            None => is_call(seen).then(|| stream(vec![bytes("id: e1\ndata:\n\n"), Piece::Break])),
        },
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "a cut stream that never goes on",
        Session,
        Act::Call,
        |seen, _| match seen.header("last-event-id") {
            Some(_) => Some(FakeAnswer::Unreachable),
            None => is_call(seen).then(|| stream(vec![bytes("id: e1\ndata:\n\n"), Piece::Break])),
        },
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "an id of an event that is no header",
        Session,
        Act::Call,
        |seen, _| is_call(seen).then(|| stream(vec![bytes("id: \u{e9}\ndata:\n\n"), Piece::Break])),
        End::Fails("NoAnswer", false),
        1,
    ),
];
