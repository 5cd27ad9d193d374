//! The network, its statuses, and time.

use super::common::server::Era::Modern;
use super::common::server::Seen;
use super::{Act, End, Row};
use edith_testkit::FakeAnswer;
use serde_json::Value;

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

pub(crate) const ROWS: &[Row] = &[
    Row("nobody there", Modern, Act::Call, |_, _| Some(FakeAnswer::Unreachable), End::Fails("Unreachable", true), 0),
    Row(
        "the connection breaks at the call",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then_some(FakeAnswer::Unreachable),
        End::Fails("NoAnswer", false),
        1,
    ),
    Row("a redirect at once", Modern, Act::Call, |_, _| Some(FakeAnswer::Redirect), End::Fails("Redirected", true), 0),
    Row(
        "a redirect at the call",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then_some(FakeAnswer::Redirect),
        End::Fails("Redirected", true),
        1,
    ),
    Row(
        "a sign-in at once",
        Modern,
        Act::Call,
        |_, _| Some(FakeAnswer::status(401, &[("www-authenticate", "Bearer scope=\"a\"")], "who?")),
        End::Fails("Unauthorized { challenge: Some(\"Bearer scope=\\\"a\\\"\") }", true),
        0,
    ),
    Row(
        "a sign-in at the call",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(401, &[], "")),
        End::Fails("Unauthorized", true),
        1,
    ),
    Row(
        "not enough at the call",
        Modern,
        Act::Call,
        |seen, _| {
            is_call(seen)
                .then(|| FakeAnswer::status(403, &[("www-authenticate", "Bearer error=\"insufficient_scope\"")], ""))
        },
        End::Fails("Forbidden { challenge: Some", true),
        1,
    ),
    Row(
        "a site without a server",
        Modern,
        Act::Call,
        |_, _| Some(FakeAnswer::status(404, &[], "<h1>Not Found")),
        End::Fails("WrongPath(404)", true),
        0,
    ),
    Row(
        "a site that takes no POST",
        Modern,
        Act::Call,
        |_, _| Some(FakeAnswer::status(405, &[], "")),
        End::Fails("WrongPath(405)", true),
        0,
    ),
    Row(
        "a page for everything",
        Modern,
        Act::Call,
        |_, _| Some(FakeAnswer::status(200, &[("content-type", "text/html")], "<h1>Hello")),
        End::Fails("Protocol", false),
        0,
    ),
    Row(
        "too many requests",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(429, &[("retry-after", "7")], "slow down")),
        End::Fails("Refused { status: 429, retry_after: Some(7)", true),
        1,
    ),
    Row(
        "a failing server",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(500, &[], "oh")),
        End::Fails("Failed { status: 500", false),
        1,
    ),
    Row(
        "a gateway that gave up",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| FakeAnswer::status(504, &[], "")),
        End::Fails("Failed { status: 504", false),
        1,
    ),
    Row(
        "a gateway without a server",
        Modern,
        Act::Call,
        |_, _| Some(FakeAnswer::status(502, &[], "")),
        End::Fails("Failed { status: 502", false),
        0,
    ),
    Row(
        "an error inside of the tool",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.error(200, -32603, Value::Null)),
        End::Fails("Rpc { code: -32603", false),
        1,
    ),
    Row(
        "wrong arguments",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.error(200, -32602, Value::Null)),
        End::Fails("Rpc { code: -32602", true),
        1,
    ),
    Row("a silent server", Modern, Act::Call, |_, _| Some(FakeAnswer::Silence), End::Fails("Slow", true), 0),
    Row(
        "a silent list",
        Modern,
        Act::Tools,
        |seen, _| (seen.rpc == "tools/list").then_some(FakeAnswer::Silence),
        End::Fails("Slow", true),
        0,
    ),
];
