//! Calls that name their elements instead of giving uids.

use super::*;
use edith_page::raw::{RawContext, Rect};
use edith_page::relocate::Sight;

/// A table of people with the same button in each row, a field, and a secret.
fn people() -> Index {
    let node = |number: u32, tag: &str, name: &str, context: u32, field: FieldKind| RawNode {
        node: number,
        tag: tag.into(),
        name: name.into(),
        context,
        field,
        value: (tag == "input").then(String::new),
        ..RawNode::default()
    };
    let rows = ["Deloitte", "Bob Stone"];
    let raw = RawPage {
        url: "https://a.example/people".into(),
        document: "d".into(),
        nodes: vec![
            node(1, "button", "Follow", 1, FieldKind::Plain),
            node(2, "button", "Follow", 2, FieldKind::Plain),
            node(3, "input", "Note", 2, FieldKind::Plain),
            node(4, "input", "Password", 0, FieldKind::Password),
            node(5, "a", "Note", 0, FieldKind::Plain),
        ],
        contexts: rows.map(|row| RawContext { parent: 0, kind: "row".into(), label: row.into() }).into(),
        ..RawPage::default()
    };
    Index::build(raw, &mut UidTable::default())
}

/// The uid that a call gets for the element with this number in the page.
fn number(page: &Index, node: u32) -> u32 {
    page.elements.iter().find(|element| element.target.node == node).unwrap().uid
}

fn read(page: &Index, name: &str, arguments: &Value) -> Result<(Call, bool), CallError> {
    let sight = Sight { seen: None, known: &UidTable::default(), now: page };
    Call::parse_on(sight, &[], name, &arguments.to_string()).map(|(call, naming)| (call, naming.by_name))
}

#[test]
fn a_name_stands_in_for_the_uid_of_each_tool_that_takes_one() {
    let page = people();
    let own = json!({"text": "Follow", "in": "Deloitte"});
    for (name, arguments, _) in TOOLS {
        let given: Value = serde_json::from_str(arguments).unwrap();
        let Some(fields) = given.as_object().filter(|fields| fields.contains_key("uid")) else { continue };
        let mut named = fields.clone();
        named.remove("uid");
        let text = if fields.contains_key("text") { "name" } else { "text" };
        named.extend([(text.to_owned(), own["text"].clone()), ("in".to_owned(), own["in"].clone())]);
        let (call, by_name) = read(&page, name, &Value::Object(named)).unwrap();
        assert!(by_name, "{name}");
        let mut with_uid = fields.clone();
        with_uid.insert("uid".to_owned(), json!(number(&page, 1)));
        assert_eq!(call, parse(name, &Value::Object(with_uid).to_string()), "{name}");
        assert_eq!(Call::parse(name, &call.written("1").arguments), Ok(call), "{name}: it is stored with its uid");
    }
}

#[test]
fn both_ends_of_a_drag_are_named_each_in_its_place() {
    let page = people();
    let wrote = json!({"from": "Follow", "from_in": "Deloitte", "to": {"text": "Follow", "in": "Bob"}});
    let (call, _) = read(&page, "drag", &wrote).unwrap();
    assert_eq!(call.uids(), [number(&page, 1), number(&page, 2)]);
    let mixed = json!({"from_uid": number(&page, 2), "to": "Follow", "to_in": "Deloitte"});
    assert_eq!(read(&page, "drag", &mixed).unwrap().0.uids(), [number(&page, 2), number(&page, 1)]);
}

#[test]
fn what_is_entered_goes_into_a_field_though_a_link_has_its_name() {
    let page = people();
    for (name, arguments) in [
        ("set_value", json!({"text": "Note", "value": "x"})),
        ("select_option", json!({"text": "note", "value": "x"})),
        ("type_text", json!({"name": "Note", "text": "x"})),
        // What is typed has the name of `text`: the place may be the field, or have only one.
        ("type_text", json!({"in": "Note", "text": "x"})),
        ("type_text", json!({"in": "Bob Stone", "text": "x"})),
        ("set_value", json!({"uid": "Note", "value": "x"})),
    ] {
        let (call, by_name) = read(&page, name, &arguments).unwrap();
        assert_eq!(call.uids(), [number(&page, 3)], "{name} {arguments}");
        assert!(by_name, "{name} {arguments}");
    }
    assert!(read(&page, "type_text", &json!({"text": "x"})).unwrap().0.uids().is_empty(), "none: the caret");
}

#[test]
fn a_name_that_is_not_one_elements_is_refused_with_the_candidates() {
    let page = people();
    let refused = |arguments: Value| match read(&page, "click", &arguments) {
        Err(error @ CallError::NotNamed { .. }) => error.to_string(),
        other => panic!("{arguments}: {other:?}"),
    };
    let several = refused(json!({"text": "Follow"}));
    for part in ["several", "[in: Deloitte]", "[in: Bob Stone]", "Nothing was done", "nth"] {
        assert!(several.contains(part), "{several} lacks {part}");
    }
    let elsewhere = refused(json!({"text": "Follow", "in": "Carol"}));
    assert!(elsewhere.contains("elsewhere") && elsewhere.contains("Bob Stone"), "{elsewhere}");
    let none = refused(json!({"text": "Unfollow"}));
    assert!(none.contains("\"Unfollow\"") && none.contains("not an element of the page"), "{none}");
    let second = read(&page, "click", &json!({"text": "Follow", "nth": 2})).unwrap();
    assert_eq!(second.0.uids(), [number(&page, 2)]);
}

#[test]
fn candidates_that_read_the_same_are_told_apart_by_what_differs() {
    let link = |number: u32, href: &str, y: i32| RawNode {
        node: number,
        tag: "a".into(),
        role: "link".into(),
        name: "trips".into(),
        href: href.into(),
        rect: Rect { x: 8, y, width: 40, height: 16 },
        ..RawNode::default()
    };
    let refused = |links: [RawNode; 2]| {
        let raw = RawPage {
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes: links.into(),
            ..RawPage::default()
        };
        let page = Index::build(raw, &mut UidTable::default());
        read(&page, "click", &json!({"text": "trips"})).unwrap_err().to_string()
    };
    let apart = refused([link(1, "https://a.example/trips", 8), link(2, "https://a.example/trips/trips", 40)]);
    assert!(apart.contains("\"trips\" [to: /trips]; ") && apart.contains("[to: /trips/trips]."), "{apart}");
    // What leads nowhere stands somewhere.
    let press = |link: RawNode| RawNode { tag: "button".into(), role: "button".into(), ..link };
    let apart = refused([press(link(1, "", 8)), press(link(2, "", 40))]);
    assert!(apart.contains("[at: 8, 8]; ") && apart.contains("[at: 8, 40]."), "{apart}");
    // The control: what is told apart already has no more said about it.
    let page = people();
    let told = read(&page, "click", &json!({"text": "Follow"})).unwrap_err().to_string();
    assert!(!told.contains("[at:") && !told.contains("[to:"), "{told}");
}

#[test]
fn a_uid_that_is_there_wins_and_one_that_is_gone_gives_way_to_the_name() {
    let page = people();
    let of = |arguments: Value| read(&page, "click", &arguments).unwrap().0.uids();
    assert_eq!(of(json!({"uid": number(&page, 2), "text": "Follow", "in": "Deloitte"})), [number(&page, 2)]);
    assert_eq!(of(json!({"uid": 999, "text": "Follow", "in": "Deloitte"})), [number(&page, 1)]);
    assert!(matches!(read(&page, "click", &json!({"uid": 999})), Err(CallError::UnknownUid { uid: 999, .. })));
}

/// A page of buttons, each with the heading that it is under; empty: under none.
fn buttons(names: &[(u32, &str, &str)], uids: &mut UidTable) -> Index {
    let mut contexts: Vec<RawContext> = Vec::new();
    let mut nodes = Vec::new();
    for (number, name, heading) in names {
        if !heading.is_empty() {
            contexts.push(RawContext { parent: 0, kind: "heading".into(), label: (*heading).into() });
        }
        nodes.push(RawNode {
            node: *number,
            tag: "button".into(),
            role: "button".into(),
            name: (*name).into(),
            context: if heading.is_empty() { 0 } else { contexts.len() as u32 },
            ..RawNode::default()
        });
    }
    Index::build(RawPage { document: "d".into(), nodes, contexts, ..RawPage::default() }, uids)
}

#[test]
fn what_went_is_followed_to_its_one_successor_and_what_is_called_otherwise_is_refused() {
    let mut uids = UidTable::default();
    let seen = buttons(
        &[(1, "Save", "Profile"), (2, "Save", "Billing"), (3, "Follow", ""), (4, "Retry", "Profile")],
        &mut uids,
    );
    let uid = |name: &str, at: usize| seen.elements.iter().filter(|e| e.name == name).nth(at).unwrap().uid;
    let now = buttons(
        &[
            (11, "Save", ""),
            (12, "Save", "Billing"),
            (3, "Following", ""),
            (14, "Retry", "Orders"),
            (15, "Retry", "Mail"),
        ],
        &mut uids.clone(),
    );
    let click = |uid: u32| {
        let sight = Sight { seen: Some(&seen), known: &uids, now: &now };
        Call::parse_on(sight, &[], "click", &json!({ "uid": uid }).to_string())
    };
    let (call, naming) = click(uid("Save", 0)).unwrap();
    assert_eq!(call.uids(), [number(&now, 11)]);
    assert_eq!(naming.followed, [(uid("Save", 0), number(&now, 11))]);
    assert!(click(uid("Save", 1)).unwrap().1.is_plain(), "what stayed keeps its uid, drawn again or not");
    let changed = click(uid("Follow", 0)).unwrap_err().to_string();
    assert!(changed.contains("was BUTTON \"Follow\"") && changed.contains("\"Following\" now"), "{changed}");
    let several = click(uid("Retry", 0)).unwrap_err().to_string();
    for part in ["any more", "BUTTON \"Retry\"", "called the same", "[in: Orders]", "[in: Mail]", "Nothing was done"] {
        assert!(several.contains(part), "{several} lacks {part}");
    }
    assert!(!several.contains("Follow"), "{several}");
}
