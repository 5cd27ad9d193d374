//! Looks, changes and searches over real raw pages (`testdata/`, see its README) and thousands of generated ones.

mod elements;
mod generated;
mod once;
mod redraw;
mod rows;
mod search;

use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::budget::tokens;
use super::raw::{
    DrawnAs, RAW_VERSION, RawContext, RawForm, RawNode, RawOption, RawOverlay, RawPage, Rect, Viewport, state,
};
use super::render::{look, render};
use super::uid::{Seen, same_identity};
use super::*;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/testdata").join(name)
}

pub(super) fn page(name: &str) -> RawPage {
    let json = std::fs::read_to_string(testdata(&format!("{name}.json"))).unwrap();
    RawPage::parse(&json).unwrap()
}

fn index(name: &str) -> Index {
    Index::build(page(name), &mut UidTable::default())
}

/// Compares with the stored text; `EDITH_BLESS=1` stores the new one.
fn check_golden(name: &str, actual: &str) {
    let path = testdata(&format!("{name}.txt"));
    if std::env::var_os("EDITH_BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, kept, "{} differs; EDITH_BLESS=1 keeps the new text", path.display());
}

#[test]
fn looks_at_real_pages_are_as_kept() {
    for name in ["controls", "nested", "overlay", "modal", "popover"] {
        check_golden(name, &render(&index(name), &RenderOptions::default()));
    }
}

#[test]
fn what_a_script_made_in_the_browser_is_at_the_origin_that_its_address_names() {
    let at = |url: &str| {
        let json = format!(r#"{{"v":{RAW_VERSION},"u":"{url}","fr":[{{"n":1,"s":"{url}","b":[0,0,1,1]}}]}}"#);
        let page = RawPage::parse(&json).unwrap();
        (page.url, page.frames[0].src.clone())
    };
    let made = "https://shop.example/0b1c";
    assert_eq!(at(&format!("blob:{made}")), (made.to_owned(), made.to_owned()));
    for other in ["blob:null/0b1c", "data:text/html,x", "https://shop.example/blob:https://bank.example/"] {
        assert_eq!(at(other), (other.to_owned(), other.to_owned()));
    }
}

#[test]
fn no_secret_of_the_page_is_in_the_raw_text_or_a_look() {
    let raw = std::fs::read_to_string(testdata("controls.json")).unwrap();
    let text = render(&index("controls"), &RenderOptions { show_typed_values: true, ..RenderOptions::default() });
    for secret in ["hunter2-secret", "991177", "4111111111111111", "token-hidden-1"] {
        assert!(!raw.contains(secret) && !text.contains(secret), "{secret}");
    }
}

#[test]
fn form_facts_name_what_enter_would_press() {
    let index = index("controls");
    let mail = index.elements.iter().find(|e| e.name == "E-mail").unwrap();
    let form = mail.form.as_ref().unwrap();
    assert_eq!((form.method.as_str(), form.submit_name.as_str()), ("post", "Order now"));
    assert!(form.action.ends_with("/order"), "{}", form.action);
}

#[test]
fn fields_know_their_kind() {
    let index = index("controls");
    let check = |name: &str, kind: FieldKind| {
        assert_eq!(index.elements.iter().find(|e| e.name == name).unwrap().field, kind, "{name}");
    };
    check("Password", FieldKind::Password);
    check("Code", FieldKind::OneTimeCode);
    check("Card number", FieldKind::Card);
    check("Paper", FieldKind::File);
    check("Name", FieldKind::Plain);
}

#[test]
fn values_typed_before_the_run_are_marks_unless_allowed() {
    let mut raw = page("controls");
    for node in &mut raw.nodes {
        if node.name == "Search" && node.tag == "input" {
            node.states |= state::EDITED | state::TYPED_BEFORE | state::FILLED;
            node.value = Some("my private words".to_owned());
        }
    }
    let index = Index::build(raw, &mut UidTable::default());
    let hidden = render(&index, &RenderOptions::default());
    assert!(!hidden.contains("private") && hidden.contains("\"Search\" [in: search] [filled]"), "{hidden}");
    let shown = render(&index, &RenderOptions { show_typed_values: true, ..RenderOptions::default() });
    assert!(shown.contains("[value: \"my private words\"]"), "{shown}");
    assert!(!find::find(&index, "private", 10, &RenderOptions::default()).contains("my private"));
}

pub(super) fn pick<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
    list[rng.usize(..list.len())]
}

const SECRET: &str = "SECRETsecret42";
const WORDS: &[&str] = &[
    "lamp",
    "Add to cart",
    "",
    "灯泡",
    "a\nb | c",
    "\"quoted\"",
    "x\u{202e}y",
    "Straße",
    "very long name that goes on and on ",
    "12 | BUTTON",
];

fn random_node(rng: &mut Rng, number: u32) -> RawNode {
    let tag = pick(rng, &["a", "button", "input", "div", "select", "textarea", "video", "span"]);
    let field = [FieldKind::Plain, FieldKind::Password, FieldKind::Card, FieldKind::OneTimeCode][rng.usize(..4)];
    let mut states = rng.u32(..1 << 24) & !state::BEHIND_MODAL;
    if field == FieldKind::Plain {
        states |= state::TYPED_BEFORE;
    }
    RawNode {
        node: number,
        tag: tag.into(),
        input_type: pick(rng, &["", "text", "checkbox", "date", "range"]).into(),
        role: pick(rng, &["", "button", "link", "textbox", "tab", "option", "slider", "combobox"]).into(),
        name: pick(rng, WORDS).repeat(1 + rng.usize(..4)),
        why: pick(rng, &["", "pointer", "tabindex", "editable"]).into(),
        value: (rng.usize(..3) > 0).then(|| SECRET.to_owned()),
        field,
        states,
        href: if tag == "a" { format!("https://a.example/{}", rng.usize(..5)) } else { String::new() },
        rect: Rect { x: rng.usize(..900) as i32, y: rng.usize(..9_000) as i32 - 2_000, width: 20, height: 10 },
        context: rng.u32(..7),
        form: rng.u32(..3),
        parent: rng.usize(..number as usize) as u32,
        options: (0..rng.usize(..12)).map(|i| RawOption { label: format!("o{i}"), ..RawOption::default() }).collect(),
        option_count: rng.u32(..200),
        ..RawNode::default()
    }
}

pub(super) fn random_page(rng: &mut Rng) -> RawPage {
    let count = 1 + rng.u32(..120);
    RawPage {
        version: RAW_VERSION,
        url: format!("https://a.example/{}", "p".repeat(rng.usize(..600))),
        title: pick(rng, WORDS).repeat(rng.usize(..40)),
        document: "doc".into(),
        viewport: Viewport { width: 1000, height: 800, full_height: 9_000, ..Viewport::default() },
        nodes: (1..=count).map(|n| random_node(rng, n)).collect(),
        contexts: (0..6)
            .map(|i| RawContext { parent: i, kind: "section".into(), label: pick(rng, WORDS).into() })
            .collect(),
        forms: vec![RawForm::default(); 2],
        text: (0..rng.usize(..300)).map(|_| pick(rng, WORDS).repeat(1 + rng.usize(..3))).collect::<Vec<_>>().join("\n"),
        ..RawPage::default()
    }
}

/// A page with a list of rows, each with what repeats in all, and something that does not.
pub(super) fn rows_page(rng: &mut Rng) -> RawPage {
    let (count, is_table) = (2 + rng.u32(..9), rng.usize(..2) == 0);
    let mut nodes = vec![button(1, "Compose"), button(2, "Refresh")];
    let mut text = "## Inbox\nToday\n".to_owned();
    if is_table {
        text.push_str("| Who | What | Do\n");
    }
    for row in 1..=count {
        let number = row * 10;
        let why = if rng.usize(..2) == 0 { "row" } else { "pointer" };
        let who = format!("{} {row}", pick(rng, &["Ann Lee", "Bob", "Ann Lee"]));
        nodes.push(RawNode {
            node: number,
            tag: if is_table { "tr" } else { "div" }.into(),
            why: why.into(),
            name: who.clone(),
            list: 1,
            ..RawNode::default()
        });
        let names = ["Select", "Star this message", "Delete"];
        for (name, at) in names.iter().zip(1..).filter(|_| rng.usize(..12) > 0) {
            let mut one = RawNode { row: number, ..button(number + at, name) };
            if at == 1 {
                (one.tag, one.role) = ("input".into(), "checkbox".into());
            }
            nodes.push(one);
        }
        let signs: String = (1..4).map(|at| format!("\u{fdd0}{}\u{fdd1} ", number + at)).collect();
        let what = pick(rng, &["Figures of the week", "Lunch?", "Re: the roof, and what it will cost"]);
        let own = if why == "row" { String::new() } else { format!("\u{fdd0}{number}\u{fdd2} ") };
        let (begin, end) = (format!("\u{fdd0}{number}\u{fdd3} "), format!(" \u{fdd0}{number}\u{fdd4}"));
        text += &if is_table {
            format!("{begin}{own}| {who} | {what} | {signs}{end}\n")
        } else {
            format!("{begin}{own}{signs}{who}\n{what}\n{end}\n")
        };
    }
    text.push_str("That is all");
    page_of(nodes, &text)
}

pub(super) fn page_of(nodes: Vec<RawNode>, text: &str) -> RawPage {
    RawPage {
        version: RAW_VERSION,
        url: "https://a.example/".into(),
        document: "d".into(),
        nodes,
        text: text.into(),
        ..RawPage::default()
    }
}

pub(super) fn button(node: u32, name: &str) -> RawNode {
    RawNode { node, tag: "button".into(), role: "button".into(), name: name.into(), ..RawNode::default() }
}
