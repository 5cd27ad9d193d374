//! What a page says, piece by piece: sentences, rows, things of lists and values with their labels, each with the heading that it stands under.

use super::question::{THIS, compared, is_money};
use crate::page::{Element, Page, Role};
use crate::price::{amounts, has_number};
use crate::speech::ENTRY;
use crate::words::normal;
use edith_page::ElementKind;
use edith_words::say;
use std::collections::HashSet;

/// Most words of a label, and of what a number of things stands in.
pub(super) const LABEL_WORDS: usize = 5;
/// Most lines from a name to its price.
const REACH: usize = 4;

/// Most characters that are quoted.
const MOST_CHARS: usize = 400;

/// What the page says in one place.
#[derive(Debug)]
pub(super) struct Unit {
    pub text: String,
    /// Its words, as they are compared.
    pub own: Vec<String>,
    /// The words of its heading, and of its table's head.
    pub around: Vec<String>,
    /// The heading above it.
    pub place: String,
    /// What stands before a colon or in the first cell.
    pub label: Vec<String>,
    /// Its line.
    pub at: usize,
    /// What its line is.
    pub role: Role,
}

/// Everything that the page says, piece by piece.
pub(super) fn units(page: &Page) -> Vec<Unit> {
    let mut out = Vec::new();
    let names = names(page);
    let (mut place, mut head): (&str, Vec<String>) = ("", Vec::new());
    let mut lead = "";
    for (at, line) in page.text.iter().enumerate() {
        let role = page.role(at);
        let begins_table = role == Role::Row && at.checked_sub(1).is_none_or(|before| page.role(before) != Role::Row);
        if role != Role::Row || begins_table {
            head.clear();
        }
        // A label above a list heads it.
        if role != Role::Item {
            lead = if role == Role::Words && is_label(line) && !ends(line) {
                line.trim_end_matches([':', ' '])
            } else {
                ""
            };
        }
        if role == Role::Heading {
            place = line;
            continue;
        }
        if begins_table && is_head(page, at) {
            head = compared(line);
            continue;
        }
        let is_led = role == Role::Item && !lead.is_empty();
        let around: Vec<String> = [place, if is_led { lead } else { "" }]
            .into_iter()
            .flat_map(compared)
            .chain(head.iter().cloned())
            .collect();
        let unit = |text: String, label: &str| Unit {
            own: compared(&text),
            // What stands in brackets explains the name.
            label: compared(label.split('(').next().unwrap_or(label)),
            around: around.clone(),
            place: if is_led { lead } else { place }.to_owned(),
            at,
            role,
            text,
        };
        if role == Role::Row {
            out.push(unit(told(line), cells(line).first().copied().unwrap_or_default()));
            continue;
        }
        if names.contains(&normal(line)) {
            out.extend(price_of(page, at, &names).map(|price| unit(format!("{line}: {price}"), line)));
            // What else stands below a name is said of it.
            out.extend(told_below(page, at, &names).into_iter().map(|told| unit(format!("{line}: {told}"), line)));
            if price_of(page, at, &names).is_some() {
                continue;
            }
        }
        for sentence in sentences(line) {
            let label = sentence.split_once(':').map(|(label, _)| label).filter(|label| is_label(label));
            out.push(unit(sentence.to_owned(), label.unwrap_or_default()));
        }
        let next = page.text.get(at + 1).filter(|_| role == Role::Words && page.role(at + 1) == Role::Words);
        if let Some(next) = next.filter(|next| {
            is_label(line)
                && !line.contains('?')
                && ![line.trim_end_matches([':', ' ']), next.as_str()].iter().any(|text| has_label(text))
                && !has_number(line)
                && !ends(line)
                && !names.contains(&normal(line))
        }) {
            let label = line.trim_end_matches([':', ' ']);
            out.push(unit(format!("{label}: {next}"), label));
        }
    }
    out.extend(controls(page));
    out
}

/// Least words of a control's name that tells something.
const TOLD_WORDS: usize = 3;

/// What controls say by their names and no text does: the entries of a calendar.
fn controls(page: &Page) -> Vec<Unit> {
    let all: Vec<String> = page.text.iter().map(|line| normal(line)).collect();
    let is_told = |element: &&Element| {
        let name = normal(&element.label);
        element.kind == ElementKind::Button
            && !element.context.is_empty()
            && has_number(&element.label)
            && element.label.split_whitespace().count() >= TOLD_WORDS
            && !all.iter().any(|line| line.contains(&name))
    };
    let unit = |element: &Element| {
        let place = element.context.split(" < ").next().unwrap_or_default();
        let heads = page.text.iter().position(|line| line == place);
        heads.map(|at| Unit {
            own: compared(&element.label),
            label: Vec::new(),
            around: compared(place),
            place: place.to_owned(),
            at,
            role: Role::Item,
            text: element.label.clone(),
        })
    };
    page.elements.iter().filter(is_told).filter_map(unit).collect()
}

/// Whether a line has a label of its own.
fn has_label(text: &str) -> bool {
    text.split_once(':').is_some_and(|(label, rest)| is_label(label) && !rest.starts_with(|c: char| c.is_ascii_digit()))
}

pub(super) fn is_label(text: &str) -> bool {
    (1..=LABEL_WORDS).contains(&text.split_whitespace().count())
}

pub(super) fn ends(line: &str) -> bool {
    line.trim_end().ends_with(['.', '!', '?'])
}

/// Whether the table that begins here has a row that heads it.
pub(super) fn is_head(page: &Page, at: usize) -> bool {
    let rows = page.text.iter().enumerate().skip(at).take_while(|(at, _)| page.role(*at) == Role::Row);
    heads(rows.map(|(_, row)| row))
}

/// Whether the first of these rows heads them: it has no figure, and another has.
pub(super) fn heads<'r>(rows: impl Iterator<Item = &'r String>) -> bool {
    let mut figures = rows.map(|row| has_number(row));
    figures.next() == Some(false) && figures.any(|has| has)
}

/// The names of what can be followed: things of a list have them.
pub(super) fn names(page: &Page) -> HashSet<String> {
    let links = page.elements.iter().filter(|element| matches!(element.kind, ElementKind::Link | ElementKind::Element));
    links.map(|element| normal(&element.label)).filter(|name| !name.is_empty()).collect()
}

/// The short lines below a name of a list, before the next name.
fn told_below<'a>(page: &'a Page, at: usize, names: &HashSet<String>) -> Vec<&'a str> {
    let is_told = |(at, line): &(usize, &String)| {
        page.role(*at) == Role::Words && !names.contains(&normal(line)) && !ends(line) && line.len() <= MOST_CHARS
    };
    let below = page.text.iter().enumerate().skip(at + 1).take(REACH).take_while(is_told);
    below.map(|(_, line)| line.as_str()).filter(|line| amounts(line).is_empty()).collect()
}

/// The price that stands below a name of a list, before the next name.
fn price_of(page: &Page, at: usize, names: &HashSet<String>) -> Option<String> {
    let line = page.text.get(at)?;
    if !names.contains(&normal(line)) || !amounts(line).is_empty() {
        return None;
    }
    let ends = |at: usize, line: &String| {
        page.role(at) != Role::Words && page.role(at) != Role::Item || names.contains(&normal(line))
    };
    let below = page.text.iter().enumerate().skip(at + 1).take(REACH);
    let mut below = below.take_while(|(at, line)| !ends(*at, line));
    below.find_map(|(_, line)| bare_price(line))
}

/// The sentences of a line, short ones as well.
pub(super) fn sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let rest = line.get(at + c.len_utf8()..).unwrap_or_default();
        let begins =
            rest.trim_start().chars().next().is_none_or(|next| next.is_uppercase() || "¿¡«„“\"".contains(next));
        let is_end = match c {
            '!' | '?' => rest.starts_with(char::is_whitespace) || rest.is_empty(),
            '.' => {
                let word =
                    line.get(start..at).unwrap_or_default().rsplit(char::is_whitespace).next().unwrap_or_default();
                // Neither an initial nor a number in order.
                let is_short =
                    word.chars().count() <= 2 || word.chars().all(|c| c.is_ascii_digit()) || word.contains('.');
                rest.starts_with(char::is_whitespace) && !is_short
            }
            _ => false,
        };
        if is_end && begins {
            out.push(line.get(start..at + c.len_utf8()).unwrap_or_default().trim());
            start = at + c.len_utf8();
        }
    }
    out.push(line.get(start..).unwrap_or_default().trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// An amount that is all a line says, or all but its label and a word or two; of two, the later is the lower.
pub(crate) fn bare_price(line: &str) -> Option<String> {
    let all = amounts(line);
    let lowest = all.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let rest = all.iter().fold(line.to_owned(), |rest, amount| rest.replacen(&amount.text, " ", 1));
    let rest = compared(&rest);
    let is_bare = rest.is_empty() || matches!(rest.as_slice(), [only] if is_money(only));
    (is_bare && all.len() <= 2).then(|| lowest.text.clone())
}

/// What a sentence points at as the page's own thing: `this course`.
pub(super) fn pointed_at(unit: &Unit) -> Vec<String> {
    let pairs = unit.own.windows(2).filter_map(|pair| match pair {
        [this, thing] if THIS.contains(&this.as_str()) => Some(thing.clone()),
        _ => None,
    });
    pairs.collect()
}

/// Whether a unit says nothing but what another says, or a part of it.
pub(super) fn within(part: &Unit, whole: &Unit) -> bool {
    let (whole_text, part_text) = (normal(&whole.text), normal(&part.text));
    whole_text == part_text || whole.at.abs_diff(part.at) <= 1 && whole_text.contains(&part_text)
}

/// The units as they are reported, with their place.
pub(super) fn quoted(found: &[&Unit]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut place = None;
    for unit in found {
        if place != Some(&unit.place) {
            lines.push(quoted_from(&unit.place));
            place = Some(&unit.place);
        }
        lines.push(format!("{ENTRY}{}", shortened(&unit.text)));
    }
    lines.join("\n")
}

pub(super) fn quoted_from(place: &str) -> String {
    if place.is_empty() { say!(BuiltInSaid).into() } else { say!(BuiltInSaidUnder { heading: place }).into() }
}

pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARS {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(MOST_CHARS).collect::<String>())
}

/// A row as it is told: without what parts its first cell from nothing.
pub(super) fn told(row: &str) -> String {
    row.trim_start_matches('|').trim().to_owned()
}

/// The cells of a row.
pub(super) fn cells(row: &str) -> Vec<&str> {
    row.trim_start_matches(['|', ' ']).split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect()
}
