//! Whoever knows the old look and the changes knows the new look: over thousands of random changes of real and generated pages.

use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

use super::super::raw::{RawContext, RawNode, RawOverlay, RawPage, Rect, state};
use super::super::render::look_from;
use super::super::tests::{button, page, page_of, pick, random_page, rows_page};
use super::super::{Index, RenderOptions, UidTable, render};
use super::changes;

const ROOM: RenderOptions =
    RenderOptions { tokens: 1_000_000, task_words: Vec::new(), text_chars: 10_000_000, show_typed_values: false };

/// What a reader of looks knows of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Known {
    url: String,
    title: String,
    /// Head lines, and what waits behind a dialog, by their first word.
    remarks: BTreeMap<String, String>,
    /// uid and line, without what is kept separately below.
    elements: Vec<(u32, String)>,
    focused: BTreeSet<u32>,
    hover: BTreeSet<u32>,
    covered: BTreeMap<u32, String>,
    text: Vec<String>,
    /// What the rows of lists have in common.
    legends: BTreeSet<String>,
    /// Which elements are said to be in which frame.
    frames: BTreeMap<u32, String>,
}

/// The uids in a row's line.
fn held(line: &str) -> Vec<u32> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let behind = line.split("\" ").skip(1).collect::<Vec<_>>().join("\" ");
    let named = behind.split('[').skip(1).filter_map(|part| digits(part).parse().ok());
    let cells = behind.split("[cells ").nth(1).and_then(|rest| rest.split(']').next()).map(numbers);
    named.chain(cells.into_iter().flatten()).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// The same where runs of them are shown by their ends.
fn spread(text: &str) -> Vec<u32> {
    let run = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        first.parse::<u32>().unwrap()..=last.parse().unwrap()
    };
    text.split(' ').flat_map(run).collect()
}

/// The inside of `(start … )`.
fn remark<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.strip_prefix('(')?.strip_prefix(start)?.strip_suffix(')')
}

impl Known {
    fn of(look: &str) -> Self {
        let mut known = Self::default();
        let (mut in_text, mut in_list) = (false, false);
        let mut cover: Option<(String, Vec<u32>)> = None;
        for line in look.lines() {
            match line {
                _ if in_text => known.text.push(line.to_owned()),
                "TEXT:" => in_text = true,
                _ if line.starts_with("ELEMENTS (uid") => in_list = true,
                _ if in_list && line.starts_with("(rows") => _ = known.legends.insert(line.to_owned()),
                _ if in_list && line.starts_with('(') => _ = known.remarks.insert("behind".into(), line.into()),
                _ if in_list => known.put(line, None),
                _ if line.starts_with("URL: ") => known.url = line.into(),
                _ if line.starts_with("Title: ") => known.title = line.into(),
                _ if line.starts_with("(in frame ") => known.frame(line),
                _ => match remark(line, "covered by ").and_then(|rest| rest.rsplit_once(": ")) {
                    Some((by, all)) => cover = Some((by.to_owned(), spread(all))),
                    None => known.remark(line),
                },
            }
        }
        known
            .covered
            .values_mut()
            .filter(|by| matches!(by.as_str(), "(told for all)" | "something"))
            .for_each(String::clear);
        let (by, under) = cover.unwrap_or_default();
        for (uid, _) in known.elements.iter().filter(|(uid, line)| under.contains(uid) && !line.contains(" | ROW | ")) {
            known.covered.entry(*uid).or_insert_with(|| by.clone());
        }
        known
    }

    /// Where two differ.
    fn against(&self, truth: &Self) -> String {
        let lines = |known: &Self| -> Vec<String> { format!("{known:#?}").lines().map(str::to_owned).collect() };
        let (mine, theirs) = (lines(self), lines(truth));
        let at = mine.iter().zip(&theirs).position(|(a, b)| a != b).unwrap_or_default();
        format!("{:#?} is {:#?}", &mine[at..mine.len().min(at + 3)], &theirs[at..theirs.len().min(at + 3)])
    }

    fn remark(&mut self, line: &str) {
        let word = line.trim_start_matches('(').split([' ', ':']).next().unwrap();
        self.remarks.insert(word.to_owned(), line.to_owned());
    }

    fn frame(&mut self, line: &str) {
        let (name, all) = line.trim_start_matches("(in frame ").trim_end_matches(')').rsplit_once(": ").unwrap();
        self.frames.extend(spread(all).into_iter().map(|uid| (uid, name.to_owned())));
    }

    fn uid(line: &str) -> u32 {
        line.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("no uid: {line}"))
    }

    /// Inserts a line; an old line of that number goes.
    fn put(&mut self, line: &str, at: Option<usize>) {
        let uid = Self::uid(line);
        let mut line = line.to_owned();
        self.forget(uid);
        let mut at = at.unwrap_or(self.elements.len());
        if let Some((front, rest)) = line.clone().split_once(" [focus: ") {
            let (focused, back) = rest.split_once(']').unwrap();
            self.focused.insert(focused.parse().unwrap());
            line = format!("{front}{back}");
        }
        if line.contains(" | ROW | ") {
            // A control that a row names no longer has a line of its own.
            for inner in held(&line) {
                at -= self.elements.iter().take(at).filter(|(known, _)| *known == inner).count();
                self.elements.retain(|(known, _)| *known != inner);
                self.covered.remove(&inner);
                self.hover.remove(&inner);
            }
        }
        for (mark, set) in [(" [focused]", &mut self.focused), (" [on hover]", &mut self.hover)] {
            if line.contains(mark) {
                line = line.replace(mark, "");
                set.insert(uid);
            }
        }
        // What is around may be called otherwise without a word.
        if let Some((front, rest)) = line.clone().split_once(" [in: ") {
            line = format!("{front}{}", rest.split_once(']').unwrap().1);
        }
        if let Some((front, rest)) = line.clone().split_once(" [covered") {
            let (by, back) = rest.split_once(']').unwrap();
            let by = by.trim_start_matches(" by: ");
            self.covered.insert(uid, if by.is_empty() { "(told for all)" } else { by }.to_owned());
            line = format!("{front}{back}");
        }
        self.elements.insert(at, (uid, line));
    }

    /// In changes, nothing is stated for all.
    fn settle(&mut self, line: &str) {
        if let Some(by) = self.covered.get_mut(&Self::uid(line)).filter(|by| *by == "(told for all)") {
            by.clear();
        }
    }

    fn forget(&mut self, uid: u32) {
        self.elements.retain(|(known, _)| *known != uid);
        self.focused.remove(&uid);
        self.hover.remove(&uid);
        self.covered.remove(&uid);
    }

    fn at(&self, uid: u32) -> usize {
        self.elements.iter().position(|(known, _)| *known == uid).unwrap_or_else(|| panic!("{uid} is not known"))
    }

    fn apply(&mut self, told: &str) {
        let lines: Vec<&str> = told.lines().skip(1).collect();
        let waits = lines.iter().any(|line| line.starts_with("(behind it: "));
        let named = lines.iter().any(|line| line.starts_with("(behind the open "));
        if waits && !named && !self.remarks.contains_key("behind") {
            let all: Vec<u32> = self.elements.iter().map(|(uid, _)| *uid).collect();
            all.into_iter().for_each(|uid| self.forget(uid));
        }
        for line in &lines {
            if line.starts_with("URL: ") {
                self.url = (*line).to_owned();
            } else if line.starts_with("Title: ") {
                self.title = (*line).to_owned();
            } else if let Some(uid) = line.strip_prefix("- ").filter(|rest| !rest.starts_with("TEXT ")) {
                self.forget(Self::uid(uid));
            } else if line.starts_with('(') {
                self.note(line);
            }
        }
        let mut last = None;
        for line in &lines {
            if let Some(line) = line.strip_prefix("+ ").filter(|rest| !rest.starts_with("TEXT ")) {
                let (line, at) = match line.rsplit_once(" [after: ") {
                    Some((line, after)) => (line, self.at(after.trim_end_matches(']').parse().unwrap()) + 1),
                    None if line.ends_with(" [first]") => (line.trim_end_matches(" [first]"), 0),
                    None => (line, last.map_or(self.elements.len(), |at| at + 1)),
                };
                self.put(line, Some(at));
                self.settle(line);
                last = Some(at);
            } else if let Some(line) = line.strip_prefix("~ ") {
                let at = self.at(Self::uid(line));
                self.put(line, Some(at));
                self.settle(line);
            }
        }
        self.read_text(&lines);
    }

    fn note(&mut self, line: &str) {
        let (kind, all) = line.trim_end_matches(')').rsplit_once(": ").unwrap_or((line, ""));
        match kind {
            "(order now" => {
                let order = numbers(all);
                let mut places: Vec<usize> = order.iter().map(|uid| self.at(*uid)).collect();
                places.sort_unstable();
                let known: BTreeMap<u32, String> = self.elements.iter().cloned().collect();
                for (at, uid) in places.into_iter().zip(order) {
                    self.elements[at] = (uid, known[&uid].clone());
                }
            }
            "(covered now" => self.covered.extend(numbers(all).into_iter().map(|uid| (uid, String::new()))),
            "(not covered any more" => numbers(all).iter().for_each(|uid| _ = self.covered.remove(uid)),
            "(shown on hover only" => self.hover.extend(numbers(all)),
            _ if kind.starts_with("(rows") => _ = self.legends.insert(line.to_owned()),
            _ if kind.starts_with("(in frame ") => self.frame(line),
            "(all other uids are still valid)" | "(no visible change; all uids are still valid)" => {}
            "(nothing has the focus)" => self.focused.clear(),
            "(not loading any more)" => _ = self.remarks.remove("still"),
            "(all of it on one screen)" => _ = self.remarks.remove("screen"),
            "(opened" => {}
            "(closed" => {
                let is_it = self.remarks.get("open").is_some_and(|open| open.contains(all.split('"').nth(1).unwrap()));
                if is_it {
                    self.remarks.remove("open");
                }
            }
            _ if kind.starts_with("(behind the open ") => numbers(all).into_iter().for_each(|uid| self.forget(uid)),
            _ if kind.starts_with("(covered by ") => {
                let by = kind.trim_start_matches("(covered by ").trim_end_matches(" now");
                self.covered.extend(numbers(all).into_iter().map(|uid| (uid, by.to_owned())));
            }
            _ if kind.starts_with("(new behind the open ") => {
                self.remarks.insert("behind".into(), format!("(behind it: {all} elements)"));
            }
            "(behind it" => {
                self.remarks.remove("behind");
                if all != "0 elements" {
                    self.remarks.insert("behind".into(), line.into());
                }
            }
            _ => match remark(line, "focus is on ") {
                Some(uid) => {
                    let uid: u32 = uid.parse().unwrap();
                    self.focused.clear();
                    let names = |(known, line): &(u32, String)| {
                        *known == uid || (line.contains(" | ROW | ") && held(line).contains(&uid))
                    };
                    if self.elements.iter().any(names) {
                        self.focused.insert(uid);
                    }
                }
                None => self.remark(line),
            },
        }
    }

    /// Replays changes over the old text from the top, as they are written.
    fn read_text(&mut self, lines: &[&str]) {
        let short = |line: &str| super::line(line, 80);
        let (mut at, mut begun) = (0, false);
        for told in lines {
            if let Some(gone) = told.strip_prefix("- TEXT ") {
                begun = true;
                let (nth, gone) = nth(gone);
                let many =
                    gone.split_once(" lines: ").and_then(|(count, rest)| Some((count.parse::<usize>().ok()?, rest)));
                if let Some((count, rest)) = many {
                    let (nth, rest) = self::nth(rest);
                    let first = rest.split_once(" … \"").unwrap().0;
                    at = self.find(at, nth, |line| super::quoted(line, 80) == first);
                    self.text.drain(at..at + count);
                } else {
                    at = self.find(at, nth, |line| short(line) == gone);
                    self.text.remove(at);
                }
            } else if let Some(new) = told.strip_prefix("+ TEXT ") {
                let mut new = new;
                if let Some(rest) = new.strip_prefix("(at the top) ") {
                    (at, new) = (0, rest);
                } else if let Some(rest) = new.strip_prefix("(after ") {
                    let (nth, rest) = nth(rest);
                    let (anchor, text) = rest.split_once("\") ").unwrap();
                    at = self.find(at, nth, |line| super::quoted(line, 40) == format!("{anchor}\"")) + 1;
                    new = text;
                } else if !begun {
                    at = self.text.len();
                }
                begun = true;
                self.text.insert(at, new.to_owned());
                at += 1;
            }
        }
    }

    fn find(&self, from: usize, nth: usize, fits: impl Fn(&str) -> bool) -> usize {
        let mut places = (from..self.text.len()).filter(|at| fits(&self.text[*at]));
        places.nth(nth - 1).unwrap_or_else(|| panic!("no such line from {from} on in {:#?}", self.text))
    }
}

fn nth(told: &str) -> (usize, &str) {
    match told.strip_prefix("(number ").and_then(|rest| rest.split_once(") ")) {
        Some((number, rest)) => (number.parse().unwrap(), rest),
        None => (1, told),
    }
}

/// Something that pages do to themselves.
fn mutate(page: &mut RawPage, rng: &mut Rng) {
    let count = page.nodes.len();
    let at = rng.usize(..count.max(1));
    let mut lines: Vec<String> = page.text.split('\n').map(str::to_owned).collect();
    let line = rng.usize(..lines.len());
    let kind = rng.usize(..26);
    match kind {
        0 => page.url = format!("{}?q={}", page.url.split('?').next().unwrap(), rng.usize(..9)),
        1 => page.title.push('!'),
        2 => page.viewport.scroll_y = rng.usize(..3_000) as i32,
        3 => page.ready_state = if page.ready_state == "loading" { "complete" } else { "loading" }.into(),
        4 => lines[line].push_str(" more"),
        5 => lines.insert(line, format!("A line of number {}", rng.usize(..5))),
        6 => _ = lines.drain(line..(line + 1 + rng.usize(..6)).min(lines.len())),
        7 => lines.rotate_left(line),
        8 => lines.push("One at the end".into()),
        9 if count > 0 => {
            let node = page.nodes[at].node;
            page.focused = node;
            for one in &mut page.nodes {
                one.states &= !state::FOCUSED;
                one.states |= if one.node == node { state::FOCUSED } else { 0 };
            }
        }
        10 if count > 0 => {
            page.nodes.remove(at);
        }
        11 => {
            let frame = page.nodes.get(at).map_or(0, |node| node.frame);
            let number = 5_000 + rng.u32(..1_000);
            if page.nodes.iter().all(|node| node.node != number) {
                let new = RawNode {
                    node: number,
                    tag: "button".into(),
                    role: "button".into(),
                    name: "New".into(),
                    context: rng.u32(..3),
                    frame,
                    ..RawNode::default()
                };
                lines.insert(line, format!("Row of \u{fdd0}{number}\u{fdd1}"));
                page.nodes.insert(at, new);
            }
        }
        12 if count > 1 => page.nodes.rotate_left(1 + at / 2),
        13 if count > 1 => page.nodes.swap(at, count - 1 - at),
        14 if count > 0 => page.nodes[at].hint = pick(rng, &["star", "star starred", ""]).into(),
        15 if count > 0 => page.nodes[at].name.push_str(" now"),
        16 if count > 0 => page.nodes[at].value = Some(format!("v{}", rng.usize(..3))),
        17 if count > 0 => page.nodes[at].placeholder = "Say something".into(),
        18 if count > 0 => {
            page.nodes[at].href = format!("https://other.example/{}/{}.pdf", page.nodes[at].node, rng.usize(..9));
        }
        19 if count > 0 => {
            let (by, span) = (pick(rng, &["dialog \"Cookies\"", "div.bar", ""]), 1 + rng.usize(..6));
            for node in page.nodes.iter_mut().skip(at).take(span) {
                node.states ^= state::COVERED;
                node.covered_by = if node.states & state::COVERED != 0 { by.into() } else { String::new() };
            }
        }
        20 if count > 0 => page.nodes[at].states ^= 1 << rng.usize(..13),
        21 if count > 0 => page.nodes[at].states ^= state::ON_HOVER,
        22 => {
            let label = format!("Dialog {}", rng.usize(..1_000));
            page.overlays.push(RawOverlay { node: 7_000 + rng.u32(..900), kind: "dialog".into(), label, modal: true });
            let from = rng.usize(..2) * at;
            page.nodes.iter_mut().skip(from).for_each(|node| node.states |= state::BEHIND_MODAL);
        }
        23 => {
            page.overlays.pop();
            page.nodes.iter_mut().for_each(|node| node.states &= !state::BEHIND_MODAL);
        }
        24 if !page.contexts.is_empty() => {
            let at = rng.usize(..page.contexts.len());
            let label = &mut page.contexts[at].label;
            *label = pick(rng, &["Cart (2)", "Cart (3)", "Orders, 5 min ago", "Orders, 6 min ago", "Other"]).into();
        }
        25 => page.contexts.push(RawContext { kind: "row".into(), label: "Cart (2)".into(), parent: 0 }),
        _ => {}
    }
    page.text = lines.join("\n");
}

#[test]
fn who_knows_the_old_look_and_the_changes_knows_the_new_look() {
    let real: Vec<RawPage> = ["controls", "nested", "overlay", "modal", "popover"].map(page).into();
    let (mut told, mut whole, mut same, mut rows) = (0, 0, 0, 0);
    for seed in 0..2_500 {
        let mut rng = Rng::with_seed(seed);
        let mut page = match rng.usize(..real.len() + 4) {
            at if at < real.len() => real[at].clone(),
            at if at < real.len() + 2 => rows_page(&mut rng),
            _ => random_page(&mut rng),
        };
        // The page may have been changed already.
        (0..rng.usize(..4)).for_each(|_| mutate(&mut page, &mut rng));
        // At most one element has the focus.
        let focused = page.focused;
        page.nodes.iter_mut().filter(|node| node.node != focused).for_each(|node| node.states &= !state::FOCUSED);
        // A repeated link is listed once, while changes name both.
        let links = page.nodes.iter_mut().filter(|node| !node.href.is_empty());
        links.for_each(|node| node.href = format!("{}-{}", node.href, node.node));
        let mut uids = UidTable::default();
        let before = Index::build(page.clone(), &mut uids);
        (0..1 + rng.usize(..4)).for_each(|_| mutate(&mut page, &mut rng));
        let after = Index::build(page, &mut uids);
        let (old, new) = (render(&before, &ROOM), look_from(&after, &ROOM, before.focused_part()).text);
        let Some(text) = changes(&before, &after, &ROOM) else {
            whole += 1;
            continue;
        };
        let mut known = Known::of(&old);
        known.apply(&text);
        let mut truth = Known::of(&new);
        // Of elements that are there, a reader knows the frame; a range may span others.
        for known in [&mut known, &mut truth] {
            let there: BTreeSet<u32> = known.elements.iter().map(|(uid, _)| *uid).collect();
            known.frames.retain(|uid, _| there.contains(uid));
        }
        assert!(truth.frames.iter().all(|one| known.frames.get(one.0) == Some(one.1)), "seed {seed}: {text}\n{new}");
        known.frames.clone_from(&truth.frames);
        assert!(truth.legends.is_subset(&known.legends), "seed {seed}: {text}\n{new}");
        known.legends.clone_from(&truth.legends);
        rows += usize::from(new.contains(" | ROW | "));
        assert!(known == truth, "seed {seed}: {}\n{text}\n--- old:\n{old}\n--- new:\n{new}", known.against(&truth));
        assert_eq!(text.contains("(no visible change"), Known::of(&old) == truth, "seed {seed}: {text}");
        told += 1;
        same += usize::from(old == new);
    }
    assert!(told > 2_000 && whole < 400 && same > 50 && rows > 300, "{told} {whole} {same} {rows}");
}

#[test]
fn what_a_person_would_see_happen_is_told() {
    let base = || {
        let mut page = page("controls");
        page.nodes.iter_mut().find(|node| node.name == "Show more").unwrap().hint = "star".into();
        page
    };
    let check = |change: &dyn Fn(&mut RawPage), expected: &[&str]| {
        let mut uids = UidTable::default();
        let (before, mut after) = (base(), base());
        change(&mut after);
        let (before, after) = (Index::build(before, &mut uids), Index::build(after, &mut uids));
        let told = changes(&before, &after, &RenderOptions::default()).unwrap();
        for line in expected {
            assert!(told.contains(line), "{line}\n{told}");
        }
    };
    let node = |page: &RawPage, name: &str| page.nodes.iter().position(|node| node.name == name).unwrap();
    check(
        &|page| {
            let at = node(page, "Show more");
            page.nodes[at].hint = "star starred".into();
        },
        &["~ 34 | ELEMENT | \"Show more\" [in: Results] [looks like: star starred]\n"],
    );
    check(
        &|page| {
            let (alpha, beta) = (node(page, "Delete"), page.nodes.iter().rposition(|n| n.name == "Delete").unwrap());
            page.nodes.swap(alpha, beta);
            page.text = page.text.replace("| Alpha |\n| Beta |", "| Beta |\n| Alpha |");
        },
        &["(order now: 44 43)\n", "+ TEXT (after \"| Item | Do\") | Beta |\n", "- TEXT | Beta |\n"],
    );
    check(&|page| page.text = page.text.replace("\n40 EUR", ""), &["- TEXT 40 EUR\n"]);
    check(
        &|page| {
            for node in page.nodes.iter_mut().filter(|node| node.tag == "a") {
                node.states |= state::COVERED;
                node.covered_by = "dialog \"Cookies\"".into();
            }
        },
        &["(covered by dialog \"Cookies\" now: 6 1 4 5 45)\n"],
    );
}

fn menu(names: &[&str], panel: &[&str], url: &str) -> RawPage {
    let field = |node, name: &&str| RawNode {
        tag: "input".into(),
        input_type: "text".into(),
        role: "".into(),
        ..button(node, name)
    };
    let menu = names.iter().zip(1..).map(|(name, at)| button(at, name));
    let first = 100 + 100 * panel.first().map_or(0, |name| u32::from(name.starts_with('P')));
    let fields = panel.iter().zip(first..).map(|(name, at)| field(at, name));
    RawPage { url: url.into(), ..page_of(menu.chain(fields).collect(), "## Page\nWords") }
}

#[test]
fn another_address_of_the_same_document_is_a_change_of_it() {
    let names: Vec<String> = (0..20).map(|at| format!("Entry number {at} of the menu")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let of = |kind: &str| -> Vec<String> { (0..14).map(|at| format!("{kind} {at} of the page")).collect() };
    let told = |to: &str, panel: &str| {
        let (content, other) = (of("Content"), of(panel));
        let panel = |all: &[String], url: &str| menu(&names, &all.iter().map(String::as_str).collect::<Vec<_>>(), url);
        let mut uids = UidTable::default();
        let before = Index::build(panel(&content, "https://a.example/3/"), &mut uids);
        let after = Index::build(panel(&other, to), &mut uids);
        changes(&before, &after, &RenderOptions::default())
    };
    let promoted = told("https://a.example/3/#promote", "Promote").unwrap();
    assert!(promoted.contains("\nURL: https://a.example/3/#promote\n") && !promoted.contains("Entry"), "{promoted}");
    assert_eq!(promoted.matches("\n+ ").count(), 14, "{promoted}");
    // The script of the page called it otherwise.
    let called = told("https://a.example/3/edit", "Content").unwrap();
    assert!(called.contains("URL: https://a.example/3/edit\n") && !called.contains("\n+ "), "{called}");
    // Another page of the application is looked at whole, and so is a page that changed by itself.
    assert_eq!(told("https://a.example/4", "Promote"), None);
    assert_eq!(told("https://a.example/3/", "Promote"), None);
}

#[test]
fn what_is_drawn_freely_and_moved_is_told() {
    let drawn = |places: [Option<[i32; 2]>; 4], y: i32| {
        let names = ["timestamp", "debug 1", "link out", "Save"];
        let node = |(place, at): (Option<[i32; 2]>, u32)| RawNode {
            place,
            rect: Rect { x: 9, y, width: 20, height: 20 },
            ..button(at, names[at as usize - 1])
        };
        page_of(places.into_iter().zip(1..).map(node).collect(), "Flow")
    };
    let told = |places, y| {
        let mut uids = UidTable::default();
        let before = drawn([Some([300, 150]), Some([550, 150]), Some([700, 150]), None], 40);
        let (before, after) = (Index::build(before, &mut uids), Index::build(drawn(places, y), &mut uids));
        changes(&before, &after, &RenderOptions::default()).unwrap()
    };
    let one = told([Some([300, 150]), Some([420, 150]), Some([703, 151]), None], 40);
    assert_eq!(one, "CHANGES since the last look:\n~ 2 moved by (-130, 0)\n(all other uids are still valid)\n");
    let several = told([Some([310, 170]), Some([560, 170]), Some([650, 150]), None], 40);
    assert!(several.contains("\n~ 3 moved by (-50, 0)\n~ 1 2 moved by (10, 20)\n"), "{several}");
    // The layout pushed all of them down.
    let still = told([Some([300, 150]), Some([550, 150]), Some([700, 150]), None], 400);
    assert!(still.contains("(no visible change"), "{still}");
}

#[test]
fn which_fields_are_in_which_frame_is_told() {
    let field = |node, frame, name| RawNode {
        tag: "input".into(),
        value: Some("".into()),
        role: "".into(),
        frame,
        ..button(node, name)
    };
    let frames = |label: &str| {
        let mut page = page("nested");
        page.frames.iter_mut().for_each(|frame| frame.label = label.into());
        page.frames.truncate(2);
        page
    };
    let with = |label: &str, more: &[RawNode]| {
        let mut nodes = vec![field(1, 0, "Title"), field(2, 1, "Text"), RawNode { frame: 1, ..button(3, "Bold") }];
        nodes.extend_from_slice(more);
        nodes.push(RawNode { frame: 2, ..button(9, "Play") });
        RawPage { frames: frames(label).frames, ..page_of(nodes, "") }
    };
    let mut uids = UidTable::default();
    let before = Index::build(with("Editor", &[]), &mut uids);
    let look = render(&before, &ROOM);
    assert!(look.contains("\n(in frame \"Editor\": 2 3)\nELEMENTS"), "{look}");
    assert_eq!(look.matches("in frame").count(), 1, "a frame without a field is not told: {look}");
    let after = Index::build(with("Editor", &[field(4, 1, "Tags"), field(5, 0, "Slug")]), &mut uids);
    let told = changes(&before, &after, &ROOM).unwrap();
    let tags = after.elements.iter().find(|e| e.name == "Tags").unwrap().uid;
    assert!(told.contains(&format!("\n(in frame \"Editor\": {tags})\n")), "{told}");
    let nameless = render(&Index::build(with("", &[]), &mut UidTable::default()), &ROOM);
    assert!(nameless.contains("(in frame \"") && !nameless.contains("(in frame \"\""), "{nameless}");
}
