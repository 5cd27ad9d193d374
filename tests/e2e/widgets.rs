//! Custom widgets, as in component libraries: presented as the controls they stand for, and used like them.

use edith_lab::model_server::{Reply, Request, uid_of};
use serde_json::json;

use super::lab::{click, on, open};
use super::play::{play, play_asked};

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
    // The list covers the fields below it; closing uncovers them.
    for name in ["Street", "House"] {
        let covered =
            looks[0].lines().any(|line| line.contains(&format!("INPUT | \"{name}\"")) && line.contains("covered by"));
        assert!(covered, "{name}: {}", looks[0]);
    }
    // An animated popup is there when the result comes.
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
async fn what_a_turn_planned_on_a_page_is_not_done_on_another_or_behind_a_dialog() {
    let played = play(|sites, script| {
        let twice = |kind: &'static str, name: &'static str| {
            move |request: &Request| {
                let uid = json!({ "uid": uid_of(request, kind, name).unwrap_or_default() });
                Reply::calls([("click", uid.clone()), ("hover", uid)])
            }
        };
        script
            .then(open(&sites.page_url("dialogs")))
            .with(twice("BUTTON", "Alert"))
            .then(Reply::call("handle_dialog", json!({ "accept": true })))
            .with(twice("LINK", "Leave this page"))
            .then(open(&sites.page_url("popups")))
            .with(twice("LINK", "Open in a new tab"))
    })
    .await;
    let rest = played.answers("hover");
    assert_eq!(rest.len(), 3, "{rest:?}");
    assert!(rest.iter().all(|answer| answer.starts_with("Not done")), "{rest:?}");
}

#[tokio::test]
async fn what_libraries_draw_is_told_once_and_what_waits_behind_it_is_counted() {
    let turn = |tool: &str, label: &str, more: serde_json::Value| super::play::at(tool, label, more);
    let press = |label: &str| turn("click", label, json!({}));
    let set = |label: &str, value: &str| turn("set_value", label, json!({ "value": value }));
    let played = play_asked(
        |sites, script| {
            script
                .then(open(&sites.page_url("kinds")))
                .then(press("Things to do"))
                .then(press("Paste"))
                .then(press("More of them"))
                .then(press("Rename"))
                .then(turn("hover", "Has a card", json!({})))
                .then(press("Follow"))
                .then(press("March 12, 2026"))
                .then(press("Weight"))
                .then(press("two stars"))
                .then(press("Rows"))
                .then(press("Row 5"))
                .then(set("Seek", "95"))
                .then(set("Day", "18"))
                .then(press("Note"))
                .then(press("Ann"))
                .then(look())
        },
        &["once"],
    )
    .await;
    let first = played.answer("open_browser");
    assert!(first.contains("BUTTON | \"March 12, 2026\" [in: March 2026]\n"), "a week is no name: {first}");
    for name in ["March 12, 2026", "Food", "Rows", "Weight"] {
        assert_eq!(first.matches(&format!("\"{name}\"")).count(), 1, "{name}: {first}");
    }
    assert!(!first.contains("Only with the focus"), "{first}");
    // Content scrolled out of its list is not covered, like content scrolled off screen.
    assert!(first.contains("\"Row 5\"") && !first.contains("covered by"), "{first}");
    let clicks = played.answers("click");
    for (menu, item) in [(0, "Copy"), (2, "Delete it")] {
        let opened = &clicks[menu];
        assert!(opened.contains(&format!("MENUITEM | \"{item}\"")), "{opened}");
        assert!(opened.contains("(behind it: ") && !opened.contains("covered by"), "{opened}");
        assert!(!opened.contains("BUTTON | \"March"), "{opened}");
    }
    assert!(clicks[6].contains("\"Weight\"") && clicks[6].contains("[value: \"sorted ascending\"]"), "{}", clicks[6]);
    assert!(clicks[7].contains("RADIO | \"two stars\" [in: Stars] [checked]"), "{}", clicks[7]);
    assert!(played.answer("hover").contains("\"Follow\""), "{}", played.answer("hover"));
    let last = played.answer("take_snapshot");
    assert!(last.contains("[value: \"1 Minutes 35 Seconds\"]") && last.contains("[value: \"day 18\"]"), "{last}");
    assert!(first.contains("\"month, When\"") && !first.contains("[date]"), "{first}");
    assert!(
        last.contains("[value: \"sorted descending\"]") && last.contains("\"Ann\" [in: Favourites] [selected]"),
        "{last}"
    );
    for (what, values) in [
        ("favourite", &["Ann"][..]),
        ("chosen", &["Paste", "Rename"]),
        ("followed", &[""]),
        ("day", &["12"]),
        ("stars", &["two stars"]),
        ("rows", &["opened"]),
        ("row", &["5"]),
    ] {
        played.noted("kinds", what, values).await;
    }
}
