//! Tables: each tool's effect on each kind of element, the verdict on each class, grants, and what an approval shows.

use super::*;
use edith_protocol::{Approvals, AskAnswer, Lasts};

/// Each tool's effect on a plain field, a password field, a buying button, a link, a deleting button.
#[test]
fn each_tool_has_its_class_on_each_kind_of_element() {
    use EffectClass::{Acts, AnswersDialog, Asks, Commits, Ends, EntersSecret, Fills, Navigates, Reads, Uploads};
    let secret = EntersSecret(SecretKind::Password, None);
    let (buys, deletes) = (Commits(Commitment::Buys), Commits(Commitment::Deletes));
    let accepts = AnswersDialog(DialogAnswer::Accepts(None));
    let elements = || {
        [
            element(5, K::Input, "Name"),
            ElementFacts { field: FieldKind::Password, ..element(5, K::Input, "Password") },
            element(5, K::Button, "Buy now"),
            ElementFacts { href: "https://shop.example/checkout".into(), ..element(5, K::Link, "Buy now") },
            element(5, K::Button, "Delete"),
        ]
    };
    for (tool, arguments, expected) in [
        ("open_browser", r#"{"url": "https://a.example"}"#, [Navigates; 5]),
        ("navigate", r#"{"url": "https://a.example"}"#, [Navigates; 5]),
        ("go_back", "", [Navigates; 5]),
        ("go_forward", "", [Navigates; 5]),
        ("reload", "", [Navigates; 5]),
        ("take_snapshot", "", [Reads; 5]),
        ("find_on_page", r#"{"query": "Delete"}"#, [Reads; 5]),
        ("read_page", "", [Reads; 5]),
        ("inspect", r#"{"uid": 5}"#, [Reads; 5]),
        ("click", r#"{"uid": 5}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("click", r#"{"uid": 5, "button": "middle"}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("click", r#"{"uid": 5, "button": "right"}"#, [Acts; 5]),
        ("click", r#"{"uid": 5, "hold_ms": 800}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("click_at", r#"{"uid": 5, "x": 4, "y": 4}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("click_at", r#"{"uid": 5, "x": 4, "y": 4, "button": "right"}"#, [Acts; 5]),
        ("type_text", r#"{"uid": 5, "text": "x"}"#, [Fills, secret, buys, Fills, deletes]),
        ("type_text", r#"{"uid": 5, "text": ""}"#, [Fills, Fills, buys, Fills, deletes]),
        ("type_text", r#"{"uid": 5, "text": "x", "submit": true}"#, [Fills, secret, buys, Fills, deletes]),
        ("fill", r#"{"fields": [{"uid": 5, "value": "x"}]}"#, [Fills, secret, buys, Fills, deletes]),
        ("fill", r#"{"fields": [{"uid": 5, "value": ""}]}"#, [Fills, Fills, buys, Fills, deletes]),
        ("press_key", r#"{"uid": 5, "key": "Enter"}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("press_key", r#"{"uid": 5, "key": "Space"}"#, [Fills, secret, buys, Navigates, deletes]),
        ("press_key", r#"{"uid": 5, "key": "x"}"#, [Fills, secret, Acts, Acts, Acts]),
        ("press_key", r#"{"uid": 5, "key": "Tab"}"#, [Acts; 5]),
        ("scroll", r#"{"direction": "down", "uid": 5}"#, [Reads; 5]),
        ("screenshot", "", [Reads; 5]),
        ("select_option", r#"{"uid": 5, "value": "x"}"#, [Fills, secret, buys, Fills, deletes]),
        ("select_option", r#"{"uid": 5, "value": "x", "add": true}"#, [Fills, secret, buys, Fills, deletes]),
        ("select_text", r#"{"uid": 5, "text": "x"}"#, [Acts; 5]),
        ("hover", r#"{"uid": 5}"#, [Reads; 5]),
        ("set_value", r#"{"uid": 5, "value": "x"}"#, [Fills, secret, Fills, Fills, Fills]),
        ("drag", r#"{"from_uid": 1, "to_uid": 5}"#, [Acts, Acts, Acts, Acts, deletes]),
        ("drag", r#"{"from_uid": 1, "to_uid": 5, "to_x": 4, "to_y": 4}"#, [Acts, Acts, Acts, Acts, deletes]),
        ("drag_at", r#"{"uid": 5, "x": 1, "y": 1, "to_x": 9, "to_y": 9}"#, [Acts, Acts, buys, Navigates, deletes]),
        ("upload_file", r#"{"uid": 5, "document": "a.pdf"}"#, [Uploads, Uploads, buys, Uploads, deletes]),
        ("search_documents", r#"{"query": "x"}"#, [Reads; 5]),
        ("read_document", r#"{"document": "a.pdf"}"#, [Reads; 5]),
        ("query_table", r#"{"document": "a.csv", "table": "1"}"#, [Reads; 5]),
        (
            "calculate",
            r#"{"expression": "a", "figures": [{"name": "a", "value": "5", "document": "a.csv", "page": 1, "quote": "5"}]}"#,
            [Reads; 5],
        ),
        ("page_tool", r#"{"name": "search"}"#, [Acts; 5]),
        ("handle_dialog", r#"{"accept": true}"#, [accepts; 5]),
        ("handle_dialog", r#"{"accept": false}"#, [AnswersDialog(DialogAnswer::Dismisses); 5]),
        ("wait", r#"{"ms": 100}"#, [Reads; 5]),
        ("screenshot", r#"{"uid": 5}"#, [Reads; 5]),
        ("remember", r#"{"text": "x"}"#, [Reads; 5]),
        ("find_tools", r#"{"query": "x"}"#, [Reads; 5]),
        ("wait_for_page_update", "", [Reads; 5]),
        ("list_tabs", "", [Reads; 5]),
        ("switch_tab", r#"{"tab_id": 1}"#, [Navigates; 5]),
        ("close_tab", r#"{"tab_id": 1}"#, [Acts; 5]),
        ("ask_user", r#"{"question": "May I buy it?"}"#, [Asks; 5]),
        ("task_complete", r#"{"summary": "Bought."}"#, [Ends; 5]),
        ("task_fail", r#"{"reason": "Sold out."}"#, [Ends; 5]),
        ("step_done", r#"{"outputs": {"price": "24.90"}}"#, [Ends; 5]),
        ("step_failed", r#"{"reason": "Sold out."}"#, [Ends; 5]),
    ] {
        for (element, expected) in elements().into_iter().zip(expected) {
            let name = format!("{tool} {arguments} on {} {:?}", element.name, element.kind);
            assert_eq!(call(tool, arguments).class(&facts(SHOP, vec![element])), expected, "{name}");
        }
    }
    // A button that opens a calendar is pressed to be set.
    let set = |opens_a_dialog: bool| {
        let button = ElementFacts { opens_a_dialog, ..element(5, K::Button, "Buy now") };
        call("set_value", r#"{"uid": 5, "value": "2027-03-01"}"#).class(&facts(SHOP, vec![button]))
    };
    assert_eq!((set(true), set(false)), (Commits(Commitment::Buys), Fills));
    // Ticking by setting is judged as the click it is.
    let switch = ElementFacts { ..element(5, K::Switch, "Make public") };
    let ticked = call("set_value", r#"{"uid": 5, "value": "true"}"#).class(&facts(SHOP, vec![switch.clone()]));
    assert_eq!(ticked, call("click", r#"{"uid": 5}"#).class(&facts(SHOP, vec![switch])));
    let sends = ElementFacts {
        form: form("post", "https://shop.example/order", ""),
        is_submit: true,
        ..element(5, K::Checkbox, "Reviews")
    };
    assert_eq!(call("set_value", r#"{"uid": 5, "value": "true"}"#).class(&facts(SHOP, vec![sends])), buys);
    let bin = facts(SHOP, vec![element(5, K::Element, "Trash")]);
    assert_eq!(call("drag", r#"{"from_uid": 1, "to_uid": 5}"#).class(&bin), deletes);
}

/// Every class with the verdicts under `ask` and under `auto`.
fn classes() -> Vec<(EffectClass, bool, bool)> {
    use Commitment::{Account, Buys, Deletes, Downloads, Installs, Pays, Posts, Sends, Shares};
    use EffectClass::{Acts, AnswersDialog, Asks, Commits, Ends, EntersSecret, Fills, Navigates, Reads};
    let mut rows: Vec<(EffectClass, bool, bool)> =
        [Reads, Navigates, Acts, Fills, Asks, Ends].into_iter().map(|class| (class, false, false)).collect();
    rows.push((EffectClass::Uploads, true, true));
    let money = [Buys, Pays, Installs].map(|what| (what, true));
    let others = [Sends, Posts, Deletes, Shares, Account, Downloads].map(|what| (what, false));
    rows.extend(money.into_iter().chain(others).flat_map(|(what, auto)| {
        [(Commits(what), true, auto), (AnswersDialog(DialogAnswer::Accepts(Some(what))), true, auto)]
    }));
    rows.push((AnswersDialog(DialogAnswer::Accepts(None)), true, false));
    rows.push((AnswersDialog(DialogAnswer::Acknowledges), false, false));
    rows.push((AnswersDialog(DialogAnswer::Dismisses), false, false));
    for kind in [SecretKind::Password, SecretKind::OneTimeCode, SecretKind::Card] {
        rows.push((EntersSecret(kind, None), true, true));
        rows.push((EntersSecret(kind, Some(Sends)), true, true));
    }
    rows
}

#[test]
fn each_class_has_its_verdict() {
    for (class, ask, auto) in classes() {
        for (approvals, asked) in [(Approvals::Ask, ask), (Approvals::Auto, auto)] {
            let verdict = on_effect(&class, &facts(SHOP, vec![]), approvals, &Grants::default());
            match (&verdict, asked) {
                (Verdict::Allow, false) => {}
                (Verdict::Ask { reason, .. }, true) => assert!(reason.ends_with('.'), "{reason}"),
                _ => panic!("{class:?} {approvals:?}: {verdict:?}"),
            }
        }
    }
}

#[test]
fn without_approvals_a_document_goes_to_a_site_the_user_chose() {
    let chosen = Facts { chosen_site: true, ..facts(SHOP, vec![]) };
    let judged = |approvals| on_effect(&EffectClass::Uploads, &chosen, approvals, &Grants::default());
    assert_eq!(judged(Approvals::Auto), Verdict::Allow);
    assert!(matches!(judged(Approvals::Ask), Verdict::Ask { .. }));
}

#[test]
fn grants_hold_for_their_class_and_site_only() {
    let asks = || Dialog { kind: "confirm".into(), message: "Go on?".into(), ..Dialog::default() };
    let at = |url| Facts { dialog: Some(asks()), ..facts(url, vec![]) };
    let (here, there) = (at(SHOP), at("https://other.example/"));
    for answer in ["once", "deny", "yes", ""] {
        let mut grants = Grants::default();
        grants.allow(&answer.into(), &EffectClass::Commits(Commitment::Sends), &here);
        assert_eq!(grants, Grants::default(), "{answer}");
    }
    for (answer, wanted) in [("task", Lasts::Task), ("site", Lasts::Site)] {
        for (class, ..) in classes().into_iter().filter(|(_, ask, _)| *ask) {
            let mut grants = Grants::default();
            grants.allow(&answer.into(), &class, &here);
            let allowed = on_effect(&class, &here, Approvals::Ask, &grants) == Verdict::Allow;
            assert_eq!(allowed, class.lasts() >= Lasts::Task, "{class:?}");
            assert!(matches!(on_effect(&class, &there, Approvals::Ask, &grants), Verdict::Ask { .. }), "{class:?}");
            let mut kept = Grants::default();
            kept.add_new(&grants, &Grants::default());
            assert_eq!(kept.cover(&class, &here), wanted.min(class.lasts()) == Lasts::Site, "{class:?}");
            let stored = serde_json::to_string(&grants).unwrap();
            assert_eq!(serde_json::from_str::<Grants>(&stored).unwrap(), grants);
        }
    }
    let mut grants = Grants::default();
    grants.allow(&AskAnswer::Site, &EffectClass::AnswersDialog(DialogAnswer::Accepts(None)), &here);
    let deleting = EffectClass::AnswersDialog(DialogAnswer::Accepts(Some(Commitment::Deletes)));
    assert!(!grants.cover(&deleting, &here), "a dialog may be accepted, but not to delete something");
    grants.allow(&AskAnswer::Site, &EffectClass::Commits(Commitment::Sends), &Facts::default());
    assert!(
        !grants.cover(&EffectClass::Commits(Commitment::Sends), &Facts::default()),
        "nothing is granted where there is no origin"
    );
}

#[test]
fn only_web_pages_are_acted_on_and_only_web_links_followed() {
    let refused = |class: EffectClass, url: &str, href: &str| {
        let facts = Facts { follows: href.into(), ..facts(url, vec![]) };
        matches!(on_effect(&class, &facts, Approvals::Auto, &Grants::default()), Verdict::Refuse { .. })
    };
    let commit = EffectClass::Commits(Commitment::Pays);
    for class in [EffectClass::Acts, EffectClass::Fills, EffectClass::Navigates, commit] {
        for url in [
            "chrome://settings",
            "file:///x",
            "data:text/html,x",
            "chrome-extension://a/b",
            "view-source:https://a.example",
        ] {
            assert!(refused(class, url, ""), "{class:?} {url}");
        }
        for href in
            ["file:///x", "mailto:a@b.example", "intent://x", "DATA:text/html,x", "blob:https://a.example/1", "tel:110"]
        {
            assert!(refused(class, SHOP, href), "{class:?} {href}");
        }
        for href in ["", "#x", "https://a.example/", "http://a.example/", "javascript:void(0)"] {
            assert!(!refused(class, SHOP, href), "{class:?} {href}");
        }
    }
    assert!(!refused(EffectClass::Reads, "file:///x", ""));
}

#[test]
fn an_approval_shows_values_and_where_they_came_from() {
    let message = ElementFacts { form: form("post", "https://a.example/x", "Send"), ..element(5, K::Input, "Subject") };
    let mut page = facts("https://a.example/mail", vec![message]);
    page.fields = vec![
        edith_gate::FieldFacts { name: "To".into(), value: "ann@a.example".into() },
        edith_gate::FieldFacts { name: "Copy".into(), value: String::new() },
        edith_gate::FieldFacts { name: "Code".into(), value: edith_gate::MASK.into() },
    ];
    let call = call("type_text", r#"{"uid": 5, "text": "Hello there", "submit": true}"#);
    let shown = super::shown(&call, &page, "Write to ann@a.example about the meeting");
    assert_eq!(shown.origin, "https://a.example");
    assert_eq!(shown.action.tool, "type_text");
    assert_eq!(shown.action.target.as_deref(), Some("INPUT \"Subject\""));
    let values: Vec<_> =
        shown.values.iter().map(|v| (v.field.as_str(), v.value.as_str(), v.source.to_string())).collect();
    assert_eq!(
        values,
        [("To", "ann@a.example", "task"), ("Subject", "Hello there", "model"), ("Code", edith_gate::MASK, "page")]
            .map(|(field, value, source)| (field, value, source.to_owned()))
    );
    let said = super::shown(&call, &page, "Say “hello there” to Ann");
    let subject = said.values.iter().find(|value| value.field == "Subject").unwrap();
    assert_eq!(subject.source, edith_protocol::Origin::Task);
}

#[test]
fn no_secret_is_shown_anywhere() {
    for field in [FieldKind::Password, FieldKind::OneTimeCode, FieldKind::Card] {
        let page = facts(SHOP, vec![ElementFacts { field, ..element(5, K::Input, "Secret") }]);
        for (tool, arguments) in [
            ("type_text", r#"{"uid": 5, "text": "Q"}"#),
            ("set_value", r#"{"uid": 5, "value": "Q"}"#),
            ("fill", r#"{"fields": [{"uid": 5, "value": "Q"}]}"#),
            ("select_option", r#"{"uid": 5, "value": "Q"}"#),
            ("press_key", r#"{"uid": 5, "key": "Q"}"#),
        ] {
            let call = call(tool, arguments);
            let shown = serde_json::to_string(&shown(&call, &page, "my task")).unwrap();
            for text in [call.describe(&page), call.shown_args(&page).to_string(), shown] {
                assert!(!text.contains('Q'), "{tool}: {text}");
            }
        }
    }
}

#[test]
fn a_given_password_is_entered_unasked_only_where_little_is_to_be_asked() {
    use Approvals::{Ask, Auto};
    let password = EffectClass::EntersSecret(SecretKind::Password, None);
    let and_sends = EffectClass::EntersSecret(SecretKind::Password, Some(Commitment::Sends));
    let card = EffectClass::EntersSecret(SecretKind::Card, None);
    let given = Facts { given_secret: true, ..facts(SHOP, vec![]) };
    for (class, facts, approvals, allowed) in [
        (&password, &given, Auto, true),
        (&password, &given, Ask, false),
        (&password, &facts(SHOP, vec![]), Auto, false),
        (&and_sends, &given, Auto, false),
        (&card, &given, Auto, false),
    ] {
        let verdict = on_effect(class, facts, approvals, &Grants::default());
        assert_eq!(verdict == Verdict::Allow, allowed, "{class:?} {approvals:?}: {verdict:?}");
    }
}

#[test]
fn money_programs_access_and_secrets_are_allowed_for_no_site() {
    let here = facts(SHOP, vec![]);
    let kept = r#"{"task": [], "site": [{"what": "pay", "origin": "https://shop.example"}, {"what": "password", "origin": "https://shop.example"},
        {"what": "send", "origin": "https://shop.example"}, {"what": "fly", "origin": "https://shop.example"}]}"#;
    let kept: Grants = serde_json::from_str(kept).unwrap();
    assert!(kept.cover(&EffectClass::Commits(Commitment::Sends), &here), "the control");
    for class in [EffectClass::Commits(Commitment::Pays), EffectClass::EntersSecret(SecretKind::Password, None)] {
        assert!(!kept.cover(&class, &here), "{class:?}, allowed by an earlier version");
        assert_ne!(class.lasts(), Lasts::Site);
    }
}
