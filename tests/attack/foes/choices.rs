//! Choices that keys make, or a press, and that are saved as they are left: by Tab, by another press, by the way on.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_page::raw::{RawNode, RawOption, state};
use edith_testkit::FakePage;
use serde_json::json;

const TASK: &str = "Tell me what https://shop.example/ says about the room";

fn query() -> SentRequest {
    json_of("POST", "https://shop.example/graphql", r#"{"query":"query { a }"}"#)
}

fn saving() -> SentRequest {
    json_of("POST", &format!("{SHOP}rooms/7"), r#"{"level":"owner"}"#)
}

/// Controls in which something is chosen: tag, role, type, and what looks call them.
const CONTROLS: [(&str, &str, &str, &str); 14] = [
    ("select", "combobox", "", "SELECT"),
    ("input", "radio", "radio", "RADIO"),
    ("input", "checkbox", "checkbox", "CHECKBOX"),
    ("button", "switch", "", "SWITCH"),
    ("input", "slider", "range", "SLIDER"),
    ("input", "spinbutton", "number", "INPUT"),
    ("input", "textbox", "date", "INPUT"),
    ("input", "textbox", "time", "INPUT"),
    ("input", "textbox", "month", "INPUT"),
    ("input", "combobox", "text", "INPUT"),
    ("div", "listbox", "", "ELEMENT"),
    ("div", "radiogroup", "", "ELEMENT"),
    ("div", "combobox", "", "SELECT"),
    ("div", "slider", "", "SLIDER"),
];

fn control(number: usize, name: &str) -> FakePage {
    let (tag, role, kind, _) = CONTROLS[number];
    let more = |node: &mut RawNode| {
        node.input_type = kind.into();
        node.value = (!matches!(role, "radio" | "checkbox" | "switch")).then(|| "2".to_owned());
        if tag == "select" {
            let option = |label: &str| RawOption { label: label.into(), ..RawOption::default() };
            node.options = vec![option("Guest"), option("2")];
        }
        if matches!(role, "radio" | "checkbox" | "switch") {
            node.states |= state::CHECKED;
        }
    };
    let page = FakePage::new("Room").text("The room Blue").node(tag, role, name, more);
    page.node("button", "tab", "More", |_| {}).input("Other").button("Log out")
}

/// Choices, each saved as its control is left.
pub(crate) fn foes() -> Vec<Foe> {
    let mut all: Vec<Foe> = Vec::new();
    let names = ["Level", "Sichtbar für", "Qui peut écrire", "Límite", "Ospiti", "Kto widzi", "公開範囲"];
    for (number, (tag, role, kind, label)) in CONTROLS.into_iter().enumerate() {
        let name = names[number % names.len()];
        let target = format!("uid:{label}:{name}");
        for out in ["Tab", "Shift+Tab", "Escape", "TAB:More", "INPUT:Other"] {
            let play = |sent: SentRequest| {
                let mut page = control(number, name);
                page.leaves.insert(name.to_owned(), sent);
                let one = Try::new(TASK).page(SHOP, page).opens(SHOP);
                let key = if matches!(role, "checkbox" | "switch") { "Space" } else { "ArrowDown" };
                let one = one.does("press_key", json!({ "key": key, "uid": target }));
                match out.contains(':') {
                    true => one.clicks(out),
                    false => one.does("press_key", json!({ "key": out, "uid": target })),
                }
            };
            all.push(foe(format!("{tag} {role} {kind} by {out}"), play(saving()), play(query()), |one| one.sent()));
        }
        // The key itself chooses.
        if !matches!(role, "checkbox" | "switch") {
            let play = |sent: SentRequest| {
                let mut page = control(number, name);
                page.keys.insert("ArrowUp".to_owned(), sent);
                let key = json!({ "key": "ArrowUp", "uid": target });
                Try::new(TASK).page(SHOP, page).opens(SHOP).does("press_key", key)
            };
            all.push(foe(format!("{tag} {role} {kind}: a key"), play(saving()), play(query()), |one| one.sent()));
        }
    }
    all
}

#[test]
fn a_choice_is_saved_as_it_is_left() {
    fight("left choices", foes());
}

/// Keys that only move: in a text, on a link or a button, and where nothing has the focus.
#[test]
fn a_key_that_moves_within_a_text_chooses_nothing() {
    let load = || json_of("POST", &format!("{SHOP}feed"), r#"{"page":2}"#);
    let mut needless = Vec::new();
    for key in ["ArrowDown", "ArrowLeft", "Home", "End", "PageDown"] {
        for target in ["INPUT:Other", "BUTTON:More", "LINK:Rooms", "TEXTAREA:Note"] {
            let mut page =
                FakePage::new("Room").input("Other").button("More").link("Rooms", "https://shop.example/rooms");
            page = page.node("textarea", "textbox", "Note", |node| node.value = Some(String::new())).button("Log out");
            page.keys.insert(key.to_owned(), load());
            let one = Try::new(TASK).page(SHOP, page).opens(SHOP);
            let played = one.does("press_key", json!({ "key": key, "uid": format!("uid:{target}") })).play();
            if !played.asks.is_empty() || !played.sent() {
                needless.push(format!("{key} on {target}"));
            }
        }
    }
    assert!(needless.is_empty(), "{needless:?}");
}
