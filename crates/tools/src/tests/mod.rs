//! Tests of all tools together: their operations, sentences and facts, and when each is offered.

mod by_name;
mod schemas;

use super::shape::arguments;
use super::*;
use crate::gather;
use edith_actions::action::{Action, Dialog};
use edith_gate::Facts;
use edith_gate::MASK;
use edith_page::raw::RawNode;
use edith_page::{FieldKind, Index, RawPage, UidTable};
use edith_protocol::{Modifier, MouseButton, ScrollDirection, TabId};
use fastrand::Rng;
use serde_json::json;

/// For each tool: its name, valid arguments, and whether it only looks.
const TOOLS: &[(&str, &str, bool)] = &[
    ("open_browser", r#"{"url":"https://a.example/"}"#, false),
    ("navigate", r#"{"url":"https://a.example/"}"#, false),
    ("go_back", "{}", false),
    ("go_forward", "{}", false),
    ("reload", "{}", false),
    ("take_snapshot", "{}", true),
    ("find_on_page", r#"{"query":"x"}"#, true),
    ("read_page", r#"{"offset":100}"#, true),
    ("inspect", r#"{"uid":1}"#, true),
    ("click", r#"{"uid":1,"button":"left","count":2,"modifiers":["Shift"],"hold_ms":500}"#, false),
    ("click_at", r#"{"uid":1,"x":4.0,"y":5.5,"button":"left","count":2,"modifiers":["Shift"],"hold_ms":500}"#, false),
    ("type_text", r#"{"uid":2,"text":"x","submit":true,"append":true}"#, false),
    ("fill", r#"{"fields":[{"uid":2,"value":"x"}],"submit":true}"#, false),
    ("press_key", r#"{"key":"Enter","uid":2}"#, false),
    ("scroll", r#"{"direction":"down","amount":100.0,"uid":1}"#, false),
    ("screenshot", r#"{"uid":1}"#, true),
    ("select_option", r#"{"uid":1,"value":"x","add":true}"#, false),
    ("select_text", r#"{"uid":1,"text":"x","from":1,"to":2}"#, false),
    ("hover", r#"{"uid":1}"#, false),
    ("set_value", r#"{"uid":1,"value":"5"}"#, false),
    ("drag", r#"{"from_uid":1,"to_uid":2,"to_x":3.0,"to_y":4.0}"#, false),
    ("drag_at", r#"{"uid":1,"x":1.0,"y":2.0,"to_x":3.0,"to_y":4.0,"path":[[5.0,6.5]]}"#, false),
    ("upload_file", r#"{"uid":1,"document":"a.pdf"}"#, false),
    ("search_documents", r#"{"query":"x","document":"a.pdf"}"#, true),
    ("read_document", r#"{"document":"a.pdf","page":2,"to":3}"#, true),
    (
        "query_table",
        r#"{"document":"a.csv","table":"1","select":["x"],"where":"x > 1","group_by":["x"],"order_by":["x"],"limit":5}"#,
        true,
    ),
    (
        "calculate",
        r#"{"expression":"a","figures":[{"name":"a","value":"5","document":"a.pdf","page":2,"quote":"x 5","unit":"EUR"}]}"#,
        true,
    ),
    ("page_tool", r#"{"name":"search","input":{"q":"x"}}"#, false),
    ("handle_dialog", r#"{"accept":true,"text":"x"}"#, false),
    ("wait", r#"{"ms":1000}"#, false),
    ("wait_for_page_update", r#"{"timeout_ms":1000,"text":"x"}"#, false),
    ("list_tabs", "{}", true),
    ("switch_tab", r#"{"tab_id":7}"#, false),
    ("close_tab", r#"{"tab_id":7}"#, false),
    ("remember", r#"{"text":"x"}"#, false),
    ("ask_user", r#"{"question":"x","options":["y"]}"#, false),
    ("find_tools", r#"{"query":"x"}"#, true),
    ("task_complete", r#"{"summary":"x","evidence":"y"}"#, false),
    ("task_fail", r#"{"reason":"x","done":"y"}"#, false),
    ("step_done", r#"{"outputs":{"price":"24.90"}}"#, false),
    ("step_failed", r#"{"reason":"x"}"#, false),
    ("extract_data", r#"{"data":{"facts":[]}}"#, true),
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
    assert!(error.contains("999") && !error.contains("Add to cart"), "{error}");
}

#[test]
fn every_call_on_unknown_uids_and_tools_of_pages_fails_without_a_plan() {
    let page = Index::default();
    for (name, arguments, ..) in TOOLS {
        let call = parse(name, arguments);
        let plan = call.operation(&page);
        assert_eq!(plan.is_err(), !call.uids().is_empty() || *name == "page_tool", "{name}: {plan:?}");
    }
}

#[test]
fn sentences_say_what_is_done_in_plain_words() {
    let page = page();
    let (cart, search, password) = (uid(&page, "Add to cart"), uid(&page, "Search"), uid(&page, "Password"));
    for (name, arguments, expected) in [
        ("click", json!({"uid": cart}), "Click “Add to cart”"),
        ("click", json!({"uid": cart, "count": 2, "modifiers": ["Control"]}), "Control+double-click “Add to cart”"),
        ("click", json!({"uid": 999}), "Click an element that is not on the page"),
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
        ("reload", json!({}), "Reload the page"),
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
        assert_eq!(call.describe(&gather(&call, Some(&page))), expected);
    }
    let call = parse("type_text", &json!({"uid": password, "text": "hunter2"}).to_string());
    let shown = call.shown_args(&gather(&call, Some(&page)));
    assert_eq!(shown, json!({"uid": password, "text": MASK}));
}

#[test]
fn facts_outlive_the_worker_and_hold_no_other_fields_values_without_need() {
    let page = page();
    let call = parse("click", &json!({"uid": uid(&page, "Add to cart")}).to_string());
    let facts = gather(&call, Some(&page));
    assert_eq!((facts.origin.as_str(), facts.title.as_str()), ("https://a.example", "A page"));
    assert_eq!(facts.focused.as_ref().map(|focused| focused.name.as_str()), Some("Search"));
    assert!(facts.fields.is_empty());
    let stored = serde_json::to_string(&facts).unwrap();
    assert_eq!(serde_json::from_str::<Facts>(&stored).unwrap(), facts);
    assert_eq!(gather(&call, None), Facts::default());
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
        let facts = gather(&call, Some(&page(focused)));
        assert_eq!(facts.follows == "mailto:ann@a.example", expected, "{name} {arguments}");
        let verdict = edith_gate::on_effect(
            &call.class(&facts),
            &facts,
            edith_protocol::Approvals::Ask,
            &edith_gate::Grants::default(),
        );
        assert_eq!(matches!(verdict, edith_gate::Verdict::Refuse { .. }), expected, "{name} {arguments}: {verdict:?}");
    }
}

#[test]
fn a_dialog_leaves_only_its_tool_and_the_stop_tools() {
    let offer = |dialog_open, source| Offer {
        dialog_open,
        source,
        step: false,
        documents: true,
        given: true,
        only_documents: false,
        page_tools: true,
        more_tools: true,
        sees: true,
    };
    let names_of = |offer| offered(offer, &[]).into_iter().map(|spec| spec.name.into_owned()).collect::<Vec<_>>();
    let names_in = |open, source| names_of(offer(open, source));
    let names = |open| names_in(open, false);
    assert_eq!(names(true), ["handle_dialog", "ask_user", "task_complete", "task_fail"]);
    assert_eq!(names(false).len(), BUILT_IN.len() - 4);
    // Without documents there is nothing to upload, and the rest is unchanged.
    let without = names_of(Offer { page_tools: true, more_tools: true, sees: true, ..Offer::default() });
    let of_documents = ["upload_file", "search_documents", "read_document", "query_table", "calculate"];
    let others: Vec<String> = names(false).into_iter().filter(|name| !of_documents.contains(&name.as_str())).collect();
    assert_eq!(without, others);
    assert!(parse("upload_file", r#"{"uid":1,"document":"a"}"#).check_offered(None, Offer::default()).is_err());
    assert!(!names(false).contains(&"handle_dialog".to_owned()));
    // A page without tools has none to call.
    let bare = names_of(Offer { page_tools: false, ..offer(false, false) });
    assert_eq!(bare, names(false).into_iter().filter(|name| name != "page_tool").collect::<Vec<_>>());
    // A model that is sent no pictures takes none, though the person may be shown one.
    let blind = Offer { sees: false, ..offer(false, false) };
    assert_eq!(names_of(blind), names(false).into_iter().filter(|name| name != "screenshot").collect::<Vec<_>>());
    assert!(parse("screenshot", "{}").check_offered(None, blind).is_ok());
    let few = names_of(Offer { more_tools: false, ..offer(false, false) });
    assert_eq!(few, names(false).into_iter().filter(|name| name != "find_tools").collect::<Vec<_>>());
    let call = parse("page_tool", r#"{"name":"search"}"#);
    let refused = call.check_offered(None, Offer::default()).unwrap_err().to_string();
    assert!(refused.contains("offers no tools"), "{refused}");
    let viewed = names_of(Offer { given: false, ..offer(false, false) });
    assert_eq!(viewed, names(false).into_iter().filter(|name| name != "upload_file").collect::<Vec<_>>());
    let answering = Offer { only_documents: true, ..offer(false, false) };
    assert_eq!(names_of(answering), of_documents[1..]);
    assert!(parse("click", r#"{"uid":1}"#).check_offered(None, answering).is_err());
    let mut in_step = names_of(Offer { step: true, ..offer(false, false) });
    assert_eq!(in_step.split_off(in_step.len() - 2), ["step_done", "step_failed"]);
    assert_eq!(in_step, names(false)[..names(false).len() - 2]);
    // In research extract_data replaces task_complete, and nothing else differs.
    assert_eq!(names_in(true, true), ["handle_dialog", "ask_user", "extract_data"]);
    let mut in_research = names_in(false, true);
    assert_eq!(in_research.pop().as_deref(), Some("extract_data"));
    assert_eq!(in_research, names(false)[..names(false).len() - 2]);
    let dialog = Dialog { kind: "confirm".into(), message: "Sure?".into(), ..Dialog::default() };
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

/// Tools that only some runs are offered, other than by what is open on the page.
const SOME: &[&str] = &[
    "upload_file",
    "screenshot",
    "search_documents",
    "read_document",
    "query_table",
    "calculate",
    "page_tool",
    "find_tools",
];

#[test]
fn what_is_said_of_a_failure_names_no_tool_that_may_not_be_offered() {
    use edith_actions::action::TabError;
    let text = || "x".to_owned();
    let of_calls = [
        CallError::NoField { what: text(), takes: "text" },
        CallError::UnknownDocument { wrote: text(), given: vec![text()] },
        CallError::UnknownUid { uid: 7, was: Some(text()), alike: vec![text()] },
        CallError::ChangedUid { uid: 7, was: text(), now: text() },
    ];
    let of_tabs = [
        TabError::Gone { what: text() },
        TabError::Changed { what: text(), now: text() },
        TabError::NotVisible { what: text(), why: text() },
        TabError::Covered { what: text(), by: text() },
        TabError::Moving { what: text() },
        TabError::Disabled { what: text(), state: text() },
        TabError::NotTaken { what: text(), now: text() },
        TabError::Crashed,
        TabError::Interrupted,
        TabError::Closed,
    ];
    let told = of_calls.iter().map(ToString::to_string).chain(of_tabs.iter().map(ToString::to_string));
    let offered_to_all = offered(Offer::default(), &[]).into_iter().map(|tool| tool.description.into_owned());
    for sentence in told.chain(offered_to_all) {
        for tool in SOME {
            assert!(!sentence.contains(tool), "{sentence}");
        }
    }
}

#[test]
fn a_question_about_paying_shows_the_amount_and_one_about_a_dialog_its_words() {
    let named = |node: u32, name: &str| RawNode { node, tag: "button".into(), name: name.into(), ..RawNode::default() };
    let raw = RawPage {
        url: "https://shop.example/cart".into(),
        document: "d".into(),
        nodes: vec![named(1, "Pay"), named(2, "Show more")],
        text: "Lamp €48.90\nTotal: €53.40\n \u{fdd0}1\u{fdd1} \n \u{fdd0}2\u{fdd1} ".into(),
        ..RawPage::default()
    };
    let page = Index::build(raw, &mut UidTable::default());
    let values = |call: &Call, facts: Facts| {
        let wrote = edith_protocol::ToolCall { id: "1".into(), name: call.name().into(), arguments: String::new() };
        let shown_args = call.shown_args(&facts);
        let shown = call.propose(wrote, facts, &Operation::Look).shown(&shown_args, "", "");
        shown.values.into_iter().map(|value| value.value).collect::<Vec<_>>()
    };
    let click = |at: usize| parse("click", &json!({ "uid": page.elements[at].uid }).to_string());
    let [pay, more] = [click(0), click(1)];
    assert_eq!(values(&pay, gather(&pay, Some(&page))), ["Lamp €48.90", "Total: €53.40"]);
    assert!(values(&more, gather(&more, Some(&page))).is_empty());

    let dialog = Dialog { kind: "confirm".into(), message: "Delete all 12 files?".into(), ..Dialog::default() };
    let facts = Facts { dialog: Some(dialog), ..Facts::default() };
    let answer = |accept: bool| parse("handle_dialog", &json!({ "accept": accept }).to_string());
    assert_eq!(values(&answer(true), facts.clone()), ["Delete all 12 files?"]);
    assert!(values(&answer(false), facts).is_empty());
}
