//! The built program in a real browser: its answers, its codes, what it asks, how it stops.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

#[path = "../../native/tests/site/mod.rs"]
mod site;

use serde_json::{Value, json};
use site::{Asked, Site, html, json as answer_json, missing};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The program, with a home of its own.
fn edith(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_edith"));
    command.arg("--home").arg(home).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(home: &Path, words: &[&str]) -> Output {
    edith(home).arg("run").args(words).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn said(output: &Output) -> String {
    format!("{}\n---\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn events(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// A board of tasks that posts to its server, and a shop that is searched.
fn pages() -> Site {
    let tasks = Mutex::new(vec!["Water the plants".to_owned()]);
    Site::start(move |asked: &Asked| match asked.path.split('?').next().unwrap_or_default() {
        "/board" => {
            let items: String = tasks.lock().unwrap().iter().map(|task| format!("<li>{task}</li>")).collect();
            html(&format!(
                "<title>Board</title><h1>Tasks</h1><ul>{items}</ul><form method=post action=/add><label>New task \
                 <input name=task></label><button>Add task</button></form>"
            ))
        }
        "/add" => {
            let task = asked.body.trim_start_matches("task=").replace('+', " ");
            tasks.lock().unwrap().push(task);
            ("303 See Other\r\nLocation: /board".to_owned(), String::new())
        }
        "/shop" => html(
            "<title>Shop</title><h1>Shop</h1><form action=/shop><label>Search <input type=search name=q></label><button>Search</button></form>\
             <table><tr><th>Name<th>Price</tr><tr><td>Desk lamp<td>€12.50</tr></table><p>Total: €12.50</p>",
        ),
        "/slow" => html(
            "<title>Slow</title><h1>Slow</h1><button onclick=\"document.title='pressed'\">Press</button><script>\
             setInterval(() => fetch('/tick'), 50)</script>",
        ),
        _ => missing(),
    })
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_task_is_done_and_its_answer_told() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let output = run(home.path(), &[&format!("go to {}, search for lamp, then tell me the total", site.url("/shop"))]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("12.50"), "{}", said(&output));
    assert!(site.asked().iter().any(|asked| asked.path == "/shop?q=lamp"), "{:?}", site.asked());
    let steps = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(steps.lines().filter(|line| line.contains(" s ")).count() >= 3, "{steps}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_program_reads_events_and_begins_where_it_was_told() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let output = run(home.path(), &["search for lamp, then tell me the total", "--url", &site.url("/shop"), "--json"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let events = events(&output);
    let done = events.last().unwrap();
    assert_eq!((&done["type"], &done["outcome"]), (&json!("agent_done"), &json!("completed")), "{done}");
    assert!(events.iter().any(|event| event["type"] == "agent_progress"), "{events:?}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn what_nobody_allows_is_not_done_and_what_was_allowed_ahead_is() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let task = format!("go to {}, type Buy tea into New task, then click Add task", site.url("/board"));
    let output = run(home.path(), &[&task, "--json"]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert_eq!(site.count("POST", "/add"), 0);
    let told = events(&output);
    let ask = told.iter().find(|event| event["type"] == "agent_ask").unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(ask["kind"], "approval", "{ask}");
    assert_eq!(told.last().unwrap()["outcome"], "needs_input");
    // The same is allowed on another host only.
    let elsewhere = run(home.path(), &[&task, "--may", "send@other.example"]);
    assert_eq!((code(&elsewhere), site.count("POST", "/add")), (4, 0), "{}", said(&elsewhere));
    let may = format!("send@127.0.0.1:{}", site.port);
    let allowed = run(home.path(), &[&task, "--may", &may]);
    assert_eq!((code(&allowed), site.count("POST", "/add")), (0, 1), "{}", said(&allowed));
}

/// A server that speaks as a model: each answer in turn, without a stream.
fn model(answers: Vec<Value>) -> Site {
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

fn call(name: &str, arguments: &Value) -> Value {
    json!({"role": "assistant", "content": null, "tool_calls": [
        {"id": name, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}},
    ]})
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_model_of_a_server_is_asked_and_what_it_used_told() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let model =
        model(vec![call("task_complete", &json!({"summary": "It costs €12.50.", "evidence": "Total: €12.50"}))]);
    let output = edith(home.path())
        .args(["run", "what does the lamp cost?", "--url", &site.url("/shop"), "--api-base", &model.url("/v1")])
        .args(["--model", "scripted", "--api-key-env", "KEY_OF_THE_TEST"])
        .env("KEY_OF_THE_TEST", "sk-very-secret")
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("It costs €12.50.") && said(&output).contains("tokens"), "{}", said(&output));
    let request = model.asked().into_iter().find(|asked| asked.method == "POST").unwrap();
    assert!(request.body.contains("Desk lamp"), "the model saw the page: {}", request.body);
    let stored = std::fs::read(home.path().join("edith.db")).unwrap();
    let wal = std::fs::read(home.path().join("edith.db-wal")).unwrap_or_default();
    let secret = b"sk-very-secret";
    assert!(
        ![stored, wal].iter().any(|file| file.windows(secret.len()).any(|part| part == secret)),
        "the key is stored"
    );
}

#[cfg(unix)]
#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn an_interrupt_stops_within_300_ms_and_tells_what_was_done() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let model = Site::start(|asked| {
        if asked.method == "POST" {
            std::thread::sleep(Duration::from_secs(30));
        }
        missing()
    });
    let mut child = edith(home.path())
        .args(["run", "press it", "--url", &site.url("/shop"), "--api-base", &model.url("/v1"), "--model", "m"])
        .spawn()
        .unwrap();
    until(|| model.count("POST", "/v1/chat/completions") > 0);
    let begun = Instant::now();
    interrupt(&child);
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let took = begun.elapsed();
    assert!(first.contains("Stopped"), "{first}");
    assert!(took < Duration::from_millis(300), "{took:?}");
    assert_eq!(child.wait().unwrap().code(), Some(5));
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

fn until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn another_programs_browser_is_used_and_left_running() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let launched = runtime.block_on(edith_native::launch::Launched::start(&Default::default())).unwrap();
    let address = launched.socket().split("/devtools").next().unwrap().replacen("ws", "http", 1);
    for _ in 0..2 {
        let output = run(home.path(), &["tell me the total", "--url", &site.url("/shop"), "--browser", &address]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(said(&output).contains("12.50"), "{}", said(&output));
    }
}

#[test]
fn wrong_words_and_missing_browsers_have_their_codes() {
    let home = tempfile::tempdir().unwrap();
    for words in
        [&["run"][..], &["run", "look", "--may", "cook@a.example"], &["cook"], &["run", "look", "--url", "ftp://a"]]
    {
        let output = edith(home.path()).args(words).output().unwrap();
        assert_eq!(code(&output), 64, "{words:?}: {}", said(&output));
    }
    let output = edith(home.path()).args(["run", "look"]).env("EDITH_CHROMIUM", "/nowhere/chromium").output().unwrap();
    assert_eq!(code(&output), 69, "{}", said(&output));
    let output = edith(home.path()).args(["run", "look", "--browser", "http://127.0.0.1:9"]).output().unwrap();
    assert_eq!(code(&output), 69, "{}", said(&output));
    let output = edith(home.path()).args(["run", "look", "--webdriver", "http://127.0.0.1:9"]).output().unwrap();
    assert_eq!(code(&output), 69, "{}", said(&output));
    let output = edith(home.path()).arg("--version").output().unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
}
