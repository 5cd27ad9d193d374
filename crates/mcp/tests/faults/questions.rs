//! Questions of a server of an older revision.

use super::common::server::Era::Session;
use super::common::server::{Seen, event, stream, text};
use super::{Act, End, Row};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::{Value, json};

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

fn form(id: &str) -> Value {
    let schema = json!({ "type": "object", "properties": {} });
    request(id, "elicitation/create", json!({ "message": "which?", "requestedSchema": schema }))
}

pub(crate) const ROWS: &[Row] = &[
    Row(
        "a question on the stream",
        Session,
        Act::Call,
        |seen, server| {
            if seen.rpc == "answer" {
                let call = json!({ "jsonrpc": "2.0", "id": *server.call.borrow(), "result": text(&seen.body["result"].to_string()) });
                server.feed.push(event(&call));
            }
            is_call(seen).then(|| {
                server.feed.push(event(&form("q")));
                // The same once more, as after a cut.
                server.feed.push(event(&form("q")));
                stream(vec![Piece::Fed(server.feed.clone())])
            })
        },
        End::Done("accept"),
        1,
    ),
    Row(
        "a question to a model on the shared stream",
        Session,
        Act::Call,
        |seen, server| match seen.rpc.as_str() {
            "GET" => Some(stream(vec![Piece::Fed(server.feed.clone())])),
            "tools/call" => {
                let params = json!({ "messages": [], "maxTokens": 1 });
                server.feed.push(event(&request(1, "sampling/createMessage", params)));
                Some(stream(vec![Piece::Fed(server.own.clone())]))
            }
            "answer" => {
                let result = text(&seen.body.to_string());
                server.own.push(event(&json!({ "jsonrpc": "2.0", "id": *server.call.borrow(), "result": result })));
                None
            }
            _ => None,
        },
        End::Done("yes"),
        1,
    ),
    Row(
        "ping, roots and what nobody knows",
        Session,
        Act::Call,
        |seen, server| {
            if seen.rpc == "answer" && seen.nth == 4 {
                server.feed.push(event(&json!({ "jsonrpc": "2.0", "id": *server.call.borrow(), "result": text(&Value::from(server.answered.borrow().clone()).to_string()) })));
            }
            is_call(seen).then(|| {
                for (id, method) in [(1, "ping"), (2, "roots/list"), (3, "files/read"), (4, "elicitation/create")] {
                    server.feed.push(event(&request(
                        id,
                        method,
                        json!({ "mode": "url", "url": "file:///etc/passwd" }),
                    )));
                }
                stream(vec![Piece::Fed(server.feed.clone())])
            })
        },
        End::Done("roots"),
        1,
    ),
    Row(
        "a question whose answer is refused",
        Session,
        Act::Call,
        |seen, server| match seen.rpc.as_str() {
            "answer" => Some(FakeAnswer::status(400, &[], "no")),
            "tools/call" => {
                server.feed.push(event(&form("q")));
                Some(stream(vec![Piece::Fed(server.feed.clone())]))
            }
            _ => None,
        },
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "a question after the worker's death, in a session",
        Session,
        Act::Die,
        |seen, _| is_call(seen).then(|| stream(vec![event(&form("q")), Piece::Silence])),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row(
        "addresses to open before the call",
        Session,
        Act::Call,
        |seen, _| {
            let visit = json!({ "mode": "url", "elicitationId": "1", "url": "https://a.example/", "message": "m" });
            (is_call(seen) && seen.nth == 1).then(|| seen.error(200, -32042, json!({ "elicitations": [visit] })))
        },
        End::Done("done"),
        2,
    ),
    Row(
        "addresses to open that are none",
        Session,
        Act::Call,
        |seen, _| {
            let visit = json!({ "mode": "url", "url": "data:text/html,a", "message": "m" });
            is_call(seen).then(|| seen.error(200, -32042, json!({ "elicitations": [visit] })))
        },
        End::Fails("Rpc { code: -32042", false),
        1,
    ),
];
