//! Programs that are ended before their task begins, and what stays of them: no browser is needed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]
#![cfg(unix)]

mod support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use support::site::{Site, json as answer_json};
use support::*;

/// A WebDriver whose sessions come after a while, at an address where no browser answers.
fn driver(after: Duration) -> Site {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let socket = format!("ws://{}/devtools/browser/x", silent.local_addr().unwrap());
    std::thread::spawn(move || {
        let _held: Vec<_> = silent.incoming().collect();
    });
    Site::start(move |asked| {
        if asked.method == "POST" {
            std::thread::sleep(after);
        }
        answer_json(&json!({"value": {"sessionId": "s1", "capabilities": {"se:cdp": socket}}}))
    })
}

/// Each command that takes a browser.
fn commands(home: &Path) -> [Command; 2] {
    let tasks = home.join("tasks.jsonl");
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\n").unwrap();
    let (mut one, mut many) = (edith(home), edith(home));
    one.args(["run", "look", "--json"]);
    many.arg("batch").arg(&tasks).arg("--out").arg(home.join("results.jsonl"));
    [one, many]
}

/// A browser that never comes up, as the wrapper scripts of systems are: the browser itself is a child.
fn slow_browser(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let file = folder.join("browser.sh");
    std::fs::write(&file, "#!/bin/sh\nsleep 600\nexit 1\n").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file
}

fn profiles(folder: &Path) -> usize {
    let all = std::fs::read_dir(folder).unwrap().flatten();
    all.filter(|entry| entry.file_name().to_string_lossy().starts_with("edith-browser-")).count()
}

fn ended(child: &mut Child) -> Option<i32> {
    let mut status = None;
    until(|| {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap().code()
}

fn last_line(child: Child) -> Value {
    let output = child.wait_with_output().unwrap();
    events(&output).pop().unwrap_or_default()
}

#[test]
fn a_session_that_is_waited_for_at_an_interrupt_is_given_back() {
    for number in 0..2 {
        let (home, driver) = (tempfile::tempdir().unwrap(), driver(Duration::from_millis(1_000)));
        let mut command = commands(home.path()).into_iter().nth(number).unwrap();
        let mut child = command.args(["--webdriver", &driver.url("")]).spawn().unwrap();
        until(|| driver.count("POST", "/session") == 1);
        interrupt(&child);
        assert_eq!(ended(&mut child), Some(5));
        assert_eq!(driver.count("DELETE", "/session/s1"), 1, "{:?}", driver.asked());
    }
}

#[test]
fn a_session_whose_browser_does_not_answer_is_given_back_at_an_interrupt() {
    let (home, driver) = (tempfile::tempdir().unwrap(), driver(Duration::ZERO));
    let [mut command, _] = commands(home.path());
    let mut child = command.args(["--webdriver", &driver.url("")]).spawn().unwrap();
    until(|| driver.count("POST", "/session") == 1);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(ended(&mut child), Some(5));
    assert_eq!(driver.count("DELETE", "/session/s1"), 1, "{:?}", driver.asked());
}

#[test]
fn whoever_interrupts_twice_waits_for_nothing() {
    let (home, driver) = (tempfile::tempdir().unwrap(), driver(Duration::from_secs(60)));
    let [mut command, _] = commands(home.path());
    let mut child = command.args(["--webdriver", &driver.url("")]).spawn().unwrap();
    until(|| driver.count("POST", "/session") == 1);
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "the session is still waited for");
    let begun = Instant::now();
    interrupt(&child);
    assert_eq!(ended(&mut child), Some(5));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_browser_that_is_waited_for_at_an_interrupt_goes_with_its_profile() {
    for number in 0..2 {
        let (home, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut command = commands(home.path()).into_iter().nth(number).unwrap();
        command.env("EDITH_CHROMIUM", slow_browser(home.path())).env("TMPDIR", temporary.path());
        let mut child = command.spawn().unwrap();
        until(|| profiles(temporary.path()) == 1);
        std::thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        assert_eq!(ended(&mut child), Some(5));
        assert_eq!(profiles(temporary.path()), 0);
        if number == 0 {
            let last = last_line(child);
            assert_eq!((&last["type"], &last["outcome"]), (&json!("agent_done"), &json!("stopped")), "{last}");
        }
    }
}

#[test]
fn a_killed_program_leaves_no_profile() {
    let (home, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [mut command, _] = commands(home.path());
    command.env("EDITH_CHROMIUM", slow_browser(home.path())).env("TMPDIR", temporary.path());
    let mut child = command.spawn().unwrap();
    let log = |folder: &Path| {
        let all = std::fs::read_dir(folder).unwrap().flatten();
        all.filter(|entry| entry.path().join("edith-browser.log").exists()).count()
    };
    until(|| log(temporary.path()) == 1);
    std::thread::sleep(Duration::from_millis(200));
    child.kill().unwrap();
    child.wait().unwrap();
    until(|| profiles(temporary.path()) == 0);
}

#[test]
fn what_is_told_as_json_ends_with_an_end() {
    let home = tempfile::tempdir().unwrap();
    for (words, expected) in [
        (&["look", "--url", "ftp://a"][..], 64),
        (&["look", "--document", "/nowhere/file"], 64),
        (&["look", "--may", "cook@a.example"], 64),
        (&["look", "--browser", "http://127.0.0.1:9"], 69),
        (&["look", "--webdriver", "http://127.0.0.1:9"], 69),
    ] {
        let output = edith(home.path()).args(["run", "--json"]).args(words).output().unwrap();
        assert_eq!(code(&output), expected, "{words:?}: {}", said(&output));
        let all = events(&output);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((&all[0]["type"], &all[0]["outcome"]), (&json!("agent_done"), &json!("failed")), "{words:?}");
        assert!(!all[0]["summary"].as_str().unwrap().is_empty(), "{words:?}");
    }
    // Words of a task are none of the program.
    let output = edith(home.path()).args(["run", "look", "--may", "x", "--", "--json"]).output().unwrap();
    assert!(code(&output) == 64 && output.stdout.is_empty(), "{}", said(&output));
}
