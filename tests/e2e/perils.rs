//! Activity in the browser while something dies: a download, a file chooser, a cross-site frame, the browser itself; and a stop pressed around an
//! action.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Options, SeenEvent, Target};
use edith_lab::model_server::{Fault, ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::{Lab, RUN, open};
use super::play::{click, lab, look};

/// Waits for the event that reports a call of the tool.
async fn call_reported(lab: &Lab, run: &edith_lab::browser::RunHandle, tool: &'static str) {
    let is_it = |event: &SeenEvent| event.run_id() == run.run_id && event.text("tool") == tool;
    lab.extension.wait_event_from(run.first_event, tool, is_it, RUN).await.unwrap();
}

/// Waits until no run is active and every tab is detached, which follows a moment later.
async fn over(lab: &Lab) {
    let started = Instant::now();
    loop {
        let runs = lab.runs().await;
        if runs.iter().all(|info| info["state"] == "done") && lab.is_let_go().await {
            return;
        }
        assert!(started.elapsed() < RUN && runs.iter().all(|info| !info["ask"].is_object()), "stuck: {runs:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_download_is_not_begun_again_when_the_worker_dies_around_it() {
    let lab = lab(|sites, script| {
        script.then(open(&sites.page_url("downloads"))).then(click("The report")).then(Reply::done("done"))
    })
    .await;
    let saved = json!({ "behavior": "allow", "downloadPath": lab.browser.profile().join("saved") });
    lab.browser.connection().call(None, "Browser.setDownloadBehavior", saved).await.unwrap();
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let run = lab.start("get the report").await;
    let asked = |state: &edith_lab::sites::State| {
        state.requests.iter().filter(|request| request.contains("files/report.csv")).count()
    };
    call_reported(&lab, &run, "click").await;
    lab.until("the download was asked for", |state| asked(state) > 0).await;
    lab.kill_worker().await;
    over(&lab).await;
    assert_eq!(asked(&lab.sites.state()), 1);
}

#[tokio::test]
async fn a_file_chooser_that_was_asked_for_does_not_hold_up_the_next_worker() {
    let lab = lab(|sites, script| {
        script
            .then(open(&sites.page_url("upload")))
            .then(click("Choose a file"))
            .then(look().with(Fault::Delay { milliseconds: 3_000 }))
            .then(look())
            .then(Reply::done("done"))
    })
    .await;
    let run = lab.start("choose").await;
    lab.asked(3).await;
    lab.kill_worker().await;
    let done = lab.done(&run).await;
    assert_eq!(super::lab::outcome(&done), "completed", "{}", done.message);
    let requests = lab.model.requests();
    assert!(requests[2].last_of("tool").contains("opens a file chooser"), "{}", requests[2].last_of("tool"));
    assert!(requests.last().unwrap().last_of("tool").contains("Choose a file"), "the page is read again");
    assert!(lab.is_let_go().await);
}

#[tokio::test]
async fn a_frame_of_another_site_that_is_removed_under_an_action_is_told() {
    for kills in [false, true] {
        let lab = lab(|sites, script| {
            script
                .then(open(&sites.page_url("cross-frame")))
                .then(click("Accept cookies"))
                .then(click("Save nickname"))
                .then(look())
                .then(Reply::done("done"))
                .then(Reply::done("done"))
        })
        .await;
        let url = lab.sites.page_url("cross-frame");
        lab.start("save").await;
        lab.asked(3).await;
        let shows = |target: &Target| target.kind == "page" && target.url.starts_with(&url);
        let target = lab.browser.wait_target("the run's tab", shows, super::SOON).await.unwrap();
        let page = lab.browser.attach(&target.id).await.unwrap();
        // Removed on a click inside, or a moment later.
        page.eval("setTimeout(() => document.querySelector('iframe').remove(), 30)").await.unwrap();
        if kills {
            lab.kill_worker().await;
        }
        over(&lab).await;
        let saved = lab.sites.state().noted("cross-inner", "nickname").len();
        assert!(saved <= 1, "saved {saved} times");
        let last = lab.model.requests().last().map(|request| request.last_of("tool")).unwrap_or_default();
        assert!(
            !last.contains("Save nickname") || last.contains("Is it really done"),
            "the look is of the page without it: {last}"
        );
    }
}

#[tokio::test]
async fn a_browser_that_is_killed_around_a_click_does_not_click_again_when_it_is_started() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url("tools-plain");
    let script =
        Script::new().then(open(&page)).then(click("Plain button")).then(Reply::done("done")).then(Reply::done("done"));
    let model = ModelServer::scripted(script).await.unwrap();
    let folder = std::env::temp_dir().join(format!("edith-perils-{}", std::process::id()));
    let options = || Options { profile: Some(folder.clone()), ..Options::with_extension(edith_lab::paths::dist()) };
    let browser = Browser::start(&options()).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    let lab = Lab { browser, extension, sites, model };
    let run = lab.start("click once").await;
    lab.until("the page was clicked", |state| !state.noted("tools-plain", "click").is_empty()).await;
    let Lab { browser, extension, sites, model } = lab;
    drop((extension, browser));
    let browser = Browser::start(&options()).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let lab = Lab { browser, extension, sites, model };
    // A run is over before its conversation is stored for the last time.
    let started = Instant::now();
    loop {
        let stored = lab.extension.conversations().await.unwrap();
        let last = stored[0]["messages"].as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
        if (&last["role"], &last["content"]) == (&json!("assistant"), &json!("done")) {
            break;
        }
        assert!(started.elapsed() < RUN, "{stored}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    over(&lab).await;
    assert_eq!(lab.sites.state().noted("tools-plain", "click").len(), 1, "{run:?}");
    drop(lab);
    // Anything a dying browser still writes there is left to the system's cleanup.
    let _left = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn a_stop_around_a_click_holds_at_once_and_over_the_workers_death() {
    // Milliseconds after the click is reported, and whether the worker then dies as well.
    for (moment, kills) in [(0, true), (15, false), (40, true), (150, false)] {
        let lab = lab(|sites, script| {
            let all = (0..12).fold(script.then(open(&sites.page_url("tools-plain"))), |script, _| {
                script.then(click("Plain button"))
            });
            all.then(Reply::done("done"))
        })
        .await;
        let run = lab.start("click and click").await;
        call_reported(&lab, &run, "click").await;
        tokio::time::sleep(Duration::from_millis(moment)).await;
        let command = json!({ "type": "AGENT_STOP", "runId": run.run_id });
        lab.extension.accepted(command).await.unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        let clicks = || lab.sites.state().noted("tools-plain", "click").len();
        let (then, asked) = (clicks(), lab.model.requests().len());
        if kills {
            lab.kill_worker().await;
        }
        // As long as a whole further click would take.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert_eq!(clicks(), then, "{moment} ms: something acted later than 300 ms after the stop");
        assert_eq!(lab.model.requests().len(), asked, "{moment} ms: the model was asked after the stop");
        assert!(lab.runs().await.iter().all(|info| info["state"] == "done"), "{moment} ms");
        assert!(lab.is_let_go().await, "{moment} ms");
    }
}
