//! What keys, options, texts, links and dialogs do, by what has the focus and by what is behind them.

use super::*;
use crate::gather;
use edith_page::raw::{RAW_VERSION, RawForm, RawNode, RawOption, RawPage};
use edith_page::{Index, UidTable};

const PAGE: &str = "https://a.example/x";

fn page(nodes: Vec<RawNode>, focused: u32) -> Index {
    let form = RawForm {
        action: "https://a.example/do".into(),
        method: "post".into(),
        submit: "Go".into(),
        ..RawForm::default()
    };
    let numbered = nodes.into_iter().zip(1..).map(|(node, number)| RawNode { node: number, ..node }).collect();
    let raw = RawPage {
        version: RAW_VERSION,
        url: PAGE.into(),
        document: "d".into(),
        nodes: numbered,
        focused,
        forms: vec![form],
        ..RawPage::default()
    };
    Index::build(raw, &mut UidTable::default())
}

fn node(tag: &str, role: &str, name: &str) -> RawNode {
    RawNode { tag: tag.into(), role: role.into(), name: name.into(), ..RawNode::default() }
}

fn select(name: &str, options: &[(&str, &str)]) -> RawNode {
    let option = |(label, value): &(&str, &str)| RawOption {
        label: (*label).into(),
        value: (*value).into(),
        ..RawOption::default()
    };
    RawNode {
        options: options.iter().map(option).collect(),
        value: Some(String::new()),
        ..node("select", "combobox", name)
    }
}

fn class(page: &Index, tool: &str, arguments: &str) -> EffectClass {
    let call = call(tool, arguments);
    call.class(&gather(&call, Some(page)))
}

fn key(page: &Index, key: &str) -> EffectClass {
    class(page, "press_key", &serde_json::json!({ "key": key }).to_string())
}

const DELETES: EffectClass = EffectClass::Commits(Commitment::Deletes);
const BUYS: EffectClass = EffectClass::Commits(Commitment::Buys);
const SENDS: EffectClass = EffectClass::Commits(Commitment::Sends);

#[test]
fn text_and_values_go_into_fields_only() {
    let fields = [
        node("input", "textbox", "a"),
        node("input", "spinbutton", "b"),
        node("div", "textbox", "c"),
        node("div", "searchbox", "d"),
        node("div", "combobox", "e"),
        RawNode { why: "editable".into(), ..node("div", "", "f") },
        node("textarea", "textbox", "g"),
        node("td", "gridcell", "a cell, which opens its field"),
        // These are ticked.
        node("input", "checkbox", "c"),
        node("input", "radio", "d"),
        node("div", "switch", "e"),
    ];
    let others = [
        node("button", "button", "Place order"),
        RawNode { href: "https://a.example/y".into(), ..node("a", "link", "Delete") },
        node("div", "menuitem", "f"),
        node("li", "option", "g"),
        node("div", "tab", "h"),
    ];
    let count = fields.len();
    let page = page(fields.into_iter().chain(others).collect(), 0);
    for (at, element) in page.elements.iter().enumerate() {
        let arguments = serde_json::json!({ "uid": element.uid, "text": "x" }).to_string();
        let typed = call("type_text", &arguments).operation(&page);
        assert_eq!(typed.is_ok(), at < count, "{}: {typed:?}", element.name);
        if let Err(error) = typed {
            assert!(error.to_string().contains("is not a field: it takes no text. Nothing was done."), "{error}");
        }
    }
    let set =
        |uid: u32| call("set_value", &serde_json::json!({ "uid": uid, "value": "x" }).to_string()).operation(&page);
    assert!(set(page.elements[count].uid).is_err() && set(page.elements[0].uid).is_ok());
    // What is typed into a cell that deletes presses it.
    let bin = self::page(vec![node("td", "gridcell", "Delete")], 0);
    assert_eq!(class(&bin, "type_text", r#"{"uid": 1, "text": "x"}"#), DELETES);
}

#[test]
fn a_text_without_a_field_is_keys_for_what_has_the_focus() {
    let on = |focused: RawNode| page(vec![focused], 1);
    let type_text =
        |page: &Index, text: &str| class(page, "type_text", &serde_json::json!({ "text": text }).to_string());
    let order = on(node("button", "button", "Place order"));
    for text in [" ", "a b", "\n", "x\ny"] {
        assert_eq!(type_text(&order, text), BUYS, "{text:?}");
    }
    assert_eq!(type_text(&order, "ab"), EffectClass::Fills);
    assert_eq!(class(&order, "type_text", r#"{"text": "ab", "submit": true}"#), BUYS);
    assert_eq!(type_text(&on(node("div", "", "Message 3")), "#"), DELETES);
    assert_eq!(type_text(&on(node("input", "textbox", "Note")), "a b #\n"), EffectClass::Fills);
    // A field that no look shows takes text all the same.
    let mut hidden = page(vec![], 0);
    hidden.focus_takes_text = true;
    assert_eq!(type_text(&hidden, "# a"), EffectClass::Fills);
    assert_eq!((key(&hidden, "Delete"), key(&page(vec![], 0), "Delete")), (EffectClass::Acts, DELETES));
}

#[test]
fn keys_act_on_what_has_the_focus() {
    let row = page(vec![node("div", "row", "Message 3")], 1);
    for stroke in ["Delete", "Backspace", "#", "Shift+3", "Meta+Backspace", "Control+Delete", "Shift+Delete"] {
        assert_eq!(key(&row, stroke), DELETES, "{stroke}");
    }
    for stroke in ["ArrowDown", "j", "e", "Escape", "Tab", "Control+a", "Control+s", "PageDown", "F5"] {
        assert_eq!(key(&row, stroke), EffectClass::Acts, "{stroke}");
    }
    let field = page(vec![node("input", "textbox", "Note")], 1);
    for (stroke, expected) in [
        ("Delete", EffectClass::Acts),
        ("Control+Backspace", EffectClass::Acts),
        ("#", EffectClass::Fills),
        (" ", EffectClass::Fills),
    ] {
        assert_eq!(key(&field, stroke), expected, "{stroke}");
    }
    let mail = page(vec![RawNode { value: Some("Hello".into()), ..node("textarea", "textbox", "Body") }], 1);
    assert_eq!((key(&mail, "Control+Enter"), key(&mail, "Meta+Enter")), (SENDS, SENDS));
    let button = page(vec![node("button", "button", "Place order")], 1);
    assert_eq!((key(&button, " "), key(&button, "Enter"), key(&button, "Shift+Enter")), (BUYS, BUYS, BUYS));
    // Control+S presses the form's button.
    let mut form = page(vec![RawNode { form: 1, ..node("input", "textbox", "Street") }], 1);
    form.elements[0].form.as_mut().unwrap().submit_name = "Place order".into();
    assert_eq!((key(&form, "Control+s"), key(&form, "Control+z")), (BUYS, EffectClass::Acts));
}

#[test]
fn an_access_key_presses_its_element() {
    let keyed = |tag, role, name, key: &str| RawNode { access_key: key.into(), ..node(tag, role, name) };
    let page = page(vec![keyed("button", "button", "Delete page", "d"), keyed("a", "link", "Help", "h ?")], 0);
    assert_eq!((key(&page, "Alt+d"), key(&page, "Alt+Shift+D")), (DELETES, DELETES));
    assert_eq!(
        (key(&page, "Alt+h"), key(&page, "Alt+x"), key(&page, "Alt+ArrowLeft")),
        (EffectClass::Acts, EffectClass::Acts, EffectClass::Acts)
    );
}

#[test]
fn shortcuts_of_unknown_effect_are_told_from_moving_about() {
    let row = page(vec![node("div", "row", "Message 3")], 1);
    let is_shortcut = |page: &Index, tool: &str, arguments: serde_json::Value| {
        let call = call(tool, &arguments.to_string());
        call.shortcut(&gather(&call, Some(page)))
    };
    for (stroke, expected) in [
        ("e", true),
        ("y", true),
        ("!", true),
        ("Control+d", true),
        ("Meta+Shift+u", false),
        ("Alt+q", true),
        ("j", false),
        ("k", false),
        ("/", false),
        ("?", false),
        (" ", false),
        ("ArrowDown", false),
        ("Escape", false),
        ("Control+c", false),
        ("Control+f", false),
        ("Enter", false),
    ] {
        assert_eq!(is_shortcut(&row, "press_key", serde_json::json!({ "key": stroke })), expected, "{stroke}");
    }
    assert!(is_shortcut(&row, "type_text", serde_json::json!({ "text": "jke" })));
    assert!(!is_shortcut(&row, "type_text", serde_json::json!({ "text": "jk" })));
    let field = page(vec![node("input", "textbox", "Note")], 1);
    assert!(!is_shortcut(&field, "press_key", serde_json::json!({ "key": "e" })));
    let list = page(vec![select("Country", &[("Estonia", "")])], 1);
    assert!(!is_shortcut(&list, "press_key", serde_json::json!({ "key": "e" })));
}

#[test]
fn an_option_is_a_button_of_its_name() {
    let actions = select(
        "With selected",
        &[("Export view", "x"), ("Delete account", "del"), ("Send to all", "all"), ("More", "delete_forever")],
    );
    let page = page(vec![actions, node("button", "button", "Place order")], 1);
    let choose =
        |value: &str| class(&page, "select_option", &serde_json::json!({ "uid": 1, "value": value }).to_string());
    for (value, expected) in [
        ("Delete account", DELETES),
        ("del", DELETES),
        ("delete ac", DELETES),
        ("Send to all", SENDS),
        ("More", DELETES),
        ("Export view", EffectClass::Fills),
    ] {
        assert_eq!(choose(value), expected, "{value}");
        let set = class(&page, "set_value", &serde_json::json!({ "uid": 1, "value": value }).to_string());
        assert_eq!(set, expected, "{value}");
    }
    // Arrows and letters choose as well, whichever it is; a button that opens a list is pressed.
    assert_eq!((key(&page, "ArrowDown"), key(&page, "d"), key(&page, "Tab")), (DELETES, DELETES, EffectClass::Acts));
    assert_eq!(class(&page, "select_option", r#"{"uid": 2, "value": "x"}"#), BUYS);
    let sort = self::page(
        vec![select("Sort by", &[("Price", ""), ("Order by date", ""), ("Deleted", ""), ("Published", "")])],
        1,
    );
    for value in ["Price", "Order by date", "Deleted", "Published"] {
        assert_eq!(
            class(&sort, "select_option", &serde_json::json!({ "uid": 1, "value": value }).to_string()),
            EffectClass::Fills,
            "{value}"
        );
    }
    assert_eq!(key(&sort, "ArrowDown"), EffectClass::Acts);
    // What was chosen is done by the button beside it, whatever that says.
    let chosen = RawNode { value: Some("Delete selected".into()), form: 1, ..select("Action", &[]) };
    let go = RawNode { form: 1, states: edith_page::raw::state::SUBMITS, ..node("button", "button", "Go") };
    assert_eq!(class(&self::page(vec![chosen, go], 0), "click", r#"{"uid": 2}"#), DELETES);
}

#[test]
fn what_acts_at_once_is_judged_whatever_its_role() {
    let item = ElementFacts { role: "menuitemcheckbox".into(), ..element(1, K::Checkbox, "Delete this") };
    assert_eq!(click_on(item, SHOP), DELETES);
    let shares = EffectClass::Commits(Commitment::Shares);
    let radio = |form| click_on(ElementFacts { form, ..element(1, K::Radio, "Anyone with the link") }, SHOP);
    assert_eq!((radio(None), radio(form("post", SHOP, "Save"))), (shares, EffectClass::Acts));
}

#[test]
fn links_and_addresses_are_judged_by_where_they_lead() {
    let link = |name: &str, href: &str| {
        click_on(ElementFacts { href: format!("https://shop.example{href}"), ..element(1, K::Link, name) }, SHOP)
    };
    let account = EffectClass::Commits(Commitment::Account);
    for (name, href, expected) in [
        ("Details", "/items/3/delete", DELETES),
        ("", "/admin?action=remove&id=3", DELETES),
        ("Free gift", "/one-click/4711", BUYS),
        ("Home", "/logout", account),
        ("News", "/unsubscribe?u=3", account),
        ("Pay now", "/invoices/12/pay", EffectClass::Commits(Commitment::Pays)),
        ("Pay now", "/pay", EffectClass::Navigates),
        ("Next", "/search?q=delete", EffectClass::Navigates),
    ] {
        assert_eq!(link(name, href), expected, "{name} {href}");
        if name != "Pay now" {
            let open =
                call("navigate", &serde_json::json!({ "url": format!("https://shop.example{href}") }).to_string());
            assert_eq!(open.class(&Facts::default()), expected, "{href}");
        }
    }
    // What is beside the verb makes a link of the page's own site no milder.
    assert_eq!(link("Remove", "/cart/remove/3"), DELETES);
    let open = call("navigate", r#"{"url": "https://shop.example/cart/remove/3"}"#);
    assert_eq!(open.class(&Facts::default()), EffectClass::Navigates);
}

#[test]
fn a_dialog_belongs_to_what_opened_it() {
    let accept = |message: &str, committed| {
        let dialog = Dialog {
            kind: "confirm".into(),
            message: message.into(),
            url: "https://frame.example/y".into(),
            ..Dialog::default()
        };
        let facts = facts(SHOP, vec![]).with_dialog(Some(dialog), committed);
        assert_eq!((facts.origin.as_str(), facts.url.as_str()), ("https://frame.example", "https://frame.example/y"));
        call("handle_dialog", r#"{"accept": true}"#).class(&facts)
    };
    let accepts = |what| EffectClass::AnswersDialog(DialogAnswer::Accepts(what));
    assert_eq!(accept("Are you sure?", Some(Commitment::Pays)), accepts(Some(Commitment::Pays)));
    assert_eq!(accept("Are you sure?", None), accepts(None));
    assert_eq!(accept("Send it?", Some(Commitment::Deletes)), accepts(Some(Commitment::Deletes)));
    assert_eq!(accept("Delete it?", Some(Commitment::Sends)), accepts(Some(Commitment::Deletes)));
    // Also for those who want few questions.
    let facts = facts(SHOP, vec![]).with_dialog(
        Some(Dialog { kind: "confirm".into(), message: "Sure?".into(), ..Dialog::default() }),
        Some(Commitment::Pays),
    );
    let class = call("handle_dialog", r#"{"accept": true}"#).class(&facts);
    assert!(matches!(
        on_effect(&class, &facts, edith_protocol::Approvals::Auto, &Grants::default()),
        Verdict::Ask { .. }
    ));
}
