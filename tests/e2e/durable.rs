//! A run survives more than a killed worker: a silent model, a browser crash.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Options, RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Request, Script, uid_of};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::{Lab, RUN, open, outcome};

const PAGE: &str = "tools-plain";
/// After a command is answered, all that is written for it is written.
const QUIET: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_model_that_is_silent_longer_than_a_worker_lives_is_waited_for() {
    let slow = Reply::text("Hello at last!").with(edith_lab::model_server::Fault::Delay { milliseconds: 35_000 });
    let lab = Lab::with(Script::new().then(slow)).await;
    let started = Instant::now();
    let answer = lab.extension.accepted(json!({ "type": "CHAT", "prompt": "Hi" })).await.unwrap();
    assert!(started.elapsed() > Duration::from_secs(35), "{answer}");
    let stored = lab.extension.conversations().await.unwrap();
    assert!(stored.to_string().contains("Hello at last!"), "{stored}");
}

/// A browser that was killed while a run was paused: its sites, its model and its profile.
struct Killed {
    sites: Sites,
    _model: ModelServer,
    profile: tempfile::TempDir,
    run: RunHandle,
}

impl Killed {
    /// A run that clicks once is begun, and paused before it does; then the browser is killed.
    async fn paused() -> Self {
        let sites = Sites::start().await.unwrap();
        let page = sites.page_url(PAGE);
        // The pause may come before the first answer, which is then requested again.
        let answer = move |request: &Request| match uid_of(request, "BUTTON", "Plain button") {
            _ if request.last_of("tool").starts_with("Clicked") => Reply::done("done"),
            Some(uid) => Reply::call("click", json!({ "uid": uid })),
            None => open(&page),
        };
        let model = ModelServer::start(answer).await.unwrap();
        let profile = tempfile::Builder::new().prefix("edith-durable-").tempdir().unwrap();
        let browser = started(&profile).await;
        let extension = browser.open_bare().await.unwrap();
        let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
        extension.storage_set(server).await.unwrap();
        let run = extension.run_agent("click once", None).await.unwrap();
        model.wait_requests(1, RUN).await.unwrap();
        extension.accepted(json!({ "type": "AGENT_PAUSE", "runId": run.run_id })).await.unwrap();
        // Chromium 156 that is killed within a write finds its own database damaged at the next start, about once in 20 times, and empties it.
        tokio::time::sleep(QUIET).await;
        drop(browser);
        Self { sites, _model: model, profile, run }
    }
}

async fn started(profile: &tempfile::TempDir) -> Browser {
    let options =
        Options { profile: Some(profile.path().to_owned()), ..Options::with_extension(edith_lab::paths::dist()) };
    Browser::start(&options).await.unwrap()
}

#[tokio::test]
async fn a_browser_that_was_killed_goes_on_with_its_runs_when_it_is_started_again() {
    let Killed { sites, profile, run, .. } = &Killed::paused().await;
    let second = started(profile).await;
    let extension = second.open_bare().await.unwrap();
    let list = extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(list["runs"][0]["state"], "paused", "the pause outlives the browser: {list}");
    extension.accepted(json!({ "type": "AGENT_RESUME", "runId": run.run_id })).await.unwrap();
    let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
    let (_, done) = extension.wait_event_from(0, "the end", ends, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert_eq!(sites.state().noted(PAGE, "click").len(), 1);
}

#[tokio::test]
async fn a_database_that_the_browser_emptied_is_told_in_the_conversation_and_nothing_is_done() {
    let Killed { sites, profile, .. } = &Killed::paused().await;
    let databases = profile.path().join("Default/IndexedDB");
    assert!(databases.read_dir().unwrap().next().is_some(), "the run is stored there");
    std::fs::remove_dir_all(&databases).unwrap();
    let second = started(profile).await;
    let extension = second.open_bare().await.unwrap();
    let list = extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(list["runs"], json!([]), "{list}");
    let stored = extension.conversations().await.unwrap().to_string();
    assert!(stored.contains("the browser found EDITH’s database damaged"), "{stored}");
    assert_eq!(sites.state().noted(PAGE, "click").len(), 0);
}
