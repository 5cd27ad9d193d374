//! `fill`: a form in one call, each field by the way it needs, each read back.

use edith_lab::model_server::Reply;
use serde_json::{Value, json};

use super::lab::open;
use super::play::{at, click, look, play, play_to, press};

const PAGE: &str = "enter";

fn field(name: &str, value: &str) -> Value {
    json!({ "text": name, "value": value })
}

#[tokio::test]
async fn a_form_is_entered_in_one_call_and_submitted() {
    let fields = json!([
        field("Full name", "Ada Stone"),
        field("Born", "1991-10-05"),
        field("Phone", "2025550123"),
        field("Country", "Norway"),
        field("Arrival", "2026-12-24"),
        field("News by mail", "true"),
        field("By hand", "true"),
        field("Guests", "4"),
        field("Plan", "Large"),
        field("Letter", "Dear all"),
    ]);
    let played = play(|sites, script| {
        script.then(open(&sites.page_url(PAGE))).then(Reply::call("fill", json!({ "fields": fields, "submit": true })))
    })
    .await;
    let sent = json!({
        "name": "Ada Stone", "born": "05/10/1991", "phone": "(202) 555 -0123", "country": "Norway", "arrival": "2026-12-24",
        "news": "on", "way": "hand", "guests": "4", "quantity": "", "code": "", "plan": "Large", "letter": "Dear all",
    });
    let told = played.answer("fill");
    let noted = played.lab.sites.state().noted(PAGE, "sent").first().map(|text| (*text).to_owned()).unwrap_or_default();
    assert_eq!(serde_json::from_str::<Value>(&noted).unwrap_or_default(), sent, "{told}");
    assert!(told.contains("Clicked BUTTON \"Register\""), "{told}");
}

#[tokio::test]
async fn a_field_that_takes_nothing_and_one_that_is_changed_by_another_keep_a_form_from_being_submitted() {
    let played = play_to("failed", |sites, script| {
        let with = |fields: Value| Reply::call("fill", json!({ "fields": fields, "submit": true }));
        script
            .then(open(&sites.page_url(PAGE)))
            .then(with(json!([field("Country", "Atlantis"), field("Full name", "Ada")])))
            .then(with(json!([field("Code", "X9"), field("Quantity", "7"), field("Full name", "Ada")])))
    })
    .await;
    let told = played.answers("fill");
    assert!(
        told[0].contains("Typed \"Ada\"") && told[0].contains("Options: ") && told[0].contains("not submitted"),
        "{}",
        told[0]
    );
    assert!(told[1].contains("\"Code\" holds \"\" now") && told[1].contains("not submitted"), "{}", told[1]);
    assert!(played.lab.sites.state().noted(PAGE, "sent").is_empty());
}

#[tokio::test]
async fn every_field_takes_what_is_typed_or_set() {
    let typed = |name: &str, text: &str| Reply::call("type_text", json!({ "name": name, "text": text }));
    let set = |name: &str, value: &str| Reply::call("set_value", json!({ "text": name, "value": value }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(typed("Country", "Chile"))
            .then(typed("News by mail", "true"))
            .then(typed("Arrival", "2026-12-24"))
            .then(typed("Born", "1991-10-05"))
            .then(set("Full name", "Ada"))
            .then(set("Letter", "Dear all"))
            .then(set("Plan", "Small"))
            .then(set("Country", "Norway"))
            .then(set("Phone", "2025550123"))
            .then(click("Register"))
    })
    .await;
    let noted = played.lab.sites.state().noted(PAGE, "sent").first().map(|text| (*text).to_owned()).unwrap_or_default();
    let sent: Value = serde_json::from_str(&noted).unwrap_or_default();
    for (name, value) in [
        ("name", "Ada"),
        ("born", "05/10/1991"),
        ("country", "Norway"),
        ("arrival", "2026-12-24"),
        ("news", "on"),
        ("plan", "Small"),
        ("letter", "Dear all"),
    ] {
        assert_eq!(sent[name], value, "{name}: {sent}");
    }
}

#[tokio::test]
async fn a_selection_made_by_keys_has_been_heard_of_before_the_next_press() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("told-late")))
            .then(click("Letter"))
            .then(press("Control+a"))
            .then(click("Bold"))
            .then(press("Home"))
            .then(press("Control+Shift+ArrowRight"))
            .then(click("Bold"))
    })
    .await;
    let state = played.lab.sites.state();
    let bold: Vec<&str> = state.noted("told-late", "bold").iter().map(|text| text.trim()).collect();
    assert_eq!(bold, ["first second", "first"]);
}

#[tokio::test]
async fn a_grid_that_draws_the_columns_in_view_is_scrolled_to_the_side() {
    let played = play(|sites, script| {
        let right = || Reply::call("scroll", json!({ "direction": "right", "amount": 1600 }));
        script
            .then(open(&sites.page_url("columns")))
            .then(right())
            .then(right())
            .then(look())
            .then(Reply::call("scroll", json!({ "direction": "left" })))
    })
    .await;
    let seen = played.answer("take_snapshot");
    assert!(seen.contains("Week 41") && seen.contains("Value 123") && !seen.contains("Week 2\n"), "{seen}");
    let told = played.answers("scroll");
    assert!(told[1].starts_with("Scrolled to the right in ") && told[1].contains("now at 3200 of 76"), "{}", told[1]);
    assert!(told[2].starts_with("Scrolled to the left in "), "{}", told[2]);
}

#[tokio::test]
async fn a_drawn_date_takes_a_day_as_it_shows_it() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(at("set_value", "Born", json!({ "value": "1991-10-05" })))
            .then(at("type_text", "Born", json!({ "text": "06/11/1992" })))
            .then(look())
    })
    .await;
    let told = played.answers("set_value");
    assert!(told[0].contains("Typed \"05/10/1991\""), "{}", told[0]);
    let seen = played.answer("take_snapshot");
    assert!(seen.contains("[value: \"06/11/1992\"]"), "{seen}");
}

#[tokio::test]
async fn fields_that_a_choice_has_drawn_again_are_filled_in_too() {
    let page = "redrawn-form";
    let played = play(|sites, script| {
        let fields = json!([
            { "text": "Theme", "value": "Dark" },
            { "text": "Font size", "value": "Large" },
            { "text": "First day", "value": "Monday" },
            { "text": "Compact rows", "value": "true" },
        ]);
        script.then(open(&sites.page_url(page))).then(Reply::call("fill", json!({ "fields": fields })))
    })
    .await;
    for (what, value) in [("theme", "Dark"), ("size", "Large"), ("week", "Monday"), ("compact", "true")] {
        played.noted(page, what, &[value]).await;
    }
    assert!(!played.answer("fill").contains("could not go on"), "{}", played.answer("fill"));
}
