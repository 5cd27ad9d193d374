//! What the built program records of a task in a real browser: a HAR of its requests, a film of its tab.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use serde_json::{Value, json};
use std::fs::File;
use std::io::BufReader;
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;
use std::time::Duration;
use support::site::{Answer, Site, html, missing};
use support::*;

/// What is in no file.
const SECRETS: [&str; 4] = ["hunter2-s3cret", "cookie-s3cret", "token-s3cret", "code-s3cret"];

fn led(to: &str) -> Answer {
    (format!("302 Found\r\nLocation: {to}\r\nContent-Type: text/plain"), String::new())
}

/// A site that is signed in to, by a form that posts (`/login`) or one that does not (`/find`).
fn pages() -> Site {
    // Nobody listens there.
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let form = move |method: &str, action: &str| {
        format!(
            "<h1>Sign in</h1><form method={method} action={action}><label>Name <input name=user value=ann></label><label>Password <input type=password \
             name=word></label><button>Sign in</button></form><img src=/old.png><img src=http://127.0.0.1:{dead}/x.png>\
             <iframe src=http://localhost:{dead}/frame></iframe><script>fetch('/api', {{headers: {{Authorization: 'Bearer token-s3cret'}}}})</script>"
        )
    };
    Site::start(move |asked| match asked.path.split('?').next().unwrap_or_default() {
        "/login" => {
            let (head, body) = html(&form("post", "/in"));
            (format!("{head}\r\nSet-Cookie: sid=cookie-s3cret; Path=/"), body)
        }
        "/find" => html(&form("get", "/home")),
        "/in" => led("/home?code=code-s3cret&user=ann"),
        "/old.png" => led("/new.png"),
        "/home" => html("<title>Home</title><h1>Welcome, Ann</h1><p>Total: €12.50</p>"),
        _ => missing(),
    })
}

fn har(file: &Path) -> Value {
    serde_json::from_reader(BufReader::new(File::open(file).unwrap())).unwrap()
}

fn entries<'h>(har: &'h Value, of: &str) -> Vec<&'h Value> {
    let all = har["log"]["entries"].as_array().unwrap();
    all.iter().filter(|one| one["request"]["url"].as_str().unwrap().contains(of)).collect()
}

/// The durations of a film's pictures, in milliseconds, and how many differ from the one before.
fn film(file: &Path) -> (Vec<u32>, usize) {
    let mut decoder = image_webp::WebPDecoder::new(BufReader::new(File::open(file).unwrap())).unwrap();
    let mut picture = vec![0; decoder.output_buffer_size().unwrap()];
    let (mut durations, mut changes) = (Vec::new(), 0);
    for _ in 0..decoder.num_frames() {
        let before = picture.clone();
        durations.push(decoder.read_frame(&mut picture).unwrap());
        changes += usize::from(before != picture);
    }
    (durations, changes)
}

/// Signs in on a page with a password that is in no file, and records it in one.
fn signed_in(home: &Path, site: &Site, path: &str, option: &str, file: &Path) -> Output {
    let may = |effect: &str| format!("{effect}@127.0.0.1:{}", site.port);
    let mut command = edith(home);
    command.args(["run", "type hunter2-s3cret into Password, then click Sign in", "--url", &site.url(path)]);
    for effect in ["password", "account", "send"] {
        command.args(["--may", &may(effect)]);
    }
    command.arg(option).arg(file).output().unwrap()
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_har_has_what_was_asked_and_no_secret() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let file = home.path().join("task.har");
    for path in ["/login", "/find"] {
        let output = signed_in(home.path(), &site, path, "--har", &file);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let text = std::fs::read_to_string(&file).unwrap();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{path}: {secret} in {text}");
        }
        let har = har(&file);
        let log = &har["log"];
        assert_eq!((&log["version"], &log["creator"]["name"]), (&json!("1.2"), &json!("EDITH")));
        assert!(log["browser"]["version"].as_str().unwrap().contains('.'), "{log}");
        let titles: Vec<&str> =
            log["pages"].as_array().unwrap().iter().map(|page| page["title"].as_str().unwrap()).collect();
        assert!(titles.len() == 2 && titles[0].ends_with(path), "{titles:?}");
        let page = &log["pages"][0];
        assert!(page["pageTimings"]["onLoad"].as_f64().unwrap() > 0.0, "{page}");
        assert!(page["startedDateTime"].as_str().unwrap().ends_with('Z'), "{page}");
        // A redirect is an entry of its own.
        let (old, new) = (entries(&har, "/old.png"), entries(&har, "/new.png"));
        assert_eq!((old.len(), new.len()), (1, 1), "{text}");
        assert_eq!(
            (&old[0]["response"]["status"], &new[0]["response"]["status"]),
            (&json!(302), &json!(404)),
            "{text}"
        );
        assert_eq!(old[0]["response"]["redirectURL"], "/new.png");
        let failed = entries(&har, "/x.png");
        assert!(failed.len() == 1 && failed[0]["_error"].as_str().unwrap().contains("REFUSED"), "{failed:?}");
        let api = entries(&har, "/api")[0];
        assert!(api["request"]["headers"].to_string().contains("Authorization"), "{api}");
        for entry in log["entries"].as_array().unwrap() {
            let parts = ["blocked", "dns", "connect", "send", "wait", "receive"];
            let sum: f64 = parts.iter().map(|part| entry["timings"][part].as_f64().unwrap().max(0.0)).sum();
            assert!((sum - entry["time"].as_f64().unwrap()).abs() < 1.0, "{entry}");
            assert!(entry["pageref"].is_string(), "{entry}");
        }
        if path == "/login" {
            let post = entries(&har, "/in").into_iter().find(|one| one["request"]["method"] == "POST").unwrap();
            assert_eq!(post["request"]["postData"]["params"], json!([{"name": "user"}, {"name": "word"}]), "{post}");
            assert_eq!(post["response"]["status"], 302, "{post}");
            assert_eq!(post["request"]["cookies"][0]["name"], "sid", "{post}");
            let set = entries(&har, "/login")[0];
            assert_eq!(set["response"]["cookies"][0]["name"], "sid", "{set}");
        }
    }
    // The secrets were there.
    let asked = site.asked();
    assert!(asked.iter().any(|one| one.path == "/in" && one.body.contains("hunter2-s3cret")), "{asked:?}");
    assert!(asked.iter().any(|one| one.path.contains("word=hunter2-s3cret")), "{asked:?}");
    assert!(asked.iter().any(|one| one.path.contains("code=code-s3cret")), "{asked:?}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_film_shows_what_changed_and_for_how_long() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let file = home.path().join("task.webp");
    let output = signed_in(home.path(), &site, "/login", "--film", &file);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let (durations, changes) = film(&file);
    // The form, what was typed, the page after it.
    assert!(durations.len() >= 3 && changes >= 3, "{durations:?} {changes}");
    let whole: u32 = durations.iter().sum();
    assert!((700..60_000).contains(&whole), "{durations:?}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn each_task_of_a_batch_has_its_files() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let (tasks, out) = (home.path().join("tasks.jsonl"), home.path().join("results.jsonl"));
    let task = |id: &str, path: &str| json!({"id": id, "task": "tell me the total", "url": site.url(path)});
    std::fs::write(&tasks, format!("{}\n{}\n", task("a", "/login"), task("../b", "/home"))).unwrap();
    let (hars, films) = (home.path().join("hars"), home.path().join("films/here"));
    let output = edith(home.path())
        .args(["batch", "--parallel", "2"])
        .args([tasks.as_os_str(), "--out".as_ref(), out.as_os_str(), "--har".as_ref(), hars.as_os_str()])
        .arg("--film")
        .arg(&films)
        .output()
        .unwrap();
    assert!(hars.join("a.har").is_file() && hars.join("%2E%2E%2Fb.har").is_file(), "{}", said(&output));
    let (one, other) = (har(&hars.join("a.har")), har(&hars.join("%2E%2E%2Fb.har")));
    assert_eq!((entries(&one, "/login").len(), entries(&one, "/home").len()), (1, 0), "only its own: {one}");
    assert_eq!((entries(&other, "/login").len(), entries(&other, "/home").len()), (0, 1), "only its own: {other}");
    for name in ["a.webp", "%2E%2E%2Fb.webp"] {
        assert!(!film(&films.join(name)).0.is_empty(), "{name}");
    }
}

#[cfg(unix)]
#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_task_that_is_stopped_leaves_its_files_too() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    let (har_file, film_file) = (home.path().join("task.har"), home.path().join("task.webp"));
    let model = Site::start(|asked| {
        if asked.method == "POST" {
            std::thread::sleep(Duration::from_secs(30));
        }
        missing()
    });
    let mut child = with_model(home.path(), "read it", &site.url("/login"), &model)
        .arg("--har")
        .arg(&har_file)
        .arg("--film")
        .arg(&film_file)
        .spawn()
        .unwrap();
    until(|| model.count("POST", "/v1/chat/completions") >= 1);
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(5));
    assert_eq!(entries(&har(&har_file), "/login").len(), 1);
    assert!(!film(&film_file).0.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn what_cannot_be_recorded_is_no_success() {
    let (site, home) = (pages(), tempfile::tempdir().unwrap());
    for (option, what) in [("--har", "the HAR /dev/full"), ("--film", "the film /dev/full")] {
        let output = run(home.path(), &["tell me the total", "--url", &site.url("/home"), option, "/dev/full"]);
        assert!(code(&output) == 69 && said(&output).contains(what), "{option}: {}", said(&output));
        assert!(said(&output).contains("12.50"), "the answer is told all the same: {}", said(&output));
    }
}

#[test]
fn where_nothing_can_be_recorded_nothing_is_begun() {
    let home = tempfile::tempdir().unwrap();
    let nowhere = home.path().join("nowhere/task");
    let nowhere = nowhere.to_str().unwrap();
    for option in ["--har", "--film"] {
        let output = run(home.path(), &["look", option, nowhere]);
        assert!(code(&output) == 69 && said(&output).contains(nowhere), "{option}: {}", said(&output));
    }
    let tasks = home.path().join("tasks.jsonl");
    std::fs::write(&tasks, "{\"id\": \"1\", \"task\": \"look\"}\n").unwrap();
    let words = |more: &[&str]| {
        let mut command = edith(home.path());
        command.arg("batch").arg(&tasks).arg("--out").arg(home.path().join("results.jsonl")).args(more);
        command.output().unwrap()
    };
    // A file is not a folder.
    let output = words(&["--har", tasks.to_str().unwrap()]);
    assert!(code(&output) == 69 && said(&output).contains("tasks.jsonl"), "{}", said(&output));
    let output = words(&["--har", "hars", "--queue", "nats://127.0.0.1:9"]);
    assert!(code(&output) == 64 && said(&output).contains("edith worker"), "{}", said(&output));
}
