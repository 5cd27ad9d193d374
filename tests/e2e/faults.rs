//! A model server that fails in every way, and what the user sees of it.

use std::time::Duration;

use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Fault, Reply, Request, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, click, open, outcome};

/// A turn that would click; a faulty answer must never lead to a click.
const PAGE: &str = "tools-plain";

async fn lab(script: impl FnOnce(Script) -> Script) -> Lab {
    let sites = Sites::start().await.unwrap();
    let opened = Script::new().then(open(&sites.page_url(PAGE)));
    Lab::on(sites, script(opened)).await
}

fn clicks(lab: &Lab) -> usize {
    lab.sites.state().noted(PAGE, "click").len()
}

async fn times_between_requests(lab: &Lab) -> Vec<Duration> {
    let at: Vec<_> = lab.model.requests().iter().filter_map(|request| request.at).collect();
    at.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[tokio::test]
async fn a_busy_server_is_asked_again_when_it_says() {
    let lab = lab(|script| script.then(Reply::too_many(2)).then(Reply::done("done"))).await;
    let done = lab.run("wait for it").await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let waited = times_between_requests(&lab).await[1];
    assert!(waited >= Duration::from_millis(2_000), "{waited:?}");
    let told = lab.extension.events_since(0).iter().any(|event| event.text("text").contains("Trying again in"));
    assert!(told, "the person is told that it waits");
}

#[tokio::test]
async fn a_stream_cut_in_the_middle_runs_no_tool_and_is_asked_once_more() {
    let script = |script: Script| {
        script
            .with(|request| click("BUTTON", "Plain button")(request).with(Fault::Cut { after: 3 }))
            .then(Reply::done("done"))
    };
    let lab = lab(script).await;
    let done = lab.run("click").await;
    assert_eq!((outcome(&done), lab.model.requests().len(), clicks(&lab)), ("completed", 3, 0), "{}", done.message);
}

#[tokio::test]
async fn answers_that_are_none_void_the_turn_and_are_asked_for_three_times_more() {
    for fault in [Fault::ErrorEvent { message: "it broke".into() }, Fault::Html, Fault::BrokenUtf8] {
        let name = format!("{fault:?}");
        let broken = move || {
            let fault = fault.clone();
            move |request: &Request| click("BUTTON", "Plain button")(request).with(fault.clone())
        };
        let lab = lab(|script| script.with(broken()).with(broken()).with(broken()).with(broken())).await;
        let done = lab.run("click").await;
        assert_eq!((outcome(&done), lab.model.requests().len()), ("failed", 5), "{name}: {}", done.message);
        assert_eq!(clicks(&lab), 0, "{name}");
        assert!(done.text("summary").ends_with('.') || done.text("summary").len() > 20, "{name}: {}", done.message);
        assert!(lab.is_detached().await, "{name}");
    }
}

/// Some servers say why the model stopped, end the connection, and send no `[DONE]`.
#[tokio::test]
async fn a_stream_that_ends_whole_without_its_mark_is_a_turn() {
    let lab = lab(|script| {
        script
            .with(|request| click("BUTTON", "Plain button")(request).with(Fault::NoDone))
            .then(Reply::done("done").with(Fault::NoDone))
    })
    .await;
    let done = lab.run("click").await;
    assert_eq!((outcome(&done), lab.model.requests().len(), clicks(&lab)), ("completed", 3, 1), "{}", done.message);
}

#[tokio::test]
async fn characters_split_over_pieces_arrive_whole() {
    let reply = Reply::done("Grüße 👋 aus Köln").with(Fault::SplitUtf8);
    let lab = lab(|script| script.then(reply)).await;
    assert_eq!(lab.run("greet").await.text("summary"), "Grüße 👋 aus Köln");
}

#[tokio::test]
async fn what_a_person_must_mend_is_said_at_once_and_not_retried() {
    for (reply, words) in [
        (Reply::unauthorized(), "key"),
        (Reply::no_quota(), "quota"),
        (Reply::error(404, "model_not_found", "no such model"), "model"),
        (Reply::error(422, "invalid", "bad field"), "refused the request"),
        (Reply::fault(Fault::Redirect { to: "http://localhost:1/v1/chat/completions".into() }), "redirect"),
    ] {
        let lab = Lab::with(Script::new().then(reply).then(Reply::done("never"))).await;
        let done = lab.run("anything").await;
        assert_eq!((outcome(&done), lab.model.requests().len()), ("failed", 1), "{words}: {}", done.message);
        assert!(done.text("summary").contains(words), "{words}: {}", done.message);
        assert!(!done.text("summary").contains("sk-test"), "{}", done.message);
    }
}

#[tokio::test]
async fn malformed_calls_are_told_to_the_model_and_end_the_run_at_the_third() {
    let broken = || Reply::raw_call("click", "{\"uid\": ");
    let mended =
        lab(|script| script.then(broken()).then(Reply::call("clik", json!({}))).then(Reply::done("done"))).await;
    let done = mended.run("click").await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let told: Value = mended.model.requests()[3].body.clone();
    assert!(told.to_string().contains("clik"), "{told}");

    let hopeless = lab(|script| script.then(broken()).then(broken()).then(broken()).then(Reply::done("never"))).await;
    let done = hopeless.run("click").await;
    assert_eq!((outcome(&done), hopeless.model.requests().len()), ("failed", 4), "{}", done.message);
}

#[tokio::test]
async fn doubled_call_ids_are_answered_one_by_one() {
    let twice = Reply::calls([("take_snapshot", json!({})), ("take_snapshot", json!({}))]).same_ids("same");
    let lab = lab(|script| script.then(twice).then(Reply::done("done"))).await;
    assert_eq!(outcome(&lab.run("look twice").await), "completed");
    let requests = lab.model.requests();
    let ids: Vec<&Value> =
        requests[2].messages().iter().filter(|m| m["role"] == "tool").map(|m| &m["tool_call_id"]).collect();
    let unique: std::collections::HashSet<String> = ids.iter().map(ToString::to_string).collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
}

#[tokio::test]
async fn a_prompt_that_is_too_long_is_shortened_once() {
    let lab = lab(|script| script.then(Reply::context_too_long()).then(Reply::done("done"))).await;
    assert_eq!(outcome(&lab.run("a long task").await), "completed");
    let hopeless = self::lab(|script| script.then(Reply::context_too_long()).then(Reply::context_too_long())).await;
    assert_eq!(outcome(&hopeless.run("a long task").await), "failed");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_with_what_to_do() {
    let lab = Lab::with(Script::new()).await;
    lab.extension.storage_set(json!({ "edith_api_base_url": "http://127.0.0.1:9/v1" })).await.unwrap();
    let done = lab.run("anything").await;
    assert_eq!(outcome(&done), "failed");
    assert!(
        done.text("summary").contains("127.0.0.1:9") && done.text("summary").contains("running"),
        "{}",
        done.message
    );
}

#[tokio::test]
async fn the_list_of_models_is_asked_with_the_stored_key_and_a_failure_is_a_sentence() {
    let lab = Lab::with(Script::new()).await;
    let list = lab.extension.accepted(json!({ "type": "MODEL_LIST", "baseUrl": lab.model.url })).await.unwrap();
    assert!(list["models"].as_array().is_some_and(|models| !models.is_empty()), "{list}");
    let refused =
        lab.extension.command(json!({ "type": "MODEL_LIST", "baseUrl": "http://127.0.0.1:9/v1" })).await.unwrap();
    assert_eq!(refused["ok"], false);
    assert!(refused["error"]["message"].as_str().unwrap().contains("127.0.0.1:9"), "{refused}");
}

#[tokio::test]
async fn a_run_that_failed_can_be_continued_in_its_conversation() {
    let lab = Lab::with(
        Script::new().then(Reply::unauthorized()).with(|request| Reply::text(format!("{:?}", request.messages()))),
    )
    .await;
    let run = lab.start("remember the number 7").await;
    lab.done(&run).await;
    let again = json!({ "type": "AGENT_RUN", "prompt": "go on", "conversationId": run.conversation_id });
    let first = lab.extension.event_count();
    lab.extension.accepted(again).await.unwrap();
    let is_done = |event: &SeenEvent| event.kind() == "agent_done";
    let (_, done) = lab.extension.wait_event_from(first, "the end", is_done, RUN).await.unwrap();
    assert!(done.text("summary").contains("remember the number 7"), "{}", done.message);
}
