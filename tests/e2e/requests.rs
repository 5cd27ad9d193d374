//! Requests that a press of unknown meaning makes: none reaches its server before a yes, whichever way the page sends it, and exactly one after it.

use super::lab::{Lab, RUN, open};
use super::play::{self, Played, click, ended, lab};
use serde_json::json;
use xtask::browser::SeenEvent;
use xtask::model_server::Script;
use xtask::sites::Sites;

/// The requests that the page's buttons made, as the server saw them.
fn sent(lab: &Lab) -> Vec<String> {
    let state = lab.sites.state();
    let is_it = |line: &&String| line.contains("/pages/deal/") || line.contains("/pages/graphql");
    state.requests.iter().filter(is_it).filter(|line| !line.starts_with("OPTIONS")).cloned().collect()
}

/// The page's number of presses, each by one of the turns; asks are answered in order, and nothing is sent before the first answer.
async fn presses(
    script: impl FnOnce(&Sites, Script) -> Script,
    answers: &[&str],
    outcome: &str,
) -> (Played, Vec<SeenEvent>) {
    let lab = lab(script).await;
    // The page's frame is of another server, so entering something on a page that the task does not name is a question of its own.
    let run = lab.start(&format!("do what the script says at {}", lab.sites.page_url("senders"))).await;
    let mut first = run.first_event;
    let mut asks = Vec::new();
    for answer in answers {
        let asked = lab.extension.wait_ask(&run, first, RUN).await;
        let (number, ask) = asked.unwrap_or_else(|error| panic!("{error}\n{}", play::event_log(&lab, &run)));
        assert_eq!(sent(&lab), Vec::<String>::new(), "sent before it was asked");
        lab.extension.answer(&ask, answer).await.unwrap();
        asks.push(ask);
        first = number + 1;
    }
    (ended(lab, run, outcome).await, asks)
}

fn pressing(label: &'static str) -> impl FnOnce(&Sites, Script) -> Script {
    move |sites, script| script.then(open(&sites.page_url("senders"))).then(click(label))
}

#[tokio::test]
async fn nothing_is_sent_before_a_yes_and_exactly_one_after_it() {
    for (label, request) in [
        ("Weiter", "POST /pages/deal/script"),
        ("OK", "DELETE /pages/deal/xhr"),
        ("Los", "POST /pages/graphql"),
        ("Fortfahren", "POST /pages/deal/form"),
        ("Ram", "POST /pages/deal/framed"),
        ("Fönster", "POST /pages/deal/window"),
        ("Näin", "POST /pages/deal/frame"),
        ("Muualla", "POST /pages/deal/other"),
    ] {
        let (played, asks) = presses(pressing(label), &["once"], "completed").await;
        assert_eq!(sent(&played.lab), [request], "{label}");
        let told = asks[0].message.to_string();
        let (method, path) = request.split_once(' ').unwrap();
        assert!(told.contains(method) && told.contains(path), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}

#[tokio::test]
async fn after_a_no_nothing_is_sent() {
    for label in ["Weiter", "Fortfahren", "Muualla", "Fönster"] {
        let (played, _) = presses(pressing(label), &["deny"], "refused").await;
        assert_eq!(sent(&played.lab), Vec::<String>::new(), "{label}");
    }
}

#[tokio::test]
async fn keys_and_beacons_are_presses_too() {
    let by_key = |sites: &Sites, script: Script| {
        script.then(open(&sites.page_url("senders"))).then(play::at("press_key", "Weiter", json!({ "key": "Enter" })))
    };
    let (played, _) = presses(by_key, &["once"], "completed").await;
    assert_eq!(sent(&played.lab), ["POST /pages/deal/script"]);
    // The button is a picture.
    let (played, asks) = presses(pressing("k7"), &["once"], "completed").await;
    assert!(asks[0].message.to_string().contains("/pages/deal/quiet"));
    assert_eq!(sent(&played.lab), ["POST /pages/deal/quiet"]);
}

#[tokio::test]
async fn what_reads_and_what_saves_what_was_typed_goes_unasked() {
    let script = |sites: &Sites, script: Script| {
        script
            .then(open(&sites.page_url("senders")))
            .then(click("Tovább"))
            .then(play::type_into("Note", "milk and bread"))
    };
    let (played, _) = presses(script, &[], "completed").await;
    // Each letter is saved.
    let mut sent = sent(&played.lab);
    sent.dedup();
    assert_eq!(sent, ["POST /pages/graphql", "PUT /pages/deal/saved"]);
}
