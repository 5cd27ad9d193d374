//! `select_option` on whatever opens a list: drawn, loaded, virtual, searched, grouped.

use serde_json::json;
use xtask::model_server::Reply;

use super::lab::open;
use super::play::{at, play, play_to};

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
