//! A run survives more than a killed worker: a silent model, a browser crash.

use std::time::{Duration, Instant};

use serde_json::json;
use xtask::browser::SeenEvent;
use xtask::model_server::{ModelServer, Reply, Request, Script, uid_of};
use xtask::sites::Sites;

use super::lab::{Lab, RUN, open, outcome};

const PAGE: &str = "tools-plain";

#[tokio::test]
async fn a_model_that_is_silent_longer_than_a_worker_lives_is_waited_for() {
    let slow = Reply::text("Hello at last!").with(xtask::model_server::Fault::Delay { milliseconds: 35_000 });
    let lab = Lab::with(Script::new().then(slow)).await;
    let started = Instant::now();
    let answer = lab.extension.accepted(json!({ "type": "CHAT", "prompt": "Hi" })).await.unwrap();
    assert!(started.elapsed() > Duration::from_secs(35), "{answer}");
    let stored = lab.extension.conversations().await.unwrap();
    assert!(stored.to_string().contains("Hello at last!"), "{stored}");
}

#[tokio::test]
async fn a_browser_that_was_killed_goes_on_with_its_runs_when_it_is_started_again() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    // The pause may come before the first answer, which is then requested again.
    let first_page = page.clone();
    let answer = move |request: &Request| match uid_of(request, "BUTTON", "Plain button") {
        _ if request.last_of("tool").starts_with("Clicked") => Reply::done("done"),
        Some(uid) => Reply::call("click", json!({ "uid": uid })),
        None => open(&first_page),
    };
    let model = ModelServer::start(answer).await.unwrap();
    let folder = std::env::temp_dir().join(format!("edith-durable-{}", std::process::id()));
    let options = || xtask::browser::Options {
        profile: Some(folder.clone()),
        ..xtask::browser::Options::with_extension(xtask::paths::dist())
    };
    let first = xtask::browser::Browser::start(&options()).await.unwrap();
    let extension = first.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    let run = extension.run_agent("click once", None).await.unwrap();
    model.wait_requests(1, RUN).await.unwrap();
    extension.accepted(json!({ "type": "AGENT_PAUSE", "runId": run.run_id })).await.unwrap();
    drop(first);
    let second = xtask::browser::Browser::start(&options()).await.unwrap();
    let extension = second.open_bare().await.unwrap();
    let list = extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(list["runs"][0]["state"], "paused", "the pause outlives the browser: {list}");
    extension.accepted(json!({ "type": "AGENT_RESUME", "runId": run.run_id })).await.unwrap();
    let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
    let (_, done) = extension.wait_event_from(0, "the end", ends, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert_eq!(sites.state().noted(PAGE, "click").len(), 1);
    drop(second);
    // Anything a dying browser still writes there is left to the system's cleanup.
    let _left = std::fs::remove_dir_all(&folder);
}
