//! A really full disk under a real browser's profile: the user gets a sentence, nothing that could not be recorded is done, a stop holds, and
//! once there is room the run continues.
//!
//! `EDITH_SMALL_DISK` names a folder on a small file system of its own, which the test fills to its last byte. Without being root:
//! `unshare -rm sh -c 'mount -t tmpfs -o size=200m none /mnt && EDITH_SMALL_DISK=/mnt cargo test -p e2e --features browser -- --ignored full_disk'`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use edith_lab::browser::{Browser, Options, RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, open, outcome};

const PAGE: &str = "tools-plain";

/// Fills the disk.
fn fill(folder: &Path) -> PathBuf {
    let name = folder.join("filler");
    let mut file = std::fs::File::create(&name).unwrap();
    for size in [1 << 20, 1 << 12, 1] {
        while file.write_all(&vec![b'x'; size]).and_then(|()| file.sync_all()).is_ok() {}
    }
    name
}

async fn lab(profile: &Path, script: Script, sites: Sites) -> Lab {
    let model = ModelServer::scripted(script).await.unwrap();
    let options = Options { profile: Some(profile.to_owned()), ..Options::with_extension(edith_lab::paths::dist()) };
    let browser = Browser::start(&options).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    Lab { browser, extension, sites, model }
}

async fn state(lab: &Lab, run: &RunHandle) -> Value {
    let runs = lab.runs().await;
    runs.into_iter().find(|info| info["runId"] == run.run_id.as_str()).unwrap_or_default()
}

async fn until(lab: &Lab, run: &RunHandle, wanted: &str) {
    let started = Instant::now();
    loop {
        let now = state(lab, run).await;
        if now["state"] == wanted {
            return;
        }
        assert!(started.elapsed() < RUN, "not {wanted}: {now}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
#[ignore = "needs a small file system: EDITH_SMALL_DISK"]
async fn a_full_disk_under_the_browser_is_told_and_nothing_is_lost_or_doubled() {
    let Some(disk) = std::env::var_os("EDITH_SMALL_DISK").map(PathBuf::from) else {
        panic!("EDITH_SMALL_DISK names no folder");
    };
    let profile = disk.join("profile");
    let sites = Sites::start().await.unwrap();
    let ask = || Reply::call("ask_user", json!({ "question": "Go on?" }));
    let script = Script::new()
        .then(open(&sites.page_url(PAGE)))
        .then(ask())
        .then(Reply::call("click", json!({ "uid": { "$uid": ["", "Plain button"] } })))
        .then(Reply::done("done"))
        // The second task.
        .then(open(&sites.page_url(PAGE)))
        .then(ask());
    let lab = lab(&profile, script, sites).await;
    let run = lab.start("click once").await;
    let asked = lab.ask(&run).await;
    let filler = fill(&disk);
    let answer = json!({ "type": "AGENT_ANSWER", "runId": run.run_id, "askId": asked.text("askId"), "answer": "yes" });
    let answer = lab.extension.command(answer).await.unwrap();
    assert!(answer["error"]["code"] == "storage_failed", "what is acknowledged is stored: {answer}");
    until(&lab, &run, "paused").await;
    let told = lab.extension.events_since(run.first_event);
    let told: Vec<&str> = told.iter().map(|event| event.text("text")).filter(|text| text.contains("full")).collect();
    println!("{told:#?}");
    let last = told.last().copied().unwrap_or_default();
    assert!(
        last.ends_with("EDITH does nothing that it could not record first. Free some space, then resume."),
        "{told:?}"
    );
    assert_eq!(lab.sites.state().noted(PAGE, "click").len(), 0, "what could not be noted is not done");
    std::fs::remove_file(&filler).unwrap();
    lab.steer("AGENT_RESUME", &run).await;
    let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
    let (_, done) = lab.extension.wait_event_from(run.first_event, "the end", ends, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert_eq!(lab.sites.state().noted(PAGE, "click").len(), 1);
    // A stop on a full disk holds, also for the next worker.
    let second = lab.start("click again").await;
    lab.extension.wait_ask(&second, second.first_event, RUN).await.unwrap();
    let filler = fill(&disk);
    let stopped = lab.extension.command(json!({ "type": "AGENT_STOP", "runId": second.run_id })).await.unwrap();
    println!("stopped: {stopped}");
    let over = |info: &Value| info["state"].is_null() || info["state"] == "done";
    assert!(over(&state(&lab, &second).await), "{}", state(&lab, &second).await);
    lab.kill_worker().await;
    assert!(over(&state(&lab, &second).await), "{}", state(&lab, &second).await);
    std::fs::remove_file(&filler).unwrap();
    lab.kill_worker().await;
    assert!(over(&state(&lab, &second).await), "{}", state(&lab, &second).await);
    assert_eq!(lab.sites.state().noted(PAGE, "click").len(), 1);
    let stored = lab.extension.conversations().await.unwrap().to_string();
    assert!(
        stored.contains("click once") && stored.contains("click again") && stored.contains("Clicked BUTTON"),
        "{stored}"
    );
}
