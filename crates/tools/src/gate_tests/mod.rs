//! Tables: the effects of labels, links, forms, keys, secrets and dialogs.

mod controls;
mod corpus;
mod labels;
mod tables;
mod verdicts;

use super::*;
use crate::Call;
use ElementKind as K;
use edith_actions::action::Dialog;
use edith_gate::words;
use edith_gate::*;
use edith_gate::{ElementFacts, Facts, FormShape};
use edith_page::{ElementKind, FieldKind};

const SHOP: &str = "https://shop.example/lamps";

fn element(uid: u32, kind: ElementKind, name: &str) -> ElementFacts {
    ElementFacts::named(uid, kind, name)
}

/// What an approval of the call shows.
fn shown(call: &Call, page: &Facts, task: &str) -> edith_protocol::ActionShown {
    let wrote = edith_protocol::ToolCall { id: "1".into(), name: call.name().into(), arguments: String::new() };
    let proposal = call.propose(wrote, page.clone(), &Operation::Look);
    proposal.shown(&call.shown_args(page), &call.describe(page), task)
}

fn form(method: &str, action: &str, submit: &str) -> Option<FormShape> {
    Some(FormShape { action: action.into(), method: method.into(), submit_name: submit.into(), name: String::new() })
}

fn facts(url: &str, elements: Vec<ElementFacts>) -> Facts {
    let origin = url.split('/').take(3).collect::<Vec<_>>().join("/");
    Facts { url: url.into(), origin, elements, ..Facts::default() }
}

fn call(name: &str, arguments: &str) -> Call {
    Call::parse(name, arguments).unwrap_or_else(|error| panic!("{name} {arguments}: {error}"))
}

fn click_on(element: ElementFacts, url: &str) -> EffectClass {
    let uid = element.uid;
    call("click", &format!(r#"{{"uid": {uid}}}"#)).class(&facts(url, vec![element]))
}

fn letter(class: EffectClass) -> char {
    match class {
        EffectClass::Commits(Commitment::Buys) => 'b',
        EffectClass::Commits(Commitment::Pays) => 'p',
        EffectClass::Commits(Commitment::Sends) => 's',
        EffectClass::Commits(Commitment::Posts) => 'o',
        EffectClass::Commits(Commitment::Deletes) => 'd',
        EffectClass::Acts => '-',
        EffectClass::Navigates => 'n',
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_link_that_leads_somewhere_is_navigation() {
    let link = |name: &str, href: &str| {
        letter(click_on(ElementFacts { href: href.into(), ..element(1, K::Link, name) }, SHOP))
    };
    for (name, href, expected) in [
        ("Buy now", "https://shop.example/checkout", 'n'),
        ("Proceed to checkout", "https://shop.example/checkout", 'n'),
        ("Pay now", "https://shop.example/pay", 'n'),
        ("Blog posts", "https://shop.example/blog", 'n'),
        ("Post", "https://shop.example/post", 'n'),
        ("Send us a message", "https://shop.example/contact", 'n'),
        ("Confirm", "https://shop.example/orders/1/confirm", 'n'),
        ("Place order", "https://shop.example/order/place", 'b'),
        ("Delete", "https://shop.example/items/3/delete", 'd'),
        ("Buy now", "javascript:void(0)", 'b'),
        ("Buy now", "#", 'b'),
        ("Buy now", "https://shop.example/lamps#", 'b'),
        ("Send", "", 's'),
        ("Reviews", "https://shop.example/lamps#reviews", '-'),
    ] {
        assert_eq!(link(name, href), expected, "{name} {href}");
    }
}

#[test]
fn choosing_commits_to_nothing() {
    for kind in [
        K::Checkbox,
        K::Radio,
        K::Switch,
        K::Tab,
        K::Select,
        K::Slider,
        K::Input,
        K::Textarea,
        K::Editor,
        K::File,
        K::Video,
    ] {
        for name in ["Delete", "Pay now", "Place order", "Send"] {
            assert_eq!(click_on(element(1, kind, name), SHOP), EffectClass::Acts, "{kind:?} {name}");
        }
    }
    assert_eq!(letter(click_on(element(1, K::Element, "Place order"), SHOP)), 'b', "a clickable box is a button");
}

/// A submit button of this name in a form on a page, with this text around it.
fn submit(name: &str, form: Option<FormShape>, url: &str, around: &str) -> char {
    let context = if around.is_empty() { Vec::new() } else { vec![around.to_owned()] };
    letter(click_on(ElementFacts { form, is_submit: true, context, ..element(1, K::Button, name) }, url))
}

#[test]
fn a_general_label_takes_its_meaning_from_form_and_page() {
    for (name, method, action, url, around, expected) in [
        ("Submit", "post", "https://a.example/contact", "https://a.example/contact", "", 's'),
        ("Submit", "post", "https://a.example/comments/new", "https://a.example/blog/1", "", 'o'),
        ("Submit", "post", "https://a.example/items/3/delete", "https://a.example/items/3", "", 'd'),
        ("Submit", "post", "https://a.example/pay", "https://a.example/x", "", 'p'),
        ("Confirm", "post", "https://a.example/x", "https://a.example/checkout/review", "", 'b'),
        ("Bestätigen", "post", "https://a.example/kasse", "https://a.example/x", "", 'b'),
        ("Submit", "post", "https://a.example/survey", "https://a.example/survey", "", 's'),
        ("Submit", "get", "https://a.example/form", "https://a.example/form", "", 's'),
        ("Submit", "get", "https://a.example/results", "https://a.example/form", "", '-'),
        ("Submit", "post", "https://a.example/search", "https://a.example/", "", 's'),
        ("Submit", "post", "https://a.example/login", "https://a.example/login", "", 's'),
        ("Submit", "post", "https://a.example/x", "https://a.example/y", "Search", 's'),
        ("", "post", "https://a.example/pay", "https://a.example/x", "", 'p'),
        ("Continue", "post", "https://a.example/checkout/payment", "https://a.example/checkout", "", 'p'),
        ("Add to cart", "post", "https://a.example/cart", "https://a.example/lamp", "", '-'),
        ("Log in", "post", "https://a.example/login", "https://a.example/login", "", '-'),
        ("Reply", "post", "https://a.example/topic/1", "https://a.example/topic/1", "", 'o'),
        ("Order", "post", "https://a.example/x", "https://a.example/x", "", 'b'),
        ("Yes", "post", "https://a.example/x", "https://a.example/x", "Delete this file?", 'd'),
        (
            "OK",
            "post",
            "https://a.example/x",
            "https://a.example/x",
            "Are you sure you want to permanently erase it?",
            'd',
        ),
        ("Remove", "post", "https://a.example/x", "https://a.example/x", "Remove the item from your cart?", '-'),
        ("OK", "post", "https://a.example/x", "https://a.example/checkout", "Cookies", '-'),
        ("Ja", "post", "https://a.example/x", "https://a.example/x", "Möchten Sie den Beitrag wirklich löschen?", 'd'),
    ] {
        assert_eq!(
            submit(name, form(method, action, name), url, around),
            expected,
            "{name:?} {method} {action} on {url}, {around:?}"
        );
    }
}

#[test]
fn what_a_page_is_called_is_not_what_its_buttons_do() {
    let (here, there) = ("https://a.example/files/transfer", "https://a.example/save");
    for (title, url) in [
        ("Transfer - File manager", "https://a.example/x"),
        ("Payment methods explained", "https://a.example/help/how-payment-works"),
        ("x", here),
        ("Order of ceremonies", "https://a.example/order-of-ceremonies"),
        ("Delete key not working?", "https://a.example/delete"),
    ] {
        let button =
            ElementFacts { form: form("post", there, "Submit"), is_submit: true, ..element(1, K::Button, "Submit") };
        let page = Facts { title: title.into(), ..facts(url, vec![button]) };
        assert_eq!(letter(call("click", r#"{"uid": 1}"#).class(&page)), 's', "{title} {url}");
        let alone = Facts { title: title.into(), ..facts(url, vec![element(1, K::Button, "Submit")]) };
        assert_eq!(letter(call("click", r#"{"uid": 1}"#).class(&alone)), '-', "{title} {url}");
    }
    // The fields beside the button, or its target, still tell.
    assert_eq!(submit("Submit", form("post", "https://a.example/transfer", "Submit"), "https://a.example/x", ""), 'p');
    assert_eq!(submit("Confirm", form("post", there, "Confirm"), "https://a.example/checkout", ""), 'b');
}

#[test]
fn a_reply_button_posts_when_a_text_was_just_written() {
    let editor = ElementFacts { has_text: true, ..element(9, K::Editor, "Add a comment") };
    let click = call("click", r#"{"uid": 1}"#);
    let page = |focused| Facts { focused, ..facts(SHOP, vec![element(1, K::Button, "Comment")]) };
    assert_eq!(letter(click.class(&page(Some(editor.clone())))), 'o');
    assert_eq!(letter(click.class(&page(Some(ElementFacts { has_text: false, ..editor })))), '-');
    assert_eq!(letter(click.class(&page(None))), '-');
}

#[test]
fn enter_does_what_the_form_sends() {
    let field = |kind, name: &str, form| ElementFacts { form, ..element(5, kind, name) };
    let url = "https://a.example/x";
    for (field, expected) in [
        (field(K::Input, "Search", form("get", "https://a.example/search", "Search")), '-'),
        (field(K::Input, "Subject", form("post", url, "Send")), 's'),
        (field(K::Input, "Street", form("post", url, "Place order")), 'b'),
        (field(K::Input, "Street", form("post", "https://a.example/pay", "")), 'p'),
        (field(K::Checkbox, "Terms", form("post", url, "Pay now")), 'p'),
        (field(K::Textarea, "Address", form("post", url, "Place order")), '-'),
        (field(K::Editor, "Type a message", None), 's'),
        (field(K::Editor, "Message #general", None), 's'),
        (field(K::Textarea, "Schreibe einen Kommentar", None), 'o'),
        (field(K::Input, "Search messages", None), '-'),
        (field(K::Input, "Search for a message", None), '-'),
        (field(K::Editor, "Message Body", None), '-'),
        (field(K::Input, "Name", None), '-'),
        (field(K::Button, "Delete", None), 'd'),
        (field(K::Select, "Country", form("post", url, "Place order")), '-'),
    ] {
        let page = facts(url, vec![field.clone()]);
        assert_eq!(letter(call("press_key", r#"{"key": "Enter", "uid": 5}"#).class(&page)), expected, "{field:?}");
        let focused = Facts { focused: Some(field.clone()), ..facts(url, vec![]) };
        assert_eq!(letter(call("press_key", r#"{"key": "Enter"}"#).class(&focused)), expected, "{field:?}");
        let typed = call("type_text", r#"{"uid": 5, "text": "x", "submit": true}"#).class(&page);
        match expected {
            '-' => assert_eq!(typed, EffectClass::Fills, "{field:?}"),
            _ => assert_eq!(letter(typed), expected, "{field:?}"),
        }
        let kept = call("type_text", r#"{"uid": 5, "text": "x"}"#).class(&page);
        let pressed = match field.kind {
            K::Button => EffectClass::Commits(Commitment::Deletes),
            // It is ticked by a click.
            K::Checkbox => EffectClass::Acts,
            _ => EffectClass::Fills,
        };
        assert_eq!(kept, pressed, "{field:?}");
    }
    let mail = facts(url, vec![field(K::Textarea, "Body", None)]);
    assert_eq!(letter(call("press_key", r#"{"key": "Control+Enter", "uid": 5}"#).class(&mail)), 's');
    let order = facts(url, vec![field(K::Textarea, "Address", form("post", url, "Place order"))]);
    assert_eq!(letter(call("press_key", r#"{"key": "Meta+Enter", "uid": 5}"#).class(&order)), 'b');
    let button = Facts { focused: Some(element(3, K::Button, "Delete")), ..facts(url, vec![]) };
    assert_eq!(letter(call("press_key", r#"{"key": "Space"}"#).class(&button)), 'd');
    assert_eq!(letter(call("press_key", r#"{"key": "Escape"}"#).class(&button)), '-');
}

#[test]
fn secrets_are_recognised_by_field_and_by_number() {
    let secret = |field, form| ElementFacts { field, form, ..element(5, K::Input, "Field") };
    let url = "https://a.example/x";
    let type_in =
        |element: ElementFacts, arguments: &str| call("type_text", arguments).class(&facts(url, vec![element]));
    let plain = r#"{"uid": 5, "text": "hunter2"}"#;
    let submit = r#"{"uid": 5, "text": "hunter2", "submit": true}"#;
    for (field, kind) in [
        (FieldKind::Password, SecretKind::Password),
        (FieldKind::OneTimeCode, SecretKind::OneTimeCode),
        (FieldKind::Card, SecretKind::Card),
    ] {
        assert_eq!(type_in(secret(field, None), plain), EffectClass::EntersSecret(kind, None));
        let sending = secret(field, form("post", url, "Pay now"));
        assert_eq!(type_in(sending, submit), EffectClass::EntersSecret(kind, Some(Commitment::Pays)));
        let login = secret(field, form("post", url, "Log in"));
        assert_eq!(type_in(login, submit), EffectClass::EntersSecret(kind, None));
        let page = facts(url, vec![secret(field, None)]);
        assert_eq!(
            call("set_value", r#"{"uid": 5, "value": "x"}"#).class(&page),
            EffectClass::EntersSecret(kind, None)
        );
        assert_eq!(
            call("select_option", r#"{"uid": 5, "value": "x"}"#).class(&page),
            EffectClass::EntersSecret(kind, None)
        );
        assert_eq!(call("press_key", r#"{"uid": 5, "key": "x"}"#).class(&page), EffectClass::EntersSecret(kind, None));
    }
    for (text, is_card) in [
        ("4111 1111 1111 1111", true),
        ("5500-0000-0000-0004", true),
        ("4111 1111 1111 1112", false),
        ("0000000000000000", false),
        ("4111", false),
        ("order 4111111111111111", false),
        ("", false),
    ] {
        let arguments = serde_json::json!({"text": text}).to_string();
        let expected = if is_card { EffectClass::EntersSecret(SecretKind::Card, None) } else { EffectClass::Fills };
        assert_eq!(call("type_text", &arguments).class(&facts(url, vec![])), expected, "{text}");
    }
}

#[test]
fn dialogs_are_judged_by_kind_and_words() {
    let answer = |kind: &str, message: &str, accept: bool| {
        let dialog = Dialog { kind: kind.into(), message: message.into(), ..Dialog::default() };
        let facts = facts(SHOP, vec![]).with_dialog(Some(dialog), None);
        match call("handle_dialog", &format!(r#"{{"accept": {accept}}}"#)).class(&facts) {
            EffectClass::AnswersDialog(answer) => answer,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(answer("alert", "Deleted!", true), DialogAnswer::Acknowledges);
    assert_eq!(answer("confirm", "Delete this?", false), DialogAnswer::Dismisses);
    assert_eq!(answer("confirm", "Delete this?", true), DialogAnswer::Accepts(Some(Commitment::Deletes)));
    assert_eq!(answer("confirm", "You will be charged 12 €.", true), DialogAnswer::Accepts(Some(Commitment::Pays)));
    assert_eq!(answer("confirm", "Place this order?", true), DialogAnswer::Accepts(Some(Commitment::Buys)));
    assert_eq!(answer("prompt", "Your name?", true), DialogAnswer::Accepts(None));
    assert_eq!(answer("beforeunload", "", true), DialogAnswer::Accepts(None));
    let unknown = call("handle_dialog", r#"{"accept": true}"#).class(&facts(SHOP, vec![]));
    assert_eq!(unknown, EffectClass::AnswersDialog(DialogAnswer::Accepts(None)), "an unknown dialog is a question");
}
