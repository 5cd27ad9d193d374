//! Unlabelled but usable parts of a page: figures, swatches, columns without a card, text in fields.

use edith_lab::model_server::{Reply, Request};
use serde_json::json;

use super::lab::{click, drag, on, open};
use super::play::{at, look, play};

/// The page.
const PAGE: &str = "drawn-places";

fn find(query: &str) -> Reply {
    Reply::call("find_on_page", json!({ "query": query }))
}

/// A click on the element whose line in the last look contains this.
fn click_line(part: &'static str) -> impl Fn(&Request) -> Reply {
    move |request| {
        let text = request.last_of("tool");
        let uid = text.lines().find(|line| line.contains(part)).and_then(|line| line.split(' ').next());
        Reply::call("click", json!({ "uid": uid.and_then(|uid| uid.parse::<u32>().ok()) }))
    }
}

#[tokio::test]
async fn figures_swatches_and_what_shows_a_hand_when_pointed_at_are_listed() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(click("ELEMENT", "Star it"))
            .then(at("click", "(1,20)", json!({})))
            .with(click("BUTTON", "Zoom"))
            .with(click_line("looks like: red"))
            .then(look())
            .then(find("Forward"))
            .with(click_line("| ELEMENT | \"Forward\""))
    })
    .await;
    let first = played.answer("open_browser");
    let has = |line: &str| assert!(first.contains(line), "{line}\n{first}");
    has("ELEMENT | \"(-2,40)\"");
    has("Rain in May | 40 mm");
    // An icon is not a drawing surface, however large.
    assert!(!first.contains("circle"), "{first}");
    // Several identical ones stand side by side.
    assert_eq!(first.matches("looks like: red").count(), 3, "{first}");
    played.noted(PAGE, "star", &["yes"]).await;
    played.noted(PAGE, "figure", &["(1,20)"]).await;
    played.noted(PAGE, "zoom", &["yes"]).await;
    // A selected one is still one of them.
    let second = played.answer("take_snapshot");
    assert_eq!(second.matches("looks like: red").count() + second.matches("looks like: chosen").count(), 3, "{second}");
    played.noted(PAGE, "bar", &["forward"]).await;
}

#[tokio::test]
async fn things_are_dragged_past_each_other_and_into_empty_columns() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(drag("Card", "Closed"))
            .then(drag("One", "Two"))
            .then(look())
            .then(drag("Three", "Two"))
    })
    .await;
    played.noted(PAGE, "list", &["Closed"]).await;
    played.noted(PAGE, "order", &["Two One Three", "Three Two One"]).await;
}

#[tokio::test]
async fn long_fields_are_read_whole_days_are_typed_as_said_and_lists_in_components_are_chosen_from() {
    let into = |field: &'static str, text: &'static str| on("type_text", "INPUT", field, json!({ "text": text }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(into("Day", "10/31/2026"))
            .with(into("Hour", "8:04 PM"))
            .with(into("Both", "31.10.2026, 20:04"))
            .with(into("Day", "soon"))
            .with(on("select_option", "SELECT", "Country", json!({ "value": "Chile" })))
            .then(Reply::call("read_page", json!({})))
            .then(find("under the mat"))
    })
    .await;
    played.noted(PAGE, "day", &["2026-10-31"]).await;
    played.noted(PAGE, "hour", &["20:04"]).await;
    played.noted(PAGE, "both", &["2026-10-31T20:04"]).await;
    played.noted(PAGE, "country", &["Chile"]).await;
    assert!(played.answer("open_browser").contains("SELECT | \"Country\" [collapsed]"));
    let typed = played.answers("type_text");
    assert!(typed[0].contains("It now holds \"2026-10-31\"") && typed[3].contains("YYYY-MM-DD"), "{typed:?}");
    for tool in ["read_page", "find_on_page"] {
        let answer = played.answer(tool);
        assert!(answer.contains("The key is under the mat."), "{answer}");
    }
}
