//! What pages send over sockets: where the task wants nothing changed, none of it leaves the browser before a yes, and just that after it.

use super::lab::{Lab, RUN, open};
use super::play::{Played, at, click, ended, event_log, lab, look};
use edith_lab::browser::{Page, SeenEvent};
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;
use std::time::Duration;

const ASKS: &str = "What does the page say at";
const CHANGES: &str = "Set the title to \"Lampe\" at";
const TOGGLE: &str = "MESSAGE [\"toggle\",{\"id\":7}]";

/// What arrived.
fn sent(lab: &Lab) -> Vec<String> {
    lab.sites.state().requests.into_iter().filter(|line| line.starts_with("MESSAGE ")).collect()
}

/// The task on the page, its turns after the first, and the answers to its asks, in order.
async fn played(task: &str, turns: Vec<Reply>, answers: &[&str], outcome: &str) -> (Played, Vec<SeenEvent>) {
    let lab = lab(|sites: &Sites, script| {
        let script = script.then(open(&sites.page_url("live"))).then(wait(1_200));
        turns.into_iter().fold(script, Script::then).then(wait(600))
    })
    .await;
    let run = lab.start(&format!("{task} {}", lab.sites.page_url("live"))).await;
    let (mut first, mut asks) = (run.first_event, Vec::new());
    for answer in answers {
        let asked = lab.extension.wait_ask(&run, first, RUN).await;
        let (number, ask) = asked.unwrap_or_else(|error| panic!("{error}\n{}", event_log(&lab, &run)));
        if asks.is_empty() {
            assert_eq!(sent(&lab), Vec::<String>::new(), "sent before it was asked");
        }
        lab.extension.answer(&ask, answer).await.unwrap();
        asks.push(ask);
        first = number + 1;
    }
    (ended(lab, run, outcome).await, asks)
}

fn wait(milliseconds: u32) -> Reply {
    Reply::call("wait", json!({ "ms": milliseconds }))
}

fn entered() -> Reply {
    at("type_text", "Titel", json!({ "text": "L" }))
}

#[tokio::test]
async fn a_message_is_asked_about_and_goes_once_after_a_yes() {
    let parts = ["MESSAGE [\"head\"]", "MESSAGE ", TOGGLE];
    for (label, told, expected) in [
        ("Jetzt", "toggle", &[TOGGLE][..]),
        ("Teile", "toggle", &parts),
        ("Bytes", "cannot be read", &["MESSAGE 3 bytes"]),
        ("Neu", "toggle", &["MESSAGE [\"toggle\"]"]),
        ("Früh", "early", &["MESSAGE [\"toggle\",\"early\"]"]),
        ("Archiv", "delete all", &["MESSAGE {\"action\":\"delete all\"}"]),
        ("Innen jetzt", "inner", &["MESSAGE [\"toggle\",\"inner\"]"]),
    ] {
        let (played, asks) = played(ASKS, vec![click(label)], &["once"], "completed").await;
        assert_eq!(sent(&played.lab), expected, "{label}");
        let asked = asks[0].message.to_string();
        assert!(["WebSocket", "ws://", told].iter().all(|word| asked.contains(word)), "{label}: {asked}");
        let (denied, _) = self::played(ASKS, vec![click(label)], &["deny"], "refused").await;
        assert_eq!(sent(&denied.lab), Vec::<String>::new(), "{label}");
    }
}

#[tokio::test]
async fn nothing_goes_by_what_a_page_makes_of_its_own_world() {
    for label in ["Filter", "Halt", "Zustand", "Falle", "Strom", "Stufe", "Später"] {
        let (denied, _) = played(ASKS, vec![click(label)], &["deny"], "refused").await;
        assert_eq!(sent(&denied.lab), Vec::<String>::new(), "{label}");
    }
    let (ended, _) = played(ASKS, vec![click("Schluss")], &[], "completed").await;
    assert_eq!(sent(&ended.lab), Vec::<String>::new(), "what a connection is closed with");
}

#[tokio::test]
async fn what_was_shown_is_what_goes_whatever_a_page_makes_of_its_own_world() {
    for label in ["Schub", "Form", "Strom", "Später"] {
        let (played, asks) = played(ASKS, vec![click(label)], &["once"], "completed").await;
        assert_eq!(sent(&played.lab), [TOGGLE], "{label}");
        assert!(asks[0].message.to_string().contains("toggle"), "{label}: {}", asks[0].message);
    }
}

#[tokio::test]
async fn a_text_that_is_told_key_by_key_goes_whole_and_one_whose_field_empties_itself_is_asked_about() {
    let told: Vec<String> = (1..=10).map(|length| format!("MESSAGE [\"typing\",{length}]")).collect();
    let typed = vec![at("type_text", "Chat", json!({ "text": "hello team" }))];
    let (played, asks) = played(ASKS, typed, &["once"], "completed").await;
    assert_eq!((sent(&played.lab), asks.len()), (told, 1));
    let asked = asks[0].message.to_string();
    assert!(
        asked.split(|c: char| !c.is_alphabetic()).all(|word| word != "ping"),
        "what keeps the connection open: {asked}"
    );
    let emptied = || vec![at("type_text", "Leert", json!({ "text": "L" }))];
    let (allowed, _) = self::played(ASKS, emptied(), &["once"], "completed").await;
    assert_eq!(sent(&allowed.lab), ["MESSAGE [\"stdin\",\"L\"]"]);
    let (denied, _) = self::played(ASKS, emptied(), &["deny"], "refused").await;
    assert_eq!(sent(&denied.lab), Vec::<String>::new());
}

#[tokio::test]
async fn an_entry_counts_as_a_press_does_and_a_kind_is_asked_about_once() {
    let (played, _) = played(ASKS, vec![entered()], &["once"], "completed").await;
    assert_eq!(sent(&played.lab), ["MESSAGE [\"title\",\"L\"]"]);
    let twice = vec![click("Jetzt"), click("Jetzt")];
    let (played, asks) = self::played(ASKS, twice, &["task"], "completed").await;
    assert_eq!((sent(&played.lab), asks.len()), (vec![TOGGLE.to_owned(); 2], 1));
}

#[tokio::test]
async fn a_text_that_is_typed_into_a_terminal_is_no_draft() {
    let typed = at("type_text", "Konsole", json!({ "text": "ls" }));
    let (played, asks) = played(ASKS, vec![typed], &["deny"], "refused").await;
    assert_eq!((sent(&played.lab), asks.len()), (Vec::new(), 1));
}

#[tokio::test]
async fn a_yes_sends_nothing_that_was_denied_and_what_was_denied_is_not_tried_again() {
    let (played, _) = played(ASKS, vec![click("Bytes"), click("Andere")], &["deny", "once"], "completed").await;
    assert_eq!(sent(&played.lab), ["MESSAGE 4 bytes"]);
    for label in ["Nochmal", "Verkleidet"] {
        let (denied, _) = self::played(ASKS, vec![click(label), wait(3_000)], &["deny"], "refused").await;
        assert_eq!(sent(&denied.lab), Vec::<String>::new(), "{label}");
    }
}

/// A page that was opened by hand, with what the person does there while they are asked about the press.
async fn by_hand(label: &str, presses: bool) -> (Played, Page) {
    let sites = Sites::start().await.unwrap();
    let script = Script::new().then(wait(2_500)).then(click(label)).then(wait(600)).then(wait(2_500)).then(look());
    let lab = Lab::on(sites, script).await;
    let url = lab.sites.page_url("live");
    let page = lab.browser.open_page(&url).await.unwrap();
    page.wait_for("live.readyState === 1", RUN).await.unwrap();
    page.eval("globalThis.mine = document.getElementById('title').value = 'mine'").await.unwrap();
    let tab = lab.extension.tab_id(&url).await.unwrap();
    let run = lab.extension.run_agent("What does this page say?", tab).await.unwrap();
    if presses {
        // Well before EDITH's press, so that what this one sends would be the page's own if presses by hand made it that.
        tokio::time::sleep(Duration::from_millis(500)).await;
        page.click("#text").await.unwrap();
    }
    let (_, ask) = lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    assert_eq!(
        sent(&lab),
        if presses { vec![TOGGLE.to_owned()] } else { Vec::new() },
        "what EDITH pressed goes unasked"
    );
    lab.extension.answer(&ask, "deny").await.unwrap();
    if presses {
        // Once the no has reached the page, and while the run waits.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        page.click("#text").await.unwrap();
    }
    (ended(lab, run, "refused").await, page)
}

#[tokio::test]
async fn what_the_person_sends_by_hand_goes_and_makes_nothing_of_it_the_pages_own() {
    let (played, page) = by_hand("Jetzt", true).await;
    assert_eq!(sent(&played.lab), [TOGGLE, TOGGLE]);
    assert_eq!(page.eval("document.getElementById('title').value").await.unwrap(), "mine");
}

#[tokio::test]
async fn a_page_keeps_what_the_person_entered_unless_it_tries_again_what_was_denied() {
    for (label, expected) in [("Jetzt", "mine"), ("Verkleidet", "")] {
        let (_played, page) = by_hand(label, false).await;
        assert_eq!(page.eval("globalThis.mine ?? ''").await.unwrap(), expected, "{label}");
    }
}

#[tokio::test]
async fn what_only_shows_what_a_link_leads_to_and_what_is_wanted_goes_unasked() {
    for (task, turn, expected) in [
        (ASKS, click("Verlauf"), "MESSAGE [\"history\"]"),
        (ASKS, click("Raum 2"), "MESSAGE [\"join\",2]"),
        (CHANGES, entered(), "MESSAGE [\"title\",\"L\"]"),
        (CHANGES, click("Jetzt"), TOGGLE),
    ] {
        let (played, _) = played(task, vec![turn], &[], "completed").await;
        assert_eq!(sent(&played.lab), [expected], "{task}");
    }
}

#[tokio::test]
async fn a_page_that_was_open_before_keeps_its_connection_while_a_person_is_asked() {
    let sites = Sites::start().await.unwrap();
    let lab = Lab::on(sites, Script::new().then(click("Jetzt")).then(wait(600)).then(look())).await;
    let url = lab.sites.page_url("live");
    let page = lab.browser.open_page(&url).await.unwrap();
    page.wait_for("live.readyState === 1", RUN).await.unwrap();
    let tab = lab.extension.tab_id(&url).await.unwrap();
    let run = lab.extension.run_agent("What does this page say?", tab).await.unwrap();
    let (_, ask) = lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    // As long as a person reads, while the page goes on to keep the connection open.
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(sent(&lab), Vec::<String>::new());
    lab.extension.answer(&ask, "once").await.unwrap();
    let played = ended(lab, run, "completed").await;
    assert_eq!(sent(&played.lab), [TOGGLE]);
    let told = played.answer("take_snapshot");
    assert!(told.contains("heard [\"toggle\""), "the server answered over the connection: {told}");
}

#[tokio::test]
async fn what_follows_a_dialog_goes_with_the_yes_to_it() {
    let answers = |accept: bool| vec![click("Gefragt"), Reply::call("handle_dialog", json!({ "accept": accept }))];
    let (accepted, asks) = played(ASKS, answers(true), &["once"], "completed").await;
    assert_eq!((sent(&accepted.lab), asks.len()), (vec![TOGGLE.to_owned()], 1));
    let (dismissed, _) = played(ASKS, answers(false), &[], "completed").await;
    assert_eq!(sent(&dismissed.lab), Vec::<String>::new());
}
