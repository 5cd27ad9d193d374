//! Programs with tools: started with a task, spoken to, ended with it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::path::Path;
use support::site::Site;
use support::*;

/// The variable by which this test program knows that it is the program with tools: the name of the file that it writes down its id and what it hears in.
const NOTES: &str = "EDITH_TEST_NOTES";

/// The program with tools itself. It speaks the revision of 2025-06-18 and says much that is not a message.
#[test]
fn the_program_itself() {
    let Some(notes) = std::env::var_os(NOTES) else { return };
    let mut notes = std::fs::OpenOptions::new().append(true).create(true).open(notes).unwrap();
    writeln!(notes, "{}", std::process::id()).unwrap();
    eprintln!("a word among the errors");
    let mut output = std::io::stdout().lock();
    writeln!(output, "a word among the messages").unwrap();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        writeln!(notes, "{line}").unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        let Some(id) = message.get("id") else { continue };
        let result = match message["method"].as_str().unwrap() {
            "initialize" => {
                json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "shelf", "version": "1"}})
            }
            "tools/list" => {
                json!({"tools": [{"name": "count", "description": "Counts books.", "inputSchema": {"type": "object"},
                "annotations": {"readOnlyHint": true}}]})
            }
            "tools/call" => {
                let key = std::env::var("SHELF_KEY").unwrap_or_default();
                let foreign = std::env::var("KEY_OF_THE_TEST").unwrap_or_default();
                json!({"content": [{"type": "text", "text": format!("There are 4711 books. key={key} foreign={foreign}")}]})
            }
            _ => {
                writeln!(
                    output,
                    "{}",
                    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "unknown"}})
                )
                .unwrap();
                continue;
            }
        };
        writeln!(output, "{}", json!({"jsonrpc": "2.0", "id": id, "result": result})).unwrap();
    }
    // Nobody speaks to it, and it stays anyway.
    std::thread::sleep(std::time::Duration::from_secs(600));
}

/// A file of servers with this test program as one.
fn config(file: &Path, notes: &Path, trust: &str) {
    let program = std::env::current_exe().unwrap();
    let config = json!({"mcpServers": {"shelf": {"command": program, "args": ["--exact", "the_program_itself", "--nocapture"],
        "env": {NOTES: notes, "SHELF_KEY": "k"}, "trust": trust}}});
    std::fs::write(file, config.to_string()).unwrap();
}

fn a_model_that_counts() -> Site {
    model(vec![
        call("mcp__shelf__count", &json!({})),
        call("task_complete", &json!({"summary": "There are 4711 books.", "evidence": "4711"})),
    ])
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_tool_of_a_program_is_used_and_the_program_ends_with_the_task() {
    let (home, model) = (tempfile::tempdir().unwrap(), a_model_that_counts());
    let (file, notes) = (home.path().join("servers.json"), home.path().join("notes.txt"));
    config(&file, &notes, "reads");
    let output = edith(home.path())
        // Once a page was read, a server that the person did not name is asked about.
        .args(["run", "how many books are there?", "--api-base", &model.url("/v1")])
        .args(["--model", "scripted", "--api-key-env", "KEY_OF_THE_TEST", "--mcp"])
        .arg(&file)
        .env("KEY_OF_THE_TEST", "sk-very-secret")
        .output()
        .unwrap();
    let heard = std::fs::read_to_string(&notes).unwrap_or_default();
    let asked: Vec<String> =
        model.asked().into_iter().filter(|asked| asked.method == "POST").map(|asked| asked.body).collect();
    assert!(
        asked.first().is_some_and(|body| body.contains("mcp__shelf__count")),
        "{asked:?} {heard} {}",
        said(&output)
    );
    assert_eq!(code(&output), 0, "{}", said(&output));
    let answered = asked.iter().find(|body| body.contains("There are 4711 books. key=k foreign=")).unwrap();
    assert!(!answered.contains("foreign=sk"), "a key of this program is none of its business");
    assert!(!said(&output).contains("a word among"), "what it says of itself is kept apart: {}", said(&output));
    assert!(heard.contains("tools/call") && heard.contains("initialize"), "{heard}");
    let id = heard.lines().next().unwrap();
    until(|| !Path::new("/proc").exists() || !is_running(id));
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_collector_hears_of_a_task_and_of_none_of_its_words() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let collector = Site::start(|_| support::site::json(&json!({})));
    let model = model(vec![
        call("find_on_page", &json!({"query": "lamp"})),
        call("task_complete", &json!({"summary": "It costs €12.50.", "evidence": "Total: €12.50"})),
    ]);
    let output = edith(home.path())
        .args(["run", "what does the lamp cost?", "--url", &site.url("/shop?q=lamp"), "--api-base", &model.url("/v1")])
        .args(["--model", "scripted"])
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url("/"))
        .env("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=t")
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    let told = collector.asked().into_iter().find(|asked| asked.path == "/v1/traces").expect("nothing was told");
    let request: Value = serde_json::from_str(&told.body).unwrap();
    let spans = request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
    let names: Vec<&str> = spans.iter().map(|span| span["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "invoke_agent edith");
    assert_eq!(names.iter().filter(|name| **name == "chat scripted").count(), 2, "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("execute_tool ")), "{names:?}");
    assert!(told.body.contains("gen_ai.usage.input_tokens"), "{}", told.body);
    // From what the browser was asked up to the task.
    let above = |span: &Value| spans.iter().find(|one| one["spanId"] == span["parentSpanId"]).cloned();
    let levels = |span: &Value| -> Vec<String> {
        let up = std::iter::successors(Some(span.clone()), |span| above(span));
        up.map(|span| span["name"].as_str().unwrap().split(' ').next().unwrap().to_owned()).collect()
    };
    let all: Vec<Vec<String>> = spans.iter().map(levels).collect();
    assert!(all.iter().any(|levels| levels.join(" ") == "cdp execute_tool step invoke_agent"), "{all:?}");
    for word in ["lamp", "12.50", "cost"] {
        assert!(!told.body.contains(word), "{word}: {}", told.body);
    }
    assert!(!said(&output).contains("collector"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_tool_that_nobody_trusts_is_asked_about() {
    let (site, home, model) = (pages(), tempfile::tempdir().unwrap(), a_model_that_counts());
    let notes = home.path().join("notes.txt");
    // The file that every start has.
    config(&home.path().join("mcp.json"), &notes, "ask");
    let output = with_model(home.path(), "how many books are there?", &site.url("/shop"), &model).output().unwrap();
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert!(!std::fs::read_to_string(&notes).unwrap().contains("tools/call"), "nothing was done");
}

fn is_running(id: &str) -> bool {
    // One that has ended and that nobody has asked about is no more than its number.
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    state.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

#[test]
fn a_file_that_makes_no_sense_is_told() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("servers.json");
    std::fs::write(&file, "nonsense").unwrap();
    let output = edith(home.path()).args(["run", "look", "--mcp"]).arg(&file).output().unwrap();
    assert!(code(&output) == 64 && said(&output).contains("servers.json"), "{}", said(&output));
}
