//! Tests of all tools together: specs, parsing, operations, sentences.

use super::shape::arguments;
use super::*;
use crate::action::{Action, Dialog};
use edith_page::raw::RawNode;
use edith_page::{FieldKind, Index, RawPage, UidTable};
use edith_protocol::{Modifier, MouseButton, ScrollDirection, TabId};
use fastrand::Rng;
use serde_json::json;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tool/testdata/specs.json");

/// Bytes of all names, descriptions and schemas.
const TOLD_BYTES: usize = 12_905;

/// For each tool: its name, valid arguments, whether it only looks, and whether it looks afterwards.
const TOOLS: &[(&str, &str, bool, bool)] = &[
    ("open_browser", r#"{"url":"https://a.example/"}"#, false, true),
    ("navigate", r#"{"url":"https://a.example/"}"#, false, true),
    ("go_back", "{}", false, true),
    ("go_forward", "{}", false, true),
    ("reload", "{}", false, true),
    ("take_snapshot", "{}", true, true),
    ("find_on_page", r#"{"query":"x"}"#, true, false),
    ("read_page", r#"{"offset":100}"#, true, false),
    ("inspect", r#"{"uid":1}"#, true, false),
    ("click", r#"{"uid":1,"button":"left","count":2,"modifiers":["Shift"],"hold_ms":500}"#, false, true),
    (
        "click_at",
        r#"{"uid":1,"x":4.0,"y":5.5,"button":"left","count":2,"modifiers":["Shift"],"hold_ms":500}"#,
        false,
        true,
    ),
    ("type_text", r#"{"uid":2,"text":"x","submit":true,"append":true}"#, false, true),
    ("press_key", r#"{"key":"Enter","uid":2}"#, false, true),
    ("scroll", r#"{"direction":"down","amount":100.0,"uid":1}"#, false, true),
    ("screenshot", r#"{"uid":1}"#, true, false),
    ("select_option", r#"{"uid":1,"value":"x","add":true}"#, false, true),
    ("select_text", r#"{"uid":1,"text":"x","from":1,"to":2}"#, false, true),
    ("hover", r#"{"uid":1}"#, false, true),
    ("set_value", r#"{"uid":1,"value":"5"}"#, false, true),
    ("drag", r#"{"from_uid":1,"to_uid":2,"to_x":3.0,"to_y":4.0}"#, false, true),
    ("drag_at", r#"{"uid":1,"x":1.0,"y":2.0,"to_x":3.0,"to_y":4.0,"path":[[5.0,6.5]]}"#, false, true),
    ("upload_file", r#"{"uid":1,"document":"a.pdf"}"#, false, true),
    ("handle_dialog", r#"{"accept":true,"text":"x"}"#, false, true),
    ("wait", r#"{"ms":1000}"#, false, true),
    ("wait_for_page_update", r#"{"timeout_ms":1000,"text":"x"}"#, false, true),
    ("list_tabs", "{}", true, true),
    ("switch_tab", r#"{"tab_id":7}"#, false, true),
    ("close_tab", r#"{"tab_id":7}"#, false, true),
    ("remember", r#"{"text":"x"}"#, false, false),
    ("ask_user", r#"{"question":"x","options":["y"]}"#, false, false),
    ("task_complete", r#"{"summary":"x","evidence":"y"}"#, false, false),
    ("task_fail", r#"{"reason":"x","done":"y"}"#, false, false),
    ("extract_data", r#"{"data":{"facts":[]}}"#, true, false),
];

fn parse(name: &str, arguments: &str) -> Call {
    Call::parse(name, arguments).unwrap_or_else(|error| panic!("{name} {arguments}: {error}"))
}

fn page() -> Index {
    let node = |node: u32, tag: &str, name: &str, field: FieldKind| RawNode {
        node,
        tag: tag.into(),
        name: name.into(),
        field,
        ..RawNode::default()
    };
    let raw = RawPage {
        url: "https://a.example/x".into(),
        title: "A page".into(),
        document: "d".into(),
        focused: 2,
        nodes: vec![
            node(1, "button", "Add to cart", FieldKind::Plain),
            node(2, "input", "Search", FieldKind::Plain),
            node(3, "input", "Password", FieldKind::Password),
        ],
        ..RawPage::default()
    };
    Index::build(raw, &mut UidTable::default())
}

/// uid of the element with this name.
fn uid(page: &Index, name: &str) -> u32 {
    page.elements.iter().find(|element| element.name == name).map(|element| element.uid).unwrap()
}

#[test]
fn specs_are_the_golden_ones() {
    let specs: Vec<Value> = BUILT_IN
        .iter()
        .map(Declaration::spec)
        .map(|spec| {
            let parameters: Value = serde_json::from_str(&spec.parameters).unwrap();
            json!({"name": spec.name, "description": spec.description, "parameters": parameters})
        })
        .collect();
    let now = format!("{}\n", serde_json::to_string_pretty(&specs).unwrap());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &now).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert_eq!(golden, now, "UPDATE_GOLDEN=1 writes the specs as they are");
}

#[test]
fn the_table_here_names_every_tool() {
    let names: Vec<&str> = TOOLS.iter().map(|row| row.0).collect();
    let specs: Vec<&str> = BUILT_IN.iter().map(|tool| tool.name).collect();
    assert_eq!(names, specs);
}

#[test]
fn schema_and_struct_say_the_same() {
    for (name, arguments, is_look, looks_after) in TOOLS {
        let spec = declaration(name).unwrap().spec();
        let call = parse(name, arguments);
        assert_eq!(call.name(), *name);
        assert_eq!((call.is_look(), call.looks_after()), (*is_look, *looks_after), "{name}");
        // Every given argument is kept, so the struct has all that the schema names.
        let given: Value = serde_json::from_str(arguments).unwrap();
        assert_eq!(call.shown_args(&Facts::default()), given, "{name}");
        let schema: Value = serde_json::from_str(&spec.parameters).unwrap();
        let named: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(
            named,
            given.as_object().unwrap().keys().collect::<Vec<_>>(),
            "{name}: the table gives every argument"
        );
        // And each missing required one is reported.
        for required in schema["required"].as_array().into_iter().flatten() {
            let mut less = given.clone();
            less.as_object_mut().unwrap().remove(required.as_str().unwrap());
            let error = Call::parse(name, &less.to_string()).unwrap_err().to_string();
            assert!(error.contains(required.as_str().unwrap()) && error.contains("is missing"), "{error}");
        }
        let stored = serde_json::to_string(&call).unwrap();
        assert_eq!(serde_json::from_str::<Call>(&stored).unwrap(), call, "{stored}");
    }
}

#[test]
fn examples_in_error_sentences_are_right_themselves() {
    for (name, ..) in TOOLS {
        let example = match Call::parse(name, "[1,").unwrap_err() {
            CallError::Unreadable { example, .. } => example,
            other => panic!("{name}: {other:?}"),
        };
        parse(name, example);
    }
}

#[test]
fn slips_with_a_certain_meaning_are_understood() {
    let click = Call::Click(Click { uid: 12, press: Press::default() });
    for (name, arguments) in [
        ("click", r#"{"uid": 12}"#),
        ("click", r#"{"uid": "12"}"#),
        ("click", r#"{"uid": 12.0}"#),
        ("click", r#"{"uid": "uid=12"}"#),
        ("click", r#"{"uid": "[12]"}"#),
        ("click", r#"{"uid": 12, "button": null, "count": "", "reason": "because"}"#),
        ("click", "```json\n{\"uid\": 12,}\n```"),
        ("click", r#""{\"uid\": 12}""#),
        ("click", "12"),
        ("Click", r#"{"uid": 12}"#),
        ("functions.click", r#"{"uid": 12}"#),
    ] {
        assert_eq!(Call::parse(name, arguments), Ok(click.clone()), "{name} {arguments}");
    }
    for arguments in ["", "  ", "{}", "null", "```json\n{}\n```", r#"{"why": 1}"#] {
        assert_eq!(Call::parse("take_snapshot", arguments), Ok(Call::TakeSnapshot(TakeSnapshot {})), "{arguments}");
    }
    for (name, arguments, expected) in [
        ("takeSnapshot", "", json!({})),
        ("type-text", r#"{"text": 42, "submit": "true"}"#, json!({"text": "42", "submit": true})),
        ("type_text", "{\"text\": \"a\nb\"}", json!({"text": "a\nb"})),
        (
            "click",
            r#"{"uid": 1, "modifiers": "ctrl+Shift", "button": "RIGHT"}"#,
            json!({"uid": 1, "modifiers": ["Control", "Shift"], "button": "right"}),
        ),
        ("scroll", r#"{"direction": "Down", "amount": "300px"}"#, json!({"direction": "down", "amount": 300.0})),
        ("navigate", "https://a.example/", json!({"url": "https://a.example/"})),
        ("handle_dialog", r#"{"accept": "no"}"#, json!({"accept": false})),
        ("set_value", r#"{"uid": 3, "value": 5}"#, json!({"uid": 3, "value": "5"})),
    ] {
        assert_eq!(parse(name, arguments).shown_args(&Facts::default()), expected, "{name} {arguments}");
    }
}

#[test]
fn what_is_wrong_is_said_with_what_to_write() {
    for (name, arguments, parts) in [
        ("click", "{}", &["uid", "is missing", r#"{"uid": 12}"#][..]),
        ("click", r#"{"uid": "the button"}"#, &["uid", "whole number", "the button"]),
        ("click", r#"{"uid": 1.5}"#, &["whole number"]),
        ("click", r#"{"uid": -12}"#, &["uid"]),
        ("click", r#"{"uid": "-12"}"#, &["uid"]),
        ("click", r#"{"uid": 0}"#, &["uid"]),
        ("click", r#"{"uid": 99999999999}"#, &["uid"]),
        ("click", r#"{"uid": 1, "count": 4}"#, &["count", "from 1 to 3"]),
        ("click", r#"{"uid": 1, "button": "upper"}"#, &["left, right, middle"]),
        ("click", r#"{"uid": 1, "modifiers": ["Hyper"]}"#, &["Alt, Control, Meta, Shift"]),
        ("click", r#"{"uid": 1"#, &["could not be read", r#"{"uid": 12}"#]),
        ("click", r#"[{"uid": 1}]"#, &["no JSON object"]),
        ("type_text", r#"{"uid": 1, "text": ["a"]}"#, &["must be a text"]),
        ("type_text", r#"{"uid": 1, "text": "a", "submit": "perhaps"}"#, &["true or false"]),
        ("press_key", r#"{"key": "Submit"}"#, &["key", "Enter", "Submit"]),
        ("drag", r#"{"from_uid": 1, "to_uid": 1}"#, &["another element"]),
        ("ask_user", r#"{"question": "  "}"#, &["must not be empty"]),
        ("wait_for_page_update", r#"{"timeout_ms": 10000000}"#, &["from 100 to 30000"]),
        ("wait", r#"{"ms": 10001}"#, &["from 1 to 10000"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1}"#, &["to_x", "path"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1, "to_x": 4}"#, &["to_y", "is missing"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1, "path": [[1, 2, 3]]}"#, &["list of points"]),
        ("drag", r#"{"from_uid": 1, "to_uid": 2, "to_y": 4}"#, &["to_x", "is missing"]),
        ("select_text", r#"{"uid": 1}"#, &["give text, or from and to"]),
        ("select_text", r#"{"uid": 1, "from": 4, "to": 4}"#, &["more than from"]),
        ("remember", r#"{"text": " "}"#, &["must not be empty"]),
        ("clik", "{}", &["clik", "Did you mean click?", "task_complete"]),
        ("browser_click_element", "{}", &["Did you mean click?"]),
        ("goto_url", "{}", &["The tools are: open_browser, navigate"]),
    ] {
        let error = Call::parse(name, arguments).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{name} {arguments}: {error} lacks {part}");
        }
    }
}

#[test]
fn plans_resolve_uids_and_addresses() {
    let page = page();
    let cart = uid(&page, "Add to cart");
    let search = uid(&page, "Search");
    let plan = |name: &str, arguments: Value| parse(name, &arguments.to_string()).operation(&page);
    let target = declare::target(cart, &page).unwrap();
    assert_eq!((target.uid, target.name.as_str()), (cart, "Add to cart"));
    assert_eq!(
        plan("click", json!({"uid": cart, "count": 2, "button": "middle", "modifiers": ["Alt"]})),
        Ok(Operation::Perform(Action::Click {
            target: target.clone(),
            button: MouseButton::Middle,
            count: 2,
            modifiers: vec![Modifier::Alt],
            hold_ms: 0,
        }))
    );
    assert_eq!(
        plan("type_text", json!({"text": "x"})),
        Ok(Operation::Perform(Action::TypeText { target: None, text: "x".into(), submit: false, append: false }))
    );
    assert_eq!(
        plan("scroll", json!({"direction": "top"})),
        Ok(Operation::Perform(Action::Scroll { direction: ScrollDirection::Top, amount: None, target: None }))
    );
    assert_eq!(
        plan("drag", json!({"from_uid": cart, "to_uid": search})),
        Ok(Operation::Perform(Action::Drag { from: target, to: declare::target(search, &page).unwrap(), at: None }))
    );
    assert_eq!(
        plan("wait_for_page_update", json!({"text": " "})),
        Ok(Operation::Perform(Action::Wait { timeout_ms: 5000, text: None }))
    );
    assert_eq!(plan("take_snapshot", json!({})), Ok(Operation::Look));
    assert_eq!(plan("screenshot", json!({})), Ok(Operation::Picture));
    assert_eq!(plan("read_page", json!({})), Ok(Operation::Read { offset: 0 }));
    assert_eq!(plan("list_tabs", json!({})), Ok(Operation::ListTabs));
    assert_eq!(plan("switch_tab", json!({"tab_id": 7})), Ok(Operation::SwitchTab(TabId(7))));
    assert_eq!(plan("close_tab", json!({"tab_id": "7"})), Ok(Operation::CloseTab(TabId(7))));
    assert!(matches!(plan("open_browser", json!({"url": "localhost:8000"})), Ok(Operation::Open(_))));
    for url in ["javascript:alert(1)", "file:///etc/passwd", "chrome://settings", "data:text/html,x", ""] {
        for tool in ["navigate", "open_browser"] {
            let error = plan(tool, json!({"url": url})).unwrap_err();
            assert!(matches!(error, CallError::Address(_)), "{url}: {error}");
        }
    }
    let error = plan("click", json!({"uid": 999})).unwrap_err().to_string();
    assert!(error.contains("999") && error.contains("Add to cart"), "{error}");
}

#[test]
fn every_call_on_unknown_uids_fails_without_a_plan() {
    let page = Index::default();
    for (name, arguments, ..) in TOOLS {
        let call = parse(name, arguments);
        let plan = call.operation(&page);
        assert_eq!(plan.is_err(), !call.uids().is_empty(), "{name}: {plan:?}");
    }
}

#[test]
fn sentences_say_what_is_done_in_plain_words() {
    let page = page();
    let (cart, search, password) = (uid(&page, "Add to cart"), uid(&page, "Search"), uid(&page, "Password"));
    for (name, arguments, expected) in [
        ("click", json!({"uid": cart}), "Click “Add to cart”"),
        ("click", json!({"uid": cart, "count": 2, "modifiers": ["Control"]}), "Control+double-click “Add to cart”"),
        ("click", json!({"uid": 999}), "Click element 999"),
        (
            "type_text",
            json!({"uid": search, "text": "desk  lamp", "submit": true}),
            "Type “desk lamp” into “Search” and press Enter",
        ),
        ("type_text", json!({"text": "x"}), "Type “x” into “Search”"),
        ("type_text", json!({"uid": search, "text": ""}), "Clear “Search”"),
        ("type_text", json!({"uid": password, "text": "hunter2"}), "Type •••••• into “Password”"),
        ("press_key", json!({"key": "Control+a", "uid": search}), "Press Control+a in “Search”"),
        ("navigate", json!({"url": "a.example"}), "Go to “a.example”"),
        ("scroll", json!({"direction": "bottom"}), "Scroll the page to the end"),
        ("handle_dialog", json!({"accept": true, "text": "x"}), "Answer OK with “x” to the dialog"),
        ("go_back", json!({}), "Go back one page"),
        ("go_forward", json!({}), "Go forward one page"),
        ("reload", json!({}), "Load the page anew"),
        ("click", json!({"uid": cart, "hold_ms": 800}), "Press “Add to cart” and hold it for 800 ms"),
        ("click_at", json!({"uid": cart, "x": 4, "y": 5.5, "count": 2}), "Click “Add to cart” 2 times at 4, 5.5"),
        (
            "drag_at",
            json!({"uid": cart, "x": 1, "y": 2, "to_x": 3, "to_y": 4}),
            "Drag in “Add to cart” from 1, 2 to 3, 4",
        ),
        (
            "drag_at",
            json!({"uid": cart, "x": 1, "y": 2, "path": [[5, 6], {"x": 7, "y": 8}]}),
            "Drag in “Add to cart” from 1, 2 to 7, 8",
        ),
        ("select_text", json!({"uid": search, "text": "lamp"}), "Select “lamp” in “Search”"),
        ("select_text", json!({"uid": search, "from": 1, "to": 3}), "Select characters 1 to 3 of “Search”"),
        ("select_option", json!({"uid": search, "value": "Red", "add": true}), "Choose also “Red” in “Search”"),
        ("screenshot", json!({"uid": cart}), "Take a picture of “Add to cart”"),
        ("wait", json!({"ms": 500}), "Wait 500 ms"),
        ("remember", json!({"text": "A costs 5."}), "Note “A costs 5.”"),
        ("type_text", json!({"text": "", "submit": true}), "Press Enter"),
        ("close_tab", json!({"tab_id": 4}), "Close tab 4"),
    ] {
        let call = parse(name, &arguments.to_string());
        assert_eq!(call.describe(&Facts::gather(&call, Some(&page))), expected);
    }
    let call = parse("type_text", &json!({"uid": password, "text": "hunter2"}).to_string());
    let shown = call.shown_args(&Facts::gather(&call, Some(&page)));
    assert_eq!(shown, json!({"uid": password, "text": MASK}));
}

#[test]
fn facts_outlive_the_worker_and_hold_no_other_fields_values_without_need() {
    let page = page();
    let call = parse("click", &json!({"uid": uid(&page, "Add to cart")}).to_string());
    let facts = Facts::gather(&call, Some(&page));
    assert_eq!((facts.origin.as_str(), facts.title.as_str()), ("https://a.example", "A page"));
    assert_eq!(facts.focused.as_ref().map(|focused| focused.name.as_str()), Some("Search"));
    assert!(facts.fields.is_empty());
    let stored = serde_json::to_string(&facts).unwrap();
    assert_eq!(serde_json::from_str::<Facts>(&stored).unwrap(), facts);
    assert_eq!(Facts::gather(&call, None), Facts::default());
    assert_eq!(PageView::nearest(&page, 2).len(), 3);
}

#[test]
fn a_link_is_followed_only_by_what_follows_it() {
    let page = |focused: u32| {
        let link = RawNode { node: 1, tag: "a".into(), href: "mailto:ann@a.example".into(), ..RawNode::default() };
        let button = RawNode { node: 2, tag: "button".into(), ..RawNode::default() };
        let raw = RawPage {
            url: "https://a.example/".into(),
            document: "d".into(),
            focused,
            nodes: vec![link, button],
            ..RawPage::default()
        };
        Index::build(raw, &mut UidTable::default())
    };
    let (link, button) = (page(1).elements[0].uid, page(1).elements[1].uid);
    for (name, arguments, focused, expected) in [
        ("click", json!({"uid": link}), 0, true),
        ("click", json!({"uid": link, "button": "middle"}), 0, true),
        ("click", json!({"uid": link, "button": "right"}), 0, false),
        ("click", json!({"uid": button}), 1, false),
        ("press_key", json!({"key": "Enter"}), 1, true),
        ("press_key", json!({"key": "Enter", "uid": link}), 2, true),
        ("press_key", json!({"key": "Tab"}), 1, false),
        ("navigate", json!({"url": "https://a.example/"}), 1, false),
        ("hover", json!({"uid": link}), 1, false),
        ("type_text", json!({"text": "x"}), 1, false),
    ] {
        let call = parse(name, &arguments.to_string());
        let facts = Facts::gather(&call, Some(&page(focused)));
        assert_eq!(facts.follows == "mailto:ann@a.example", expected, "{name} {arguments}");
        let verdict = crate::gate::on_effect(
            &call.class(&facts),
            &facts,
            edith_protocol::Approvals::Ask,
            &crate::gate::Grants::default(),
        );
        assert_eq!(matches!(verdict, crate::gate::Verdict::Refuse { .. }), expected, "{name} {arguments}: {verdict:?}");
    }
}

#[test]
fn a_dialog_leaves_only_its_tool_and_the_stop_tools() {
    let offer = |dialog_open, source| Offer { dialog_open, source, documents: true };
    let names_of = |offer| offered(offer, &[]).into_iter().map(|spec| spec.name.into_owned()).collect::<Vec<_>>();
    let names_in = |open, source| names_of(offer(open, source));
    let names = |open| names_in(open, false);
    assert_eq!(names(true), ["handle_dialog", "ask_user", "task_complete", "task_fail"]);
    assert_eq!(names(false).len(), BUILT_IN.len() - 2);
    // Without documents there is nothing to upload, and the rest is unchanged.
    let without = names_of(Offer::default());
    let others: Vec<String> = names(false).into_iter().filter(|name| *name != "upload_file").collect();
    assert_eq!(without, others);
    assert!(parse("upload_file", r#"{"uid":1,"document":"a"}"#).check_offered(None, Offer::default()).is_err());
    assert!(!names(false).contains(&"handle_dialog".to_owned()));
    // In research extract_data replaces task_complete, and nothing else differs.
    assert_eq!(names_in(true, true), ["handle_dialog", "ask_user", "extract_data"]);
    let mut in_research = names_in(false, true);
    assert_eq!(in_research.pop().as_deref(), Some("extract_data"));
    assert_eq!(in_research, names(false)[..names(false).len() - 2]);
    let dialog = Dialog { kind: "confirm".into(), message: "Sure?".into(), default_text: String::new() };
    for (name, arguments, ..) in TOOLS {
        let call = parse(name, arguments);
        assert_eq!(
            call.check_offered(Some(&dialog), offer(false, false)).is_ok(),
            names(true).iter().any(|known| known == name),
            "{name}"
        );
        assert_eq!(
            call.check_offered(None, offer(false, false)).is_ok(),
            names(false).iter().any(|known| known == name),
            "{name}"
        );
    }
}

#[test]
fn whatever_a_model_writes_is_read_or_refused_with_a_sentence() {
    let scraps: Vec<char> = "{}[]\",:\\ \n\t`jsonuid12.-+truefalsenulltextéあ\u{0}\u{202e}".chars().collect();
    for seed in 0..5_000 {
        let mut rng = Rng::with_seed(seed);
        let (name, right, ..) = TOOLS[rng.usize(..TOOLS.len())];
        let mut text: Vec<char> = right.chars().collect();
        for _ in 0..=rng.usize(..6) {
            let at = rng.usize(..text.len() + 1);
            match rng.usize(..3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                _ => text.insert(at, scraps[rng.usize(..scraps.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        match Call::parse(name, &text) {
            // A parsed call serialises to something that parses to the same.
            Ok(call) => {
                let again = call.shown_args(&Facts::default()).to_string();
                if !again.contains(MASK) {
                    assert_eq!(Call::parse(name, &again), Ok(call), "seed {seed}: {name} {text}");
                }
            }
            Err(error) => assert!(error.to_string().contains(name), "seed {seed}: {error}"),
        }
    }
}

#[test]
fn any_name_is_answered() {
    let letters: Vec<char> = "clicktypenavgo_.-: /()日".chars().collect();
    for seed in 0..2_000 {
        let mut rng = Rng::with_seed(seed);
        let name: String = (0..rng.usize(..80)).map(|_| letters[rng.usize(..letters.len())]).collect();
        if let Err(error) = Call::parse(&name, "{}") {
            assert!(!error.to_string().is_empty(), "seed {seed}");
        }
    }
}

#[test]
fn what_the_model_is_told_of_the_tools_does_not_grow() {
    let specs: usize = BUILT_IN
        .iter()
        .map(Declaration::spec)
        .map(|spec| spec.name.len() + spec.description.len() + spec.parameters.len())
        .sum();
    assert_eq!(specs, TOLD_BYTES, "each byte is sent with every turn: a quarter of a token");
}

arguments! {
    /// A list of things, as a tool may take one.
    pub struct Order {
        /// Things.
        items: Vec<Item> => "what to order";
    }
}

arguments! {
    /// One of them.
    pub struct Item {
        /// Its name.
        name: String => "";
        /// How many.
        optional count: Option<u32> as shape::Kind::Whole(1, 9) => "default 1";
    }
}

#[test]
fn objects_in_lists_are_declared_told_and_read() {
    use shape::Arguments;
    assert_eq!(
        shape::schema(Order::FIELDS),
        concat!(
            r#"{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"#,
            r#""count":{"type":"integer","minimum":1,"maximum":9,"description":"default 1"}},"required":["name"]},"#,
            r#""description":"what to order"}},"required":["items"],"additionalProperties":false}"#
        )
    );
    let read = |given: Value| reading::check(Order::FIELDS, given.as_object().cloned().unwrap());
    let order = read(json!({"items": [{"name": "lamp", "count": "2", "colour": "red"}, {"name": 7}]})).unwrap();
    let order: Order = serde_json::from_value(Value::Object(order)).unwrap();
    let item = |name: &str, count| Item { name: name.into(), count };
    assert_eq!(order, Order { items: vec![item("lamp", Some(2)), item("7", None)] });
    let problem = read(json!({"items": [{"name": "lamp", "count": 12}]})).unwrap_err().problem;
    assert_eq!(problem, "has a wrong \"count\", which must be from 1 to 9, not 12");
    assert!(read(json!({"items": [{"count": 1}]})).unwrap_err().problem.contains("is missing"));
}
