//! The page's text in its forms: within a look, whole for reading, line by line for changes and searches.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use super::anchors::{For, Placing, Says, Spoken};
use super::budget::tokens;
use super::clean::{bare, line, units};
use super::index::{FieldValue, Index};
use super::line::{Lines, NAME_CAP};
use super::rows::Row;

/// Longest line of text in a look, in characters.
const LINE_CAP: usize = 2_000;

/// What a line of the text is to a look that has a list, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineUse {
    /// Nothing but the whole name of a listed control.
    Name,
    /// Nothing but parts of one, or several.
    Names,
    /// A heading.
    Heading,
    Words,
    Empty,
}

fn part<'a>(
    raw: &str,
    placing: &'a Placing<'_>,
    is_listed: &dyn Fn(u32) -> bool,
    spoken: &mut Vec<Spoken<'a>>,
) -> LineUse {
    match placing.says_names(raw, is_listed, spoken) {
        _ if placing.line(raw).is_empty() => LineUse::Empty,
        _ if raw.starts_with("## ") => LineUse::Heading,
        Says::Name if !placing.holds_others(raw) => LineUse::Name,
        Says::Names if !placing.holds_others(raw) => LineUse::Names,
        _ => LineUse::Words,
    }
}

/// The lines of the text beside a list, each with its line in the page's text. What only repeats listed controls is left out, unless it is the name of
/// a single one beside other words: there it may be what names them.
///
/// Rows of the list are shown there; of longer ones the whole text stays.
fn told<'a>(text: &'a str, placing: &Placing<'_>, is_listed: &dyn Fn(u32) -> bool) -> Vec<(&'a str, String)> {
    let is_told = |uid: u32| is_listed(uid) && placing.index.rows.by_number.get(&uid).is_some_and(Row::is_short);
    let (mut open, mut spoken) = (Vec::new(), Vec::new());
    let parts: Vec<(&str, Cow<'_, str>, LineUse)> = text
        .split('\n')
        .map(|raw| {
            let outside = super::signs::outside_rows(raw, &mut open, &is_told);
            let part = part(&outside, placing, is_listed, &mut spoken);
            (raw, outside, part)
        })
        .collect();
    let shown: Vec<LineUse> = parts.iter().map(|(.., part)| *part).filter(|part| *part != LineUse::Empty).collect();
    let mut at: usize = 0;
    let mut is_told = |part: LineUse| {
        let beside = |other: Option<&LineUse>| other == Some(&LineUse::Words);
        let (before, after) = (at.checked_sub(1).and_then(|before| shown.get(before)), shown.get(at + 1));
        at += usize::from(part != LineUse::Empty);
        match part {
            LineUse::Empty => false,
            LineUse::Names => placing.is_front,
            LineUse::Name => placing.is_front || beside(before) || beside(after),
            LineUse::Heading | LineUse::Words => true,
        }
    };
    let line = |(raw, outside, part): (&'a str, Cow<'_, str>, LineUse)| {
        (raw, if is_told(part) { line(&placing.line(&outside), LINE_CAP) } else { String::new() })
    };
    parts.into_iter().map(line).collect()
}

/// The text of what makes the rest wait, with the marks of controls.
fn front_text(index: &Index) -> Option<String> {
    if index.is_blocked() { super::signs::in_front(index.placed_text()) } else { None }
}

/// The lines of the whole text as in a look of unlimited size.
pub(super) fn lines(index: &Index, lines: &Lines<'_>) -> Vec<String> {
    let front = front_text(index);
    let placing = Placing { index, lines, purpose: For::Look(None), is_front: front.is_some() };
    let is_listed = |uid: u32| index.element(uid).is_some_and(|e| !e.states.behind_modal && e.is_listed());
    let told =
        told(front.as_deref().unwrap_or(index.placed_text()), &placing, &is_listed).into_iter().map(|(_, line)| line);
    told.filter(|line| !line.is_empty()).collect()
}

/// `TEXT:` with as many lines as fit, beside a list of these elements that names these uids.
pub(super) fn section(index: &Index, lines: &Lines<'_>, uids: &HashSet<u32>, chars: usize, budget: usize) -> String {
    let front = front_text(index);
    let placing = Placing { index, lines, purpose: For::Look(Some(uids)), is_front: front.is_some() };
    let reading = Placing { index, lines, purpose: For::Reading, is_front: false };
    let text = front.as_deref().unwrap_or(index.placed_text());
    let mut out = String::from("TEXT:\n");
    let mut left = budget.saturating_sub(2);
    let mut chars_left = chars;
    let mut offset = 0;
    let mut cut = false;
    for (raw, text) in told(text, &placing, &|uid| uids.contains(&uid)) {
        let text = line(&text, chars_left.min(LINE_CAP));
        if !text.is_empty() {
            let cost = tokens(&text) + 1;
            if cost > left || chars_left == 0 {
                cut = true;
                break;
            }
            left -= cost;
            chars_left = chars_left.saturating_sub(text.chars().count() + 1);
            out.push_str(&text);
            out.push('\n');
        }
        let read = units(&reading.line(raw));
        offset += if read > 0 || raw.is_empty() { read + 1 } else { 0 };
    }
    if front.is_some() && cut {
        out.push_str("(more text: read_page)\n");
    } else if front.is_none() && (cut || index.is_text_cut()) {
        let _ = writeln!(out, "(more text: read_page with offset {offset})");
    }
    out
}

/// The page's text for reading, line by line, with uids and addresses; then field values that a look cuts, and links that are outside the text.
pub(super) fn reading(index: &Index) -> String {
    let written = Lines::of(index, index.usable(), false);
    let placing = Placing { index, lines: &written, purpose: For::Reading, is_front: false };
    let mut out = String::with_capacity(index.text.len());
    for raw in index.placed_text().split('\n') {
        let line = placing.line(raw);
        if !line.is_empty() || raw.is_empty() {
            out.push_str(&line);
            out.push('\n');
        }
    }
    // For a cut text, the rest would appear where the fields do.
    if index.is_text_cut() {
        out.pop();
        return out;
    }
    for element in &index.elements {
        if let Some(FieldValue::Shown(value)) = &element.value
            && value.chars().count() > NAME_CAP
        {
            let _ = write!(out, "[{} {} holds:]\n{}\n", element.uid, element.kind.label(), value.trim_end());
        }
    }
    let placed = super::signs::uids(index.placed_text());
    let others = index.usable().filter(|e| super::distil::leads(&e.href) && !placed.contains(&e.uid));
    for (at, link) in others.enumerate() {
        if at == 0 {
            out.push_str("[links outside of the text:]\n");
        }
        let _ = writeln!(out, "[{} {} → {}]", link.uid, bare(&link.name, NAME_CAP), bare(&link.href, 500));
    }
    out.pop();
    out
}

impl Index {
    /// Where `read_page` goes on after the text that is here; none: this is all of it.
    pub fn more_text_at(&self) -> Option<usize> {
        self.is_text_cut().then(|| units(&reading(self)))
    }
}
