//! Looks, changes and searches over real raw pages (`testdata/`, see its README) and thousands of generated ones.

use fastrand::Rng;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::budget::tokens;
use super::raw::{RAW_VERSION, RawContext, RawForm, RawNode, RawOption, RawOverlay, RawPage, Rect, Viewport, state};
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

#[test]
fn a_small_change_is_told_small_and_a_large_one_in_full() {
    let mut uids = UidTable::default();
    let before = Index::build(page("controls"), &mut uids);
    let same = changes(&before, &before, &RenderOptions::default()).unwrap();
    assert!(same.contains("no visible change"), "{same}");

    let mut raw = page("controls");
    raw.nodes.retain(|n| n.name != "the help");
    raw.nodes.iter_mut().find(|n| n.name == "In stock").unwrap().states &= !state::CHECKED;
    raw.nodes.push(RawNode {
        node: 900,
        tag: "button".into(),
        role: "button".into(),
        name: "Undo".into(),
        ..RawNode::default()
    });
    raw.text.push_str("\n3 results");
    let after = Index::build(raw, &mut uids);
    let text = changes(&before, &after, &RenderOptions::default()).unwrap();
    let uid = |index: &Index, name: &str| index.elements.iter().find(|e| e.name == name).unwrap().uid;
    assert!(text.starts_with("CHANGES since the last look:\n"), "{text}");
    assert!(text.contains(&format!("+ {} | BUTTON | \"Undo\"", uid(&after, "Undo"))), "{text}");
    assert!(text.contains(&format!("- {} | LINK", uid(&before, "the help"))), "{text}");
    assert!(text.contains(&format!("~ {} | CHECKBOX | \"In stock\" [in: Order]\n", uid(&after, "In stock"))), "{text}");
    assert!(text.contains("+ TEXT 3 results"), "{text}");

    assert_eq!(changes(&before, &index("nested"), &RenderOptions::default()), None);
    let mut moved = page("controls");
    moved.nodes.iter_mut().for_each(|n| n.name.push('!'));
    let moved = Index::build(moved, &mut uids);
    assert_eq!(changes(&before, &moved, &RenderOptions::default()), None);
}

#[test]
fn search_finds_names_values_options_and_text() {
    let index = index("controls");
    let check = |query: &str, expected: &str| {
        let best = find::rank(&index, query);
        let name = best.first().and_then(|(uid, _)| index.element(*uid)).map_or("", |e| e.name.as_str());
        assert_eq!(name, expected, "{query}: {best:?}");
    };
    check("sort by", "Sort by");
    check("e-mail", "E-mail");
    check("Order", "Order now");
    check("shiping", "Shipping");
    check("add to cart desk lamp", "Add to cart");
    check("checkbox stock", "In stock");
    check("Rating", "Sort by");
    check("zebra", "");
    let text = find::find(&index, "phone", 5, &RenderOptions::default());
    assert!(text.contains("Phone 555"), "{text}");
}

/// A page with one section of buttons in view and a long one of links below it.
fn long_page(links: u32) -> RawPage {
    let link = |at: u32| RawNode {
        node: 100 + at,
        tag: "a".into(),
        role: "link".into(),
        name: format!("Archive of month {at}"),
        href: format!("https://a.example/{at}"),
        rect: Rect { x: 0, y: 2_000, width: 90, height: 20 },
        context: 1,
        ..RawNode::default()
    };
    let twin = RawNode { node: 9_000, context: 2, ..link(7) };
    RawPage {
        version: RAW_VERSION,
        document: "long".into(),
        viewport: Viewport { width: 1_000, height: 800, full_height: 9_000, ..Viewport::default() },
        nodes: (0..links).map(link).chain([twin]).collect(),
        contexts: vec![
            RawContext { parent: 0, kind: "section".into(), label: "All months".into() },
            RawContext { parent: 0, kind: "footer".into(), label: String::new() },
        ],
        ..RawPage::default()
    }
}

#[test]
fn what_is_out_of_sight_is_told_in_fewer_words_before_any_of_it_is_left_out() {
    let index = Index::build(long_page(300), &mut UidTable::default());
    let options = RenderOptions { task_words: task_words("read month 299"), ..RenderOptions::default() };
    let all = look(&index, &options);
    assert_eq!((all.left_out, all.shown.len()), (0, 300), "{}", all.text);
    let list = all.text.split("TEXT:").next().unwrap();
    let lines: Vec<&str> = list.lines().filter(|line| line.contains("| LINK |")).collect();
    let whole = lines.iter().filter(|line| line.contains(" [in: All months]")).count();
    let cost: usize = lines.iter().filter(|line| line.contains(" [in: ")).map(|line| tokens(line) + 1).sum();
    assert!(whole > 50 && cost <= options.tokens / 4, "{whole} whole ones, {cost} tokens");
    assert!(list.contains("\"Archive of month 299\" [in: "), "the task's words come first");
    assert!(list.contains("| LINK | \"Archive of month 298\"\n"), "{list}");
}

#[test]
fn what_has_no_room_is_named_by_section() {
    let index = Index::build(long_page(900), &mut UidTable::default());
    let look = look(&index, &RenderOptions::default());
    let list = look.text.split("TEXT:").next().unwrap();
    assert!(look.left_out > 100 && look.shown.len() > 300, "{}", look.left_out);
    assert!(
        list.contains(&format!("({} more elements (", look.left_out)) && list.contains("in \"All months\")"),
        "{list}"
    );
    let section = find::find(&index, "All months", 25, &RenderOptions::default());
    assert!(section.contains("\"Archive of month 0\"") && section.contains(" more elements)"), "{section}");
}

#[test]
fn the_same_link_twice_has_one_line_that_names_both_and_is_found_twice() {
    let index = Index::build(long_page(20), &mut UidTable::default());
    let look = look(&index, &RenderOptions::default());
    assert_eq!(look.text.matches("\"Archive of month 7\"").count(), 1, "{}", look.text);
    let uid = |node: u32| index.elements.iter().find(|e| e.target.node == node).unwrap().uid;
    let line = format!("{} | LINK | \"Archive of month 7\" [in: All months] [also: {}]\n", uid(107), uid(9_000));
    assert!(look.text.contains(&line), "{line}{}", look.text);
    assert_eq!(look.left_out, 0);
    let found = find::find(&index, "Archive of month 7", 25, &RenderOptions::default());
    assert_eq!(found.matches("| \"Archive of month 7\"").count(), 2, "{found}");
}

#[test]
fn a_card_around_one_link_is_the_link_and_one_with_a_button_stays() {
    let card = |node: u32, name: &str| RawNode {
        node,
        tag: "div".into(),
        why: "pointer".into(),
        name: name.into(),
        ..RawNode::default()
    };
    let inner = |node: u32, parent: u32, tag: &str, name: &str, href: &str| RawNode {
        node,
        parent,
        tag: tag.into(),
        role: if tag == "a" { "link".into() } else { "button".into() },
        name: name.into(),
        href: href.into(),
        ..RawNode::default()
    };
    let raw = RawPage {
        version: RAW_VERSION,
        nodes: vec![
            card(1, "Lamp Lamp 12 EUR"),
            inner(2, 1, "a", "Lamp", "https://a.example/lamp"),
            card(3, "Chair 40 EUR"),
            inner(4, 3, "button", "Add", ""),
        ],
        ..RawPage::default()
    };
    let index = Index::build(raw, &mut UidTable::default());
    let kept: Vec<u32> = index.elements.iter().map(|e| e.target.node).collect();
    assert_eq!(kept, [2, 3, 4]);
}

#[test]
fn identity_allows_counters_but_not_other_words() {
    let check = |seen: (&str, &str), now: (&str, &str), same: bool| {
        let seen = Seen { role: seen.0.into(), name: seen.1.into() };
        assert_eq!(same_identity(&seen, now.0, now.1), same, "{seen:?} {now:?}");
    };
    check(("button", "Like (3)"), ("button", "Like (4)"), true);
    check(("button", "Save"), ("button", "Delete"), false);
    check(("button", "Save"), ("link", "Save"), false);
    check(("button", "3"), ("button", "4"), false);
    check(("link", "Page 2"), ("link", "Page 3"), false);
    check(("link", "Photo (1).jpg"), ("link", "Photo (2).jpg"), false);
    check(("button", "Resend in 0:59"), ("button", "Resend in 0:58"), true);
    check(("link", "Report, 5 minutes ago"), ("link", "Report, 6 minutes ago"), true);
    check(("link", "Upload 40%"), ("link", "Upload 41%"), true);
    check(("", ""), ("", ""), true);
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

#[test]
fn a_look_never_costs_more_than_its_budget_nor_tells_a_secret() {
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let raw = random_page(&mut rng);
        let names: BTreeMap<u32, String> = raw.nodes.iter().map(|n| (n.node, n.name.clone())).collect();
        let index = Index::build(raw, &mut UidTable::default());
        let budget = [250, 400, 1_000, 4_000][rng.usize(..4)];
        let options = RenderOptions { tokens: budget, task_words: task_words("desk lamp"), ..RenderOptions::default() };
        let look = look(&index, &options);
        assert!(tokens(&look.text) <= budget, "seed {seed}: {} > {budget}\n{}", tokens(&look.text), look.text);
        assert!(!look.text.contains(SECRET), "seed {seed}: {}", look.text);
        assert!(!look.text.contains('\u{202e}'));
        let found = find::find(&index, SECRET, 20, &options);
        assert_eq!(found.matches(SECRET).count(), 1, "only the query itself: {found}");
        // Each listed line belongs to an element of that number, each number once.
        let mut listed = HashSet::new();
        for uid in &look.shown {
            assert!(listed.insert(*uid), "seed {seed}: {uid} twice");
            let element = index.element(*uid).unwrap();
            assert_eq!(names.get(&element.target.node), Some(&element.name));
        }
        let lines = look
            .text
            .lines()
            .skip_while(|l| !l.starts_with("ELEMENTS"))
            .skip(1)
            .take_while(|l| !l.starts_with(['(', 'T']));
        assert_eq!(lines.count(), look.shown.len(), "seed {seed}: {}", look.text);
    }
}

#[test]
fn uids_stay_with_their_elements_and_are_never_given_twice() {
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let mut uids = UidTable::default();
        let mut known: BTreeMap<(String, u32), u32> = BTreeMap::new();
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for _ in 0..20 {
            let document = pick(&mut rng, &["a", "b", "c"]);
            let highest = numbers.entry(document).or_default();
            *highest += rng.u32(..30);
            for _ in 0..rng.usize(..40) {
                let node = 1 + rng.usize(..*highest as usize + 1) as u32;
                let uid = uids.assign(document, node);
                assert_eq!(*known.entry((document.to_owned(), node)).or_insert(uid), uid);
                assert_eq!(uids.element(uid), Some(ElementRef { document: document.to_owned(), node }));
                assert_eq!(uids.uid(document, node), Some(uid));
                assert!(uids.was_given(uid));
            }
            let stored = serde_json::to_string(&uids).unwrap();
            uids = serde_json::from_str(&stored).unwrap();
        }
        let given: HashSet<u32> = known.values().copied().collect();
        assert_eq!(given.len(), known.len(), "seed {seed}: a uid was given twice");
    }
}

#[test]
fn a_chain_of_changes_resolves_every_uid_as_a_full_look_does() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut uids = UidTable::default();
        let mut raw = random_page(&mut rng);
        let mut before = Index::build(raw.clone(), &mut uids);
        let mut valid: HashSet<u32> = before.elements.iter().map(|e| e.uid).collect();
        for step in 0..8 {
            match rng.usize(..4) {
                0 if raw.nodes.len() > 1 => _ = raw.nodes.remove(rng.usize(..raw.nodes.len())),
                1 => raw.nodes.reverse(),
                2 => {
                    let at = rng.usize(..raw.nodes.len());
                    raw.nodes[at].name.push_str(" more");
                }
                _ => {
                    let number = 1_000 + step;
                    let node = random_node(&mut rng, number);
                    raw.nodes.push(node);
                }
            }
            let after = Index::build(raw.clone(), &mut uids);
            match changes(&before, &after, &RenderOptions::default()) {
                None => valid = after.elements.iter().map(|e| e.uid).collect(),
                Some(text) => {
                    for line in text.lines() {
                        let number = line.get(2..).and_then(|l| l.split(' ').next()).and_then(|n| n.parse().ok());
                        match (line.get(..2), number) {
                            (Some("+ "), Some(uid)) => _ = valid.insert(uid),
                            (Some("- "), Some(uid)) => _ = valid.remove(&uid),
                            _ => {}
                        }
                    }
                }
            }
            let real: HashSet<u32> = after.elements.iter().map(|e| e.uid).collect();
            assert_eq!(valid, real, "seed {seed}");
            before = after;
        }
    }
}

#[test]
fn paging_gives_the_whole_text_once() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut raw = random_page(&mut rng);
        // Link addresses are appended when reading.
        raw.nodes.iter_mut().for_each(|node| node.href.clear());
        let expected: String = raw.text.chars().filter(|c| !clean::is_hidden(*c)).collect();
        let index = Index::build(raw, &mut UidTable::default());
        let limit = 5 + rng.usize(..200);
        let (mut whole, mut offset) = (String::new(), 0);
        loop {
            let (text, next) = find::read(&index, offset, limit);
            whole.push_str(&text);
            match next {
                Some(next) => {
                    assert!(next > offset);
                    offset = next;
                }
                None => break,
            }
        }
        assert_eq!(whole, expected, "seed {seed}");
    }
}

#[test]
fn broken_answers_are_errors_never_panics() {
    let good = std::fs::read_to_string(testdata("controls.json")).unwrap();
    for seed in 0..2_000 {
        let mut rng = Rng::with_seed(seed);
        let mut bytes = good.clone().into_bytes();
        for _ in 0..1 + rng.usize(..4) {
            let at = rng.usize(..bytes.len());
            bytes[at] = b"0{}[],:\"9"[rng.usize(..9)];
        }
        if let Ok(raw) = RawPage::parse(&String::from_utf8_lossy(&bytes)) {
            let index = Index::build(raw, &mut UidTable::default());
            assert!(tokens(&render(&index, &RenderOptions::default())) <= 4_000);
        }
    }
    assert!(RawPage::parse("{\"v\":99}").is_err());
    assert!(RawPage::parse("").is_err());
}

#[test]
fn page_answers_tell_missing_and_gone_from_good() {
    use page_api::{PageApiError, Probe, read, read_walk};
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert!(matches!(read::<Probe>(json("{\"missing\":true}")), Err(PageApiError::Missing)));
    assert!(matches!(read::<Probe>(json("null")), Err(PageApiError::Missing)));
    assert!(matches!(read::<Probe>(json("{\"gone\":true}")), Err(PageApiError::Gone)));
    assert!(matches!(read::<Probe>(json("{\"failed\":\"no\"}")), Err(PageApiError::Failed(_))));
    let probe =
        read::<Probe>(json("{\"role\":\"button\",\"hit\":\"itself\",\"point\":[1.5,2],\"rect\":[1,2,3,4]}")).unwrap();
    assert!(probe.hit.reaches() && probe.point == Some([1.5, 2.0]));
    assert!(matches!(read_walk(json("{\"missing\":true}")), Err(PageApiError::Missing)));
    assert!(read_walk(serde_json::Value::String("{\"v\":1}".into())).is_ok());
}

#[test]
fn long_options_are_told_apart_by_both_ends() {
    let option = |label: &str| crate::raw::RawOption { label: label.to_owned(), ..Default::default() };
    let labels = [
        "Authentication and Authorization | group | Can add group",
        "Authentication and Authorization | group | Can view group",
    ];
    let node = raw::RawNode {
        node: 1,
        tag: "select".into(),
        role: "listbox".into(),
        name: "Available".into(),
        options: labels.map(option).into(),
        option_count: 2,
        rect: raw::Rect { x: 0, y: 0, width: 100, height: 20 },
        ..raw::RawNode::default()
    };
    let page = RawPage { version: raw::RAW_VERSION, nodes: vec![node], ..RawPage::default() };
    let text = render(&Index::build(page, &mut UidTable::default()), &RenderOptions::default());
    assert!(
        text.contains("\"Authentication and A…oup | Can add group\", \"Authentication and A…up | Can view group\""),
        "{text}"
    );
}

#[test]
fn links_whose_address_says_nothing_are_each_told() {
    let link = |node: u32, name: &str, href: &str, context: u32| RawNode {
        node,
        tag: "a".into(),
        role: "link".into(),
        name: name.into(),
        href: href.into(),
        context,
        ..RawNode::default()
    };
    let row = |label: &str| RawContext { parent: 0, kind: "row".into(), label: label.into() };
    let raw = RawPage {
        version: RAW_VERSION,
        url: "https://a.example/list?page=2".into(),
        contexts: vec![row("Ann"), row("Bob")],
        nodes: vec![
            link(1, "Open Open", "https://a.example/list?page=2#", 0),
            link(2, "Open Open", "https://a.example/list?page=2#", 0),
            link(3, "Edit", "https://a.example/list", 1),
            link(4, "Edit inline", "https://a.example/list#", 1),
            link(5, "Edit", "https://a.example/list", 2),
            link(6, "Home", "https://a.example/", 0),
            link(7, "Home", "https://a.example/", 0),
        ],
        ..RawPage::default()
    };
    let index = Index::build(raw, &mut UidTable::default());
    let text = render(&index, &RenderOptions::default());
    for (line, times) in [("\"Open\"\n", 2), ("\"Edit\" ", 2), ("\"Edit inline\"", 1), ("\"Home\"", 1)] {
        assert_eq!(text.matches(line).count(), times, "{line} in {text}");
    }
}

#[test]
fn what_is_around_one_control_and_says_no_more_is_no_element_of_its_own() {
    let node = |number: u32, role: &str, why: &str, name: &str, parent: u32| RawNode {
        node: number,
        tag: "div".into(),
        role: role.into(),
        why: why.into(),
        name: name.into(),
        parent,
        ..RawNode::default()
    };
    let kept = |nodes: &[RawNode]| -> Vec<u32> {
        let keep = super::distil::kept_nodes(nodes, &[]);
        nodes.iter().zip(keep).filter(|(_, keep)| *keep).map(|(node, _)| node.node).collect()
    };
    // A calendar day; a cell around a tick box, with what is drawn for it in between.
    assert_eq!(kept(&[node(1, "gridcell", "", "March 1", 0), node(2, "button", "", "March 1", 1)]), [2]);
    let ticked =
        [node(1, "gridcell", "", "Select", 0), node(2, "", "pointer", "", 1), node(3, "checkbox", "", "Select", 2)];
    assert_eq!(kept(&ticked), [3]);
    // A field's box, which repeats its label and name.
    assert_eq!(kept(&[node(1, "", "pointer", "Food Food", 0), node(2, "combobox", "", "Food", 1)]), [2]);
    // A cell that says more, and one with two controls.
    assert_eq!(kept(&[node(1, "gridcell", "", "Ann Edit", 0), node(2, "button", "", "Edit", 1)]), [1, 2]);
    let two =
        [node(1, "gridcell", "", "Edit Edit", 0), node(2, "button", "", "Edit", 1), node(3, "button", "", "Edit", 1)];
    assert_eq!(kept(&two), [1, 2, 3]);
    // Rows selected through their cells, rows without anything to press, and expandable rows.
    let cell = node(2, "gridcell", "", "Ann", 1);
    assert_eq!(kept(&[node(1, "row", "", "Ann", 0), cell.clone()]), [2]);
    assert_eq!(kept(&[node(1, "row", "", "Ann", 0)]), [1]);
    assert_eq!(kept(&[RawNode { states: state::COLLAPSED, ..node(1, "row", "", "Ann", 0) }, cell]), [1, 2]);
}

#[test]
fn what_waits_behind_an_open_menu_is_counted_and_not_listed() {
    let mut before = page("controls");
    before.overlays.clear();
    let mut after = before.clone();
    after.overlays.push(RawOverlay { node: 9_000, kind: "menu".into(), ..RawOverlay::default() });
    for node in &mut after.nodes {
        node.states |= state::BEHIND_MODAL;
    }
    after.nodes.push(RawNode {
        node: 9_001,
        tag: "div".into(),
        role: "menuitem".into(),
        name: "Copy".into(),
        overlay: 1,
        ..RawNode::default()
    });
    let mut uids = UidTable::default();
    let (before, after) = (Index::build(before, &mut uids), Index::build(after, &mut uids));
    let text = super::changes::changes(&before, &after, &RenderOptions::default()).unwrap();
    assert!(text.contains("MENUITEM | \"Copy\"") && text.contains("more behind the open menu)"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("- ")) && !text.contains("no visible change"), "{text}");
}

fn page_of(nodes: Vec<RawNode>, text: &str) -> RawPage {
    RawPage {
        version: RAW_VERSION,
        url: "https://a.example/".into(),
        document: "d".into(),
        nodes,
        text: text.into(),
        ..RawPage::default()
    }
}

fn button(node: u32, name: &str) -> RawNode {
    RawNode { node, tag: "button".into(), role: "button".into(), name: name.into(), ..RawNode::default() }
}

#[test]
fn signs_short_words_accents_and_any_order_are_found() {
    let names = ["+", "€", "H", "Straße", "Häagen", "Search the shop", "Café crème"];
    let nodes = names.iter().zip(1..).map(|(name, node)| button(node, name)).collect();
    let index = Index::build(page_of(nodes, "Total: 5 €\nThe shop\nKöln liegt am Rhein"), &mut UidTable::default());
    let check = |query: &str, expected: &[&str]| {
        let found = find::rank(&index, query);
        let found: Vec<&str> = found.iter().filter_map(|(uid, _)| Some(index.element(*uid)?.name.as_str())).collect();
        assert_eq!(found, expected, "{query}");
    };
    check("+", &["+"]);
    check("€", &["€"]);
    check("H", &["H"]);
    check("strasse", &["Straße"]);
    check("haagen", &["Häagen"]);
    check("shop search", &["Search the shop"]);
    check("creme cafe", &["Café crème"]);
    check("CAFE", &["Café crème"]);
    let text = |query: &str| find::find(&index, query, 5, &RenderOptions::default());
    assert!(text("€").contains("Total: 5 €"), "{}", text("€"));
    assert!(text("rhein koln").contains("Köln liegt am Rhein"), "{}", text("rhein koln"));
}

#[test]
fn a_field_without_a_name_says_its_kind_and_a_cut_value_where_the_rest_is() {
    let field = |node: u32, kind: &str, value: &str| RawNode {
        node,
        tag: "input".into(),
        input_type: kind.into(),
        role: "textbox".into(),
        value: Some(value.into()),
        ..RawNode::default()
    };
    let long = "word ".repeat(40);
    let nodes = vec![
        field(1, "search", ""),
        field(2, "email", ""),
        field(3, "tel", ""),
        RawNode { name: "Mail".into(), ..field(4, "email", "") },
        RawNode { name: "Note".into(), ..field(5, "text", &long) },
    ];
    let text = render(&Index::build(page_of(nodes, ""), &mut UidTable::default()), &RenderOptions::default());
    for line in [
        "1 | INPUT | \"\" [search]\n",
        "2 | INPUT | \"\" [email]\n",
        "3 | INPUT | \"\" [phone]\n",
        "4 | INPUT | \"Mail\"\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(text.contains("word…\" (all 200 characters: inspect)]\n"), "{text}");
}

#[test]
fn what_lies_over_many_is_told_once() {
    let covered = |node: u32, by: &str| RawNode {
        states: state::COVERED,
        covered_by: by.into(),
        ..button(node, &format!("Button {node}"))
    };
    let nodes = vec![covered(1, "dialog \"Cookies\""), covered(2, "dialog \"Cookies\""), covered(3, "div.bar")];
    let text = render(&Index::build(page_of(nodes, ""), &mut UidTable::default()), &RenderOptions::default());
    assert_eq!(text.matches("Cookies").count(), 1, "{text}");
    for line in
        ["([covered]: by dialog \"Cookies\")\n", "\"Button 2\" [covered]\n", "\"Button 3\" [covered by: div.bar]\n"]
    {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn rows_are_told_with_their_controls() {
    let sign = |node: u32, end: char| format!("\u{fdd0}{node}{end}");
    let (unsaid, said) = ('\u{fdd1}', '\u{fdd2}');
    let cell = |node: u32, name: &str| RawNode { tag: "td".into(), role: "gridcell".into(), ..button(node, name) };
    let text = format!(
        "| Ann | {} |\n| Bob | {} |\n| {} Oslo | {} Rome\n{}\nPress {} to go on",
        sign(1, unsaid),
        sign(2, unsaid),
        sign(3, said),
        sign(4, said),
        sign(5, unsaid),
        sign(5, unsaid)
    );
    let nodes = vec![
        button(1, "Delete"),
        button(2, "Delete"),
        cell(3, "Oslo"),
        cell(4, "Rome"),
        button(5, "Go"),
        button(6, "End"),
    ];
    let index = Index::build(page_of(nodes, &text), &mut UidTable::default());
    let look = render(&index, &RenderOptions::default());
    assert!(
        look.ends_with("TEXT:\n| Ann | [1] |\n| Bob | [2] |\n| [3] Oslo | [4] Rome\nPress [5] to go on\n"),
        "{look}"
    );
    assert!(!look.contains("\"Oslo\"") && look.contains("6 | BUTTON | \"End\""), "{look}");
    // Elements that did not fit into the list are named in the text.
    let tight = render(&index, &RenderOptions { tokens: 230, ..RenderOptions::default() });
    assert!(tight.contains("2 | BUTTON") != tight.contains("[2 Delete]"), "{tight}");
    assert_eq!(index.text, "| Ann | |\n| Bob | |\n| Oslo | Rome\nPress to go on");
    let (read, _) = find::read(&index, 0, 10_000);
    assert!(read.starts_with("| Ann | [1 Delete] |\n") && read.contains("\n[5 Go]\nPress [5 Go] to go on"), "{read}");
    assert!(find::find(&index, "Bob", 5, &RenderOptions::default()).contains("| Bob | [2 Delete] |"));
}

/// A page of groups of twelve buttons each, mostly out of view, and one button outside of them all.
fn page_of_groups(groups: u32) -> RawPage {
    let button = |at: u32| RawNode {
        node: 1 + at,
        rect: Rect { x: 0, y: 40 * i32::try_from(at).unwrap(), width: 90, height: 20 },
        context: 1 + at / 12,
        states: if at < 20 { state::IN_VIEW } else { 0 },
        hint: if at.is_multiple_of(3) { "btn-primary icon-left align-left".into() } else { String::new() },
        ..self::button(0, ["", "Primary button", "Secondary button"][at as usize % 3])
    };
    let last = RawNode { context: 0, ..button(groups * 12) };
    let context = |at| RawContext { parent: 0, kind: "section".into(), label: format!("Buttons of group {at}") };
    RawPage {
        viewport: Viewport { width: 1_000, height: 800, full_height: 40 * 12 * 40, ..Viewport::default() },
        contexts: (0..groups).map(context).collect(),
        ..page_of((0..groups * 12).map(button).chain([last]).collect(), "")
    }
}

#[test]
fn lines_share_their_surroundings_before_any_is_left_out() {
    let index = Index::build(page_of_groups(24), &mut UidTable::default());
    let all = look(&index, &RenderOptions::default());
    assert_eq!((all.left_out, all.shown.len()), (0, 289), "{}", all.text);
    assert!(all.text.contains("\n(a line without [in: …] is where the one above it is)\nELEMENTS"), "{}", all.text);
    let lines = all.text.lines().skip_while(|line| !line.starts_with("ELEMENTS")).skip(1).take(289);
    let mut place = String::new();
    for (line, uid) in lines.zip(&all.shown) {
        let element = index.element(*uid).unwrap();
        if let Some((_, told)) = line.split_once(" [in: ") {
            place = told.split(']').next().unwrap().to_owned();
        }
        assert!(line.starts_with(&format!("{uid} | BUTTON | \"")), "{line}");
        assert_eq!(place, element.context.first().map_or("page", String::as_str), "{line}");
        assert_eq!(line.contains("[looks like: icon-left align-left]"), element.name.is_empty(), "{line}");
    }
    // When not everything fits, it is shortened line by line.
    let more = Index::build(page_of_groups(90), &mut UidTable::default());
    let more = look(&more, &RenderOptions::default());
    assert!(more.left_out > 500 && !more.text.contains("(a line without"), "{}", more.left_out);
}
