//! A page as comparable lines: its text, and its elements' names and values.

use super::words::{is_time, normal};
use edith_page::{FieldValue, Index, without_unseen};
use std::borrow::Cow;
use std::collections::HashSet;

/// Most characters of a proof.
const SHOWN_CHARS: usize = 140;
/// Most characters of a line that may be a count.
const COUNT_CHARS: usize = 60;

/// A text that was read on the way.
#[derive(Debug, Clone, Copy)]
pub struct Read<'a> {
    /// The page's address, or its site.
    pub place: &'a str,
    /// What stood there.
    pub text: &'a str,
    /// Whether it says what changed rather than what is there.
    pub is_changes: bool,
}

pub(super) struct Line<'a> {
    /// As on the page.
    pub text: Cow<'a, str>,
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
    let names = named.chain([index.title.as_str()]).map(Cow::Borrowed);
    let all = index.text.lines().map(|line| Cow::Owned(words_of(line))).chain(names);
    all.map(|text| Line { normal: normal(&text), text })
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

/// What a text that was read says about its page, line by line in a person's words: the names of elements, what they hold and where they are, and the
/// lines of the page's text.
pub(super) fn said<'a>(read: &Read<'a>) -> impl Iterator<Item = String> + use<'a> {
    let is_changes = read.is_changes;
    read.text
        .lines()
        .filter(|line| !is_heading(line))
        .flat_map(move |line| if is_changes { came(line) } else { of_line(line) })
}

/// What the model gives as evidence may be a line as it was told.
pub(super) fn given(words: &str) -> String {
    of_line(words).into_iter().next().unwrap_or_default()
}

/// What a line of changes says is there now: nothing, if it says what went or is EDITH's own.
fn came(line: &str) -> Vec<String> {
    let Some(line) = line.strip_prefix(['+', '~']).map(str::trim_start) else { return Vec::new() };
    let Some(("TEXT", text)) = line.split_once(' ') else { return of_line(line) };
    // In brackets before it is where it was inserted, after a line that it quotes; else they may be the page's own.
    let Some(inside) = text.strip_prefix('(') else { return vec![words_of(text)] };
    let has_quotation = inside.split(')').next().is_some_and(|before| before.contains('"'));
    match inside.split_once(if has_quotation { "\") " } else { ") " }) {
        Some((_, behind)) if has_quotation => vec![words_of(behind)],
        Some((_, behind)) => vec![words_of(behind), words_of(text)],
        None => vec![words_of(text)],
    }
}

fn of_line(line: &str) -> Vec<String> {
    element(line).unwrap_or_else(|| vec![words_of(line)])
}

/// What an element's line says: its name, what it holds, what it is in; none: it is not an element's.
fn element(line: &str) -> Option<Vec<String>> {
    let (uid, rest) = line.split_once(" | ")?;
    let (_, rest) = rest.split_once(" | ").filter(|_| uid.parse::<u32>().is_ok())?;
    let (name, mut rest) = unquoted(rest)?;
    let mut all = vec![name.clone()];
    while let Some((_, mark)) = rest.split_once(" [") {
        rest = mark;
        let Some((kind, said)) = mark.split_once(':').map(|(kind, said)| (kind, said.trim_start())) else { break };
        match kind {
            "value" => {
                let Some((value, after)) = unquoted(said) else { continue };
                all.push(if name.is_empty() { value } else { format!("{name}: {value}") });
                rest = after;
            }
            "in" => {
                let Some((place, after)) = said.split_once(']') else { continue };
                all.extend(place.split(" < ").map(str::to_owned));
                rest = after;
            }
            _ => {}
        }
    }
    Some(all)
}

/// The text in quotation marks that a line begins with, and what comes after it.
fn unquoted(line: &str) -> Option<(String, &str)> {
    let inner = line.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inner.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    let (text, behind) = inner.split_at_checked(end)?;
    Some((text.replace("\\\"", "\"").replace("\\\\", "\\"), behind.get(1..).unwrap_or_default()))
}

/// A line of a page's text as a person reads it: without the marks of headings, items and cells, the numbers of controls, and what nobody sees.
fn words_of(line: &str) -> String {
    let line = without_unseen(line);
    let line = line.trim();
    let line = ["## ", "- "].iter().find_map(|mark| line.strip_prefix(*mark)).unwrap_or(line);
    let line = without_numbers(line);
    let cells = line.split(" | ").map(|cell| cell.trim().trim_matches('|').trim()).filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(" · ")
}

/// A line without the numbers of controls: of `[33 Save → address]` the name stays.
fn without_numbers(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, inside)) = rest.split_once('[') {
        out.push_str(before);
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        let mark = inside.split_at_checked(digits).filter(|(_, after)| digits > 0 && after.starts_with([' ', ']']));
        match mark.and_then(|(_, after)| after.split_once(']')) {
            Some((name, behind)) => {
                let name = name.split('→').next().unwrap_or_default().trim();
                out.push_str(name);
                rest = if name.is_empty() { behind.trim_start() } else { behind };
            }
            None => {
                out.push('[');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
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
