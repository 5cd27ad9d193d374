//! Servers with tools, through the shipped package: the protocol's own *everything* server, over both of its transports. Each of its tools, prompts
//! and resources is used in a run, and what it asks for is answered.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use edith_lab::browser::{Extension, RunHandle, SeenEvent};
use edith_lab::model_server::{Reply, Script};
use edith_lab::npm;
use edith_lab::sites::Sites;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::lab::{Lab, RUN};

/// The protocol's own server for trying clients.
const EVERYTHING: (&str, &str) = ("@modelcontextprotocol/server-everything", "2026.8.31");

/// A program that serves on a port of this machine until it is dropped.
pub(crate) struct Served {
    /// Its origin.
    pub origin: String,
    _program: Child,
}

impl Served {
    /// Starts one with a free port in `PORT`, and waits until it takes connections.
    pub(crate) async fn start(mut command: Command) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        command.env("PORT", port.to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let program = command.kill_on_drop(true).spawn().unwrap();
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Self { origin: format!("http://127.0.0.1:{port}"), _program: program };
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server did not start");
    }
}

async fn everything(transport: &str) -> Served {
    let folder = npm::package(EVERYTHING.0, EVERYTHING.1).unwrap();
    let mut command = Command::new("node");
    command.arg(folder.join("dist/index.js")).arg(transport);
    Served::start(command).await
}

/// Stores a server as the person would, and returns it with what it offers.
pub(crate) async fn add(extension: &Extension, name: &str, url: &str, more: Value) -> Value {
    let mut server =
        json!({ "id": "", "name": name, "url": url, "transport": "auto", "enabled": true, "trust": "all" });
    server.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let saved = extension.accepted(json!({ "type": "MCP_SAVE", "server": server })).await.unwrap();
    let list = extension.accepted(json!({ "type": "MCP_LIST" })).await.unwrap();
    let all = list["servers"].as_array().unwrap();
    all.iter().find(|one| one["id"] == saved["server"]["id"]).unwrap().clone()
}

/// A tool of the everything server, what it is called with, and what its answer holds.
type Use = (&'static str, Value, &'static str);

fn uses(visit: &str) -> Vec<Use> {
    vec![
        ("echo", json!({ "message": "hi there" }), "hi there"),
        ("get-annotated-message", json!({ "messageType": "success", "includeImage": true }), "a picture"),
        ("get-env", json!({}), "PORT"),
        ("get-resource-links", json!({ "count": 2 }), "demo://resource/dynamic"),
        (
            "get-resource-reference",
            json!({ "resourceType": "Text", "resourceId": 1 }),
            "demo://resource/dynamic/text/1",
        ),
        ("get-structured-content", json!({ "location": "Chicago" }), "temperature"),
        ("get-sum", json!({ "a": 2, "b": 3 }), "5"),
        ("get-tiny-image", json!({}), "a picture"),
        ("gzip-file-as-resource", json!({ "data": "data:text/plain,hello", "outputType": "resource" }), "gzip"),
        ("toggle-simulated-logging", json!({}), "logging"),
        ("toggle-subscriber-updates", json!({}), "pdates"),
        ("trigger-long-running-operation", json!({ "duration": 1, "steps": 4 }), "completed"),
        ("trigger-elicitation-request", json!({}), "Ann Example"),
        ("trigger-url-elicitation", json!({ "url": visit }), "accept"),
        ("trigger-url-elicitation", json!({ "url": visit, "errorPath": true }), "accept"),
        ("trigger-sampling-request", json!({ "prompt": "Say it.", "maxTokens": 20 }), "An answer of the model."),
        // It wants to be polled as a task, which no revision of today has in its core.
        ("simulate-research-query", json!({ "topic": "tides" }), "task"),
    ]
}

/// A model that makes these calls one after another and ends, and answers what a server has it asked.
fn model(uses: &[Use]) -> Script {
    let calls: Vec<(String, Value)> =
        uses.iter().map(|(name, arguments, _)| (format!("mcp__everything__{name}"), arguments.clone())).collect();
    let next = AtomicUsize::new(0);
    Script::always(move |request| {
        if request.tools().is_empty() {
            return Reply::text("An answer of the model.");
        }
        match calls.get(next.fetch_add(1, Ordering::Relaxed)) {
            Some((name, arguments)) => Reply::call(name, arguments.clone()),
            None => Reply::done("All done."),
        }
    })
}

/// Answers what is asked until the run ends; returns its asks and the results of its calls by their order.
async fn answered(lab: &Lab, run: &RunHandle) -> (Vec<SeenEvent>, Vec<String>) {
    let (mut asks, mut results, mut seen) = (Vec::new(), Vec::new(), 0);
    loop {
        let wanted = |event: &SeenEvent| event.run_id() == run.run_id;
        let (at, event) = lab.extension.wait_event_from(seen, "an ask or the end", wanted, RUN).await.unwrap();
        seen = at + 1;
        match event.kind() {
            "agent_done" => return (asks, results),
            "agent_progress" if !event.text("result").is_empty() && event.text("tool").starts_with("mcp__") => {
                results.push(event.text("result").to_owned());
            }
            "agent_ask" => {
                let mut command = match event.text("kind") {
                    "form" => {
                        json!({ "answer": "fill", "values": { "name": "Ann Example", "check": "Yes", "email": "" } })
                    }
                    _ => json!({ "answer": "once" }),
                };
                let more = json!({ "type": "AGENT_ANSWER", "runId": run.run_id, "askId": event.text("askId") });
                command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                lab.extension.accepted(command).await.unwrap();
                asks.push(event);
            }
            _ => {}
        }
    }
}

async fn all_of_everything(transport: &str, path: &str, revision: &str) {
    let server = everything(transport).await;
    let sites = Sites::start().await.unwrap();
    let uses = uses(&format!("{}?visited", sites.shop_url));
    let lab = Lab::on(sites, model(&uses)).await;
    let shown = add(&lab.extension, "everything", &format!("{}{path}", server.origin), json!({})).await;
    assert_eq!((shown["state"].as_str(), shown["protocol"].as_str()), (Some("connected"), Some(revision)), "{shown}");
    // Each tool that is offered is used once.
    let offered: BTreeSet<&str> =
        shown["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(offered, uses.iter().map(|(name, ..)| *name).collect());
    let run = lab.start("try every tool").await;
    let (asks, results) = answered(&lab, &run).await;
    assert_eq!(results.len(), uses.len(), "{results:#?}");
    for ((name, _, holds), result) in uses.iter().zip(&results) {
        assert!(result.contains(holds), "{name}: {result}");
    }
    let kinds: Vec<&str> = asks.iter().map(|ask| ask.text("kind")).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "form").count(), 1, "{kinds:?}");
    let progress =
        lab.extension.events_since(0).into_iter().filter(|event| event.text("text").contains("“everything”:"));
    assert!(progress.count() >= 3, "its progress is told");
    let tabs = lab.extension.tab_id(&lab.sites.shop_url).await.unwrap();
    assert!(tabs.is_some(), "what it wants visited is open");
    // Prompts.
    let id = shown["id"].as_str().unwrap();
    for (name, arguments, holds) in [
        ("simple-prompt", json!({}), "simple prompt"),
        ("args-prompt", json!({ "city": "Oslo" }), "Oslo"),
        ("completable-prompt", json!({ "department": "Sales", "name": "David" }), "David"),
        ("resource-prompt", json!({ "resourceType": "Text", "resourceId": "1" }), "demo://resource/dynamic/text/1"),
    ] {
        let prompt = json!({ "type": "MCP_PROMPT", "id": id, "name": name, "arguments": arguments });
        let text = lab.extension.accepted(prompt).await.unwrap()["text"].to_string();
        assert!(text.contains(holds), "{name}: {text}");
    }
    // Resources become documents that are read and searched.
    let resources = shown["resources"].as_array().unwrap();
    assert!(resources.len() >= 5, "{resources:?}");
    for resource in resources {
        let add = json!({ "type": "DOCUMENT_ADD", "serverId": id, "url": resource["uri"] });
        let document = lab.extension.accepted(add).await.unwrap()["documentId"].clone();
        let read = lab.extension.accepted(json!({ "type": "DOCUMENT_READ", "documentId": document })).await.unwrap();
        assert_eq!(read["document"]["state"], "read", "{read}");
    }
    let found = json!({ "type": "DOCUMENT_SEARCH", "query": "elicitation" });
    assert!(!lab.extension.accepted(found).await.unwrap()["hits"].as_array().unwrap().is_empty());
    // Its calls are logged.
    let list = lab.extension.accepted(json!({ "type": "MCP_LIST" })).await.unwrap();
    assert!(list["servers"][0]["calls"].as_array().unwrap().len() >= uses.len());
}

#[tokio::test]
async fn all_of_everything_over_one_address() {
    all_of_everything("streamableHttp", "/mcp", "2025-11-25").await;
}

#[tokio::test]
async fn all_of_everything_over_the_older_two() {
    all_of_everything("sse", "/sse", "2024-11-05").await;
}

#[tokio::test]
async fn stop_cancels_a_long_call_at_once_and_switches_are_obeyed() {
    let server = everything("streamableHttp").await;
    let calls = [("trigger-long-running-operation", json!({ "duration": 60, "steps": 60 }), "")];
    let lab = Lab::with(model(&calls)).await;
    let allowed = json!({ "allow": ["trigger-long-running-operation", "echo"], "trust": "reads" });
    add(&lab.extension, "everything", &format!("{}/mcp", server.origin), allowed).await;
    let run = lab.start("work long").await;
    let works = |event: &SeenEvent| event.text("text").contains("“everything”:");
    lab.extension.wait_event("its progress", works, RUN).await.unwrap();
    let pressed = Instant::now();
    lab.steer("AGENT_STOP", &run).await;
    let done = lab.done(&run).await;
    let took = pressed.elapsed();
    assert_eq!(done.text("outcome"), "stopped");
    assert!(took < Duration::from_millis(1_500), "{took:?} on a busy machine; 300 ms is what is wanted");
    println!("stop after {} ms", took.as_millis());
    // Only what is allowed is offered.
    let requests = lab.model.requests();
    let offered: Vec<&str> = requests[0].tools().into_iter().filter(|name| name.starts_with("mcp__")).collect();
    assert_eq!(offered, ["mcp__everything__echo", "mcp__everything__trigger-long-running-operation"]);
}
