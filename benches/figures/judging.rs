//! What the gate costs: judging a call, new and at its dispatch, natively.

use edith_core::Judging;
use serde_json::{Value, json};
use xtask::bench::{Contender, Figure, Reason};

/// A long task: so many calls, each with a page of so many bytes.
const CALLS: usize = 300;
const PAGE_BYTES: usize = 50_000;

pub(crate) fn figures() -> Vec<Figure<'static>> {
    let calls: [(&str, &str, Value); 4] = [
        ("a link", "click", json!({ "uid": 9 })),
        ("a text", "type_text", json!({ "uid": 1, "text": "a desk lamp for the study" })),
        ("an address", "navigate", json!({ "url": "https://other.example/lamps/7?sort=price" })),
        ("a key", "press_key", json!({ "uid": 1, "key": "Enter" })),
    ];
    let contenders = calls.into_iter().map(|(name, tool, arguments)| {
        let judging = Judging::after(CALLS, PAGE_BYTES);
        Contender::timed(name, move || judging.judge(tool, &arguments).ok_or_else(|| Reason::from("not judged")))
    });
    vec![Figure::time(
        format!("judging a call after {CALLS} calls with pages of {PAGE_BYTES} bytes"),
        contenders.collect(),
    )]
}
