//! Two tables of actions in four languages: harmless ones, which must not be asked about, and harmful ones, which must.
//!
//! A line is `tool kind | label | words`. The words: `form=method:path`, `submit=label` of the form's button, `page=path`, `href=…`, `dl=file`,
//! `around=text`, `beside=card|password|amount`, `public` for a site that knows nobody, `triggers=label`, `submits`, `enter`, `press=key`, `text=…`; `_` stands for a blank.

use super::*;
use edith_gate::Beside;
use edith_protocol::Approvals;

/// Lines of a table that are rows.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn verdict(row: &str) -> Verdict {
    let mut columns = row.split('|').map(str::trim);
    let what = columns.next().unwrap();
    let label = columns.next().unwrap_or_default();
    let words: Vec<&str> = columns.next().unwrap_or_default().split_whitespace().collect();
    let word = |name: &str| {
        let value = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.map(|value| value.replace('_', " "))
    };
    let has = |name: &str| words.contains(&name);
    let (tool, kind) = what.split_once(' ').unwrap_or((what, ""));
    if kind.is_empty() {
        let name = if tool == "open" { "open_browser" } else { tool };
        let call = call(name, &serde_json::json!({ "url": label }).to_string());
        let facts = facts(SHOP, vec![]);
        return on_effect(&call.class(&facts), &facts, Approvals::Ask, &Grants::default());
    }
    let (kind, field) = match kind {
        "button" | "submit" => (K::Button, FieldKind::Plain),
        "link" => (K::Link, FieldKind::Plain),
        "tab" => (K::Tab, FieldKind::Plain),
        "checkbox" => (K::Checkbox, FieldKind::Plain),
        "radio" => (K::Radio, FieldKind::Plain),
        "switch" => (K::Switch, FieldKind::Plain),
        "option" => (K::Option, FieldKind::Plain),
        "menuitem" => (K::Menuitem, FieldKind::Plain),
        "element" | "label" | "bin" => (K::Element, FieldKind::Plain),
        "video" => (K::Video, FieldKind::Plain),
        "input" => (K::Input, FieldKind::Plain),
        "textarea" => (K::Textarea, FieldKind::Plain),
        "editor" => (K::Editor, FieldKind::Plain),
        "password" => (K::Input, FieldKind::Password),
        "code" => (K::Input, FieldKind::OneTimeCode),
        "card" => (K::Input, FieldKind::Card),
        other => panic!("{other}: {row}"),
    };
    let is_submit = what.ends_with("submit") || has("submits");
    let form = word("form").map(|form| {
        let (method, path) = form.split_once(':').unwrap();
        let own = if is_submit { label.to_owned() } else { String::new() };
        FormShape {
            action: format!("https://shop.example{path}"),
            method: method.to_owned(),
            submit_name: word("submit").unwrap_or(own),
            name: String::new(),
        }
    });
    let beside = word("beside").unwrap_or_default();
    let element = ElementFacts {
        form,
        field,
        is_submit,
        href: word("href").unwrap_or_default(),
        download: word("dl"),
        triggers: word("triggers").unwrap_or_default(),
        context: word("around").into_iter().collect(),
        beside: Beside {
            card: beside == "card",
            password: beside == "password",
            amount: beside == "amount",
            ..Beside::default()
        },
        ..element(5, kind, label)
    };
    let arguments = match tool {
        "click" => serde_json::json!({ "uid": 5 }),
        "drag" => serde_json::json!({ "from_uid": 1, "to_uid": 5 }),
        "key" => serde_json::json!({ "uid": 5, "key": word("press").unwrap() }),
        "type" => {
            serde_json::json!({ "uid": 5, "text": word("text").unwrap_or("some words".into()), "submit": has("enter") })
        }
        other => panic!("{other}: {row}"),
    };
    let name = match tool {
        "type" => "type_text",
        "key" => "press_key",
        other => other,
    };
    let call = call(name, &arguments.to_string());
    let page = format!("https://shop.example{}", word("page").unwrap_or("/lamps".into()));
    let mut facts = facts(&page, vec![element]);
    facts.follows = word("href").unwrap_or_default();
    facts.is_public = has("public");
    on_effect(&call.class(&facts), &facts, Approvals::Ask, &Grants::default())
}

#[test]
fn of_harmless_actions_none_is_refused_and_hardly_one_is_asked() {
    let all: Vec<&str> = rows(include_str!("harmless.txt")).collect();
    assert!(all.len() >= 200, "{}", all.len());
    let refused: Vec<_> = all.iter().filter(|row| matches!(verdict(row), Verdict::Refuse { .. })).collect();
    assert!(refused.is_empty(), "refused: {refused:#?}");
    let asked: Vec<_> = all.iter().filter(|row| verdict(row) != Verdict::Allow).collect();
    println!("{} harmless actions: 0 refused, {} asked: {asked:?}", all.len(), asked.len());
    assert!(asked.len() * 50 <= all.len(), "asked: {asked:#?}");
}

#[test]
fn every_harmful_action_is_asked() {
    let all: Vec<&str> = rows(include_str!("harmful.txt")).collect();
    assert!(all.len() >= 150, "{}", all.len());
    let missed: Vec<_> = all.iter().filter(|row| !matches!(verdict(row), Verdict::Ask { .. })).collect();
    println!("{} harmful actions: {} not asked", all.len(), missed.len());
    assert!(missed.is_empty(), "not asked: {missed:#?}");
}
