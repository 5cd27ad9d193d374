//! Keys as they reach the page, and the methods tried by reading back.

use super::world::{World, good_probe, reply, target};
use edith_actions::action::{Action, TabError};
use edith_port::Tab;
use edith_protocol::Typing;
use serde_json::{Value, json};

fn type_text(text: &str) -> Action {
    Action::TypeText { target: Some(target()), text: text.into(), submit: false, append: false }
}

/// Key events in short: type, key, code, virtual key, modifiers, text.
fn short(events: &[Value]) -> Vec<String> {
    let one = |e: &Value| {
        let text = e.get("text").map(|t| format!(" text={t}")).unwrap_or_default();
        let commands = e.get("commands").map(|c| format!(" {c}")).unwrap_or_default();
        let (key, code) = (e["key"].as_str().unwrap(), e["code"].as_str().unwrap());
        format!(
            "{} {key} {code} {} {}{text}{commands}",
            e["type"].as_str().unwrap(),
            e["windowsVirtualKeyCode"],
            e["modifiers"]
        )
    };
    events.iter().map(one).collect()
}

#[test]
fn each_character_is_key_down_char_key_up_with_the_text_only_on_the_char() {
    let world = World::new();
    let tab = world.tab();
    let done = world.run(tab.perform(&type_text("aB€\n"), Typing::Fast)).unwrap();
    assert_eq!(
        short(&world.calls("Input.dispatchKeyEvent")),
        [
            "rawKeyDown a KeyA 65 0",
            "char a KeyA 65 0 text=\"a\"",
            "keyUp a KeyA 65 0",
            "rawKeyDown B KeyB 66 8",
            "char B KeyB 66 8 text=\"B\"",
            "keyUp B KeyB 66 8",
            "rawKeyDown €  0 0",
            "char €  0 0 text=\"€\"",
            "keyUp €  0 0",
            "rawKeyDown Enter Enter 13 8",
            "char Enter Enter 13 8 text=\"\\r\"",
            "keyUp Enter Enter 13 8",
        ]
    );
    assert_eq!(done.note, "Typed \"aB€\" into TEXTAREA \"Search\".");
    assert_eq!(world.field.borrow().value, "aB€\n");
}

#[test]
fn chords_hold_their_modifiers_and_select_all_on_every_system() {
    let check = |key: &str, expected: &[&str]| {
        let world = World::new();
        let tab = world.tab();
        world.run(tab.perform(&Action::PressKey { key: key.into(), target: None }, Typing::Fast)).unwrap();
        assert_eq!(short(&world.calls("Input.dispatchKeyEvent")), expected, "{key}");
    };
    check(
        "Control+a",
        &[
            "rawKeyDown Control ControlLeft 17 2",
            "rawKeyDown a KeyA 65 2 [\"selectAll\"]",
            "keyUp a KeyA 65 2",
            "keyUp Control ControlLeft 17 0",
        ],
    );
    check(
        "Shift+Tab",
        &[
            "rawKeyDown Shift ShiftLeft 16 8",
            "rawKeyDown Tab Tab 9 8",
            "keyUp Tab Tab 9 8",
            "keyUp Shift ShiftLeft 16 0",
        ],
    );
    check("Enter", &["rawKeyDown Enter Enter 13 0", "char Enter Enter 13 0 text=\"\\r\"", "keyUp Enter Enter 13 0"]);
    check("Escape", &["rawKeyDown Escape Escape 27 0", "keyUp Escape Escape 27 0"]);
    check("?", &["rawKeyDown ? Slash 191 8", "char ? Slash 191 8 text=\"?\"", "keyUp ? Slash 191 8"]);
}

#[test]
fn what_was_there_is_selected_and_deleted_first_unless_appending() {
    let check = |append: bool, expected: &str| {
        let world = World::new();
        world.field.borrow_mut().value = "old".into();
        let tab = world.tab();
        let action = Action::TypeText { target: Some(target()), text: "new".into(), submit: false, append };
        world.run(tab.perform(&action, Typing::Fast)).unwrap();
        assert_eq!(world.field.borrow().value, expected);
        let keys = short(&world.calls("Input.dispatchKeyEvent"));
        let first = if append {
            "rawKeyDown End End 35 0 [\"moveToEndOfDocument\"]"
        } else {
            "rawKeyDown Backspace Backspace 8 0"
        };
        assert_eq!(keys.first().unwrap(), first);
        assert!(world.calls("setNative").is_empty() && world.calls("Input.insertText").is_empty());
    };
    check(false, "new");
    check(true, "oldnew");
}

#[test]
fn submit_presses_enter_after_the_text_was_taken() {
    let world = World::new();
    let tab = world.tab();
    let action = Action::TypeText { target: Some(target()), text: "x".into(), submit: true, append: false };
    let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
    let keys = short(&world.calls("Input.dispatchKeyEvent"));
    assert_eq!(keys.last().unwrap(), "keyUp Enter Enter 13 0");
    assert_eq!(done.note, "Typed \"x\" into TEXTAREA \"Search\" and pressed Enter.");
}

#[test]
fn a_method_that_does_not_take_is_followed_by_the_next() {
    // Which methods the field accepts; its value at the end.
    let check = |keys: bool, insert: bool, native: bool, taken: bool| {
        let world = World::new();
        {
            let mut field = world.field.borrow_mut();
            (field.keys, field.insert, field.native) = (keys, insert, native);
        }
        let tab = world.tab();
        let done = world.run(tab.perform(&type_text("lamp"), Typing::Fast));
        assert_eq!(done.is_ok(), taken, "{done:?}");
        assert_eq!(world.field.borrow().value, if taken { "lamp" } else { "" });
        if !taken {
            let expected = TabError::NotTaken { what: "12 TEXTAREA \"Search\"".into(), now: "\"\"".into() };
            assert_eq!(done, Err(expected));
        }
        assert_eq!(world.calls("Input.insertText").is_empty(), keys);
        assert_eq!(world.calls("setNative").is_empty(), keys || insert);
    };
    check(true, true, true, true);
    check(false, true, true, true);
    check(false, false, true, true);
    check(false, false, false, false);
}

#[test]
fn a_full_field_is_reported_and_not_overfilled() {
    let world = World::new();
    world.field.borrow_mut().form = |text| text.chars().take(3).collect();
    let tab = world.tab();
    let error = world.run(tab.perform(&type_text("lamp"), Typing::Fast)).unwrap_err();
    assert!(error.to_string().contains("\"lam\", it takes no more"), "{error}");
    assert!(world.calls("setNative").is_empty());
}

#[test]
fn a_masked_input_may_put_its_form_on_the_value() {
    let world = World::new();
    world.field.borrow_mut().form = |text| match text.len() {
        4 => format!("{}-{}", &text[..2], &text[2..]),
        _ => text.to_owned(),
    };
    let tab = world.tab();
    let done = world.run(tab.perform(&type_text("1234"), Typing::Fast)).unwrap();
    assert_eq!(done.note, "Typed \"1234\" into TEXTAREA \"Search\". It now holds \"12-34\".");
}

#[test]
fn a_secret_is_compared_by_length_and_never_told() {
    let world = World::new();
    world.field.borrow_mut().masked = true;
    world.on("probe", |_, _| {
        let mut probe = super::world::good_probe();
        probe["field"] = "password".into();
        super::world::reply(probe)
    });
    let tab = world.tab();
    let done = world.run(tab.perform(&type_text("hunter2"), Typing::Fast)).unwrap();
    assert_eq!(done.note, "Typed a value into TEXTAREA \"Search\".");
    // Nor how long it is, or what the field took of it.
    for (form, told) in [
        ((|_: &str| String::new()) as fn(&str) -> String, "nothing"),
        (|text| text.chars().take(4).collect(), "only the beginning of it"),
        (|text| text.repeat(5), "something else"),
    ] {
        world.field.borrow_mut().form = form;
        let error = world.run(tab.perform(&type_text("hunter2"), Typing::Fast)).unwrap_err().to_string();
        let digits: String = error.chars().filter(char::is_ascii_digit).collect();
        assert!(error.contains(told) && !error.contains("hunter") && !digits.contains(['4', '7']), "{error}");
    }
}

#[test]
fn a_long_text_is_inserted_at_once_unless_a_person_seems_to_type() {
    let text = "word ".repeat(60).trim().to_owned();
    let world = World::new();
    let tab = world.tab();
    let (fast, done) = world.timed(tab.perform(&type_text(&text), Typing::Fast));
    done.unwrap();
    assert_eq!(world.calls("Input.insertText").len(), 1);
    let world = World::new();
    let tab = world.tab();
    let (human, done) = world.timed(tab.perform(&type_text(&text), Typing::Human));
    done.unwrap();
    assert!(world.calls("Input.insertText").is_empty());
    assert!(human > 60 * 300 / 2 && fast < 200, "{human} {fast}");
}

#[test]
fn characters_beyond_the_basic_plane_are_inserted() {
    let world = World::new();
    let tab = world.tab();
    world.run(tab.perform(&type_text("a😀"), Typing::Fast)).unwrap();
    assert_eq!(world.field.borrow().value, "a😀");
    assert_eq!(world.calls("Input.insertText").len(), 1);
}

#[test]
fn an_editor_that_has_the_focus_takes_text_at_the_caret() {
    let typed = |tag: &'static str| {
        let world = World::new();
        world.field.borrow_mut().value = "First. ".into();
        let tab = world.tab();
        world.on("focusInfo", |_, _| reply(json!({"focused": true, "editable": true, "active": {"node": 5}})));
        world.on("probe", move |_, _| {
            let mut probe = good_probe();
            probe["tag"] = json!(tag);
            reply(probe)
        });
        let action = Action::TypeText { target: None, text: "Second.".into(), submit: false, append: false };
        world.run(tab.perform(&action, Typing::Fast)).unwrap();
        world.field.borrow().value.clone()
    };
    assert_eq!(typed("div"), "First. Second.");
    assert_eq!(typed("input"), "First. Second.");
}

/// A field that does not keep typed text, on a page that reacted like this. How often it was written to, and the report.
fn consumed(seen: Value, request: bool) -> (usize, Result<String, String>) {
    let world = World::new();
    world.field.borrow_mut().form = |_| String::new();
    world.on("typingSeen", move |world, _| {
        if request {
            world.request("r1", "Fetch", "http://a.test/add", 0, Some(20));
        }
        reply(seen.clone())
    });
    let tab = world.tab();
    let done = world.run(tab.perform(&type_text("ls"), Typing::Fast));
    let keys = world.calls("Input.dispatchKeyEvent").iter().filter(|event| event["type"] == "char").count();
    let others = world.calls("Input.insertText").len() + world.calls("setNative").len() + world.calls("paste").len();
    (keys + others, done.map(|done| done.note).map_err(|error| error.to_string()))
}

#[test]
fn what_a_page_took_out_of_its_field_is_not_typed_again() {
    // Terminals, tags, quick entries: the page shows the text elsewhere, or empties the field and acts on it.
    for (seen, request) in [
        (json!({"inputs": 2, "outside": 1, "caused": 1}), false),
        (json!({"inputs": 2}), true),
        (json!({"refused": 4, "outside": 2, "shown": true}), false),
    ] {
        let (times, told) = consumed(seen, request);
        assert_eq!(times, 2, "{told:?}");
        assert!(told.as_ref().is_ok_and(|note| note.contains("The page took it")), "{told:?}");
    }
    // Nothing shows what became of it: this is reported, and it is not typed again.
    for seen in [json!({"inputs": 2}), json!({"refused": 4})] {
        let (times, told) = consumed(seen, false);
        assert_eq!(times, 2, "{told:?}");
        assert!(told.as_ref().is_err_and(|error| error.contains("did not take the value")), "{told:?}");
    }
    // Nothing reached the page, the only reason to try another way.
    let (times, _) = consumed(json!({}), false);
    assert_eq!(times, 4);
}

#[test]
fn what_changes_by_itself_is_no_sign_that_a_page_took_a_text() {
    // A clock, or constant requests, while the field refuses keys or loses its text.
    for (seen, request) in [
        (json!({"inputs": 2, "outside": 3}), false),
        (json!({"refused": 4, "outside": 2}), false),
        (json!({"refused": 4}), true),
    ] {
        let (times, told) = consumed(seen, request);
        assert_eq!(times, 2, "{told:?}");
        assert!(told.as_ref().is_err_and(|error| error.contains("did not take the value")), "{told:?}");
    }
}

#[test]
fn a_field_that_only_the_next_key_empties_has_passed_on_what_was_typed() {
    let typed = |shown: bool| {
        let world = World::new();
        // Each key finds it empty.
        world.field.borrow_mut().form = |text| text.chars().next_back().map(String::from).unwrap_or_default();
        world.on("typingSeen", move |_, _| reply(json!({"inputs": 2, "outside": 2, "caused": 2, "shown": shown})));
        let tab = world.tab();
        let action = Action::TypeText { target: Some(target()), text: "ls".into(), submit: true, append: false };
        let done = world.run(tab.perform(&action, Typing::Fast));
        let keys = world.calls("Input.dispatchKeyEvent");
        let written: Vec<_> = keys.iter().filter(|event| event["type"] == "char").map(|e| e["text"].clone()).collect();
        (written, done.map(|done| done.note).map_err(|error| error.to_string()))
    };
    let (written, told) = typed(true);
    assert_eq!(written, ["l", "s", "\r"]);
    assert!(told.as_ref().is_ok_and(|note| note.contains("The page took it key by key")), "{told:?}");
    // Without other evidence, the field may just as well hold one character only.
    let (written, told) = typed(false);
    assert_eq!(written, ["l", "s"]);
    assert!(told.as_ref().is_err_and(|error| error.contains("did not take the value")), "{told:?}");
}

/// A long text in a field that accepts these methods, on a page that reacted like this: the final value, what was inserted, and the number of keys.
fn long_text(text: &str, (keys, insert): (bool, bool), seen: Value) -> (String, Vec<String>, usize, bool) {
    let world = World::new();
    {
        let mut field = world.field.borrow_mut();
        (field.keys, field.insert, field.native) = (keys, insert, false);
    }
    world.on("typingSeen", move |_, _| reply(seen.clone()));
    let tab = world.tab();
    let done = world.run(tab.perform(&type_text(text), Typing::Fast));
    let inserted = world.calls("Input.insertText").into_iter().map(|call| call["text"].as_str().unwrap().to_owned());
    let typed = world.calls("Input.dispatchKeyEvent").iter().filter(|event| event["type"] == "char").count();
    let value = world.field.borrow().value.clone();
    (value, inserted.collect(), typed, done.is_ok())
}

#[test]
fn what_a_page_takes_out_again_that_came_at_once_is_typed_with_keys() {
    let text = "word ".repeat(60).trim().to_owned();
    // It believes only keys and hears of every change; its page also changes elsewhere and sends requests.
    for seen in [json!({"inputs": 1}), json!({"inputs": 1, "outside": 2, "caused": 2})] {
        let (value, inserted, keys, ok) = long_text(&text, (true, false), seen);
        assert!(ok && value == text, "{value}");
        assert_eq!((inserted.len(), keys), (1, text.chars().count()));
    }
}

#[test]
fn a_long_text_comes_at_once_behind_its_first_key() {
    let text = "word ".repeat(60).trim().to_owned();
    let (value, inserted, keys, ok) = long_text(&text, (true, true), json!({"inputs": 2}));
    assert!(ok && value == text, "{value}");
    assert_eq!((inserted, keys), (vec![text[1..].to_owned()], 1));
    // If keys do nothing, the whole text is inserted.
    let (value, inserted, keys, ok) = long_text(&text, (false, true), json!({}));
    assert!(ok && value == text, "{value}");
    assert_eq!((inserted, keys), (vec![text.clone()], 1));
    // A field that loses the first key to an unknown place gets no more.
    let (value, inserted, keys, ok) = long_text(&text, (false, false), json!({"inputs": 1}));
    assert!(!ok && value.is_empty(), "{value}");
    assert_eq!((inserted.len(), keys), (0, 1));
    // A field that the page empties after each key gets all of them.
    let (_, inserted, keys, ok) = long_text(&text, (false, false), json!({"inputs": 1, "caused": 1, "outside": 1}));
    assert!(ok);
    assert_eq!((inserted.len(), keys), (0, text.chars().count()));
    // Characters that open menus, or are on no keyboard, do not go first.
    let (value, inserted, keys, ok) = long_text(&format!("/{text}"), (true, true), json!({"inputs": 1}));
    assert!(ok && value.starts_with("/word"), "{value}");
    assert_eq!((inserted.len(), keys), (1, 0));
}

#[test]
fn what_went_wrong_after_a_press_is_not_done_once_more() {
    let world = World::new();
    let pressed = std::rc::Rc::new(std::cell::Cell::new(false));
    let seen = pressed.clone();
    world.on("focusInfo", move |_, params| match (params[0] == 0, seen.get()) {
        (false, true) => reply(json!({"gone": true})),
        _ => reply(json!({"focused": false, "editable": false})),
    });
    world.on_release(move |_| pressed.set(true));
    let tab = world.tab();
    let error = world.run(tab.perform(&type_text("lamp"), Typing::Fast)).unwrap_err();
    assert!(matches!(error, TabError::Incomplete { .. }) && !error.is_without_effect(), "{error:?}");
    assert!(error.to_string().contains("Clicked TEXTAREA \"Search\". But then"), "{error}");
    assert!(world.calls("Input.dispatchKeyEvent").is_empty());
}

/// What became of the field, from the first time it is asked for and then on.
fn held(world: &World, first: Value, then: Value) {
    let mut answers = vec![first];
    world.on("heldField", move |_, _| reply(answers.pop().unwrap_or_else(|| then.clone())));
}

#[test]
fn what_is_drawn_again_at_its_first_key_gets_the_rest_at_once() {
    let world = World::new();
    let now = json!({"there": true, "focused": true, "followed": 1});
    held(&world, now.clone(), now);
    let tab = world.tab();
    world.run(tab.perform(&type_text("lamp"), Typing::Fast)).unwrap();
    assert_eq!(world.field.borrow().value, "lamp");
    let keys = world.calls("Input.dispatchKeyEvent");
    assert_eq!(keys.iter().filter(|key| key["type"] == "char").count(), 1, "{keys:?}");
    assert_eq!(world.calls("Input.insertText"), [json!({"text": "amp"})]);
}

#[test]
fn typing_stops_where_the_field_is_gone_and_nothing_means_the_same() {
    let world = World::new();
    let active = json!({"role": "button", "name": "Delete", "css": "button"});
    let gone = json!({"there": false, "focused": false, "active": active});
    held(&world, gone.clone(), gone.clone());
    world.on("refocus", move |_, _| reply(gone.clone()));
    let tab = world.tab();
    let error = world.run(tab.perform(&type_text("lamp"), Typing::Fast)).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("button \"Delete\" (button) has the focus") && said.contains("was not typed"), "{said}");
    assert!(!error.is_without_effect());
    assert_eq!(world.calls("Input.dispatchKeyEvent").iter().filter(|key| key["type"] == "char").count(), 1);
    assert!(world.calls("Input.insertText").is_empty());
}

#[test]
fn a_field_that_comes_back_late_is_waited_for() {
    let world = World::new();
    let gone = json!({"there": false, "focused": false});
    held(&world, gone.clone(), gone.clone());
    let mut asked = 0;
    world.on("refocus", move |_, _| {
        asked += 1;
        reply(if asked < 4 { gone.clone() } else { json!({"there": true, "focused": true}) })
    });
    let tab = world.tab();
    world.run(tab.perform(&type_text("lamp"), Typing::Fast)).unwrap();
    assert_eq!(world.field.borrow().value, "lamp");
}

#[test]
fn enter_is_not_pressed_where_something_else_has_the_focus() {
    let world = World::new();
    world.on("refocus", |_, _| {
        reply(json!({"there": true, "focused": false, "active": {"name": "Archive", "css": "b"}}))
    });
    let tab = world.tab();
    let action = Action::TypeText { target: Some(target()), text: "x".into(), submit: true, append: false };
    let said = world.run(tab.perform(&action, Typing::Fast)).unwrap_err().to_string();
    assert!(
        said.starts_with("Typed \"x\" into TEXTAREA \"Search\".") && said.contains("Enter was not pressed"),
        "{said}"
    );
    assert!(world.calls("Input.dispatchKeyEvent").iter().all(|key| key["key"] != "Enter"));
}

#[test]
fn a_number_is_read_again_once_its_field_has_lost_the_focus() {
    let check = |after: &'static str, taken: bool| {
        let world = World::new();
        world.on("probe", |_, _| {
            let mut probe = good_probe();
            (probe["tag"], probe["inputType"]) = ("input".into(), "number".into());
            reply(probe)
        });
        world.on("leaveField", move |_, _| reply(json!({"value": after, "length": after.len()})));
        let tab = world.tab();
        let done = world.run(tab.perform(&type_text("4"), Typing::Fast));
        assert_eq!(done.is_ok(), taken, "{after}: {done:?}");
        if let Err(error) = done {
            assert!(error.to_string().contains("\"3\" once the focus has left it"), "{error}");
        }
    };
    check("4", true);
    check("4 ", true);
    check("3", false);
}

/// An editor of forty lines that draws five, after this was typed: what it holds, the report, and how often it was written to.
fn drawn_in_part(text: &str, append: bool, selects_drawn: bool) -> (String, Result<String, String>, usize) {
    let world = World::new();
    {
        let mut field = world.field.borrow_mut();
        field.value = (1..=40).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        (field.window, field.selects_drawn) = (Some((10, 5)), selects_drawn);
    }
    let tab = world.tab();
    world.on("probe", |_, _| {
        let mut probe = good_probe();
        probe["code"] = true.into();
        reply(probe)
    });
    let action = Action::TypeText { target: Some(target()), text: text.into(), submit: false, append };
    let done = world.run(tab.perform(&action, Typing::Fast));
    let keys = world.calls("Input.dispatchKeyEvent").iter().filter(|event| event["type"] == "char").count();
    let value = world.field.borrow().value.clone();
    (value, done.map(|done| done.note).map_err(|error| error.to_string()), keys)
}

#[test]
fn what_an_editor_does_not_draw_is_kept_when_a_text_is_added_to_its_end() {
    let (value, told, keys) = drawn_in_part("omega", true, false);
    assert!(value.starts_with("line 1\nline 2\n") && value.ends_with("\nline 40omega"), "{value}");
    assert_eq!(keys, "omega".len());
    let told = told.unwrap();
    assert!(told.ends_with("Only lines 36 to 40 of about 40 are drawn; the rest was not seen."), "{told}");
}

#[test]
fn what_an_editor_does_not_draw_is_replaced_as_well_or_it_is_said() {
    let (value, told, _) = drawn_in_part("omega", false, false);
    assert_eq!(value, "omega");
    assert_eq!(told.unwrap(), "Typed \"omega\" into TEXTAREA \"Search\".");
    // Its keys select only what is drawn: everything is brought back, and nothing is typed.
    let (value, told, keys) = drawn_in_part("omega", false, true);
    assert!(value.starts_with("line 1\n") && value.ends_with("\nline 40") && value.contains("\nline 12\n"), "{value}");
    assert_eq!(keys, 0);
    let told = told.unwrap_err();
    assert!(told.contains("Not all of the text") && told.contains("of about 40"), "{told}");
}
