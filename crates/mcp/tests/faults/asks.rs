//! Questions of a server of the current revision.

use super::common::server::Era::Modern;
use super::common::server::Seen;
use super::{Act, End, Row};
use edith_testkit::FakeAnswer;
use serde_json::{Value, json};

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

fn asks(seen: &Seen, requests: Value) -> FakeAnswer {
    let state = "a\u{e9} \"opaque\" {state}";
    seen.ok(json!({ "resultType": "input_required", "inputRequests": requests, "requestState": state }))
}

fn form() -> Value {
    json!({ "method": "elicitation/create", "params": { "message": "which?", "requestedSchema": { "type": "object", "properties": {} } } })
}

pub(crate) const ROWS: &[Row] = &[
    Row(
        "a question, its state given back exactly",
        Modern,
        Act::Call,
        |seen, _| {
            let right = json!({ "a": { "action": "accept", "content": { "a": "b" } }, "r": { "roots": [] } });
            match seen.params.get("inputResponses") {
                _ if !is_call(seen) => None,
                None => Some(asks(seen, json!({ "a": form(), "r": { "method": "roots/list" } }))),
                Some(answers) if *answers == right && seen.params["requestState"] == "a\u{e9} \"opaque\" {state}" => {
                    None
                }
                Some(_) => Some(seen.error(400, -32602, Value::Null)),
            }
        },
        End::Done("done"),
        2,
    ),
    Row(
        "a question after the worker's death",
        Modern,
        Act::Die,
        |seen, _| {
            (is_call(seen) && seen.params.get("inputResponses").is_none()).then(|| asks(seen, json!({ "a": form() })))
        },
        End::Done("done"),
        2,
    ),
    Row(
        "a question that is given up",
        Modern,
        Act::Abandon,
        |seen, _| is_call(seen).then(|| asks(seen, json!({ "a": form() }))),
        End::Nothing,
        1,
    ),
    Row(
        "no state where none was given",
        Modern,
        Act::Call,
        |seen, _| match seen.params.get("inputResponses") {
            None if is_call(seen) => {
                Some(seen.ok(json!({ "resultType": "input_required", "inputRequests": { "a": form() } })))
            }
            Some(_) if seen.params.get("requestState").is_some() => Some(seen.error(400, -32602, Value::Null)),
            _ => None,
        },
        End::Done("done"),
        2,
    ),
    Row(
        "only to come again",
        Modern,
        Act::Call,
        |seen, _| {
            (is_call(seen) && seen.nth < 3)
                .then(|| seen.ok(json!({ "resultType": "input_required", "requestState": "s" })))
        },
        End::Done("done"),
        3,
    ),
    Row(
        "to come again without end",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.ok(json!({ "resultType": "input_required", "requestState": "s" }))),
        End::Fails("Protocol", false),
        21,
    ),
    Row(
        "questions without end",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| asks(seen, json!({ "a": form() }))),
        End::Fails("Protocol", false),
        21,
    ),
    Row(
        "a question about nothing",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.ok(json!({ "resultType": "input_required" }))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "a question that was not offered",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| asks(seen, json!({ "a": { "method": "files/read", "params": {} } }))),
        End::Fails("Protocol", false),
        1,
    ),
    Row(
        "an address to open that is a script",
        Modern,
        Act::Call,
        |seen, _| {
            let visit = json!({ "method": "elicitation/create", "params": { "mode": "url", "message": "m", "url": "javascript:alert(1)" } });
            is_call(seen).then(|| asks(seen, json!({ "a": visit })))
        },
        End::Fails("Protocol", false),
        1,
    ),
];
