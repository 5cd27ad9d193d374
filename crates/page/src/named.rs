//! The element that a name means: in its row, section, dialog, form or frame, exact names before others, and none where it could be several.

use super::classify::ElementKind;
use super::find;
use super::fold::{fold, plain};
use super::index::{Element, Index};
use super::signs::{self, Piece};
use super::uid::steady;

/// Most elements named where none is meant.
const CANDIDATES: usize = 6;
/// From here on scripts write words without blanks between them.
const UNSPACED: char = '\u{3040}';

/// An element by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Its name.
    pub text: String,
    /// Its row, section, dialog, form or frame; empty: anywhere.
    pub place: String,
    /// Which of several, counted from 1 in the page's order.
    pub nth: Option<u32>,
    /// Whether something is entered or chosen in it: then only what takes a value is meant, where there is any.
    pub takes_value: bool,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// This element.
    One(u32),
    /// Any of these.
    Several(Vec<u32>),
    /// None in that place; these elsewhere.
    Elsewhere(Vec<u32>),
    /// None; these are the most like it.
    Unknown(Vec<u32>),
}

/// Finds the element that is meant.
pub fn named(index: &Index, wanted: &Wanted) -> Named {
    let found = best(index, wanted, |element| !wanted.takes_value || takes_value(element));
    let found = if found.is_empty() && wanted.takes_value { best(index, wanted, is_no_row) } else { found };
    let found =
        if found.is_empty() && wanted.takes_value { only_one_called_by_its_place(index, wanted) } else { found };
    let found = without_their_rows(&found);
    if found.is_empty() {
        let anywhere = best(index, &Wanted { place: String::new(), ..wanted.clone() }, |_| true);
        return match anywhere {
            others if others.is_empty() || wanted.place.is_empty() => {
                let like = find::rank(index, &wanted.text).into_iter().map(|(uid, _)| uid);
                Named::Unknown(like.take(CANDIDATES).collect())
            }
            others => Named::Elsewhere(some(&others)),
        };
    }
    let chosen = match (wanted.nth, found.as_slice()) {
        (None, [only]) => Some(*only),
        (Some(nth), all) => (nth as usize).checked_sub(1).and_then(|at| all.get(at)).copied(),
        (None, _) => None,
    };
    chosen.map_or_else(|| Named::Several(some(&found)), |element| Named::One(element.uid))
}

/// A row that is called as the one thing in it means that.
fn without_their_rows<'a>(found: &[&'a Element]) -> Vec<&'a Element> {
    let held = |row: &Element| found.iter().filter(|element| element.row == Some(row.uid)).count();
    found.iter().filter(|element| is_no_row(element) || held(element) != 1).copied().collect()
}

/// A row takes no value: what is in it does.
fn is_no_row(element: &Element) -> bool {
    element.kind != ElementKind::Row
}

/// What shows only its choice is called by what it is in, if nothing else stands there.
fn only_one_called_by_its_place<'a>(index: &'a Index, wanted: &Wanted) -> Vec<&'a Element> {
    let is_called = |element: &&Element| element.context.first().is_some_and(|place| is_same(place, &wanted.text));
    let mut found: Vec<&Element> = index.usable().filter(|element| is_no_row(element)).filter(is_called).collect();
    if found.len() > 1 || !wanted.place.is_empty() {
        found.clear();
    }
    found
}

/// The only element in a place that takes a value.
pub fn only_field_in(index: &Index, place: &str) -> Option<u32> {
    let fields = index.usable().filter(|element| takes_value(element));
    let fields: Vec<&Element> = fields.filter(|element| place_rank(index, element, place).is_some()).collect();
    match fields.as_slice() {
        [only] => Some(only.uid),
        _ => None,
    }
}

fn some(elements: &[&Element]) -> Vec<u32> {
    elements.iter().take(CANDIDATES).map(|element| element.uid).collect()
}

/// Whether something can be entered or chosen in it.
fn takes_value(element: &Element) -> bool {
    let states = &element.states;
    element.value.is_some()
        || element.kind.takes_text()
        || element.kind.is_checkable()
        || !element.options.is_empty()
        || states.has_popup
        || states.expanded.is_some()
        || states.pressed.is_some()
}

/// The elements that fit best, in the page's order; what an open dialog blocks only where nothing else fits as well.
fn best<'a>(index: &'a Index, wanted: &Wanted, is_eligible: impl Fn(&Element) -> bool) -> Vec<&'a Element> {
    let mut found: Vec<((u32, u32, bool), &Element)> = Vec::new();
    for element in index.elements.iter().filter(|element| is_eligible(element)) {
        let Some(name) = name_rank(element, &wanted.text) else { continue };
        let place = if wanted.place.trim().is_empty() { Some(0) } else { place_rank(index, element, &wanted.place) };
        let Some(place) = place else { continue };
        let rank = (name, place, element.states.behind_modal);
        // Only the best are kept.
        match found.first().map(|(best, _)| rank.cmp(best)) {
            None | Some(std::cmp::Ordering::Equal) => found.push((rank, element)),
            Some(std::cmp::Ordering::Less) => found = vec![(rank, element)],
            Some(std::cmp::Ordering::Greater) => {}
        }
    }
    found.into_iter().map(|(_, element)| element).collect()
}

/// How well a name fits, best first: letter by letter, but for case and signs, but for what ticks or by what else names it, as a part of it.
fn name_rank(element: &Element, wanted: &str) -> Option<u32> {
    let blank = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = blank(wanted);
    if wanted.is_empty() {
        return None;
    }
    let others = [steady(&element.name), element.placeholder.clone(), element.hint.clone()];
    match () {
        () if blank(&element.name) == wanted => Some(0),
        () if is_same(&element.name, &wanted) => Some(1),
        () if others.iter().any(|other| is_same(other, &wanted)) || is_same(&uncounted(&element.name), &wanted) => {
            Some(2)
        }
        () if is_part(&element.name, &wanted) => Some(3),
        () => None,
    }
}

/// Most lines of text that a control may end.
const MOST_LINES: usize = 8;

/// The words of the text from the control before one, or the heading over it, up to the end of its line.
fn words_before(index: &Index, uid: u32) -> String {
    let lines: Vec<&str> = index.placed_text().split('\n').collect();
    let holds = |line: &str, is_it: &dyn Fn(u32) -> bool| {
        signs::pieces(line).any(|piece| matches!(piece, Piece::Sign { number, .. } if is_it(number)))
    };
    let Some(at) = lines.iter().position(|line| holds(line, &|number| number == uid)) else { return String::new() };
    let before = lines.iter().take(at).rev().take(MOST_LINES);
    let own = before.take_while(|line| !line.starts_with("## ") && !holds(line, &|_| true)).count();
    let all = lines.iter().take(at + 1).skip(at - own).map(|line| signs::words(line));
    all.collect::<Vec<_>>().join(" ")
}

/// A name without its numbers, which only count; the whole of one that has nothing else.
fn uncounted(name: &str) -> String {
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic) || !word.chars().any(|c| c.is_ascii_digit());
    name.split_whitespace().filter(is_word).collect::<Vec<_>>().join(" ")
}

/// How well a place fits: it is called so, what is there names it, or the line or the box around it says so.
fn place_rank(index: &Index, element: &Element, wanted: &str) -> Option<u32> {
    let overlay = element.overlay.and_then(|at| index.overlays.get(at));
    let frame = element.frame.and_then(|at| index.frames.get(at));
    let form = element.form.as_ref().map(|form| form.name.as_str());
    let called = element.context.iter().map(String::as_str);
    let called = called.chain(overlay.into_iter().flat_map(|overlay| [overlay.label.as_str(), overlay.kind.as_str()]));
    let called: Vec<&str> = called.chain(frame.map(|frame| frame.label.as_str())).chain(form).collect();
    if called.iter().any(|called| is_same(called, wanted)) {
        return Some(0);
    }
    let says = called.iter().any(|called| is_part(called, wanted)) || is_part(&index.row_of(element.uid), wanted);
    let is_around = || {
        is_part(&words_before(index, element.uid), wanted)
            || index.box_around(element).is_some_and(|around| is_part(&around.name, wanted))
    };
    if says { Some(1) } else { is_around().then_some(2) }
}

fn is_same(text: &str, wanted: &str) -> bool {
    let folded = fold(wanted);
    // Signs alone have no words.
    if folded.is_empty() { plain(text) == plain(wanted) } else { fold(text) == folded }
}

/// Whether it is there as whole words.
fn is_part(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (fold(text), fold(wanted));
    !wanted.is_empty()
        && (format!(" {text} ").contains(&format!(" {wanted} "))
            || wanted.contains(|c| c >= UNSPACED) && text.contains(&wanted))
}

#[cfg(test)]
mod tests {
    use super::super::raw::{RAW_VERSION, RawContext, RawNode, RawOverlay, RawPage, Rect, state};
    use super::super::uid::UidTable;
    use super::*;

    fn node(number: u32, tag: &str, name: &str, context: u32) -> RawNode {
        RawNode { node: number, tag: tag.into(), name: name.into(), context, ..RawNode::default() }
    }

    fn row(label: &str) -> RawContext {
        RawContext { parent: 0, kind: "row".into(), label: label.into() }
    }

    fn page(nodes: Vec<RawNode>, contexts: Vec<RawContext>) -> Index {
        let raw = RawPage {
            version: RAW_VERSION,
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes,
            contexts,
            ..RawPage::default()
        };
        Index::build(raw, &mut UidTable::default())
    }

    fn people() -> Index {
        let rows = ["Deloitte, 4 jobs", "Bob Stone", "Bob Jones"];
        let contexts = rows.iter().map(|label| row(label)).collect();
        let nodes = (0..3).flat_map(|at| {
            [node(at * 2 + 1, "button", "Follow", at + 1), node(at * 2 + 2, "button", "Follow back", at + 1)]
        });
        page(nodes.collect(), contexts)
    }

    fn wanted(text: &str, place: &str) -> Wanted {
        Wanted { text: text.into(), place: place.into(), ..Wanted::default() }
    }

    fn node_of(index: &Index, named: &Named) -> u32 {
        match named {
            Named::One(uid) => index.element(*uid).unwrap().target.node,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_name_means_the_element_of_that_name_in_its_row() {
        let index = people();
        for (text, place, node) in [
            ("Follow", "Deloitte", 1),
            ("follow", "deloitte", 1),
            ("Follow", "Bob Stone", 3),
            ("Follow back", "Bob Jones", 6),
            ("Back", "Bob Jones", 6),
        ] {
            assert_eq!(node_of(&index, &named(&index, &wanted(text, place))), node, "{text} in {place}");
        }
    }

    #[test]
    fn what_could_be_several_is_none() {
        let index = people();
        let several = |wanted: &Wanted| matches!(named(&index, wanted), Named::Several(all) if all.len() > 1);
        assert!(several(&wanted("Follow", "")));
        assert!(several(&wanted("Follow", "Bob")));
        assert!(several(&Wanted { nth: Some(9), ..wanted("Follow", "") }));
        let third = Wanted { nth: Some(3), ..wanted("Follow", "") };
        assert_eq!(node_of(&index, &named(&index, &third)), 5);
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is_like_it() {
        let index = people();
        assert!(matches!(named(&index, &wanted("Follow", "Carol")), Named::Elsewhere(all) if all.len() == 3));
        assert!(matches!(named(&index, &wanted("Unfollow", "")), Named::Unknown(_)));
        // A part of a word is not a name.
        assert!(matches!(named(&index, &wanted("Foll", "")), Named::Unknown(like) if !like.is_empty()));
    }

    #[test]
    fn an_exact_name_wins_over_longer_ones_and_a_field_over_a_link() {
        let link = node(3, "a", "Email", 0);
        let mut field = node(4, "input", "Email address", 0);
        field.value = Some(String::new());
        let index = page(vec![node(1, "button", "Save", 0), node(2, "button", "Save all", 0), link, field], Vec::new());
        assert_eq!(node_of(&index, &named(&index, &wanted("Save", ""))), 1);
        assert_eq!(node_of(&index, &named(&index, &wanted("Email", ""))), 3);
        let entered = Wanted { takes_value: true, ..wanted("Email", "") };
        assert_eq!(node_of(&index, &named(&index, &entered)), 4);
        // Where nothing takes a value, the act itself says why it cannot be done.
        let pressed = Wanted { takes_value: true, ..wanted("Save", "") };
        assert_eq!(node_of(&index, &named(&index, &pressed)), 1);
    }

    #[test]
    fn what_shows_only_its_choice_is_meant_by_what_it_stands_in() {
        let contexts = vec![row("Font"), row("Size")];
        let nodes = || {
            vec![node(1, "div", "Inter \u{25be}", 1), node(2, "div", "12 \u{25be}", 2), node(3, "button", "Reset", 0)]
        };
        let index = page(nodes(), contexts.clone());
        let entered = |text: &str| Wanted { takes_value: true, ..wanted(text, "") };
        assert_eq!(node_of(&index, &named(&index, &entered("font"))), 1);
        assert!(matches!(named(&index, &wanted("Font", "")), Named::Unknown(_)), "nothing is pressed by its place");
        let more = page([nodes(), vec![node(4, "div", "Bold", 1)]].concat(), contexts);
        assert!(matches!(named(&more, &entered("Font")), Named::Unknown(_)));
    }

    #[test]
    fn counts_and_pictures_are_no_part_of_a_name_and_what_a_box_says_is_a_place() {
        let nodes = vec![
            node(1, "input", "Search invoices, quotes", 0),
            node(2, "div", "\u{1f4c4} Invoices 13", 0),
            node(3, "div", "\u{1f504} Repeating Invoices", 0),
        ];
        let index = page(nodes, Vec::new());
        assert_eq!(node_of(&index, &named(&index, &wanted("Invoices", ""))), 2);
        let at = |y: i32, height: i32| Rect { x: 0, y, width: 100, height };
        let mails = ["Budget Summary for May", "Lunch on Thursday"];
        let boxes = (0..2).flat_map(|mail| {
            let y = mail * 50;
            let row = RawNode { rect: at(y, 40), ..node(10 + mail as u32, "div", mails[mail as usize], 0) };
            [row, RawNode { rect: at(y + 10, 10), ..node(20 + mail as u32, "button", "Star", 0) }]
        });
        let index = page(boxes.collect(), Vec::new());
        assert_eq!(node_of(&index, &named(&index, &wanted("Star", "Budget Summary"))), 20);
        assert!(matches!(named(&index, &wanted("Star", "Dinner")), Named::Elsewhere(_)));
        // The words before it up to another control are its own.
        let text =
            "## Time\nNina Kowalski\n1h\nSafari debugging\n\u{fdd0}1\u{fdd1} \nBob\nPrinting\n\u{fdd0}2\u{fdd1} \n";
        let nodes = vec![node(1, "button", "Delete", 0), node(2, "button", "Remove", 0)];
        let raw =
            RawPage { version: RAW_VERSION, document: "d".into(), nodes, text: text.into(), ..RawPage::default() };
        let index = Index::build(raw, &mut UidTable::default());
        assert_eq!(node_of(&index, &named(&index, &wanted("Delete", "Safari debugging"))), 1);
        assert!(matches!(named(&index, &wanted("Delete", "Printing")), Named::Elsewhere(_)));
    }

    #[test]
    fn what_ticks_is_no_part_of_a_name_and_signs_are_names() {
        let nodes = vec![node(1, "a", "Inbox (3)", 0), node(2, "a", "Inbox rules", 0), node(3, "button", "+", 0)];
        let index = page(nodes, Vec::new());
        assert_eq!(node_of(&index, &named(&index, &wanted("Inbox", ""))), 1);
        assert_eq!(node_of(&index, &named(&index, &wanted("+", ""))), 3);
    }

    #[test]
    fn in_a_dialog_the_dialogs_own_is_meant() {
        let behind = RawNode { states: state::BEHIND_MODAL, ..node(1, "button", "Delete", 0) };
        let own = RawNode { overlay: 1, ..node(2, "button", "Delete", 0) };
        let raw = RawPage {
            version: RAW_VERSION,
            document: "d".into(),
            nodes: vec![behind, own],
            overlays: vec![RawOverlay { node: 9, kind: "dialog".into(), label: "Delete Bob?".into(), modal: true }],
            ..RawPage::default()
        };
        let index = Index::build(raw, &mut UidTable::default());
        for place in ["", "Delete Bob?", "dialog", "Bob"] {
            assert_eq!(node_of(&index, &named(&index, &wanted("Delete", place))), 2, "{place}");
        }
    }

    #[test]
    fn a_cell_that_the_context_does_not_tell_names_the_row() {
        let contexts = vec![row("INV-001"), row("INV-002")];
        let nodes = vec![node(1, "button", "Pay", 1), node(2, "button", "Pay", 2)];
        let text = "| INV-001 | Acme | \u{fdd0}1\u{fdd1} |\n| INV-002 | Bolt | \u{fdd0}2\u{fdd1} |";
        let raw = RawPage {
            version: RAW_VERSION,
            document: "d".into(),
            nodes,
            contexts,
            text: text.into(),
            ..RawPage::default()
        };
        let index = Index::build(raw, &mut UidTable::default());
        assert_eq!(node_of(&index, &named(&index, &wanted("Pay", "Bolt"))), 2);
        assert_eq!(only_field_in(&index, "Bolt"), None);
    }
}
