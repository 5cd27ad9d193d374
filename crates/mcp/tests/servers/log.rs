//! The log of calls.

use super::common::server::{Era, json_answer, text};
use super::world::World;
use edith_port::Clock;
use edith_protocol::{McpCall, McpOutcome, keys};
use serde_json::json;

#[test]
fn the_last_fifty_calls_are_kept_newest_first_without_what_was_said() {
    let mut world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        let body = json!({ "jsonrpc": "2.0", "id": seen.id, "result": text("the answer's contents") });
        (seen.rpc == "tools/call").then(|| json_answer(&body))
    });
    let id = world.add("One", "a.example");
    let tool = world.tool("do");
    let begin = world.clock.now();
    for _ in 0..53 {
        world.clock.advance(1_000.0);
        let said = world.said(&tool);
        assert_eq!(said.text, "the answer's contents");
    }
    world.restart();
    let calls = world.shown(&id).calls;
    assert_eq!(calls.len(), 50);
    let expected = |at: f64| McpCall { tool: "do".into(), at, ms: 0.0, outcome: McpOutcome::Answered };
    assert_eq!((&calls[0], &calls[49]), (&expected(begin + 53_000.0), &expected(begin + 4_000.0)));
    let stored = world.of(keys::MCP_KNOWN, &id).to_string();
    assert!(!stored.contains("contents") && !stored.contains("what the tool is told"), "{stored}");
}
