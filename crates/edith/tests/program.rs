//! The built program in a real browser: its answers, its codes, what it asks, how it stops.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::site::{Site, html, missing};
use support::*;

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
    let task = format!("go to {}, type Hello into Message, then click Send", site.url("/mail"));
    let output = run(home.path(), &[&task, "--json"]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert_eq!(site.count("POST", "/send"), 0);
    let told = events(&output);
    let ask = told.iter().find(|event| event["type"] == "agent_ask").unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(ask["kind"], "approval", "{ask}");
    assert_eq!(told.last().unwrap()["outcome"], "needs_input");
    // The same is allowed on another host only.
    let elsewhere = run(home.path(), &[&task, "--may", "send@other.example"]);
    assert_eq!((code(&elsewhere), site.count("POST", "/send")), (4, 0), "{}", said(&elsewhere));
    let may = format!("send@127.0.0.1:{}", site.port);
    assert!(said(&elsewhere).contains(&format!("--may {may},")), "it says how: {}", said(&elsewhere));
    let allowed = run(home.path(), &[&task, "--may", &may]);
    assert_eq!((code(&allowed), site.count("POST", "/send")), (0, 1), "{}", said(&allowed));
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

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_page_that_is_slow_to_answer_is_the_first_thing_that_a_model_sees() {
    let site = Site::start(|asked| {
        std::thread::sleep(Duration::from_millis(if asked.path == "/slow" { 1_500 } else { 0 }));
        html("<title>Late</title><h1>Here at last</h1>")
    });
    let home = tempfile::tempdir().unwrap();
    let model =
        model(vec![call("task_complete", &json!({"summary": "It is here at last.", "evidence": "Here at last"}))]);
    let output = with_model(home.path(), "what does it say?", &site.url("/slow"), &model).output().unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    let request = model.asked().into_iter().find(|asked| asked.method == "POST").unwrap();
    assert!(request.body.contains("Here at last"), "{}", request.body);
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn an_address_that_sends_a_file_is_no_page_to_begin_on() {
    let head = "200 OK\r\nContent-Disposition: attachment; filename=x.bin\r\nContent-Type: application/octet-stream";
    let site = Site::start(move |_| (head.to_owned(), "abc".to_owned()));
    let (home, begun) = (tempfile::tempdir().unwrap(), Instant::now());
    let output = run(home.path(), &["what does it say?", "--url", &site.url("/file")]);
    assert_eq!(code(&output), 69, "{}", said(&output));
    assert!(said(&output).contains("the server sent a download"), "{}", said(&output));
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
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
    // The best of three: a busy machine may hold up one.
    let took = (1..=3).map(|times| {
        let mut child = with_model(home.path(), "press it", &site.url("/shop"), &model).spawn().unwrap();
        until(|| model.count("POST", "/v1/chat/completions") >= times);
        let begun = Instant::now();
        interrupt(&child);
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let took = begun.elapsed();
        assert!(first.contains("Stopped"), "{first}");
        assert_eq!(child.wait().unwrap().code(), Some(5));
        took
    });
    let best = took.min().unwrap();
    assert!(best < Duration::from_millis(300), "{best:?}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn another_programs_browser_is_used_and_left_running() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let launched = runtime.block_on(edith_native::launch::Launched::start(&Default::default())).unwrap();
    let address = launched.socket().split("/devtools").next().unwrap().replacen("ws", "http", 1);
    for _ in 0..2 {
        let output =
            run(home.path(), &["tell me the total", "--url", &site.url("/shop?q=lamp"), "--browser", &address]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(said(&output).contains("12.50"), "{}", said(&output));
    }
}

/// A running chromedriver, ended with the test.
struct Driver(Child);

impl Driver {
    /// Starts one on this port; none: it is not installed.
    fn start(port: u16) -> Option<Self> {
        let mut command = Command::new("chromedriver");
        let child = command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        child.ok().map(Self)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended.
        let _ended = (self.0.kill(), self.0.wait());
    }
}

#[test]
#[ignore = "needs a browser and chromedriver: cargo xtask test runs it"]
fn a_webdriver_lends_a_browser() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(_driver) = Driver::start(port) else {
        eprintln!("skipped: a_webdriver_lends_a_browser (chromedriver is not installed)");
        return;
    };
    until(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    let address = format!("http://127.0.0.1:{port}");
    for _ in 0..2 {
        let output =
            run(home.path(), &["tell me the total", "--url", &site.url("/shop?q=lamp"), "--webdriver", &address]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(said(&output).contains("12.50"), "{}", said(&output));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn tasks_beside_each_other_do_not_hold_each_other_up() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    let task = |id: u32| json!({"id": id.to_string(), "task": "search for lamp, then tell me the total", "url": site.url("/shop")});
    std::fs::write(&tasks, (1..=8).map(|id| format!("{}\n", task(id))).collect::<String>()).unwrap();
    let report = home.path().join("report.html");
    let output = edith(home.path())
        .args(["batch", "--parallel", "3"])
        .arg(&tasks)
        .arg("--out")
        .arg(&out)
        .arg("--report")
        .arg(&report)
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    let results = lines(&out);
    assert_eq!(ids(&results), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    for result in &results {
        assert!(result["summary"].as_str().unwrap().contains("12.50") && result["outcome"] == "completed", "{result}");
        assert!(result["seconds"].as_f64().unwrap() < 30.0, "it was held up: {result}");
    }
    assert!(std::fs::read_to_string(&report).unwrap().contains("8 tasks"));
}

#[cfg(unix)]
#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn at_a_terminal_a_batch_has_a_bar_and_elsewhere_only_lines() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let tasks = home.path().join("tasks.jsonl");
    let task =
        |id: &str| json!({"id": id, "task": "search for lamp, then tell me the total", "url": site.url("/shop")});
    std::fs::write(&tasks, format!("{}\n{}\n", task("a"), task("b"))).unwrap();
    let command = |out: &str| {
        let mut command = edith(home.path());
        command.args(["batch", "--parallel", "1"]).arg(&tasks).arg("--out").arg(home.path().join(out));
        command
    };
    let plain = said(&command("plain.jsonl").output().unwrap());
    assert!(plain.contains("2/2  b: completed") && !plain.contains("left"), "{plain}");
    // A terminal, as `script` gives programs one.
    let words: Vec<String> = std::iter::once(env!("CARGO_BIN_EXE_edith").to_owned())
        .chain(command("shown.jsonl").get_args().map(|word| word.to_string_lossy().into_owned()))
        .map(|word| format!("'{word}'"))
        .collect();
    let Ok(output) = Command::new("script").args(["-qec", &words.join(" "), "/dev/null"]).env("TERM", "xterm").output()
    else {
        eprintln!(
            "skipped: the terminal's half of at_a_terminal_a_batch_has_a_bar_and_elsewhere_only_lines (no script)"
        );
        return;
    };
    let shown = said(&output);
    assert!(shown.contains("1/2  a: completed") && shown.contains("0/2") && shown.contains("left"), "{shown}");
    assert_eq!(code(&output), 0, "{shown}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn tasks_are_shared_out_over_the_browsers_and_one_that_is_away_is_told() {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/" => html(
            "<title>Shop</title><h1>Shop</h1><p>Total: €12.50</p><script>fetch('/by-'+navigator.userAgent)</script>",
        ),
        _ => missing(),
    });
    let home = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let browser = |name: &str| {
        let arguments = vec![format!("--user-agent={name}")];
        let launch = edith_native::launch::Launch { arguments, ..Default::default() };
        runtime.block_on(edith_native::launch::Launched::start(&launch)).unwrap()
    };
    let (one, two) = (browser("one"), browser("two"));
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    let task =
        |id: u32| format!("{}\n", json!({"id": id.to_string(), "task": "tell me the total", "url": site.url("/")}));
    std::fs::write(&tasks, (1..=4).map(task).collect::<String>()).unwrap();
    let mut command = edith(home.path());
    command.args(["batch", "--parallel", "3"]).arg(&tasks).arg("--out").arg(&out);
    for address in [one.socket(), "http://127.0.0.1:9", two.socket()] {
        command.args(["--browser", address]);
    }
    let output = command.output().unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert_eq!(ids(&lines(&out)), ["1", "2", "3", "4"]);
    assert_eq!(said(&output).matches("the other browsers go on").count(), 1, "{}", said(&output));
    for path in ["/by-one", "/by-two"] {
        assert!(site.count("GET", path) > 0, "{path}: {:?}", site.asked());
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_killed_batch_goes_on_and_does_nothing_twice() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    const COUNT: usize = 6;
    let task = |id: usize| {
        json!({"id": format!("t{id}"), "task": format!("type Hello {id} into Message, then click Send"), "url": site.url("/mail"),
               "may": [format!("send@127.0.0.1:{}", site.port)]})
    };
    std::fs::write(&tasks, (0..COUNT).map(|id| format!("{}\n", task(id))).collect::<String>()).unwrap();
    let start =
        || edith(home.path()).args(["batch", "--parallel", "2"]).arg(&tasks).arg("--out").arg(&out).spawn().unwrap();
    // Killed at moments that move through a task, from the browser's start on.
    for wait in [700_u64, 1_100, 1_500, 1_900] {
        let mut child = start();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = start().wait_with_output().unwrap();
    let results = lines(&out);
    let expected: Vec<String> = (0..COUNT).map(|id| format!("t{id}")).collect();
    assert_eq!(ids(&results), expected, "a result for each: {}", said(&output));
    for id in 0..COUNT {
        let body = format!("message=Hello+{id}");
        let sent = site.asked().iter().filter(|asked| asked.path == "/send" && asked.body.ends_with(&body)).count();
        let result = results.iter().find(|one| one["id"] == format!("t{id}")).unwrap();
        assert!(sent <= 1, "{id} was sent {sent} times: {result}");
        // What was not seen to be done is said to be unknown, and never that it was done.
        assert!(sent == 1 || result["outcome"] != "completed", "{result}");
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_model_server_that_is_not_there_is_told_before_anything_is_done() {
    let home = tempfile::tempdir().unwrap();
    let output = run(home.path(), &["look", "--api-base", "http://127.0.0.1:9/v1", "--model", "m"]);
    assert!(code(&output) == 69 && said(&output).contains("127.0.0.1:9"), "{}", said(&output));
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
    let two = ["run", "look", "--browser", "http://127.0.0.1:9", "--browser", "http://127.0.0.1:10"];
    let output = edith(home.path()).args(two).output().unwrap();
    assert!(code(&output) == 64 && said(&output).contains("only once"), "{}", said(&output));
    let output = edith(home.path()).args(["run", "look", "--webdriver", "http://127.0.0.1:9"]).output().unwrap();
    assert_eq!(code(&output), 69, "{}", said(&output));
    let output = edith(home.path()).args(["completions", "bash"]).output().unwrap();
    assert!(code(&output) == 0 && said(&output).contains("_edith"), "{}", said(&output));
    let output = edith(home.path()).arg("man").output().unwrap();
    assert!(code(&output) == 0 && said(&output).contains(".TH"), "{}", said(&output));
    let output = edith(home.path()).arg("--version").output().unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn a_batch_whose_results_are_written_by_another_is_not_begun() {
    let home = tempfile::tempdir().unwrap();
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\n").unwrap();
    let mut command = edith(home.path());
    command.arg("batch").arg(&tasks).arg("--out").arg(&out).env("EDITH_CHROMIUM", "/nowhere/chromium");
    let other = std::fs::File::create(&out).unwrap();
    other.try_lock().unwrap();
    let output = command.output().unwrap();
    assert!(code(&output) == 69 && said(&output).contains("another batch writes"), "{}", said(&output));
    drop(other);
    let output = command.output().unwrap();
    assert!(code(&output) == 69 && said(&output).contains("/nowhere/chromium"), "{}", said(&output));
}

#[test]
fn a_batch_counts_its_own_tasks_and_ends_as_they_did() {
    let home = tempfile::tempdir().unwrap();
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\n").unwrap();
    let result = |id: &str, outcome: &str| {
        format!("{}\n", json!({"id": id, "outcome": outcome, "summary": "So it is.", "seconds": 1.0}))
    };
    for (own, other, expected) in [("needs_input", "failed", 4), ("completed", "failed", 0), ("failed", "completed", 3)]
    {
        std::fs::write(&out, result("1", own) + &result("old", other)).unwrap();
        let output = edith(home.path()).arg("batch").arg(&tasks).arg("--out").arg(&out).output().unwrap();
        assert_eq!(code(&output), expected, "{}", said(&output));
        let counted = said(&output).lines().any(|line| line.split_whitespace().eq(["tasks", "1"]));
        assert!(counted, "{}", said(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_has_its_code_too() {
    let home = tempfile::tempdir().unwrap();
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    for words in ["completions bash", "man"] {
        let output = edith(home.path()).args(words.split(' ')).stdout(full()).output().unwrap();
        assert_eq!(code(&output), 69, "{words}: {}", said(&output));
        // Nobody hears of it, and it ends as it would.
        let output = edith(home.path()).args(words.split(' ')).stderr(full()).output().unwrap();
        assert_eq!(code(&output), 0, "{words}: {}", said(&output));
    }
    let tasks = home.path().join("tasks.jsonl");
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\n").unwrap();
    // Endless where it is read, and nothing stays of what is written.
    let output = edith(home.path()).arg("batch").arg(&tasks).args(["--out", "/dev/zero"]).output().unwrap();
    assert!(code(&output) == 64 && said(&output).contains("/dev/zero"), "{}", said(&output));
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\nnonsense\n").unwrap();
    let output = edith(home.path()).arg("batch").arg(&tasks).args(["--out", "results.jsonl"]).output().unwrap();
    assert!(code(&output) == 64 && said(&output).contains("line 2: expected ident (column 2)"), "{}", said(&output));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn an_answer_that_cannot_be_written_is_no_success() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let full = Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let words = ["run", "tell me the total", "--url", &site.url("/shop?q=lamp")];
    let output = edith(home.path()).args(words).stdout(full).output().unwrap();
    assert!(code(&output) == 69 && said(&output).contains("cannot be written"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn the_person_is_spoken_to_in_their_language_and_programs_are_not() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let sends = |more: &[&str], locale: &str| {
        let typed = call("type_text", &json!({"text": "Hallo", "name": "Message"}));
        let model = model(vec![typed, call("click", &json!({"text": "Send"}))]);
        let mut command = with_model(home.path(), "write Hallo", &site.url("/mail"), &model);
        command.env("LC_ALL", locale).args(more).output().unwrap()
    };
    for (more, locale, does, end) in [
        (&[][..], "de_AT.UTF-8", "„Send“ anklicken", "Um es zu erlauben"),
        (&["--language", "fr"], "de_AT.UTF-8", "Cliquer sur «\u{a0}Send\u{a0}»", "Pour l’autoriser"),
        (&[], "es_MX", "Hacer clic en «Send»", "Para permitirlo"),
        (&[], "C.UTF-8", "Click “Send”", "To allow it"),
    ] {
        let output = sends(more, locale);
        let said = said(&output);
        assert_eq!(code(&output), 4, "{said}");
        for words in [does, end, "--may send@127.0.0.1"] {
            assert!(said.contains(words), "{words}: {said}");
        }
        // There is no “here” in which it could be answered later.
        for words in ["Answer here", "Antworten Sie hier", "Répondez ici", "Responda aquí", "--json"] {
            assert!(!said.contains(words), "{words}: {said}");
        }
    }
    let output = sends(&["--json"], "de_AT.UTF-8");
    let done = events(&output).pop().unwrap();
    assert_eq!(done["outcome"], "needs_input", "{done}");
    assert!(done["summary"].as_str().unwrap().ends_with("Nothing was done about this."), "{done}");
}
