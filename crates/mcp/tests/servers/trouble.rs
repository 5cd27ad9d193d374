//! Servers that cannot be used.

use super::common::server::{Era, json_answer, tool};
use super::world::{World, failed};
use edith_port::{Clock, ToolError};
use edith_protocol::{McpOutcome, McpState};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;

type Answer = fn() -> FakeAnswer;

#[test]
fn the_person_is_told_what_is_wrong_and_the_others_are_listed() {
    let rows: [(&str, Answer, &str); 5] = [
        ("unreachable", || FakeAnswer::Unreachable, "Nothing answers at a.example"),
        ("wrong path", || FakeAnswer::status(404, &[], "<html>"), "HTTP 404"),
        ("redirects", || FakeAnswer::Redirect, "redirects to another address"),
        ("fails", || FakeAnswer::status(500, &[], "broken"), "broken"),
        ("silent", || FakeAnswer::Silence, "did not answer in time"),
    ];
    for (what, answer, told) in rows {
        let world = World::new();
        world.host("a.example", Era::Modern).answers(move |_, _| Some(answer()));
        world.host("b.example", Era::Modern);
        let id = world.add("One", "a.example");
        world.add("Two", "b.example");
        let shown = world.shown(&id);
        assert_eq!(shown.state, McpState::Failed, "{what}");
        assert!(shown.error.contains(told) && shown.error.contains("a.example"), "{what}: {}", shown.error);
        assert_eq!(world.names(), ["Two do"], "{what}");
    }
}

#[test]
fn a_slow_server_holds_nobody_up_and_has_its_tools_of_before() {
    let world = World::new();
    let slow = world.host("a.example", Era::Modern);
    world.host("b.example", Era::Modern);
    world.add("One", "a.example");
    world.add("Two", "b.example");
    let is_slow = Rc::new(Cell::new(true));
    let still = Rc::clone(&is_slow);
    slow.answers(move |seen, _| {
        (still.get() && seen.rpc == "tools/list").then(|| {
            let list = json!({ "jsonrpc": "2.0", "id": seen.id, "result": { "tools": [tool("late")] } });
            let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
            let pieces = vec![Piece::Pause(10_000), Piece::Bytes(list.to_string().into_bytes())];
            FakeAnswer::Answer { status: 200, headers, pieces }
        })
    });
    let timed = || {
        let before = world.clock.now();
        (world.names(), world.clock.now() - before)
    };
    let (names, ms) = timed();
    assert_eq!(names, ["Two do"], "it has said nothing yet");
    assert!((4_000.0..5_000.0).contains(&ms), "{ms}");
    is_slow.set(false);
    assert_eq!(timed(), (vec!["One do".to_owned(), "Two do".to_owned()], 10.0));
    is_slow.set(true);
    let (names, ms) = timed();
    assert_eq!(names, ["One do", "Two do"], "as it said before");
    assert!((4_000.0..5_000.0).contains(&ms), "{ms}");
}

#[test]
fn a_list_is_not_asked_for_again_as_long_as_it_holds() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        let listed = json!({ "tools": [tool("do")], "ttlMs": 60_000, "cacheScope": "private" });
        (seen.rpc == "tools/list").then(|| seen.ok(listed))
    });
    world.add("One", "a.example");
    world.list();
    world.clock.advance(59_000.0);
    world.list();
    assert_eq!(host.server.count("tools/list"), 1);
    world.clock.advance(2_000.0);
    world.list();
    assert_eq!(host.server.count("tools/list"), 2);
}

#[test]
fn whether_a_call_was_done_is_said_as_far_as_it_is_known() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    let id = world.add("One", "a.example");
    let tool = world.tool("do");
    let answer = |status: fn() -> FakeAnswer| {
        host.answers(move |seen, _| (seen.rpc == "tools/call").then(status));
    };
    answer(|| FakeAnswer::status(404, &[], "gone"));
    failed(world.call(&tool));
    answer(|| FakeAnswer::Unreachable);
    assert!(matches!(world.call(&tool), Err(ToolError::NoAnswer(_))));
    answer(|| FakeAnswer::status(502, &[], "bad gateway"));
    assert!(matches!(world.call(&tool), Err(ToolError::NoAnswer(_))));
    host.answers(|seen, _| (seen.rpc == "tools/call").then(|| seen.error(200, -32000, json!(null))));
    let said = world.said(&tool);
    assert!(said.is_error && said.text.contains("refused"), "{}", said.text);
    host.answers(|seen, _| {
        let result = json!({ "content": [{ "type": "text", "text": "It is full." }], "isError": true });
        let body = json!({ "jsonrpc": "2.0", "id": seen.id, "result": result });
        (seen.rpc == "tools/call").then(|| json_answer(&body))
    });
    let said = world.said(&tool);
    assert_eq!((said.is_error, said.text.as_str()), (true, "It is full."));
    assert_eq!(host.server.count("tools/call"), 5, "none is sent twice");
    let outcomes: Vec<McpOutcome> = world.shown(&id).calls.iter().map(|call| call.outcome).collect();
    use McpOutcome::{Failed, Unknown};
    assert_eq!(outcomes, [Failed, Failed, Unknown, Unknown, Failed]);
}
