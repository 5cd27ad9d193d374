//! The worker is killed at every kind of point in a run, and the run continues by itself from there.

use edith_lab::browser::RunHandle;
use edith_lab::model_server::{Fault, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::{Lab, RUN, click, open, outcome};

/// The page of these runs, and the button they click once.
const PAGE: &str = "tools-plain";
const BUTTON: &str = "Plain button";

async fn lab(script: impl FnOnce(&Sites, Script) -> Script) -> Lab {
    let sites = Sites::start().await.unwrap();
    let script = script(&sites, Script::new());
    Lab::on(sites, script).await
}

/// A run that opens the page and clicks once; `next` is its next turn, and then it completes.
async fn clicking(next: Reply) -> Lab {
    lab(|sites, script| {
        script.then(open(&sites.page_url(PAGE))).with(click("BUTTON", BUTTON)).then(next).then(Reply::done("done"))
    })
    .await
}

fn clicks(lab: &Lab) -> usize {
    lab.sites.state().noted(PAGE, "click").len()
}

async fn completed(lab: &Lab, run: &RunHandle) {
    let done = lab.done(run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert!(lab.is_detached().await);
}

#[tokio::test]
async fn while_the_model_answers() {
    let slow = Reply::done("done").with(Fault::Delay { milliseconds: 60_000 });
    let lab = lab(|sites, script| script.then(open(&sites.page_url(PAGE))).then(slow).then(Reply::done("done"))).await;
    let run = lab.start("wait").await;
    lab.asked(2).await;
    lab.kill_worker().await;
    completed(&lab, &run).await;
    assert_eq!(lab.model.requests().len(), 3, "the answer that never came is asked for again");
}

#[tokio::test]
async fn after_the_answer_and_around_the_click() {
    // The click's event tells that the answer is in and the intent stored; the kill comes at once, so it lands before, in,
    // or after the click.
    let lab = clicking(Reply::done("done")).await;
    let run = lab.start("click once").await;
    let is_click = |event: &edith_lab::browser::SeenEvent| event.text("tool") == "click";
    lab.extension.wait_event_from(run.first_event, "the click's start", is_click, RUN).await.unwrap();
    lab.kill_worker().await;
    completed(&lab, &run).await;
    assert!(clicks(&lab) <= 1, "clicked {} times", clicks(&lab));
}

#[tokio::test]
async fn after_the_click_was_sent() {
    let lab = clicking(Reply::done("done")).await;
    let run = lab.start("click once").await;
    lab.until("the page was clicked", |state| !state.noted(PAGE, "click").is_empty()).await;
    lab.kill_worker().await;
    completed(&lab, &run).await;
    assert_eq!(clicks(&lab), 1);
}

#[tokio::test]
async fn after_the_result() {
    let slow = Reply::done("done").with(Fault::Delay { milliseconds: 60_000 });
    let lab = clicking(slow).await;
    let run = lab.start("click once").await;
    lab.asked(3).await;
    lab.kill_worker().await;
    completed(&lab, &run).await;
    assert_eq!(clicks(&lab), 1);
}

#[tokio::test]
async fn while_a_page_loads() {
    let lab = lab(|sites, script| {
        let never = format!("{}/pages/hang", sites.origin);
        script.then(open(&never)).then(Reply::done("done")).then(Reply::done("done"))
    })
    .await;
    let run = lab.start("open").await;
    lab.until("the page was asked for", |state| state.requests.iter().any(|request| request.contains("/pages/hang")))
        .await;
    lab.kill_worker().await;
    completed(&lab, &run).await;
    let loads = lab.sites.state().requests.iter().filter(|request| request.contains("/pages/hang")).count();
    assert_eq!(loads, 1, "a navigation whose effect is unknown is not repeated");
}

#[tokio::test]
async fn while_an_ask_is_open() {
    let lab = lab(|_, script| {
        script
            .then(Reply::call("ask_user", json!({ "question": "Which colour?" })))
            .with(|request| Reply::done(&request.last_of("tool")))
    })
    .await;
    let run = lab.start("ask me").await;
    let ask = lab.ask(&run).await;
    lab.kill_worker().await;
    let runs = lab.runs().await;
    assert_eq!(runs[0]["ask"]["askId"], ask.text("askId"), "the same question is still open");
    lab.extension.answer(&ask, "green").await.unwrap();
    let done = lab.done(&run).await;
    assert!(done.text("summary").contains("green"), "{}", done.message);
}

#[tokio::test]
async fn while_paused() {
    let slow = Reply::done("done").with(Fault::Delay { milliseconds: 60_000 });
    let lab = lab(|sites, script| script.then(open(&sites.page_url(PAGE))).then(slow).then(Reply::done("done"))).await;
    let run = lab.start("wait").await;
    lab.asked(2).await;
    lab.steer("AGENT_PAUSE", &run).await;
    lab.kill_worker().await;
    assert_eq!(lab.runs().await[0]["state"], "paused");
    assert_eq!(lab.model.requests().len(), 2, "a paused run asks nothing");
    lab.steer("AGENT_RESUME", &run).await;
    completed(&lab, &run).await;
}

#[tokio::test]
async fn a_stop_still_holds_after_the_kill() {
    let slow = Reply::done("done").with(Fault::Delay { milliseconds: 60_000 });
    let lab =
        lab(|sites, script| script.then(open(&sites.page_url(PAGE))).then(slow).with(click("BUTTON", BUTTON))).await;
    let run = lab.start("wait").await;
    lab.asked(2).await;
    lab.steer("AGENT_STOP", &run).await;
    lab.kill_worker().await;
    assert!(lab.runs().await.iter().all(|info| info["state"] == "done"));
    assert_eq!(lab.model.requests().len(), 2);
    assert_eq!(clicks(&lab), 0);
}
