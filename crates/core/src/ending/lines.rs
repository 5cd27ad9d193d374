//! A page as comparable lines: its text, and its elements' names and values.

use super::words::{is_time, normal};
use edith_page::{FieldValue, Index};
use std::collections::HashSet;

/// Most characters of a proof.
const SHOWN_CHARS: usize = 140;
/// Most characters of a line that may be a count.
const COUNT_CHARS: usize = 60;

pub(super) struct Line<'a> {
    /// As on the page.
    pub text: &'a str,
    /// For comparing.
    pub normal: String,
}

/// A page's distinct lines.
pub(super) fn lines(index: &Index) -> Vec<Line<'_>> {
    let mut known = HashSet::new();
    let named = index.elements.iter().flat_map(|element| {
        let value = match &element.value {
            Some(FieldValue::Shown(value)) if !element.field.is_masked() => value.as_str(),
            _ => "",
        };
        [element.name.as_str(), value]
    });
    let all = index.text.lines().chain(named).chain([index.title.as_str()]);
    all.map(|text| Line { text, normal: normal(text) })
        .filter(|line| !line.normal.is_empty() && known.insert(line.normal.clone()))
        .collect()
}

/// On one line, shortened.
pub(super) fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN_CHARS) {
        None => line,
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or(&line).trim_end()),
    }
}

/// A look's line as on the page: without an element's number, type and states.
pub(super) fn without_marks(line: &str) -> &str {
    let bare = line.trim_start_matches(['+', '~', '-', ' ']);
    let mut parts = bare.splitn(3, " | ");
    match (parts.next(), parts.next(), parts.next()) {
        (Some(uid), Some(_), Some(rest)) if uid.parse::<u32>().is_ok() => rest.split('"').nth(1).unwrap_or(rest),
        _ => bare,
    }
}

/// Whether a line of a look is EDITH's own: its address and title, and what is over its parts.
pub(super) fn is_heading(line: &str) -> bool {
    let is_loud = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase());
    let first = line.split([' ', ':']).next().unwrap_or_default();
    line.starts_with("URL: ") || line.starts_with("Title: ") || (line.ends_with(':') && is_loud(first))
}

/// The quoted parts.
pub(super) fn quoted_in(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('“', '”'), ('„', '“'), ('«', '»'), ('"', '"')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inner, next)) = after.split_once(close) else { break };
            if inner.trim().chars().count() > 2 && !inner.contains('\n') {
                found.push(inner.trim());
            }
            rest = next;
        }
    }
    found
}

/// Significant numbers, as written: with decimals, with three or more digits, or beside a currency.
pub(super) fn figures(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || ".,' \u{a0}\u{202f}".contains(c);
    let mut found = Vec::new();
    let text = normal(text);
    for word in text.split(' ') {
        // Addresses, dates with separators and the like do not count.
        let inner = word.trim_matches(|c: char| !c.is_ascii_digit());
        let around = word.trim_matches(|c: char| c.is_ascii_digit() || ".,'".contains(c) || !c.is_alphanumeric());
        if inner.is_empty() || !inner.chars().all(is_part) || around.chars().count() > 3 {
            continue;
        }
        let digits = inner.chars().filter(char::is_ascii_digit).count();
        let money = word.contains(['€', '$', '£', '¥']);
        if (digits >= 3 || money) && !found.contains(&inner.to_owned()) {
            found.push(inner.to_owned());
        }
    }
    found
}

/// A short line with one integer: the surrounding text, and the number. Times do not count.
pub(super) fn counted(line: &str) -> Option<(String, u64)> {
    if line.chars().count() > COUNT_CHARS || line.contains([':', '%', '€', '$', '£', '/']) {
        return None;
    }
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let (number, none) = (numbers.next()?, numbers.next());
    let words = line.replace(number, "#");
    let has_word = words.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let is_time = is_time(&words);
    if none.is_some() || !has_word || is_time {
        return None;
    }
    Some((words, number.parse().ok()?))
}
