//! A page as lines that can be compared: its text, and what its elements are called and hold.

use super::words::{is_time, normal};
use edith_page::{FieldValue, Index};
use std::collections::HashSet;

/// Characters of a proof, at most.
const SHOWN_CHARS: usize = 140;
/// Characters of a line that may be a count, at most.
const COUNT_CHARS: usize = 60;

/// One line.
pub(super) struct Line<'a> {
    /// As the page has it.
    pub text: &'a str,
    /// For comparing.
    pub normal: String,
}

/// Every line of a page, each once.
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

/// A line of a look as the page has it: without number, type and states of an element.
pub(super) fn without_marks(line: &str) -> &str {
    let bare = line.trim_start_matches(['+', '~', '-', ' ']);
    let mut parts = bare.splitn(3, " | ");
    match (parts.next(), parts.next(), parts.next()) {
        (Some(uid), Some(_), Some(rest)) if uid.parse::<u32>().is_ok() => rest.split('"').nth(1).unwrap_or(rest),
        _ => bare,
    }
}

/// What stands in quotation marks.
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

/// Figures that say something: with decimals, with three or more digits, or beside a currency. In the form in which they stand there.
pub(super) fn figures(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || ".,' \u{a0}\u{202f}".contains(c);
    let mut found = Vec::new();
    let text = normal(text);
    for word in text.split(' ') {
        // Addresses, dates with signs and the like are no figures.
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

/// A short line with one whole number in it: what stands around the number, and the number. Times are none.
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
