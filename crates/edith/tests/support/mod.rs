//! What the tests of the built program share.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its own part")]

pub mod fleet;
#[path = "../../../native/tests/site/mod.rs"]
pub mod site;

use serde_json::{Value, json};
use site::{Asked, Site, html, json as answer_json, missing};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The program, with a home of its own.
pub fn edith(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_edith"));
    // Whoever runs the tests may speak another language.
    command.env("LC_ALL", "C");
    command.arg("--home").arg(home).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(home: &Path, words: &[&str]) -> Output {
    edith(home).arg("run").args(words).output().unwrap()
}

/// A task on a page that a model of this server does.
pub fn with_model(home: &Path, task: &str, url: &str, model: &Site) -> Command {
    let mut command = edith(home);
    command.args(["run", task, "--url", url, "--api-base", &model.url("/v1"), "--model", "m"]);
    command
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub fn said(output: &Output) -> String {
    format!("{}\n---\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

pub fn events(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// A mail that is sent to its server, and a shop that is searched.
pub fn pages() -> Site {
    Site::start(move |asked: &Asked| match asked.path.split('?').next().unwrap_or_default() {
        "/mail" => html(
            "<title>Mail</title><h1>New mail</h1><form method=post action=/send><label>To <input name=to></label>\
             <label>Message <textarea name=message></textarea></label><button>Send</button></form>",
        ),
        "/send" => html("<title>Sent</title><h1>Sent</h1><p>Your mail was sent.</p>"),
        // What was found, or everything.
        "/shop" => {
            let (others, total) = match asked.path.contains("q=lamp") {
                true => ("", "12.50"),
                false => ("<tr><td>Office chair<td>€80.00</tr><tr><td>Wall clock<td>€9.00</tr>", "101.50"),
            };
            html(&format!(
                "<title>Shop</title><h1>Shop</h1><form action=/shop><label>Search <input type=search name=q></label><button>Search</button></form>\
                 <table><tr><th>Name<th>Price</tr><tr><td>Desk lamp<td>€12.50</tr>{others}</table><p>Total: €{total}</p>"
            ))
        }
        _ => missing(),
    })
}

/// The lines of a file, as JSON.
pub fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

pub fn ids(results: &[Value]) -> Vec<String> {
    let mut ids: Vec<String> = results.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

/// Work of this program's own parts, which stay on their thread.
pub fn on_a_thread<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, work)
}

pub fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
pub fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// A server that speaks as a model: each answer in turn, without a stream.
pub fn model(answers: Vec<Value>) -> Site {
    let answers = Mutex::new(answers.into_iter());
    Site::start(move |asked| {
        if asked.method != "POST" {
            return missing();
        }
        let message = answers.lock().unwrap().next().unwrap_or_else(|| json!({"content": "Nothing more to say."}));
        let finish = if message.get("tool_calls").is_some() { "tool_calls" } else { "stop" };
        answer_json(&json!({
            "id": "1", "object": "chat.completion", "created": 1, "model": "scripted",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010},
        }))
    })
}

pub fn call(name: &str, arguments: &Value) -> Value {
    json!({"role": "assistant", "content": null, "tool_calls": [
        {"id": name, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}},
    ]})
}
