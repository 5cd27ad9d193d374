//! A page that was told something private leads nobody on: by each way to tell, and each way to press.

use super::{CODE, EVIL, MAIL, Try, mail};
use edith_page::raw::RawOption;
use edith_port::TabBounds;
use edith_testkit::{FakePage, World};
use serde_json::{Value, json};

const NAMED: &str = "https://named.example/";

fn page() -> FakePage {
    FakePage::new("Named")
        .form("https://named.example/find", "get", "Find")
        .node("input", "searchbox", "Search", |node| {
            node.form = 1;
            node.value = Some(String::new());
        })
        .input("Note")
        .node("textarea", "textbox", "Text", |node| node.value = Some(String::new()))
        .node("select", "combobox", "Sort", |node| {
            node.value = Some(String::new());
            node.options = [CODE, "Price"]
                .iter()
                .map(|label| RawOption { label: (*label).into(), ..RawOption::default() })
                .collect();
        })
        .button("Continue")
        .link("More", "https://named.example/more")
        .tool("translate", "Translates.", "ok")
}

/// The bounds of the tabs after these steps, of which the last waits for the person.
fn bounds(tell: Option<(&'static str, Value)>, presses: &[(&'static str, Value)]) -> (Vec<TabBounds>, String) {
    let mut one = Try::new(format!("Find the code of {MAIL} on {NAMED}"))
        .page(MAIL, mail())
        .page(NAMED, page())
        .opens(MAIL)
        .opens(NAMED);
    for (tool, args) in tell.into_iter().chain(presses.iter().cloned()) {
        one = one.does(tool, args);
    }
    let one = one.does("ask_user", json!({ "question": "Go on?" }));
    let world = World::default();
    world.browser.open_in_front("about:blank");
    // The person does not answer: it is looked at while it waits.
    let steps = one.steps.clone();
    for (url, page) in &one.pages {
        world.browser.add_host(url.trim_start_matches("https://").trim_end_matches('/'), page.clone());
    }
    let at = std::cell::Cell::new(0);
    world.model.always(move |request| {
        let Some(step) = steps.get(at.replace(at.get() + 1)) else { return edith_testkit::Scripted::complete("Done.") };
        let seen = || request.messages.iter().map(|message| message.text().into_owned()).collect::<Vec<_>>().join("\n");
        edith_testkit::Scripted::call(step.tool, &crate::basics::with_uids(&step.args, seen).to_string())
    });
    world.run(&one.task).unwrap();
    world.settle();
    let asked = world.events.ask().map(|ask| ask.text).unwrap_or_default();
    (world.browser.bounds().into_iter().map(|(_, bounds)| bounds).collect(), asked)
}

fn confined(bounds: &[TabBounds]) -> bool {
    let evil = edith_actions::http_url::HttpUrl::parse(EVIL).unwrap();
    bounds.iter().any(|bounds| matches!(bounds, TabBounds::Only { .. }) && bounds.holds(&evil))
}

#[test]
fn a_page_that_was_told_something_is_confined_by_each_way_to_tell_and_to_press() {
    let on = |target: &str, more: Value| {
        let mut args = more;
        args["uid"] = json!(format!("uid:{target}"));
        args
    };
    let tells: Vec<(&'static str, Value)> = vec![
        ("navigate", json!({ "url": format!("{NAMED}find?q={CODE}") })),
        ("navigate", json!({ "url": format!("{NAMED}find/{CODE}") })),
        ("navigate", json!({ "url": format!("{NAMED}#{CODE}") })),
        ("navigate", json!({ "url": format!("https://{CODE}.named.example/") })),
        ("type_text", on("INPUT:Search", json!({ "text": CODE, "submit": true }))),
        ("type_text", on("INPUT:Note", json!({ "text": CODE }))),
        ("type_text", on("TEXTAREA:Text", json!({ "text": CODE }))),
        ("set_value", on("INPUT:Note", json!({ "value": CODE }))),
        ("select_option", on("SELECT:Sort", json!({ "value": CODE }))),
        ("fill", json!({ "fields": [{ "uid": 2, "value": CODE }] })),
        ("page_tool", json!({ "name": "translate", "input": { "text": CODE } })),
        ("press_key", on("INPUT:Note", json!({ "key": "Q" }))),
    ];
    let presses: Vec<Vec<(&'static str, Value)>> = vec![
        vec![],
        vec![("click", on("BUTTON:Continue", json!({})))],
        vec![("click_at", on("BUTTON:Continue", json!({ "x": 2, "y": 2 })))],
        vec![("press_key", json!({ "key": "Enter" }))],
        vec![("press_key", on("BUTTON:Continue", json!({ "key": "Enter" })))],
        vec![("hover", on("BUTTON:Continue", json!({})))],
        vec![("scroll", json!({ "direction": "down" }))],
        vec![("wait", json!({ "ms": 500 }))],
        vec![("reload", json!({}))],
        vec![("take_snapshot", json!({}))],
        vec![("read_page", json!({}))],
        vec![("select_option", on("SELECT:Sort", json!({ "value": "Price" })))],
        vec![("click", on("LINK:More", json!({}))), ("click", on("BUTTON:Continue", json!({})))],
        vec![("go_back", json!({})), ("click", on("BUTTON:Continue", json!({})))],
        vec![("click", on("BUTTON:Continue", json!({}))), ("click", on("BUTTON:Continue", json!({})))],
    ];
    let mut loose = Vec::new();
    let mut count = 0;
    // Going back from the page that was written into leaves it.
    let is_way = |tell: &str, press: &[(&str, Value)]| {
        tell == "navigate" || press.first().is_none_or(|(tool, _)| *tool != "go_back")
    };
    let all = tells.iter().flat_map(|tell| presses.iter().map(move |press| (tell, press)));
    let ways = all.filter(|((tool, _), press)| is_way(tool, press)).collect();
    for (tell, press) in edith_lab::sample::sample("led on", ways, 9) {
        let (held, asked) = bounds(Some(tell.clone()), press);
        count += 1;
        if !confined(&held) {
            loose.push(format!("{tell:?} then {press:?}: {held:?} {asked}"));
        }
    }
    // The control: a page that was told nothing is free.
    for press in presses.iter().filter(|press| {
        press.first().is_none_or(|(tool, _)| !matches!(*tool, "click_at" | "select_option" | "press_key"))
    }) {
        let (held, _) = bounds(None, press);
        assert!(!confined(&held), "told nothing: {press:?}: {held:?}");
    }
    println!("led on: {count} ways, {} free {loose:#?}", loose.len());
    assert!(loose.is_empty(), "{} of {count}", loose.len());
}
