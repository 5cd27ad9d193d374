//! Where a part of a quote may begin and end on a page: not inside a word, a number, or what belongs to a number.

use super::item::{BLANK, CELL, Item, LINE, SPACE, Style};
use super::matching::{is_footnote_mark, is_line_end_hyphen};
use crate::letters::is_unspaced;

/// Words that multiply the number before them, so that a quote must not end between.
const SCALES: [&str; 22] = [
    "hundred",
    "thousand",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "bn",
    "mn",
    "mio",
    "mrd",
    "tsd",
    "tausend",
    "millionen",
    "milliarde",
    "milliarden",
    "millones",
    "millons",
    "milliards",
    "percent",
    "prozent",
    "dozen",
];

/// Whether the items from `start` to `last` are free.
pub(super) fn are_free(page: &[Item], start: usize, last: usize) -> bool {
    starts_free(page, start)
        && ends_free(page, last)
        && !is_in_parentheses(page, start, last)
        && rows_are_whole(page, start, last)
}

fn starts_free(page: &[Item], start: usize) -> bool {
    let Some(edge) = page.get(start) else { return false };
    let Some(at) = start.checked_sub(1) else { return true };
    let Some(before) = page.get(at) else { return true };
    if is_line_end_hyphen(page, at) {
        return false;
    }
    let is_number = edge.is_digit() || is_currency(edge.c);
    if is_number && edge.gap & !SPACE == 0 {
        if matches!(before.c, '<' | '>' | '≤' | '≥' | '±' | '≠') {
            return false;
        }
        // A sign, unless it is between spaces as a dash does.
        if matches!(before.c, '-' | '+') && edge.gap == 0 && !matches!(before.raw, '\u{2014}' | '\u{2015}') {
            return false;
        }
    }
    if edge.is_digit() && edge.gap == SPACE && before.is_digit() {
        // The second half of `1 234`.
        return !(run_after(page, start) == 3 && run_before(page, at) <= 3);
    }
    if edge.gap != 0 {
        return true;
    }
    let further = at.checked_sub(1).filter(|_| before.gap == 0).and_then(|at| page.get(at));
    let word = page.get(start..).unwrap_or_default().iter().enumerate();
    let letters = word.take_while(|(index, item)| item.is_letter() && (*index == 0 || item.gap == 0)).count();
    // An article that is elided before a word (`l'homme`).
    let elided = before.c == '\'' && letters >= 3;
    elided || !is_bound(edge, before, further)
}

fn ends_free(page: &[Item], last: usize) -> bool {
    let Some(edge) = page.get(last) else { return false };
    let Some(after) = page.get(last + 1) else { return true };
    if is_line_end_hyphen(page, last + 1) && edge.is_letter() {
        return false;
    }
    if is_line_end_hyphen(page, last) {
        return false;
    }
    if edge.is_digit() && after.gap & !SPACE == 0 {
        if matches!(after.c, '%' | '‰' | '°' | '^') {
            return false;
        }
        if after.gap != 0 && after.is_digit() {
            return !(run_after(page, last + 1) == 3 && run_before(page, last) <= 3);
        }
        if after.gap != 0 && after.is_letter() {
            return !SCALES.contains(&word_at(page, last + 1).as_str());
        }
    }
    if after.gap != 0 || is_footnote_mark(page, last + 1) {
        return true;
    }
    !is_bound(edge, after, page.get(last + 2).filter(|item| item.gap == 0))
}

/// Whether an edge belongs together with what is next to it (`outside`, and behind that `further`).
fn is_bound(edge: &Item, outside: &Item, further: Option<&Item>) -> bool {
    let is_word = |item: &Item| item.c.is_alphanumeric() && !is_unspaced(item.c);
    let both_digits = edge.is_digit() && outside.is_digit();
    if both_digits || (is_word(edge) && is_word(outside)) {
        return true;
    }
    let Some(further) = further.filter(|item| item.style == Style::Normal) else { return false };
    let joins_words = matches!(outside.raw, '-' | '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{2013}')
        || matches!(outside.c, '\'' | '.' | '@' | '_');
    let joins_numbers = joins_words || matches!(outside.c, ',' | ':' | '/' | '·' | '×' | '^');
    if edge.is_digit() && further.is_digit() {
        return joins_numbers;
    }
    is_word(edge) && is_word(further) && joins_words
}

/// Whether the quote takes a number alone out of its parentheses, which may be its sign: `(12.50)`.
fn is_in_parentheses(page: &[Item], start: usize, last: usize) -> bool {
    let part = page.get(start..=last).unwrap_or_default();
    let number = part.iter().all(|item| item.is_digit() || matches!(item.c, '.' | ',' | '\'') || is_currency(item.c));
    let before = start.checked_sub(1).and_then(|at| page.get(at));
    let after = page.get(last + 1);
    number && before.is_some_and(|item| item.c == '(') && after.is_some_and(|item| item.c == ')')
}

/// Whether a quote that goes over the border of two rows of a table takes them whole.
fn rows_are_whole(page: &[Item], start: usize, last: usize) -> bool {
    let inside = page.get(start + 1..=last).unwrap_or_default();
    if !inside.iter().any(|item| item.gap & LINE != 0) {
        return true;
    }
    let starts_line = |at: usize| page.get(at).is_none_or(|item| item.gap & (LINE | BLANK) != 0);
    let is_row = |at: usize| {
        let first = (0..=at).rev().find(|at| starts_line(*at)).unwrap_or(0);
        let line = page.get(first..).unwrap_or_default().iter().enumerate();
        line.take_while(|(index, item)| *index == 0 || item.gap & LINE == 0).any(|(_, item)| item.gap & CELL != 0)
    };
    (starts_line(start) || !is_row(start)) && (starts_line(last + 1) || !is_row(last))
}

pub(super) fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '₺' | '¢')
}

/// How many digits stand together from `at` on.
fn run_after(page: &[Item], at: usize) -> usize {
    let rest = page.get(at..).unwrap_or_default();
    rest.iter().enumerate().take_while(|(index, item)| item.is_digit() && (*index == 0 || item.gap == 0)).count()
}

/// How many digits stand together up to `at`.
fn run_before(page: &[Item], at: usize) -> usize {
    let mut count = 0;
    for item in page.get(..=at).unwrap_or_default().iter().rev() {
        if !item.is_digit() {
            break;
        }
        count += 1;
        if item.gap != 0 {
            break;
        }
    }
    count
}

/// The word that begins at `at`.
pub(super) fn word_at(page: &[Item], at: usize) -> String {
    let rest = page.get(at..).unwrap_or_default().iter().enumerate();
    rest.take_while(|(index, item)| (item.is_letter() || item.c == '\'') && (*index == 0 || item.gap == 0))
        .map(|(_, item)| item.c)
        .collect()
}
