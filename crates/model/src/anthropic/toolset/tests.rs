//! The toolset as the API's published types have it, which the table must match member by member.

use super::members::MEMBERS;
use super::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What the API's own client says about the members: where that stands is in the file.
fn facts() -> Value {
    serde_json::from_str(include_str!("testdata/browser_toolset_20260801.json")).unwrap()
}

fn names(facts: &Value, is_on: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let members = facts["members"].as_object().unwrap().iter();
    members.filter(|(_, member)| is_on(&member["on"])).map(|(name, _)| name.clone()).collect()
}

fn tool(name: &str) -> ToolSpec {
    let (name, description) = (Cow::Owned(name.to_owned()), Cow::Borrowed("Does it."));
    ToolSpec { name, description, parameters: Cow::Borrowed(r#"{"type":"object"}"#), foreign: false }
}

/// All tools that serve a member, and one that serves none.
fn tools() -> Vec<ToolSpec> {
    let needed = MEMBERS.iter().filter_map(Member::served).flat_map(|served| served.needs.iter().copied());
    needed.chain(["task_complete"]).collect::<BTreeSet<_>>().into_iter().map(tool).collect()
}

/// What is wrong with an input by the published types.
fn wrong(facts: &Value, member: &str, input: &Value) -> Option<String> {
    let fields = facts["members"][member]["input"].as_object()?;
    let known = |name: &String| fields.contains_key(name) || fields.contains_key(&format!("{name}?"));
    if let Some(name) = input.as_object()?.keys().find(|name| !known(name)) {
        return Some(format!("{member}: {name} is no field of it"));
    }
    fields.iter().find_map(|(name, kind)| {
        let (bare, kind) = (name.trim_end_matches('?'), kind.as_str().unwrap());
        match input.get(bare) {
            None => (!name.ends_with('?')).then(|| format!("{member}: {bare} is missing")),
            Some(value) => (!fits(facts, kind, value)).then(|| format!("{member}: {bare} is no {kind}: {value}")),
        }
    })
}

fn fits(facts: &Value, kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "RefTarget" => value["type"] == "ref" && value["ref"].is_string(),
        "CoordinateTarget" => value["type"] == "coordinate" && value["x"].is_number() && value["y"].is_number(),
        quoted if quoted.starts_with('"') => value.as_str() == Some(quoted.trim_matches('"')),
        other => {
            let kinds = facts["types"][other].as_array();
            kinds.is_some_and(|kinds| kinds.iter().any(|kind| fits(facts, kind.as_str().unwrap(), value)))
        }
    }
}

/// Inputs as a model writes them, each with the call that it becomes.
fn cases() -> Vec<(&'static str, Value, &'static str, Value)> {
    let at = json!({"type": "ref", "ref": "ref_12"});
    vec![
        ("navigate", json!({"url": "https://a.example/x"}), "navigate", json!({"url": "https://a.example/x"})),
        ("navigate", json!({"url": "back"}), "go_back", json!({})),
        ("navigate", json!({"url": "forward"}), "go_forward", json!({})),
        ("navigate", json!({"url": "reload"}), "reload", json!({})),
        ("screenshot", json!({}), "screenshot", json!({})),
        ("left_click", json!({"target": at}), "click", json!({"uid": 12})),
        (
            "left_click",
            json!({"target": at, "modifiers": "Control+Shift"}),
            "click",
            json!({"uid": 12, "modifiers": ["Control", "Shift"]}),
        ),
        ("right_click", json!({"target": at}), "click", json!({"uid": 12, "button": "right"})),
        ("middle_click", json!({"target": at}), "click", json!({"uid": 12, "button": "middle"})),
        ("double_click", json!({"target": at}), "click", json!({"uid": 12, "count": 2})),
        ("triple_click", json!({"target": at}), "click", json!({"uid": 12, "count": 3})),
        ("hover", json!({"target": at}), "hover", json!({"uid": 12})),
        ("type", json!({"text": "desk \"lamp\""}), "type_text", json!({"text": "desk \"lamp\""})),
        ("key", json!({"text": "ctrl+a"}), "press_key", json!({"key": "ctrl+a"})),
        ("form_input", json!({"target": at, "value": "blue"}), "set_value", json!({"uid": 12, "value": "blue"})),
        ("read_page", json!({}), "take_snapshot", json!({})),
        ("read_page", json!({"ref": "ref_12"}), "inspect", json!({"uid": 12})),
        ("find", json!({"query": "delivery time"}), "find_on_page", json!({"query": "delivery time"})),
        ("get_page_text", json!({}), "read_page", json!({})),
        ("wait", json!({"duration": 1.5}), "wait", json!({"ms": 1500})),
    ]
}

fn made(member: &str, input: &Value) -> Result<(String, Value), String> {
    let call = read("id".into(), member, &input.to_string())?;
    Ok((call.name, serde_json::from_str(&call.arguments).unwrap()))
}

#[test]
fn every_member_of_the_api_has_a_row_and_no_other() {
    let facts = facts();
    let rows: BTreeSet<String> = MEMBERS.iter().map(|member| member.name.to_owned()).collect();
    assert_eq!(rows, names(&facts, |_| true));
    assert_eq!(rows.len(), MEMBERS.len(), "one row each");
    assert_eq!(
        (rows.len(), names(&facts, |on| on == true).len()),
        (31, 27),
        "members, and those that are on by themselves"
    );
}

#[test]
fn each_member_is_served_or_switched_off() {
    let entry = Toolset::of(&tools()).unwrap().entry();
    assert_eq!(entry["type"], "browser_toolset_20260801");
    let fields: Vec<&String> = entry.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["configs", "type"], "nothing that the entry does not take");
    let off: BTreeSet<String> = entry["configs"].as_object().unwrap().keys().cloned().collect();
    assert!(entry["configs"].as_object().unwrap().values().all(|config| *config == json!({"enabled": false})));
    let on: BTreeSet<String> = cases().iter().map(|(member, ..)| (*member).to_owned()).collect();
    assert_eq!(on.union(&off).cloned().collect::<BTreeSet<_>>(), names(&facts(), |_| true));
    assert_eq!(on.intersection(&off).next(), None);
}

#[test]
fn a_valid_input_becomes_the_call_and_the_call_a_valid_input() {
    let facts = facts();
    for (member, input, name, arguments) in cases() {
        assert_eq!(wrong(&facts, member, &input), None);
        assert_eq!(made(member, &input), Ok((name.to_owned(), arguments.clone())), "{member} {input}");
        let call = ToolCall { id: "x".into(), name: name.into(), arguments: arguments.to_string() };
        let block = block(&mark(member), "toolu_1", &call).unwrap();
        assert_eq!(
            block,
            json!({"type": "tool_use", "id": "toolu_1", "name": member, "toolset_name": "browser", "input": input})
        );
    }
    assert!(wrong(&facts, "left_click", &json!({"target": {"type": "ref"}})).is_some(), "the control");
    assert!(wrong(&facts, "type", &json!({"text": "a", "uid": 1})).is_some(), "the control");
}

#[test]
fn what_is_not_text_becomes_the_text_that_a_field_takes() {
    let at = json!({"type": "ref", "ref": "12"});
    for (value, text) in [(json!(true), "true"), (json!(3), "3"), (json!("a"), "a")] {
        let set = made("form_input", &json!({"target": at, "value": value}));
        assert_eq!(set, Ok(("set_value".to_owned(), json!({"uid": 12, "value": text}))));
    }
}

#[test]
fn what_cannot_be_done_is_said_and_nothing_is_called() {
    let point = json!({"type": "coordinate", "x": 3, "y": 4});
    for (member, input, says) in [
        ("left_click", json!({"target": point}), "left_click needs an element by its ref"),
        ("hover", json!({"target": {"type": "ref", "ref": "the button"}}), "element 12 is ref_12"),
        ("hover", json!({"target": {"type": "ref", "ref": "ref_-1"}}), "element 12 is ref_12"),
        (
            "left_click",
            json!({"target": {"type": "ref", "ref": "ref_1"}, "modifiers": "hyper"}),
            "cannot hold \"hyper\"",
        ),
        ("left_click", json!({"target": {"type": "ref", "ref": "ref_1"}, "tab_id": "tab-2"}), "cannot name a tab"),
        ("key", json!({"text": "Down Down"}), "one key or chord"),
        ("key", json!({"text": "Down", "repeat": 3}), "one key or chord"),
        ("wait", json!({"duration": 30}), "10 seconds at most"),
        ("wait", json!({"duration": -1}), "10 seconds at most"),
        ("type", json!({}), "needs the text"),
        ("zoom", json!({"region": [0, 0, 9, 9]}), "zoom is not enabled here. Use the tool screenshot"),
        ("javascript_exec", json!({"text": "alert(1)"}), "No code is run in pages"),
        ("new_tab", json!({}), "open_browser"),
        ("teleport", json!({}), "has no member"),
    ] {
        let refused = made(member, &input).unwrap_err();
        assert!(refused.contains(says), "{member}: {refused}");
    }
    assert!(read("id".into(), "type", "{\"text\": ").is_err());
    assert_eq!(made("key", &json!({"text": " "})), Ok(("press_key".to_owned(), json!({"key": " "}))), "the control");
}

#[test]
fn only_what_the_request_offers_can_serve() {
    let few: Vec<ToolSpec> = ["click", "wait"].into_iter().map(tool).collect();
    let toolset = Toolset::of(&few).unwrap();
    assert_eq!(toolset.entry()["configs"]["navigate"], json!({"enabled": false}));
    assert_eq!(toolset.entry()["configs"].get("left_click"), None);
    assert!(toolset.replaces(&tool("click")) && !toolset.replaces(&tool("navigate")));
    assert!(Toolset::of(&[tool("handle_dialog")]).is_none(), "an entry without members is refused");
    let foreign = ToolSpec { foreign: true, ..tool("click") };
    assert!(Toolset::of(std::slice::from_ref(&foreign)).is_none() && !toolset.replaces(&foreign));
}

#[test]
fn the_rules_name_what_stands_in_for_what() {
    let rules = Toolset::of(&tools()).unwrap().rules();
    assert!(rules.contains("click → left_click, right_click, middle_click, double_click, triple_click;"), "{rules}");
    assert!(rules.contains("navigate, go_back, go_forward, reload → navigate;"), "{rules}");
    assert!(!rules.contains("zoom") && !rules.contains("screenshot"), "{rules}");
}

#[test]
fn a_call_that_is_no_longer_what_was_read_stands_as_it_is() {
    let call =
        |name: &str, arguments: &str| ToolCall { id: "x".into(), name: name.into(), arguments: arguments.into() };
    assert_eq!(block("browser.left_click", "x", &call("navigate", "{}")), None);
    assert_eq!(block("browser.left_click", "x", &call("click", "{}")), None);
    assert_eq!(block("tool_use", "x", &call("click", r#"{"uid":1}"#)), None);
    assert!(block("browser.left_click", "x", &call("click", r#"{"uid":1}"#)).is_some(), "the control");
}
