//! Finding out what a server speaks.

use super::common::server::Era::{Modern, Session, Sse};
use super::common::server::Seen;
use super::{Act, End, Row};
use edith_testkit::FakeAnswer;
use serde_json::{Value, json};

fn is_call(seen: &Seen) -> bool {
    seen.rpc == "tools/call"
}

fn is_first(seen: &Seen, rpc: &str) -> bool {
    seen.rpc == rpc && seen.nth == 1
}

fn unsupported(seen: &Seen, names: &[&str]) -> FakeAnswer {
    seen.error(400, -32022, json!({ "supported": names, "requested": "2026-07-28" }))
}

pub(crate) const ROWS: &[Row] = &[
    Row(
        "our revision, but not at first",
        Modern,
        Act::Call,
        |seen, _| is_first(seen, "server/discover").then(|| unsupported(seen, &["2026-07-28"])),
        End::Done("done"),
        1,
    ),
    Row(
        "a revision of the future",
        Modern,
        Act::Call,
        |seen, _| (seen.rpc == "server/discover").then(|| unsupported(seen, &["2030-01-01"])),
        End::Fails("Version { offered: [\"2030-01-01\"] }", true),
        0,
    ),
    Row(
        "our revision no longer, at the call",
        Modern,
        Act::Call,
        |seen, _| (is_call(seen) && seen.nth == 1).then(|| unsupported(seen, &["2026-07-28"])),
        End::Done("done"),
        2,
    ),
    Row(
        "an ability that is missing",
        Modern,
        Act::Call,
        |seen, _| is_call(seen).then(|| seen.error(400, -32021, json!({ "requiredCapabilities": { "roots": {} } }))),
        End::Fails("Capability { required: Object {\"roots\"", true),
        1,
    ),
    Row(
        "a new server that offers only the old",
        Session,
        Act::Call,
        |seen, _| (seen.rpc == "server/discover").then(|| unsupported(seen, &["2025-11-25", "2025-06-18"])),
        End::Done("done"),
        1,
    ),
    Row(
        "an old server that does not know the question",
        Session,
        Act::Call,
        |seen, _| (seen.rpc == "server/discover").then(|| seen.error(200, -32601, Value::Null)),
        End::Done("done"),
        1,
    ),
    Row(
        "an old server that says yes to everything",
        Session,
        Act::Call,
        |seen, _| (seen.rpc == "server/discover").then(|| seen.ok(json!({}))),
        End::Done("done"),
        1,
    ),
    Row(
        "an old server that fails at the question",
        Session,
        Act::Call,
        |seen, _| (seen.rpc == "server/discover").then(|| FakeAnswer::status(500, &[], "Internal Server Error")),
        End::Done("done"),
        1,
    ),
    Row("the first transport, found out", Sse, Act::Call, |_, _| None, End::Done("done"), 1),
];
