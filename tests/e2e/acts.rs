//! Actions happen once and on target: fields that forward their input, points in drawings, text selections, values, and pages that move away.

use edith_lab::model_server::Reply;
use serde_json::{Value, json};

use super::lab::open;
use super::play::{at, click, look, play, play_to, press, type_into};

const CONSUMING: &str = "consuming";
const KEYS_ONLY: &str = "keys-only";
const OWN_CARET: &str = "own-caret";
const POINTS: &str = "points";
const SETTABLE: &str = "settable";

#[tokio::test]
async fn what_a_field_passes_on_is_typed_once() {
    let played = play_to("partial", |sites, script| {
        script
            .then(open(&sites.page_url(CONSUMING)))
            .then(at("type_text", "Command", json!({ "text": "ls", "submit": true })))
            .then(type_into("Tag", "red"))
            .then(type_into("Quick entry", "milk"))
            .then(type_into("Digits only", "word"))
            .then(look())
    })
    .await;
    played.noted(CONSUMING, "ran", &["ls"]).await;
    played.noted(CONSUMING, "tagged", &["red"]).await;
    played.noted(CONSUMING, "added", &["milk"]).await;
    let told = played.answers("type_text");
    for answer in &told[..3] {
        assert!(answer.contains("The page took it"), "{answer}");
    }
    // A field that rejects everything stays empty.
    assert!(told[3].contains("did not take the value"), "{}", told[3]);
}

#[tokio::test]
async fn what_is_taken_key_by_key_is_told_as_that_and_what_is_not_taken_is_no_success() {
    let played = play_to("partial", |sites, script| {
        script
            .then(open(&sites.page_url(KEYS_ONLY)))
            .then(at("type_text", "Shell", json!({ "text": "ls", "submit": true })))
            .then(at("type_text", "Amount", json!({ "text": "-4", "submit": true })))
            .then(type_into("Sealed", "4"))
    })
    .await;
    played.noted(KEYS_ONLY, "ran", &["ls"]).await;
    let told = played.answers("type_text");
    assert!(told[0].contains("and pressed Enter. The page took it key by key"), "{}", told[0]);
    // A clock beside it is no sign that the page reacted to the keys.
    for answer in &told[1..] {
        assert!(answer.contains("did not take the value"), "{answer}");
    }
    assert!(told[1].contains("it now holds \"0\""), "{}", told[1]);
}

#[tokio::test]
async fn a_long_text_reaches_a_field_that_believes_only_keys() {
    let text = "Dear diary, nothing of this is short. ".repeat(9);
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(KEYS_ONLY)))
            .then(type_into("Diary", text.trim_end()))
            .then(click("Keep the diary"))
            // Without a field, at the caret.
            .then(click("Diary"))
            .then(press("Control+a"))
            .then(Reply::call("type_text", json!({ "text": text.trim_end().replace("diary", "page") })))
            .then(click("Keep the diary"))
    })
    .await;
    let kept = [text.trim_end().to_owned(), text.trim_end().replace("diary", "page")];
    played.noted(KEYS_ONLY, "diary", &[&kept[0], &kept[1]]).await;
    for answer in played.answers("type_text") {
        assert!(!answer.contains("did not take") && !answer.contains("The page took it"), "{answer}");
    }
}

#[tokio::test]
async fn an_editor_that_puts_its_own_caret_back_is_emptied_before_it_is_typed_into() {
    let played = play(|sites, script| {
        script.then(open(&sites.page_url(OWN_CARET))).then(type_into("Letter", "Dear all")).then(click("Tell"))
    })
    .await;
    played.noted(OWN_CARET, "letter", &["Dear all"]).await;
}

#[tokio::test]
async fn a_field_that_is_drawn_anew_when_it_is_pressed_is_pressed_once() {
    let played = play_to("failed", |sites, script| {
        script.then(open(&sites.page_url(CONSUMING))).then(type_into("Redrawn", "x"))
    })
    .await;
    played.noted(CONSUMING, "pressed", &[""]).await;
    let told = played.answer("type_text");
    assert!(told.contains("Clicked INPUT \"Redrawn\". But then"), "{told}");
}

#[tokio::test]
async fn text_without_a_field_goes_to_the_caret() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(CONSUMING)))
            .then(click("Remark"))
            .then(press("End"))
            .then(Reply::call("type_text", json!({ "text": " and more" })))
            .then(press("Tab"))
    })
    .await;
    played.noted(CONSUMING, "remark", &["first last and more"]).await;
}

#[tokio::test]
async fn what_moves_away_under_the_pointer_is_clicked_where_it_went() {
    let played = play(|sites, script| script.then(open(&sites.page_url(POINTS))).then(click("Shy button"))).await;
    played.noted(POINTS, "shy", &["near"]).await;
}

#[tokio::test]
async fn what_has_no_size_for_a_moment_when_the_pointer_comes_is_clicked_when_it_has() {
    let played = play(|sites, script| script.then(open(&sites.page_url(POINTS))).then(click("Star"))).await;
    played.noted(POINTS, "star", &[""]).await;
    assert!(played.answer("click").contains("Clicked"), "{}", played.answer("click"));
}

#[tokio::test]
async fn a_press_that_went_to_what_is_around_is_told() {
    let played = play_to("failed", |sites, script| {
        script.then(open(&sites.page_url(POINTS))).then(click("Card that comes to the front"))
    })
    .await;
    played.noted(POINTS, "card", &[]).await;
    assert!(played.answer("click").contains("the press went to"), "{}", played.answer("click"));
}

#[tokio::test]
async fn points_strokes_and_holds_go_where_they_are_meant() {
    let spot = |label: &str, x: i32, y: i32, more: Value| {
        let mut arguments = json!({ "x": x, "y": y });
        if let (Some(all), Some(more)) = (arguments.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        at("click_at", label, arguments)
    };
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(POINTS)))
            .then(at("click", "Hold me", json!({ "hold_ms": 700 })))
            .then(spot("Map", 200, 100, json!({})))
            .then(spot("Map", 120, 80, json!({ "button": "right" })))
            .then(spot("Map", 30, 35, json!({})))
            .then(spot("Map", 400, 35, json!({})))
            .then(at("drag_at", "Signature pad", json!({ "x": 20, "y": 100, "path": [[150, 20]], "to_x": 280, "to_y": 100 })))
            .then(at("drag_at", "Level", json!({ "x": 8, "y": 8, "to_x": 150, "to_y": 8 })))
            .then(Reply::call(
                "drag",
                json!({ "from_uid": { "$uid": ["", "Crate"] }, "to_uid": { "$uid": ["", "Yard"] }, "to_x": 300, "to_y": 90 }),
            ))
    })
    .await;
    played.noted(POINTS, "held", &["long"]).await;
    played.noted(POINTS, "map", &["200,100"]).await;
    played.noted(POINTS, "menu", &["120,80"]).await;
    played.noted(POINTS, "pin", &[]).await;
    let told = played.answers("click_at");
    assert!(told[2].contains("\"Pin\"") && told[2].contains("Nothing was done"), "{}", told[2]);
    assert!(told[3].contains("300 by 200 pixels"), "{}", told[3]);
    played.noted(POINTS, "stroke", &["20,100 over 150,20 280,100 smooth"]).await;
    played.noted(POINTS, "level", &["80"]).await;
    played.noted(POINTS, "crate", &["300,90"]).await;
}

#[tokio::test]
async fn pieces_of_text_are_selected_and_several_choices_added() {
    let choose = |value: &str, add: bool| at("select_option", "Colours", json!({ "value": value, "add": add }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(POINTS)))
            .then(Reply::call("find_on_page", json!({ "query": "of this sentence matters" })))
            .then(look())
            .then(at("select_text", "Wish", json!({ "text": "red lamp" })))
            .then(Reply::call("type_text", json!({ "text": "blue" })))
            .then(at("select_text", "Wish", json!({ "from": 0, "to": 6 })))
            .then(choose("Red", false))
            .then(choose("Blue", true))
            .then(choose("Green", false))
            .then(look())
    })
    .await;
    played.noted(POINTS, "wished", &["red lamp", "a blue"]).await;
    played.noted(POINTS, "colours", &["Red", "Red Blue", "Green"]).await;
    let looks = played.answers("take_snapshot");
    assert!(looks[1].contains("\"a blue for my desk\""), "{}", looks[1]);
}

#[tokio::test]
async fn a_page_is_loaded_anew_gone_forward_to_waited_for_and_noted() {
    let played = play_to("partial", |sites, script| {
        script
            .then(open(&sites.page_url(POINTS)))
            .then(super::play::go(&sites.page_url(SETTABLE)))
            .then(Reply::call("remember", json!({ "text": "The crate is in the yard." })))
            .then(Reply::call("go_back", json!({})))
            .then(Reply::call("go_forward", json!({})))
            .then(at("type_text", "Day", json!({ "text": "2026-03-31" })))
            .then(Reply::call("reload", json!({})))
            .then(Reply::call("wait", json!({ "ms": 300 })))
            .then(Reply::call("go_forward", json!({})))
            .then(look())
    })
    .await;
    assert!(played.answers("go_forward")[0].contains("\"Newsletter\""), "{:?}", played.answers("go_forward"));
    assert!(played.answers("go_forward")[1].contains("no page to go forward to"));
    assert!(played.answer("reload").contains("Reloaded") && !played.answer("reload").contains("2026-03-31"));
    assert!(played.answer("wait").contains("Waited 300 ms"));
    // The note is sent with every later turn, fenced, so its round need not be kept.
    let last = played.lab.model.requests().last().unwrap().messages().to_vec();
    let task = last.iter().find(|message| message["role"] == "user").unwrap()["content"].to_string();
    assert!(task.contains("YOUR NOTES:") && task.contains("The crate is in the yard."), "{task}");
}

#[tokio::test]
async fn set_value_sets_what_a_person_would_set_and_says_what_it_came_to() {
    let set = |label: &str, value: &str| at("set_value", label, json!({ "value": value }));
    let played = play(|sites, script| {
        let script = script.then(open(&sites.page_url(SETTABLE)));
        [
            set("Newsletter", "true"),
            set("Newsletter", "true"),
            set("Terms", "off"),
            set("Large", "true"),
            set("Large", "false"),
            set("Newsletter", "maybe"),
            set("Volume", "7"),
            set("Colour", "#ff8800"),
            set("Day", "2026-03-31"),
            set("Paper", "a.pdf"),
            set("Stubborn", "true"),
            set("Night mode", "on"),
            set("Press me", "Other"),
            set("Tempo", "5"),
            set("Zoom", "10"),
            set("Zoom", "0"),
        ]
        .into_iter()
        .fold(script, |script, turn| script.then(turn))
    })
    .await;
    let told = played.answers("set_value");
    for (what, values) in [
        ("news", &["true"][..]),
        ("terms", &["false"]),
        ("size", &["l"]),
        ("volume", &["7"]),
        // Its track takes the keys, and the page draws each step later.
        ("tempo", &["4", "5"]),
        // Read on release only.
        ("zoom", &["10", "0"]),
        ("colour", &["#ff8800"]),
        ("day", &["2026-03-31"]),
        ("night", &["true"]),
        ("press", &[]),
    ] {
        played.noted(SETTABLE, what, values).await;
    }
    let says = [
        (0, "it is ticked now"),
        (1, "already ticked"),
        (2, "not ticked now"),
        (3, "chosen now"),
        (4, "choosing another one"),
        (5, "takes true or false"),
        (9, "takes only a document that the user gave"),
        (10, "did not take the value"),
        (11, "it is ticked now"),
        (12, "click it"),
    ];
    for (at, words) in says {
        assert!(told[at].contains(words), "{words}: {}", told[at]);
    }
}

#[tokio::test]
async fn a_picture_of_one_element_is_small_and_a_wrong_number_is_told_as_one() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(POINTS)))
            .then(at("screenshot", "Signature pad", json!({})))
            .then(Reply::call("screenshot", json!({})))
            .then(Reply::call("click", json!({ "uid": 4_000_000 })))
    })
    .await;
    let events = played.lab.extension.events_since(0);
    let pictures: Vec<_> = events.iter().map(|event| event.text("screenshot").len()).filter(|size| *size > 0).collect();
    assert!(pictures.len() == 2 && pictures[0] * 2 < pictures[1], "{pictures:?}");
    let wrong = events.iter().find(|event| event.text("result").contains("4000000")).unwrap();
    assert!(wrong.text("text").contains("no longer on the page"), "{}", wrong.message);
    assert!(wrong.text("result").contains("Nothing was done"), "{}", wrong.message);
}
