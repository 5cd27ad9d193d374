//! Typing follows the field: what its page draws again is typed on into, and nothing else gets the keys.

use edith_lab::model_server::Reply;
use serde_json::json;

use super::lab::open;
use super::play::{at, click, look, play, play_to, type_into};

const PAGE: &str = "retyped";
const TEXT: &str = "receipts for # the desk";

/// Nothing of what was typed reached a key of the page.
fn no_keys(played: &super::play::Played) {
    let state = played.lab.sites.state();
    assert!(state.noted(PAGE, "key").is_empty(), "{:?}", state.notes);
}

#[tokio::test]
async fn a_field_that_is_drawn_again_at_each_letter_holds_the_whole_text() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(at("type_text", "Search mail", json!({ "text": TEXT, "submit": true })))
            .then(at("type_text", "Search mail", json!({ "text": ", paid", "append": true })))
            .then(look())
    })
    .await;
    played.noted(PAGE, "searched", &[TEXT]).await;
    no_keys(&played);
    let told = played.answers("type_text");
    assert!(
        told[0].starts_with(&format!("Typed \"{TEXT}\" into INPUT \"Search mail\" and pressed Enter.")),
        "{}",
        told[0]
    );
    let seen = played.answer("take_snapshot");
    assert!(seen.contains(&format!("[value: \"{TEXT}, paid\"]")), "{seen}");
    // Once it is known to be drawn again, the rest comes at once.
    let inputs = played.lab.sites.state().noted(PAGE, "input").len();
    assert!(inputs < 8, "{inputs}");
}

#[tokio::test]
async fn a_field_that_is_drawn_again_a_moment_after_its_first_letter_holds_the_whole_text() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(at("type_text", "Search notes", json!({ "text": TEXT, "submit": true })))
            .then(type_into("Search files", TEXT))
            .then(look())
    })
    .await;
    played.noted(PAGE, "searched", &[TEXT]).await;
    no_keys(&played);
    let seen = played.answer("take_snapshot");
    let files = seen.lines().find(|line| line.contains("INPUT | \"Search files\"")).unwrap_or_default();
    assert!(files.contains(&format!("[value: \"{TEXT}\"]")), "{seen}");
}

#[tokio::test]
async fn of_fields_with_one_name_the_one_of_the_same_row_is_followed() {
    let second = |text: &str| Reply::call("type_text", json!({ "name": "Role", "nth": 2, "text": text }));
    let played =
        play(|sites, script| script.then(open(&sites.page_url(PAGE))).then(second("editor #1")).then(click("Keep")))
            .await;
    assert_eq!(played.lab.sites.state().noted(PAGE, "roles").last(), Some(&"|editor #1"));
    no_keys(&played);
}

#[tokio::test]
async fn where_nothing_means_the_same_typing_stops_and_says_what_stands_there() {
    let played = play_to("failed", |sites, script| {
        script.then(open(&sites.page_url(PAGE))).then(at(
            "type_text",
            "Coupon",
            json!({ "text": "e#e#e#e#", "submit": true }),
        ))
    })
    .await;
    let told = played.answer("type_text");
    assert!(told.contains("Typed a part of \"e#e#e#e#\"") && told.contains("no longer there"), "{told}");
    no_keys(&played);
    assert!(played.lab.sites.state().noted(PAGE, "searched").is_empty());
}

#[tokio::test]
async fn a_number_that_is_put_back_when_its_field_is_left_is_not_taken() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(type_into("Estimate", "5"))
            .then(type_into("Weight", "4"))
            .then(type_into("Estimate", "4"))
    })
    .await;
    let told = played.answers("type_text");
    assert!(told[0].starts_with("Typed \"5\"") && told[1].starts_with("Typed \"4\""), "{told:?}");
    assert!(
        told[2].contains("did not take the value") && told[2].contains("\"5\" once the focus has left it"),
        "{}",
        told[2]
    );
}
