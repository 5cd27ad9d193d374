//! The page's text in its forms: within a look, whole for reading, line by line for changes and searches.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::anchors::{For, Placing};
use super::budget::tokens;
use super::clean::{bare, line, units};
use super::index::{Element, FieldValue, Index};
use super::line::{Lines, NAME_CAP};

/// Longest line of text in a look, in characters.
const LINE_CAP: usize = 2_000;

/// Names in a look's list, which the text need not repeat on lines of their own.
pub(super) fn names<'a>(listed: impl Iterator<Item = &'a Element>) -> HashSet<&'a str> {
    listed.filter(|e| !e.guessed).map(|e| e.name.as_str()).collect()
}

/// The line for a look; empty if it only repeats a listed element's name.
fn told(raw: &str, names: &HashSet<&str>, placing: &Placing<'_>, cap: usize) -> String {
    let words = super::anchors::words(raw);
    let repeats = !words.starts_with("## ") && names.contains(words.trim_start_matches("- ").trim());
    if repeats && !placing.holds_others(raw) {
        return String::new();
    }
    line(&placing.line(raw), cap)
}

/// The lines of the whole text as in a look of unlimited size.
pub(super) fn lines(index: &Index, lines: &Lines<'_>) -> Vec<String> {
    let names = names(index.usable());
    let placing = Placing { index, lines, purpose: For::Look(None) };
    let told = index.placed_text().split('\n').map(|raw| told(raw, &names, &placing, LINE_CAP));
    told.filter(|line| !line.is_empty()).collect()
}

/// `TEXT:` with as many lines as fit, beside a list of these elements that names these uids.
pub(super) fn section(
    index: &Index,
    lines: &Lines<'_>,
    listed: &[&Element],
    uids: &HashSet<u32>,
    chars: usize,
    budget: usize,
) -> String {
    let names = names(listed.iter().copied());
    let placing = Placing { index, lines, purpose: For::Look(Some(uids)) };
    let reading = Placing { index, lines, purpose: For::Reading };
    let mut out = String::from("TEXT:\n");
    let mut left = budget.saturating_sub(2);
    let mut chars_left = chars;
    let mut offset = 0;
    let mut cut = false;
    for raw in index.placed_text().split('\n') {
        let text = told(raw, &names, &placing, chars_left.min(LINE_CAP));
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
    if cut || index.is_text_cut() {
        let _ = writeln!(out, "(more text: read_page with offset {offset})");
    }
    out
}

/// The page's text for reading, line by line, with uids and addresses; then field values that a look cuts, and links that stand outside the text.
pub(super) fn reading(index: &Index) -> String {
    let written = Lines::of(index, index.usable(), false);
    let placing = Placing { index, lines: &written, purpose: For::Reading };
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
    let placed = super::anchors::uids(index.placed_text());
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
