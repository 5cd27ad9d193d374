//! What servers ask for within a call.

use super::common::server::{Era, Seen, event, stream, text};
use super::world::{Host, World, asked, said};
use edith_port::{ServerAsk, ServerReply, ToolError, Tools};
use edith_protocol::{FormQuestion, FormValue, McpOutcome};
use edith_testkit::Piece;
use serde_json::{Value, json};

fn form() -> Value {
    json!({ "message": "Which?", "requestedSchema": { "type": "object", "required": ["count"], "properties": {
        "count": { "type": "integer", "minimum": 1, "maximum": 10 }, "name": { "type": "string" },
    }}})
}

fn asks_for(seen: &Seen, requests: &Value) -> edith_testkit::FakeAnswer {
    seen.ok(json!({ "resultType": "input_required", "inputRequests": requests, "requestState": "kept" }))
}

/// A server of the current revision that asks for these before it is done, and says what it was replied.
fn stateless(host: &Host, requests: Value) {
    host.answers(move |seen, _| {
        if seen.rpc != "tools/call" {
            return None;
        }
        Some(match seen.params.get("inputResponses") {
            None => asks_for(seen, &requests),
            Some(replies) if seen.params["requestState"] == "kept" => seen.ok(text(&replies.to_string())),
            Some(_) => seen.error(400, -32602, Value::Null),
        })
    });
}

/// A server of an older revision that asks for this on the call's stream.
fn open(host: &Host, method: &'static str, params: Value) {
    host.answers(move |seen, server| match seen.rpc.as_str() {
        "tools/call" => {
            server.feed.push(event(&json!({ "jsonrpc": "2.0", "id": "q", "method": method, "params": params })));
            Some(stream(vec![Piece::Fed(server.feed.clone())]))
        }
        "answer" => {
            let result = text(&json!([seen.body["result"], seen.body["error"]["code"]]).to_string());
            server.feed.push(event(&json!({ "jsonrpc": "2.0", "id": *server.call.borrow(), "result": result })));
            None
        }
        _ => None,
    });
}

fn filled(values: &[(&str, &str)]) -> ServerReply {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), FormValue::from(*value)));
    ServerReply::Filled { values: values.collect() }
}

fn questions(ask: &ServerAsk) -> &[FormQuestion] {
    match ask {
        ServerAsk::Form { questions, .. } => questions,
        other => panic!("{other:?}"),
    }
}

fn sampling() -> Value {
    json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": "Short?" } }], "maxTokens": 5 })
}

#[test]
fn what_does_not_fit_is_asked_again_with_the_reason_and_what_fits_is_kept() {
    let mut world = World::new();
    let host = world.host("a.example", Era::Modern);
    let elicit = json!({ "method": "elicitation/create", "params": form() });
    stateless(&host, json!({ "one": elicit, "two": elicit }));
    let id = world.add("One", "a.example");
    let tool = world.tool("do");
    let first = world.asked(&tool);
    assert_eq!(first.asks.len(), 2);
    let replies = [("one", filled(&[("count", "3")])), ("two", filled(&[("count", "11"), ("name", "Ann")]))];
    let again = asked(world.reply(&tool, &first, &replies));
    assert_eq!(host.server.count("tools/call"), 1, "the server is not bothered");
    assert_eq!(again.asks.len(), 1);
    let (which, ask) = &again.asks[0];
    let of = |name: &str| questions(ask).iter().find(|one| one.question_id == name).unwrap().clone();
    assert_eq!(which, "two");
    assert_eq!((of("count").value, of("count").reason.contains("1 – 10")), ("11".into(), true));
    assert_eq!((of("name").value, of("name").reason), ("Ann".into(), String::new()));
    // The worker may die in between: the server keeps nothing, and what was replied is stored with the run.
    world.restart();
    let missing = asked(world.reply(&tool, &again, &[("two", filled(&[("name", "Ann")]))]));
    assert!(questions(&missing.asks[0].1).iter().any(|one| !one.reason.is_empty()));
    let done = said(world.reply(&tool, &missing, &[("two", filled(&[("count", "4"), ("name", "Ann")]))]));
    let expected = json!({
        "one": { "action": "accept", "content": { "count": 3 } },
        "two": { "action": "accept", "content": { "count": 4, "name": "Ann" } },
    });
    assert_eq!(serde_json::from_str::<Value>(&done.text).unwrap(), expected);
    assert_eq!(host.server.count("tools/call"), 2);
    assert_eq!(world.shown(&id).calls.last().unwrap().outcome, McpOutcome::Asks);
}

#[test]
fn what_the_person_declines_is_declined() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    let visit = json!({ "mode": "url", "message": "m", "url": "https://a.example/pay", "elicitationId": "1" });
    stateless(
        &host,
        json!({
            "form": { "method": "elicitation/create", "params": form() },
            "visit": { "method": "elicitation/create", "params": visit },
            "agreed": { "method": "elicitation/create", "params": visit },
        }),
    );
    world.add("One", "a.example");
    let tool = world.tool("do");
    let asks = world.asked(&tool);
    let replies = [("form", ServerReply::Declined), ("visit", ServerReply::Declined), ("agreed", ServerReply::Agreed)];
    let done = said(world.reply(&tool, &asks, &replies));
    let expected =
        json!({ "form": { "action": "decline" }, "visit": { "action": "decline" }, "agreed": { "action": "accept" } });
    assert_eq!(serde_json::from_str::<Value>(&done.text).unwrap(), expected);
}

#[test]
fn a_model_that_is_not_to_be_asked_ends_the_call_where_the_server_keeps_nothing() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    stateless(&host, json!({ "m": { "method": "sampling/createMessage", "params": sampling() } }));
    world.add("One", "a.example");
    let tool = world.tool("do");
    let asks = world.asked(&tool);
    let given_up = said(world.reply(&tool, &asks, &[("m", ServerReply::Declined)]));
    assert!(given_up.is_error && given_up.text.contains("did not want their model asked"), "{}", given_up.text);
    assert_eq!(host.server.count("tools/call"), 1);
    let sampled = ServerReply::Sampled { text: "Yes.".into(), model: "m1".into() };
    let done = said(world.reply(&tool, &asks, &[("m", sampled)]));
    assert!(done.text.contains("Yes.") && done.text.contains("m1"), "{}", done.text);
}

#[test]
fn a_server_that_holds_the_call_open_is_told_that_no_model_is_asked() {
    let world = World::new();
    let host = world.host("a.example", Era::Session);
    open(&host, "sampling/createMessage", sampling());
    world.add("One", "a.example");
    let tool = world.tool("do");
    let asks = world.asked(&tool);
    let key = asks.asks[0].0.clone();
    assert_eq!(said(world.reply(&tool, &asks, &[(&*key, ServerReply::Declined)])).text, "[null,-1]");
    assert_eq!(host.server.count("tools/call"), 1);
}

#[test]
fn a_reply_after_the_connection_is_gone_has_no_answer_and_the_call_is_not_made_again() {
    let mut world = World::new();
    let host = world.host("a.example", Era::Session);
    open(&host, "elicitation/create", form());
    let id = world.add("One", "a.example");
    let tool = world.tool("do");
    let asks = world.asked(&tool);
    let key = asks.asks[0].0.clone();
    world.restart();
    let replied = world.reply(&tool, &asks, &[(&*key, filled(&[("count", "3")]))]);
    assert!(matches!(replied, Err(ToolError::NoAnswer(_))), "{replied:?}");
    assert_eq!((host.server.count("tools/call"), host.server.count("answer")), (1, 0));
    assert_eq!(world.shown(&id).calls[0].outcome, McpOutcome::Unknown);
    // And what is not a state of a call is none.
    let broken = edith_port::ServerAsks { state: json!({ "waiting": 1 }), ..asks };
    let replied = world.reply(&tool, &broken, &[(&*key, filled(&[("count", "3")]))]);
    assert!(matches!(replied, Err(ToolError::NoAnswer(_))), "{replied:?}");
    assert_eq!(host.server.count("tools/call"), 1);
}

#[test]
fn a_call_that_nobody_replies_to_is_cancelled_where_it_is_held_open() {
    let world = World::new();
    let host = world.host("a.example", Era::Session);
    open(&host, "elicitation/create", form());
    world.add("One", "a.example");
    let tool = world.tool("do");
    let asks = world.asked(&tool);
    world.servers.abandon(&tool.tool, &asks);
    world.run(async {});
    assert_eq!(host.server.count("notifications/cancelled"), 1);
    let key = asks.asks[0].0.clone();
    let replied = world.reply(&tool, &asks, &[(&*key, filled(&[("count", "3")]))]);
    assert!(matches!(replied, Err(ToolError::NoAnswer(_))), "{replied:?}");
}
