//! Each tool on its own page, plain HTML and script-controlled, judged by what the pages reported to their server.

use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{drag, open};
use super::play::{at, click, go, lab, look, play, play_asked, play_to, press, type_into};

const PLAIN: &str = "tools-plain";
const CONTROLLED: &str = "tools-controlled";

#[tokio::test]
async fn click_presses_buttons_links_boxes_and_choices_of_both_kinds() {
    let played = play(|sites, script| {
        let script = script.then(open(&sites.page_url(PLAIN)));
        let script =
            ["Plain button", "Plain link", "Plain checkbox", "Large"].into_iter().map(click).fold(script, Script::then);
        let script = script.then(go(&sites.page_url(CONTROLLED)));
        let targets = ["Controlled button", "Controlled checkbox", "Small", "Controlled select", "Banana"];
        targets.into_iter().map(click).fold(script, Script::then)
    })
    .await;
    played.noted(PLAIN, "click", &["true"]).await;
    played.noted(PLAIN, "link", &["followed"]).await;
    played.noted(PLAIN, "check", &["true"]).await;
    played.noted(PLAIN, "size", &["large"]).await;
    played.noted(CONTROLLED, "click", &["true"]).await;
    played.noted(CONTROLLED, "check", &["true"]).await;
    played.noted(CONTROLLED, "size", &["small"]).await;
    played.noted(CONTROLLED, "fruit", &["Banana"]).await;
}

#[tokio::test]
async fn click_has_every_button_a_count_and_modifiers() {
    let pad = |more: Value| at("click", "Pointer pad", more);
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("keys")))
            .then(pad(json!({ "button": "right" })))
            .then(pad(json!({ "button": "middle" })))
            .then(pad(json!({ "count": 2 })))
            .then(pad(json!({ "modifiers": ["Control", "Shift"] })))
    })
    .await;
    played.noted("keys", "contextmenu", &["2"]).await;
    played.noted("keys", "auxclick", &["2", "1"]).await;
    played.noted("keys", "dblclick", &["0"]).await;
    played.noted("keys", "click", &["0", "0", "0 Control+Shift"]).await;
}

#[tokio::test]
async fn type_text_replaces_appends_and_takes_every_alphabet() {
    let long = "Nothing in this line is short. ".repeat(12);
    let long = long.trim_end();
    let append = |label: &str| at("type_text", label, json!({ "text": " and after", "append": true }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(type_into("Plain text", "Größe ß € 日本 🦊👩‍🚀"))
            .then(type_into("Plain filled", "new"))
            .then(append("Plain filled"))
            .then(type_into("Plain area", &format!("two\nlines\n{long}")))
            .then(type_into("Plain editor", "bold words"))
            .then(click("Plain button"))
            .then(go(&sites.page_url(CONTROLLED)))
            .then(type_into("Controlled text", "Größe ß €"))
            .then(type_into("Controlled filled", "new"))
            .then(append("Controlled filled"))
            // Long text is inserted at once, which this page rejects: then it is typed.
            .then(type_into("Controlled area", long))
            .then(click("Controlled button"))
    })
    .await;
    played.noted(PLAIN, "text", &["Größe ß € 日本 🦊👩‍🚀"]).await;
    played.noted(PLAIN, "filled", &["new and after"]).await;
    played.noted(PLAIN, "area", &[format!("two\nlines\n{long}").as_str()]).await;
    let state = played.lab.sites.state();
    assert_eq!(state.noted(PLAIN, "editor").last(), Some(&"bold words"));
    played.noted(CONTROLLED, "area", &[long]).await;
    played.noted(CONTROLLED, "text", &["Größe ß €"]).await;
    let state = played.lab.sites.state();
    assert_eq!(state.noted(CONTROLLED, "filled").last(), Some(&"new and after"));
}

#[tokio::test]
async fn type_text_submits_and_goes_to_what_has_the_focus() {
    let focused = |text: &str| Reply::call("type_text", json!({ "text": text, "submit": true }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(at("type_text", "Plain text", json!({ "text": "first", "submit": true })))
            .then(click("Plain text"))
            .then(press("Control+a"))
            .then(focused("second"))
            .then(go(&sites.page_url(CONTROLLED)))
            .then(at("type_text", "Controlled text", json!({ "text": "third", "submit": true })))
    })
    .await;
    played.noted(PLAIN, "submit", &["first", "second"]).await;
    played.noted(CONTROLLED, "enter", &["third"]).await;
}

#[tokio::test]
async fn text_that_a_field_does_not_take_is_told() {
    // An emoji has no key press, so this page rejects it.
    let played = play_to("failed", |sites, script| {
        script.then(open(&sites.page_url(CONTROLLED))).then(type_into("Controlled text", "fox 🦊"))
    })
    .await;
    let answer = played.answer("type_text");
    assert!(answer.contains("did not take") || answer.contains("now holds"), "{answer}");
}

#[tokio::test]
async fn a_password_is_asked_for_first_and_shown_to_nobody() {
    for (answer, sent) in [("once", "correct horse"), ("deny", "")] {
        let played = play_asked(
            |sites, script| {
                script
                    .then(open(&sites.form_url))
                    .then(type_into("Full name", "Ada"))
                    .then(type_into("E-mail", "ada@example.org"))
                    .then(type_into("Password", "correct horse"))
                    .then(click("I accept the terms"))
                    .then(click("Register"))
            },
            // What a form tells a place that may know the person is asked about before it is sent.
            &[answer, "once"],
        )
        .await;
        let accepted = &played.lab.sites.state().form.accepted;
        assert_eq!(accepted.len(), 1, "{:?}", played.answers("click"));
        assert_eq!(accepted[0].value("password"), sent);
        let events: String =
            played.lab.extension.events_since(0).iter().map(|event| event.message.to_string()).collect();
        assert!(!events.contains("correct horse"));
        let answered = played.answers("type_text").join("\n") + &played.answers("click").join("\n");
        assert!(!answered.contains("correct horse"), "{answered}");
    }
}

#[tokio::test]
async fn press_key_presses_named_keys_and_chords() {
    let in_field = |key: &str| at("press_key", "Keys land here", json!({ "key": key }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("keys")))
            .then(type_into("Keys land here", "abc"))
            .then(in_field("Control+a"))
            .then(press("ArrowDown"))
            .then(press("Escape"))
            .then(press("Enter"))
            .then(press("Control+A"))
            .then(press("Delete"))
            .then(press("F2"))
            .then(press("Q"))
            .then(press("Shift+Tab"))
            .then(look())
            .then(press("NoSuchKey"))
    })
    .await;
    let expected = [
        "a",
        "b",
        "c",
        "Control",
        "Control+a",
        "ArrowDown",
        "Escape",
        "Enter",
        "Control",
        "Control+a",
        "Delete",
        "F2",
        // A capital letter is typed with Shift, as on a keyboard.
        "Shift+Q",
    ];
    let notes = played.lab.sites.state();
    let keys: Vec<&str> = notes.noted("keys", "key").into_iter().filter(|key| !key.ends_with("Control")).collect();
    let expected: Vec<&str> = expected.into_iter().filter(|key| !key.ends_with("Control")).collect();
    assert_eq!(keys.get(..expected.len()), Some(&expected[..]), "{keys:?}");
    let look = played.answer("take_snapshot");
    assert!(look.contains(r#""Keys land here" [value: "Q"]"#), "{look}");
    let refused = played.answers("press_key").pop().unwrap();
    assert!(refused.contains("NoSuchKey"), "{refused}");
}

#[tokio::test]
async fn press_key_moves_the_controlled_slider_and_submits_a_form() {
    let slider = |key: &str| at("press_key", "Controlled slider", json!({ "key": key }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(CONTROLLED)))
            .then(slider("ArrowRight"))
            .then(press("ArrowRight"))
            .then(press("ArrowLeft"))
            .then(go(&sites.page_url(PLAIN)))
            .then(type_into("Plain text", "by key"))
            .then(press("Enter"))
    })
    .await;
    played.noted(CONTROLLED, "level", &["6", "7", "6"]).await;
    played.noted(PLAIN, "submit", &["by key"]).await;
}

#[tokio::test]
async fn scroll_moves_the_page_and_scrollers_in_it_to_their_ends() {
    let page = |direction: &str| Reply::call("scroll", json!({ "direction": direction }));
    let inner = |direction: &str| at("scroll", "Deep button", json!({ "direction": direction, "amount": 100 }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("scrollers")))
            .then(at("scroll", "Outer end", json!({ "direction": "down", "amount": 200 })))
            .then(inner("down"))
            .then(inner("up"))
            .then(at("scroll", "Deep button", json!({ "direction": "bottom" })))
            .then(page("down"))
            .then(page("bottom"))
            .then(Reply::call("wait_for_page_update", json!({ "text": "Feed item 1.1" })))
            .then(page("top"))
            .then(page("up"))
            .then(click("Deep button"))
            .then(click("Page end"))
    })
    .await;
    let answers = played.answers("scroll");
    for (number, expected) in [
        (0, "now at 200 of"),
        (1, "now at 100 of"),
        (2, "now at 0 of"),
        (3, "nothing is left in that direction"),
        (6, "now at 0 of"),
        (7, "nothing is left to scroll in that direction"),
    ] {
        assert!(answers[number].contains(expected), "{number}: {}", answers[number]);
    }
    // The endless list began to load when its end came into view.
    let waited = played.answer("wait_for_page_update");
    assert!(waited.contains("Feed item 1.1"), "{waited}");
    played.noted("scrollers", "deep", &[""]).await;
    played.noted("scrollers", "page end", &[""]).await;
}

#[tokio::test]
async fn select_option_takes_values_and_texts_and_names_what_there_is_otherwise() {
    let choose = |label: &str, value: &str| at("select_option", label, json!({ "value": value }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(choose("Plain select", "b"))
            .then(choose("Plain select", "Apple"))
            .then(choose("Plain select", "Cherry"))
            .then(choose("Plain select", "Mango"))
            .then(at("select_option", "Several", json!({ "value": ["Red", "Blue, dark"] })))
            .then(choose("Several", "green, red"))
            .then(choose("Several", "Blue, dark"))
            .then(choose("Several", ""))
            .then(go(&sites.page_url(CONTROLLED)))
            .then(choose("Controlled select", "Banana"))
            .then(choose("Controlled select", "Mango"))
            .then(click("Damson"))
    })
    .await;
    played.noted(PLAIN, "select", &["b", "a"]).await;
    played.noted(PLAIN, "several", &["r,b", "r,g", "b", ""]).await;
    let answers = played.answers("select_option");
    assert!(
        answers[3].contains("Mango") && answers[3].contains("\"Apple\"") && answers[3].contains("\"Banana\""),
        "{}",
        answers[3]
    );
    assert!(answers[2].contains("Cherry") && !answers[2].starts_with("Chose"), "{}", answers[2]);
    // A custom list opens, and stays open if it lacks the wanted option.
    assert!(answers[8].starts_with("Chose \"Banana\""), "{}", answers[8]);
    assert!(answers[9].contains("Mango") && answers[9].contains("\"Damson\""), "{}", answers[9]);
    played.noted(CONTROLLED, "fruit", &["Banana", "Damson"]).await;
}

#[tokio::test]
async fn hover_opens_menus_that_stay_open_for_the_click() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("hover-menu")))
            .then(at("hover", "File", json!({})))
            .then(click("Rename"))
            .then(at("hover", "Recent", json!({})))
            .then(click("Birch"))
    })
    .await;
    let answers = played.answers("hover");
    assert!(answers[0].contains("\"Duplicate\"") && answers[1].contains("\"Birch\""), "{answers:?}");
    played.noted("hover-menu", "chosen", &["Rename", "Birch"]).await;
}

#[tokio::test]
async fn set_value_sets_sliders_dates_and_colours() {
    let set = |label: &str, value: &str| at("set_value", label, json!({ "value": value }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(set("Plain range", "8"))
            .then(set("Plain date", "2026-03-31"))
            .then(set("Plain colour", "#ff8800"))
            .then(set("Plain date", "31.3."))
            .then(go(&sites.page_url(CONTROLLED)))
            .then(set("Controlled slider", "8"))
    })
    .await;
    played.noted(PLAIN, "range", &["8"]).await;
    played.noted(PLAIN, "date", &["2026-03-31"]).await;
    played.noted(PLAIN, "colour", &["#ff8800"]).await;
    let answers = played.answers("set_value");
    assert!(answers[3].contains("YYYY-MM-DD"), "{}", answers[3]);
    let level = played.lab.sites.state().noted(CONTROLLED, "level").last().map(|level| (*level).to_owned());
    assert!(level.as_deref() == Some("8") || !answers[4].starts_with("Set"), "{level:?}: {}", answers[4]);
}

#[tokio::test]
async fn drag_moves_both_what_the_pointer_drives_and_what_html_drags() {
    let played = play(|sites, script| {
        script.then(open(&sites.page_url("drag"))).then(drag("Blue card", "Tray")).then(drag("Red knob", "Target"))
    })
    .await;
    played.noted("drag", "dropped", &["blue"]).await;
    let state = played.lab.sites.state();
    assert_eq!(state.noted("drag", "placed").len(), 1, "{:?}; {:?}", state.notes, played.answers("drag"));
}

#[tokio::test]
async fn find_on_page_and_read_page_reach_what_a_look_leaves_out() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("article")))
            .then(Reply::call("find_on_page", json!({ "query": "lighthouse" })))
            .then(Reply::call("read_page", json!({})))
            .with(|request| {
                let next =
                    request.last_of("tool").split("read_page with offset ").nth(1).unwrap_or_default().to_owned();
                let digits: String = next.chars().take_while(char::is_ascii_digit).collect();
                Reply::call("read_page", json!({ "offset": digits.parse::<u64>().unwrap_or_default() }))
            })
    })
    .await;
    let look = played.answer("open_browser");
    assert!(look.contains("Chapter 1") && !look.contains("heron"));
    let found = played.answer("find_on_page");
    assert!(found.contains("the password of the lighthouse is heron") && found.contains("offset "), "{found}");
    let pages = played.answers("read_page");
    assert!(pages[0].contains("Chapter 1\n") && pages[0].chars().count() > 3_000, "{}", pages[0]);
    assert!(!pages[1].contains("Chapter 1\n") && pages[1].contains("Chapter"), "{}", pages[1]);
    let last_line =
        pages[0].lines().rev().find(|line| line.ends_with("bell.") || line.ends_with('.')).unwrap_or_default();
    assert!(!pages[1].lines().nth(1).unwrap_or_default().is_empty() && !last_line.is_empty());
}

#[tokio::test]
async fn take_snapshot_has_the_agreed_shape() {
    let played = play(|sites, script| script.then(open(&sites.page_url(PLAIN))).then(look())).await;
    let look = played.answer("take_snapshot");
    let url = format!("URL: {}", played.lab.sites.page_url(PLAIN));
    let title = "Title: A target for each tool, plain HTML";
    let lines: Vec<&str> = look.lines().collect();
    let place = |what: &str| {
        lines.iter().position(|line| line.starts_with(what)).unwrap_or_else(|| panic!("no {what}: {look}"))
    };
    let parts = [url.as_str(), title, "ELEMENTS (uid | type | label):", "TEXT:"].map(place);
    assert!(parts.is_sorted() && parts[0] + 1 == parts[1], "{look}");
    let elements = &lines[parts[2] + 1..parts[3]];
    for wanted in [
        r#"| INPUT | "Plain text""#,
        r#"| INPUT | "Plain filled""#,
        r#"| TEXTAREA | "Plain area""#,
        r#"| EDITOR | "Plain editor""#,
        r#"| CHECKBOX | "Plain checkbox""#,
        r#"| RADIO | "Large""#,
        r#"| SELECT | "Plain select""#,
        r#"| SLIDER | "Plain range""#,
        r#"| BUTTON | "Plain button""#,
        r#"| LINK | "Plain link""#,
    ] {
        assert!(elements.iter().any(|line| line.contains(wanted)), "no {wanted}: {look}");
    }
    let numbers: Vec<u32> = elements.iter().filter_map(|line| line.split(" | ").next()?.parse().ok()).collect();
    assert!(numbers.len() >= 10, "{look}");
    assert!(look.contains(r#"[options: "Apple", "Banana""#) && look.contains(r#"[value: "Apple"]"#), "{look}");
    // In the order of the page.
    let order = ["\"Plain button\"", "\"Plain link\"", "\"Plain text\"", "\"Plain select\"", "\"Submit plainly\""];
    let order = order.map(|wanted| elements.iter().position(|line| line.contains(wanted)).unwrap());
    assert!(order.is_sorted(), "{look}");
    assert!(lines[parts[3]..].iter().any(|line| line.contains("A target for each tool: plain HTML")), "{look}");
}

#[tokio::test]
async fn a_uid_stays_with_its_element_over_looks_and_changes() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(click("Plain checkbox"))
            .then(look())
            .then(go(&sites.page_url("keys")))
            .then(go(&sites.page_url(PLAIN)))
    })
    .await;
    let uid = |text: &str, label: &str| {
        let line = text.lines().find(|line| line.contains(label)).unwrap_or_else(|| panic!("no {label}: {text}"));
        line.trim_start_matches(['+', '~', ' ']).split(" | ").next().unwrap().parse::<u32>().unwrap()
    };
    let label = "| CHECKBOX | \"Plain checkbox\"";
    let first = uid(&played.answer("open_browser"), label);
    let clicked = played.answer("click");
    assert!(clicked.contains("CHANGES since") && clicked.contains("[checked]"), "{clicked}");
    assert_eq!(uid(&clicked, label), first);
    assert_eq!(uid(&played.answer("take_snapshot"), label), first);
    let again = played.answers("navigate").pop().unwrap();
    assert!(uid(&again, label) > first, "another document, another element: {again}");
}

#[tokio::test]
async fn a_screenshot_is_a_picture_for_the_user() {
    let played =
        play(|sites, script| script.then(open(&sites.page_url(PLAIN))).then(Reply::call("screenshot", json!({}))))
            .await;
    let events = played.lab.extension.events_since(played.run.first_event);
    let pictures: Vec<&str> =
        events.iter().map(|event| event.text("screenshot")).filter(|picture| !picture.is_empty()).collect();
    assert_eq!(pictures.len(), 1);
    assert!(pictures[0].starts_with("data:image/jpeg;base64,/9j/") && pictures[0].len() > 2_000, "{:.80}", pictures[0]);
    let sent = serde_json::to_string(&played.lab.model.requests()).unwrap();
    assert!(!sent.contains("data:image"), "pictures are sent only to a model that is said to see them");
}

#[tokio::test]
async fn a_model_that_sees_is_sent_the_picture() {
    let lab =
        lab(|sites, script| script.then(open(&sites.page_url(PLAIN))).then(Reply::call("screenshot", json!({})))).await;
    lab.extension.change_settings(json!({ "modelSeesPictures": true })).await.unwrap();
    let run = lab.start("what does it look like").await;
    lab.done(&run).await;
    let requests = lab.model.requests();
    assert!(
        requests[2].body["messages"].to_string().contains("data:image/jpeg;base64,/9j/"),
        "{}",
        requests[2].last_of("tool")
    );
}

#[tokio::test]
async fn navigate_and_go_back_move_in_the_same_tab() {
    let played = play_asked(
        |sites, script| {
            script
                .then(open(&sites.page_url(PLAIN)))
                .then(go(&sites.page_url("keys")))
                .then(Reply::call("go_back", json!({})))
                .then(go(&sites.page_url("no-such-page")))
                .then(go("http://127.0.0.1:1/closed"))
                .then(go(&sites.page_url("late")))
                .then(Reply::call("list_tabs", json!({})))
        },
        &["once"],
    )
    .await;
    let there = played.answers("navigate");
    assert!(there[0].contains("/pages/keys"), "{}", there[0]);
    assert!(played.answer("go_back").contains("Plain text"));
    assert!(there[1].contains("There is no such page."), "{}", there[1]);
    assert!(there[2].contains("could not be"), "{}", there[2]);
    assert!(there[3].contains("Load the list"), "{}", there[3]);
    assert_eq!(played.answer("list_tabs").matches("http://").count(), 1);
}

#[tokio::test]
async fn tabs_are_listed_switched_and_closed() {
    /// The number of the listed tab whose line contains these words.
    fn tab(request: &edith_lab::model_server::Request, words: &str) -> Value {
        let messages = request.messages().iter().rev().filter_map(|message| message["content"].as_str());
        let list = messages.into_iter().find(|text| text.contains("TABS (tab_id")).unwrap_or_default();
        let line = list
            .lines()
            .find(|line| line.contains(words) && line.contains(" | ") && !line.starts_with("TABS"))
            .unwrap_or_default();
        json!({ "tab_id": line.split(" | ").next().unwrap_or_default().trim().parse::<i64>().unwrap_or_default() })
    }
    let played = play_to("partial", |sites, script| {
        script
            .then(open(&sites.page_url(PLAIN)))
            .then(open(&sites.page_url("keys")))
            .then(Reply::call("list_tabs", json!({})))
            .with(|request| Reply::call("switch_tab", tab(request, PLAIN)))
            .then(click("Plain button"))
            .with(|request| Reply::call("close_tab", tab(request, PLAIN)))
            .then(look())
            .then(Reply::call("switch_tab", json!({ "tab_id": 987_654_321 })))
            .then(Reply::call("list_tabs", json!({})))
    })
    .await;
    played.noted(PLAIN, "click", &["true"]).await;
    let lists = played.answers("list_tabs");
    assert!(lists[0].contains("/pages/keys (you are here)") && lists[0].contains(PLAIN), "{}", lists[0]);
    assert!(lists[1].contains("/pages/keys (you are here)") && !lists[1].contains(PLAIN), "{}", lists[1]);
    let switched = played.answers("switch_tab");
    assert!(switched[0].contains("Plain text") && switched[1].contains("no tab 987654321"), "{switched:?}");
    assert!(played.answer("close_tab").contains("Pointer pad"), "the look is of the tab that is left");
    assert!(played.answer("take_snapshot").contains("Pointer pad"));
}

#[tokio::test]
async fn wait_for_page_update_waits_for_a_text_or_for_quiet() {
    let wait = |arguments: Value| Reply::call("wait_for_page_update", arguments);
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("late")))
            .then(click("Appear after a second"))
            .then(wait(json!({ "text": "After a second", "timeout_ms": 10_000 })))
            .then(click("After a second"))
            .then(wait(json!({})))
            .then(wait(json!({ "text": "Never comes", "timeout_ms": 300 })))
    })
    .await;
    let answers = played.answers("wait_for_page_update");
    assert!(
        !played.answers("click")[0].contains("| BUTTON | \"After a second\""),
        "it came too early to be waited for"
    );
    assert!(answers[0].contains("After a second"), "{}", answers[0]);
    assert!(answers[1].contains("quiet"), "{}", answers[1]);
    assert!(answers[2].contains("does not show"), "{}", answers[2]);
    played.noted("late", "picked", &["After a second"]).await;
}

fn dialogs(sites: &Sites, script: Script) -> Script {
    let answer = |arguments: Value| Reply::call("handle_dialog", arguments);
    script
        .then(open(&sites.page_url("dialogs")))
        .then(click("Alert"))
        .then(answer(json!({ "accept": true })))
        .then(click("Confirm"))
        .then(answer(json!({ "accept": false })))
        .then(click("Confirm"))
        .then(answer(json!({ "accept": true })))
        .then(click("Prompt"))
        .then(answer(json!({ "accept": true, "text": "Ada Löwe" })))
        .then(click("Prompt"))
        .then(answer(json!({ "accept": false })))
        .then(click("Ask before leaving"))
        .then(click("Leave this page"))
        .then(answer(json!({ "accept": false })))
        .then(click("Leave this page"))
        .then(answer(json!({ "accept": true })))
}

#[tokio::test]
async fn handle_dialog_answers_every_kind_of_dialog() {
    // Accepting a question needs approval: a confirm, a prompt, a leave.
    let played = play_asked(dialogs, &["once", "once", "once"]).await;
    played.noted("dialogs", "alert closed", &[""]).await;
    played.noted("dialogs", "confirmed", &["false", "true"]).await;
    played.noted("dialogs", "prompted", &["Ada Löwe", "null"]).await;
    let answers = played.answers("handle_dialog");
    let arrivals = |state: &edith_lab::sites::State| {
        state.requests.iter().filter(|request| request.contains("/pages/arrived")).count()
    };
    assert_eq!(arrivals(&played.lab.sites.state()), 1, "{answers:?}");
    assert!(answers[6].contains("You have arrived") && !answers[5].contains("You have arrived"), "{answers:?}");
}

#[tokio::test]
async fn a_dialog_whose_acceptance_is_denied_stays_to_be_dismissed() {
    let played = play_asked(
        |sites, script| {
            script
                .then(open(&sites.page_url("dialogs")))
                .then(click("Confirm"))
                .then(Reply::call("handle_dialog", json!({ "accept": true })))
                .then(Reply::call("handle_dialog", json!({ "accept": false })))
        },
        &["deny"],
    )
    .await;
    played.noted("dialogs", "confirmed", &["false"]).await;
}

#[tokio::test]
async fn ask_user_brings_the_answer_back_and_task_complete_ends_with_its_summary() {
    let played = play_asked(
        |sites, script| {
            script
                .then(open(&sites.page_url(PLAIN)))
                .then(Reply::call("ask_user", json!({ "question": "Which size?" })))
                .with(|request| Reply::done(&format!("You said: {}", request.last_of("tool"))))
        },
        &["the large one"],
    )
    .await;
    assert!(played.answer("ask_user").contains("the large one"));
    assert!(played.done.text("summary").contains("the large one"), "{}", played.done.message);
    let asked = played.lab.extension.events_since(0).into_iter().find(|event| event.kind() == "agent_ask").unwrap();
    assert_eq!((asked.text("kind"), asked.text("text")), ("question", "Which size?"));
}
