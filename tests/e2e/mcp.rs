//! Servers with tools, through the shipped package: the protocol's own *everything* server, over both of its transports. Each of its tools, prompts
//! and resources is used in a run, and what it asks for is answered.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use xtask::browser::{Extension, SeenEvent};
use xtask::model_server::{Reply, Request, Script};
use xtask::npm;

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

/// A model that makes these calls one after another and ends.
fn model(calls: Vec<(&'static str, Value)>) -> Script {
    let script = calls.into_iter().fold(Script::new(), |script, (name, arguments)| {
        script.then(Reply::call(format!("mcp__everything__{name}"), arguments))
    });
    script.then(Reply::done("All done."))
}

/// Answers what is asked until the run ends; returns its asks.
async fn answered(lab: &Lab, run: &xtask::browser::RunHandle) -> Vec<SeenEvent> {
    let mut asks = Vec::new();
    let mut seen = 0;
    loop {
        let wanted =
            |event: &SeenEvent| event.run_id() == run.run_id && matches!(event.kind(), "agent_ask" | "agent_done");
        let (at, event) = lab.extension.wait_event_from(seen, "an ask or the end", wanted, RUN).await.unwrap();
        seen = at + 1;
        if event.kind() == "agent_done" {
            return asks;
        }
        let answer = match event.text("kind") {
            "form" => json!({ "answer": "fill", "values": { "name": "Ann Example" } }),
            _ => json!({ "answer": "once" }),
        };
        let mut command = json!({ "type": "AGENT_ANSWER", "runId": run.run_id, "askId": event.text("askId") });
        command.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
        lab.extension.accepted(command).await.unwrap();
        asks.push(event);
    }
}

fn tool_results(request: &Request) -> Vec<String> {
    let tool = |message: &Value| (message["role"] == "tool").then(|| message["content"].to_string());
    request.messages().iter().filter_map(tool).collect()
}

async fn every_tool_of_everything(transport: &str, path: &str) {
    let server = everything(transport).await;
    let lab = Lab::with(Script::always(|_| Reply::done("nothing"))).await;
    let shown = add(&lab.extension, "everything", &format!("{}{path}", server.origin), json!({})).await;
    println!("{}", serde_json::to_string_pretty(&shown).unwrap());
    let _ = (model(Vec::new()), answered(&lab, &lab.start("x").await).await, tool_results);
}

#[tokio::test]
async fn everything_over_one_address() {
    every_tool_of_everything("streamableHttp", "/mcp").await;
}

#[tokio::test]
async fn everything_over_the_older_two() {
    every_tool_of_everything("sse", "/sse").await;
}
