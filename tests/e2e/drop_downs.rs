//! `select_option` on whatever opens a list: drawn, loaded, virtual, searched, grouped.

use edith_lab::model_server::Reply;
use edith_page::{ElementKind, FieldValue};
use serde_json::json;

use super::boxes::showing;
use super::lab::open;
use super::play::{at, look, play, play_to};
use super::see::Eyes;

const PAGE: &str = "drop-downs";

fn choose(label: &str, value: &str) -> Reply {
    at("select_option", label, json!({ "value": value }))
}

#[tokio::test]
async fn an_option_is_chosen_in_whatever_opens_a_list() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(choose("Todo", "Done"))
            .then(choose("Assignee", "Max Roe"))
            .then(choose("Item", "Part 1723"))
            .then(choose("Choose a city", "City 87"))
            .then(choose("Choose a tag", "tag 217"))
            .then(choose("Choose a tree", "Cedar"))
    })
    .await;
    for (what, value) in [
        ("status", "Done"),
        ("who", "berlin-max"),
        ("item", "Part 1723"),
        ("city", "City 87"),
        ("tag", "tag 217"),
        ("tree", "Cedar"),
    ] {
        played.noted(PAGE, what, &[value]).await;
    }
    for answer in played.answers("select_option") {
        assert!(answer.starts_with("Chose "), "{answer}");
    }
}

#[tokio::test]
async fn of_equal_options_none_is_chosen_before_a_group_is_named() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(choose("Assignee", "Kim Lee"))
            .then(choose("Assignee", "Oslo: Kim Lee"))
            .then(choose("Town", "Springfield"))
            .then(choose("Town", "Illinois: Springfield"))
    })
    .await;
    let told = played.answers("select_option");
    assert!(told[0].contains("\"Berlin: Kim Lee\", \"Oslo: Kim Lee\""), "{}", told[0]);
    assert!(told[2].contains("\"Ohio: Springfield\", \"Illinois: Springfield\""), "{}", told[2]);
    played.noted(PAGE, "who", &["oslo-kim"]).await;
    played.noted(PAGE, "town", &["3"]).await;
}

#[tokio::test]
async fn what_is_not_offered_is_refused_and_the_list_is_closed_again() {
    let played = play_to("failed", |sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(choose("Todo", "Cancelled"))
            .then(choose("Just a button", "Anything"))
    })
    .await;
    let told = played.answers("select_option");
    assert!(told[0].contains("Options: \"Todo\", \"In progress\", \"Done\""), "{}", told[0]);
    assert!(!told[0].contains("| \"In progress\""), "still open: {}", told[0]);
    assert!(told[1].contains("opened no list of options"), "{}", told[1]);
    assert!(played.lab.sites.state().noted(PAGE, "status").is_empty());
}

#[tokio::test]
async fn a_field_that_lists_what_fits_its_text_is_typed_into() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(choose("To", "Max Stone"))
            .then(choose("To", "Zoe Quist"))
            .then(choose("Remark", "Anything"))
            .then(look())
    })
    .await;
    let told = played.answers("select_option");
    assert!(told[0].starts_with("Chose \"Max Stone\" in INPUT \"To\"."), "{}", told[0]);
    assert!(told[1].contains("suggests nothing called \"Zoe Quist\""), "{}", told[1]);
    assert!(told[2].contains("suggests nothing called \"Anything\""), "{}", told[2]);
    played.noted(PAGE, "to", &["Max Stone"]).await;
    // What the fields held stays where nothing is chosen.
    let look = played.answer("take_snapshot");
    for held in ["\"To\" [value: \"Max Stone\"]", "\"Remark\" [value: \"Ring twice\"]"] {
        assert!(look.contains(held), "{look}");
    }
}

/// Two ways to draw settings with lists: a label above each, and a row for each with its words on the left; a menu of commands; a list that fetches.
const DRAWN: &str = "<style>.menu { display: none } .row { display: flex; justify-content: space-between } .trigger { cursor: pointer; border: 1px solid; width: 160px }</style>\
    <section><b>Transition</b>\
    <div><label>Style</label><div class=trigger onclick=''><span>Push</span><span>\u{25be}</span></div><div class=menu><div>None</div><div>Push</div></div></div>\
    <div><label>Curve</label><div class=trigger onclick=''><span>Ease</span><span>\u{25be}</span></div><div class=menu><div>Ease</div><div>Spring</div></div></div>\
    <div><label>Server</label><div class=trigger onclick=''>Select one \u{25be}</div></div></section>\
    <section><h2>General</h2>\
    <div class=row><div><div>Home view</div><div>What opens when you log in.</div></div><div><div class=trigger onclick=''><span>Inbox</span><svg width=8 height=8></svg></div><div class=menu><div><i>\u{2713}</i>Inbox</div><div>All issues</div></div></div></div>\
    <div class=row><div><div>First day</div><div>How weeks begin.</div></div><div><div class=trigger onclick=''><span>Monday</span></div><div class=menu><div>Sunday</div><div>Monday</div></div></div></div></section>\
    <p>3 chosen</p><div><div class=trigger onclick=''>Actions \u{25be}</div><div class=menu><div>Archive</div><div>Delete</div></div></div>";

#[tokio::test]
async fn what_shows_its_choice_is_called_what_that_is_the_choice_of() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, DRAWN).await;
    let index = eyes.index(&seen).await;
    let told: Vec<String> = index
        .elements
        .iter()
        .filter(|element| element.kind == ElementKind::Select)
        .map(|element| {
            let Some(FieldValue::Shown(value)) = &element.value else { panic!("{element:?}") };
            let options: Vec<&str> = element.options.iter().map(|option| option.label.as_str()).collect();
            format!("{}: {value} of {}", element.name, options.join(", "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "Style: Push of None, Push",
            "Curve: Ease of Ease, Spring",
            "Server: Select one of ",
            "Home view: Inbox of Inbox, All issues",
            "First day: Monday of Sunday, Monday",
        ]
    );
    // A menu of commands is called what it says.
    assert!(
        index
            .elements
            .iter()
            .any(|element| element.kind == ElementKind::Element && element.name.starts_with("Actions")),
        "{:?}",
        index.elements
    );
}
