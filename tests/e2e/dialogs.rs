//! The four dialogs, with the worker killed before, during and after each: whoever comes next answers it, once.
//!
//! The ordinary test kills the worker while each dialog is open; all: `cargo test -p e2e --features browser -- --ignored dialogs`.

use std::time::{Duration, Instant};

use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Fault, ModelServer, Reply, Request};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN};

const PAGE: &str = "dialogs";

/// What opens it, the name under which the page notes its result, and the value. Leaving is noted by the next page.
const DIALOGS: [(&str, &str, &str); 4] = [
    ("Alert", "alert closed", ""),
    ("Confirm", "confirmed", "true"),
    ("Prompt", "prompted", "Ann"),
    ("Leave this page", "", ""),
];

/// When the worker dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// As the click is reported.
    Before,
    /// While the dialog is open and the model thinks.
    Open,
    /// As the answer is reported.
    After,
}

/// The result of a tool's last call, and the number of its calls.
fn last(request: &Request, tool: &str) -> (usize, String) {
    let messages = request.messages();
    let calls = messages.iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    let ids: Vec<&Value> = calls.filter(|call| call["function"]["name"] == tool).map(|call| &call["id"]).collect();
    let answer = ids
        .last()
        .and_then(|id| messages.iter().find(|message| message["role"] == "tool" && message["tool_call_id"] == **id));
    (ids.len(), answer.map(|answer| answer["content"].as_str().unwrap_or_default().to_owned()).unwrap_or_default())
}

/// A model that opens the dialog, answers yes, and looks for itself if the result is unknown.
fn answer(page: &str, request: &Request) -> Reply {
    let all: String = request.messages().iter().map(ToString::to_string).collect();
    let opens =
        DIALOGS.iter().find(|(label, ..)| all.contains(&format!("the dialog of {label:?}").replace('"', "\\\"")));
    let (label, ..) = opens.unwrap_or(&DIALOGS[0]);
    let click = |label: &str| Reply::call("click", json!({ "uid": { "$uid": ["", label] } }));
    if request.tools().contains(&"handle_dialog") {
        // Time for the worker to die.
        return Reply::call("handle_dialog", json!({ "accept": true, "text": "Ann" }))
            .with(Fault::Delay { milliseconds: 1_500 });
    }
    let (opened, _) = last(request, "open_browser");
    let (clicks, clicked) = last(request, "click");
    let (answers, answered) = last(request, "handle_dialog");
    let guarded = *label != "Leave this page" || clicks > 0;
    let again = |told: &str| told.contains("was not done") || told.contains("No element") || told.contains("no longer");
    match (opened, clicks, answers) {
        (0, ..) => Reply::call("open_browser", json!({ "url": page })),
        _ if !guarded => click("Ask before leaving"),
        (_, 0, _) => click(label),
        (_, 1, 0) if *label == "Leave this page" => click(label),
        (_, 2.., _) if clicks > 4 => Reply::done("given up"),
        (.., 0) if again(&clicked) => click(label),
        (.., 1..) if again(&answered) => click(label),
        _ => Reply::done("done"),
    }
}

async fn lab() -> Lab {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    let model = ModelServer::start(move |request| answer(&page, request)).await.unwrap();
    let browser = super::browser().await;
    let extension = browser.open_bare().await.unwrap();
    extension
        .storage_set(json!({
            "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test",
            "edith_settings": { "version": 1, "approvals": "auto" },
        }))
        .await
        .unwrap();
    Lab { browser, extension, sites, model }
}

/// How often the dialog was answered with yes so far.
fn yes(lab: &Lab, (_, note, value): (&str, &str, &str)) -> usize {
    let state = lab.sites.state();
    if note.is_empty() {
        return state.requests.iter().filter(|request| request.starts_with("GET /pages/arrived")).count();
    }
    state.noted(PAGE, note).iter().filter(|noted| **noted == value).count()
}

async fn play(lab: &Lab, dialog: (&'static str, &str, &str), when: When) -> Result<(), String> {
    let name = format!("{} {when:?}", dialog.0);
    let (before, notes) = (yes(lab, dialog), lab.sites.state().notes.len());
    // A whole address would be opened before the model is asked.
    let host = lab.sites.origin.trim_start_matches("http://");
    let run = lab.start(&format!("Answer the dialog of {:?} with yes, as {host}", dialog.0)).await;
    let is_told = |event: &SeenEvent| {
        event.run_id() == run.run_id
            && match when {
                When::Before => event.text("tool") == "click" && event.text("text").contains(dialog.0),
                When::Open => event.text("result").contains("A dialog is open"),
                When::After => event.text("tool") == "handle_dialog",
            }
    };
    let found = lab.extension.wait_event_from(run.first_event, "the moment", is_told, RUN).await;
    found.map_err(|error| format!("{name}: {error}"))?;
    lab.kill_worker().await;
    let started = Instant::now();
    loop {
        let runs = lab.runs().await;
        let Some(info) = runs.iter().find(|info| info["runId"] == run.run_id.as_str()) else { break };
        if info["state"] == "done" {
            break;
        }
        if started.elapsed() > RUN || info["ask"].is_object() {
            return Err(format!("{name}: stuck: {info}"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let started = Instant::now();
    while yes(lab, dialog) == before && started.elapsed() < Duration::from_secs(3) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let close = "chrome.tabs.query({}).then(tabs => chrome.tabs.remove(tabs.filter(tab => /pages/.test(tab.url)).map(tab => tab.id)))";
    lab.extension.page().eval(close).await.unwrap();
    let state = lab.sites.state();
    match yes(lab, dialog) - before {
        1 if state.notes.len() <= notes + 1 => Ok(()),
        times => {
            let answered = lab.model.requests().last().map(|request| last(request, "handle_dialog").1);
            Err(format!("{name}: answered {times} times, {:?}; {answered:?}", state.notes.get(notes..)))
        }
    }
}

async fn all(moments: &[When]) {
    let lab = lab().await;
    let mut failed = Vec::new();
    for dialog in DIALOGS {
        for when in moments {
            failed.extend(play(&lab, dialog, *when).await.err());
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test]
async fn a_dialog_outlives_the_worker_that_saw_it_open() {
    all(&[When::Open]).await;
}

#[tokio::test]
#[ignore = "takes a minute"]
async fn every_dialog_is_answered_once_whenever_the_worker_dies() {
    all(&[When::Before, When::Open, When::After]).await;
}
