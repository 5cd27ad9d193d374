//! The scripted model server from outside.

use std::time::Duration;

use edith_lab::model_server::{End, Fault, ModelServer, Reply, Script};
use serde_json::{Value, json};

use crate::http::{Answer, send};

async fn ask(server: &ModelServer, stream: bool, headers: &[(&str, &str)]) -> Answer {
    let look = "ELEMENTS (uid | type | label):\n7 | BUTTON | \"Buy\"";
    let body = json!({ "model": "m", "stream": stream, "stream_options": { "include_usage": true },
        "messages": [{ "role": "user", "content": "hi" }, { "role": "tool", "content": look }] });
    let origin = server.url.replace("/v1", "");
    send(&origin, "POST", "/v1/chat/completions", headers, &body.to_string()).await
}

/// A stream's events without the last line, which must be there.
fn events(answer: &Answer) -> Vec<Value> {
    let lines: Vec<&str> = answer.body.split("\n\n").filter_map(|line| line.strip_prefix("data: ")).collect();
    let (last, events) = lines.split_last().unwrap();
    assert_eq!(*last, "[DONE]");
    events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

fn joined(events: &[Value], pointer: &str) -> String {
    events.iter().filter_map(|event| event.pointer(pointer).and_then(Value::as_str)).collect()
}

#[tokio::test]
async fn a_text_comes_in_pieces_with_its_usage() {
    let server = ModelServer::start(|_| Reply::text("Grüße aus dem Skript, in Stücken")).await.unwrap();
    let answer = ask(&server, true, &[("authorization", "Bearer secret")]).await;
    assert!(answer.header("content-type").starts_with("text/event-stream"));
    let events = events(&answer);
    assert!(events.len() > 5);
    assert_eq!(joined(&events, "/choices/0/delta/content"), "Grüße aus dem Skript, in Stücken");
    assert_eq!(joined(&events, "/choices/0/finish_reason"), "stop");
    assert!(events.last().unwrap().pointer("/usage/total_tokens").is_some());
    let request = server.requests().remove(0);
    assert_eq!((request.header("authorization"), request.end), ("Bearer secret", End::Sent));
    assert_eq!(request.last_of("user"), "hi");
}

#[tokio::test]
async fn a_call_names_its_element_by_type_and_label() {
    let call =
        || Reply::call("click", json!({ "uid": { "$uid": ["BUTTON", "Buy"] } })).and_call("take_snapshot", Value::Null);
    let server = ModelServer::scripted(Script::new().then(call()).then(call().as_plain())).await.unwrap();
    let streamed = events(&ask(&server, true, &[]).await);
    let of = |index: u64, pointer: &str| -> String {
        let call = |event: &&Value| {
            event.pointer("/choices/0/delta/tool_calls/0/index").and_then(Value::as_u64) == Some(index)
        };
        streamed.iter().filter(call).filter_map(|event| event.pointer(pointer)?.as_str()).collect()
    };
    assert_eq!(of(0, "/choices/0/delta/tool_calls/0/function/name"), "click");
    assert_eq!(of(0, "/choices/0/delta/tool_calls/0/function/arguments"), r#"{"uid":7}"#);
    assert_eq!(of(1, "/choices/0/delta/tool_calls/0/function/arguments"), "{}");
    let plain = ask(&server, true, &[]).await;
    assert_eq!(plain.header("content-type"), "application/json");
    let plain: Value = serde_json::from_str(&plain.body).unwrap();
    assert_eq!(plain.pointer("/choices/0/message/tool_calls/0/function/arguments"), Some(&json!(r#"{"uid":7}"#)));
    assert_eq!(plain.pointer("/choices/0/finish_reason"), Some(&json!("tool_calls")));
    let over = ask(&server, false, &[]).await;
    assert!(over.body.contains("The script has no further turn."));
}

#[tokio::test]
async fn faults_are_what_they_say() {
    let script = Script::replies([
        Reply::too_many(3),
        Reply::fault(Fault::Cut { after: 4 }),
        Reply::fault(Fault::NoDone),
        Reply::fault(Fault::ErrorEvent { message: "overloaded".to_owned() }),
        Reply::fault(Fault::Html),
        Reply::text("ä ö ü ß €").with(Fault::SplitUtf8),
        Reply::fault(Fault::Redirect { to: "http://localhost:1/".to_owned() }),
        Reply::context_too_long(),
        Reply::raw_call("click", "{\"uid\": ").same_ids("x"),
        Reply::fault(Fault::Reset),
        Reply::text("late").with(Fault::Delay { milliseconds: 50 }),
    ]);
    let server = ModelServer::scripted(script).await.unwrap();
    let next = async || ask(&server, true, &[]).await;
    let limited = next().await;
    assert_eq!((limited.status, limited.header("retry-after")), (429, "3"));
    let cut = next().await;
    assert!(cut.status == 200 && !cut.complete && !cut.body.contains("[DONE]") && cut.body.contains("data: "));
    let open = next().await;
    assert!(open.complete && !open.body.contains("[DONE]") && open.body.contains("\"stop\""));
    assert!(next().await.body.contains("overloaded"));
    let html = next().await;
    assert!(html.status == 200 && html.body.starts_with("<!doctype html>"));
    assert_eq!(joined(&events(&next().await), "/choices/0/delta/content"), "ä ö ü ß €");
    let moved = next().await;
    assert_eq!((moved.status, moved.location()), (307, "http://localhost:1/"));
    assert!(next().await.body.contains("context_length_exceeded"));
    assert_eq!(joined(&events(&next().await), "/choices/0/delta/tool_calls/0/id"), "x");
    assert!(!next().await.complete);
    assert_eq!(next().await.status, 200);
    assert_eq!(server.requests().len(), 11);
}

#[tokio::test]
async fn a_client_that_leaves_a_stalled_stream_is_noticed() {
    let server = ModelServer::start(|_| Reply::fault(Fault::Drip { milliseconds: 20 })).await.unwrap();
    let left = tokio::time::timeout(Duration::from_millis(100), ask(&server, true, &[])).await;
    assert!(left.is_err());
    let deadline = tokio::time::Instant::now() + Duration::from_secs(5);
    while server.requests().first().map(|request| request.end) != Some(End::ClientLeft) {
        assert!(tokio::time::Instant::now() < deadline, "it did not notice");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_server_that_refuses_extensions_refuses_only_them() {
    let server = ModelServer::refusing_extensions(Script::always(|_| Reply::text("ok"))).await.unwrap();
    let refused = ask(&server, false, &[("origin", "chrome-extension://abc")]).await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (403, ""));
    let welcome = ask(&server, false, &[("origin", "http://127.0.0.1")]).await;
    assert_eq!((welcome.status, welcome.header("access-control-allow-origin")), (200, "*"));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_script_file_is_a_list_of_replies() {
    let folder = std::env::temp_dir().join(format!("edith-script-{}.json", std::process::id()));
    let turns = json!([
        { "text": "Looking.", "calls": [{ "name": "click", "arguments": { "uid": { "$uid": ["BUTTON", "Buy"] } } }] },
        { "fault": { "kind": "status", "status": 500 } },
    ]);
    std::fs::write(&folder, turns.to_string()).unwrap();
    let server = ModelServer::scripted(Script::from_file(&folder).unwrap()).await.unwrap();
    std::fs::write(&folder, "[{\"txt\": 1}]").unwrap();
    let wrong = Script::from_file(&folder).map(drop).unwrap_err().to_string();
    std::fs::remove_file(&folder).unwrap();
    assert!(wrong.contains("unknown field `txt`"), "{wrong}");
    assert!(ask(&server, false, &[]).await.body.contains(r#"{\"uid\":7}"#));
    assert_eq!(ask(&server, true, &[]).await.status, 500);
    let waited = server.wait_requests(3, Duration::from_millis(20)).await.unwrap_err().to_string();
    assert!(waited.contains("only 2 of 3"), "{waited}");
}

#[tokio::test]
async fn the_example_script_is_one() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/src/model_server/example.json");
    let server = ModelServer::scripted(Script::from_file(example.as_ref()).unwrap()).await.unwrap();
    assert!(ask(&server, false, &[]).await.body.contains("navigate"));
    assert_eq!(ask(&server, true, &[]).await.status, 429);
}
