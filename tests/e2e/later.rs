//! What pages send over sockets, or some time after an action: where the task wants nothing changed, none of it leaves the browser before a yes.

use super::lab::{RUN, open};
use super::play::{Played, click, ended, lab};
use serde_json::json;
use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;

const ASKS: &str = "What does the page say at";
const CHANGES: &str = "Add the lamp to the late deal with Später and Formular, and set its title to \"Lampe\" at";

/// What arrived.
fn sent(played: &Played) -> Vec<String> {
    let requests = played.lab.sites.state().requests;
    requests.into_iter().filter(|line| line.contains("/pages/deal/")).collect()
}

/// The task on the page, its turns after the first, and the answers to its asks, in order.
async fn played(
    task: &str,
    turns: impl FnOnce(Script) -> Script,
    answers: &[&str],
    outcome: &str,
) -> (Played, Vec<SeenEvent>) {
    let lab = lab(|sites: &Sites, script| turns(script.then(open(&sites.page_url("later"))))).await;
    let run = lab.start(&format!("{task} {}", lab.sites.page_url("later"))).await;
    let (mut first, mut asks) = (run.first_event, Vec::new());
    for answer in answers {
        let (number, ask) = lab.extension.wait_ask(&run, first, RUN).await.unwrap();
        let requests = lab.sites.state().requests;
        assert!(!requests.iter().any(|line| line.contains("/pages/deal/")), "sent before it was asked: {requests:?}");
        lab.extension.answer(&ask, answer).await.unwrap();
        asks.push(ask);
        first = number + 1;
    }
    (ended(lab, run, outcome).await, asks)
}

fn wait(milliseconds: u32) -> Reply {
    Reply::call("wait", json!({ "ms": milliseconds }))
}

#[tokio::test]
async fn a_message_over_a_socket_is_asked_about_and_goes_once_after_a_yes() {
    for (answer, outcome, expected) in
        [("once", "completed", &["MESSAGE /pages/deal/socket [\"toggle\",{\"id\":7}]"][..]), ("deny", "refused", &[])]
    {
        let turns = |script: Script| script.then(wait(1_500)).then(click("Jetzt")).then(wait(1_000));
        let (played, asks) = played(ASKS, turns, &[answer], outcome).await;
        assert_eq!(sent(&played), expected, "{answer}");
        let told = asks[0].message.to_string();
        assert!(told.contains("WebSocket ws://") && told.contains("toggle"), "{told}");
    }
}

#[tokio::test]
async fn what_a_page_sends_some_time_after_a_press_or_an_entry_is_held_back_and_told() {
    let entered = Reply::call("type_text", json!({ "uid": { "$uid": ["INPUT", "Titel"] }, "text": "Lampe" }));
    for (turn, line) in [
        (Some("Später"), "POST /pages/deal/late"),
        (Some("Formular"), "POST /pages/deal/form"),
        (None, "PUT /pages/deal/title"),
    ] {
        for (task, expected) in [(ASKS, &[][..]), (CHANGES, &[line])] {
            let entered = entered.clone();
            let turns = |script: Script| {
                let script = match turn {
                    Some(label) => script.then(click(label)),
                    None => script.then(entered),
                };
                script.then(wait(3_000)).then(wait(100))
            };
            let (played, _) = played(task, turns, &[], "completed").await;
            assert_eq!(sent(&played), expected, "{task} {line}");
            let told = played.answers("wait").concat();
            assert_eq!(told.contains("was held back"), expected.is_empty(), "{told}");
        }
    }
}
