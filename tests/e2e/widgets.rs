//! Widgets that draw themselves, as component libraries have them: told as the controls they stand for, and used like them.

use serde_json::json;
use xtask::model_server::{Reply, Request, uid_of};

use super::lab::{click, on, open};
use super::play::play;

/// The page.
const PAGE: &str = "drawn-widgets";

fn look() -> Reply {
    Reply::call("take_snapshot", json!({}))
}

fn press(key: &str) -> Reply {
    Reply::call("press_key", json!({ "key": key }))
}

#[tokio::test]
async fn a_drawn_list_keeps_its_number_and_what_it_covers_stays() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(click("INPUT", "City"))
            .then(look())
            .with(click("ELEMENT", "Bern"))
            .then(look())
            .with(on("type_text", "INPUT", "City", json!({ "text": "Bo" })))
            .then(press("Enter"))
            .then(look())
    })
    .await;
    played.noted(PAGE, "city", &["Bern", "Boston"]).await;
    let first = played.answer("open_browser");
    let line =
        |look: &str| look.lines().find(|line| line.contains("INPUT | \"City\"")).map(str::to_owned).unwrap_or_default();
    let number = |look: &str| line(look).split(' ').next().map(str::to_owned).unwrap_or_default();
    assert!(line(&first).contains("[collapsed]") && !line(&first).contains("read-only"), "{first}");
    let looks = played.answers("take_snapshot");
    for (look, expected) in looks.iter().zip(["[expanded]", "[value: \"Bern\"]", "[value: \"Boston\"]"]) {
        assert_eq!(number(look), number(&first), "{look}");
        assert!(line(look).contains(expected), "{look}");
    }
    // The list lies over the fields below it, which closing it uncovers.
    for name in ["Street", "House"] {
        let covered =
            looks[0].lines().any(|line| line.contains(&format!("INPUT | \"{name}\"")) && line.contains("covered by"));
        assert!(covered, "{name}: {}", looks[0]);
    }
    // What opens with an animation is there when the answer comes.
    let opened = &played.answers("click")[0];
    assert!(
        ["Berlin", "Bern", "Boston", "Lima"].iter().all(|name| opened.contains(&format!("ELEMENT | \"{name}\""))),
        "{opened}"
    );
}

#[tokio::test]
async fn drawn_sliders_take_values() {
    let set = |name: &'static str, value: &'static str| on("set_value", "SLIDER", name, json!({ "value": value }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(set("Volume", "70"))
            .with(set("Heat", "24"))
            .with(set("Heat", "4"))
            .with(set("Heat", "7"))
            .then(look())
    })
    .await;
    let look = played.answer("take_snapshot");
    assert!(look.contains("SLIDER | \"Volume\" [value: \"70\"]"), "{look}");
    let answers = played.answers("set_value");
    assert!(answers[1].contains("Set SLIDER \"Heat\" to \"24\""), "{}", answers[1]);
    assert!(answers[3].contains("did not take the value"), "{}", answers[3]);
    let state = played.lab.sites.state();
    assert!(state.noted(PAGE, "heat").contains(&"24") && state.noted(PAGE, "heat").contains(&"4"));
    assert_eq!(state.noted(PAGE, "volume"), ["70"]);
}

#[tokio::test]
async fn the_rest_of_a_turn_is_not_done_after_what_changes_everything() {
    let played = play(|sites, script| {
        let plain = sites.page_url("tools-plain");
        let both = |kind: &'static str, name: &'static str| {
            let plain = plain.clone();
            move |request: &Request| {
                let uid = uid_of(request, kind, name).unwrap_or_default();
                Reply::calls([("click", json!({ "uid": uid })), ("navigate", json!({ "url": plain }))])
            }
        };
        script
            .then(open(&sites.page_url("dialogs")))
            .with(both("BUTTON", "Alert"))
            .then(Reply::call("handle_dialog", json!({ "accept": true })))
            .with(both("LINK", "Leave this page"))
            .then(open(&sites.page_url("popups")))
            .with(both("LINK", "Open in a new tab"))
    })
    .await;
    let rest = played.answers("navigate");
    assert_eq!(rest.len(), 3, "{rest:?}");
    assert!(rest.iter().all(|answer| answer.starts_with("Not done")), "{rest:?}");
    assert!(!played.lab.sites.state().requests.iter().any(|request| request.contains("tools-plain")));
}
