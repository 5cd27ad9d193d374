//! One part of a quote against a page, character by character. Only form may differ: spacing, line ends, marks, the case of words.

use super::item::{CELL, Item, LINE, SPACE, Style};
use crate::letters::is_unspaced;

/// A word of at least so many letters may carry the mark of a footnote that the quote leaves out; shorter ones may be units (`m²`).
const MARKED_WORD: usize = 4;

/// Where each item of `quote` is if it starts at `start` of the page.
pub(super) fn match_at(page: &[Item], start: usize, quote: &[Item]) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    let mut at = start;
    for index in 0..quote.len() {
        // What was skipped before this item: a hyphen at a line's end.
        let mut joined = false;
        loop {
            if is_same(page, at, quote, index) && (index == 0 || joined || gaps_fit(page, at, quote, index)) {
                break;
            }
            if index > 0 && page.get(at).is_some_and(|item| item.optional) {
                at += 1;
                continue;
            }
            if quote.get(index).is_some_and(|item| item.optional) {
                // It has no place of its own.
                at = at.checked_sub(1)?;
                break;
            }
            if index > 0 && !joined && is_line_end_hyphen(page, at) && quote.get(index)?.gap == 0 {
                at += 1;
                joined = true;
            } else if index > 0 && is_footnote_mark(page, at) {
                while page.get(at).is_some_and(|item| item.style == Style::Raised) {
                    at += 1;
                }
            } else {
                return None;
            }
        }
        places.push(at);
        at += 1;
    }
    Some(places)
}

/// The item so many places before another one with nothing between.
fn glued_before(items: &[Item], at: usize) -> Option<&Item> {
    if items.get(at)?.gap != 0 {
        return None;
    }
    items.get(at.checked_sub(1)?)
}

/// The item after another one with nothing between.
fn glued_after(items: &[Item], at: usize) -> Option<&Item> {
    items.get(at + 1).filter(|item| item.gap == 0)
}

fn is_digit(item: Option<&Item>) -> bool {
    item.is_some_and(Item::is_digit)
}

fn is_same(page: &[Item], at: usize, quote: &[Item], index: usize) -> bool {
    let (Some(there), Some(here)) = (page.get(at), quote.get(index)) else { return false };
    let is_mark = |item: &Item| matches!(item.c, '\'' | '"');
    if there.c != here.c {
        // Single marks for double ones, but not feet for inches.
        return is_mark(there)
            && is_mark(here)
            && !is_digit(glued_before(page, at))
            && !glued_before(page, at).zip(glued_after(page, at)).is_some_and(|(a, b)| a.is_letter() && b.is_letter());
    }
    if there.style == here.style {
        return true;
    }
    // `word⁶` may come out as `word6`, but `10⁶` is not 106.
    let is_power = |items: &[Item], at: usize, own: Style| {
        glued_before(items, at).is_some_and(|before| before.is_digit() && before.style != own)
    };
    (there.style == Style::Normal || here.style == Style::Normal)
        && !is_power(page, at, there.style)
        && !is_power(quote, index, here.style)
}

/// Whether this hyphen only divides a word at the end of a line.
pub(super) fn is_line_end_hyphen(page: &[Item], at: usize) -> bool {
    let (Some(hyphen), Some(after)) = (page.get(at), page.get(at + 1)) else { return false };
    matches!(hyphen.raw, '-' | '\u{2010}')
        && after.gap & LINE != 0
        && after.gap & CELL == 0
        && after.is_letter()
        && !after.is_upper()
        && glued_before(page, at).is_some_and(Item::is_letter)
}

/// Whether raised digits here are the number of a footnote: after a longer word that does not follow a number, or after its punctuation.
pub(super) fn is_footnote_mark(page: &[Item], at: usize) -> bool {
    if !page.get(at).is_some_and(|item| item.style == Style::Raised) {
        return false;
    }
    let Some(before) = glued_before(page, at) else { return false };
    if matches!(before.c, '.' | ',' | ';' | '!' | '?' | '"' | ')') {
        return !at.checked_sub(1).is_some_and(|before| is_digit(glued_before(page, before)));
    }
    let head = page.get(..at).unwrap_or_default();
    let mut letters = 0;
    for (index, item) in head.iter().enumerate().rev() {
        if !item.is_letter() {
            break;
        }
        letters += 1;
        if item.gap != 0 {
            let number = index.checked_sub(1).and_then(|before| head.get(before));
            return letters >= MARKED_WORD && !is_digit(number);
        }
    }
    false
}

/// Whether what comes before two equal items means the same. `index` is not 0.
fn gaps_fit(page: &[Item], at: usize, quote: &[Item], index: usize) -> bool {
    let (Some(there), Some(here)) = (page.get(at), quote.get(index)) else { return false };
    // A cell's border in a quote must be one on the page.
    if here.gap & CELL != 0 && there.gap & CELL == 0 {
        return false;
    }
    if (there.gap == 0) == (here.gap == 0) {
        return true;
    }
    if there.gap & CELL != 0 {
        return false;
    }
    let (Some(before), Some(a)) = (at.checked_sub(1), index.checked_sub(1).and_then(|before| quote.get(before))) else {
        return false;
    };
    let b = here;
    if is_unspaced(a.c) || is_unspaced(b.c) {
        return true;
    }
    let signs = |c: char| matches!(c, '-' | '+' | '±');
    match (a, b) {
        (a, b) if a.is_letter() && b.is_letter() => {
            // Blocks of a page that were put together without a space.
            let joint = |items: &[Item], at: usize| {
                items.get(at).is_some_and(Item::is_upper)
                    && at.checked_sub(1).and_then(|at| items.get(at)).is_some_and(|item| item.raw.is_lowercase())
            };
            joint(page, at) && joint(quote, index)
        }
        (a, b) if a.is_digit() && b.is_digit() => false,
        (a, _) if signs(a.c) => {
            is_even(page, before, quote, index - 1)
                || !is_digit(quote.get(index))
                || (there.gap & !SPACE == LINE && is_digit(glued_before(page, before)))
        }
        (_, b) if signs(b.c) => is_even(page, at, quote, index) || !is_digit(quote.get(index + 1)),
        (a, b) if matches!(a.c, '.' | ',' | '\'' | ':') && b.is_digit() => {
            let ends_a_word = |items: &[Item], at: usize| {
                glued_before(items, at).is_some_and(|item| item.is_letter() || matches!(item.c, ')' | '"' | ']'))
            };
            b.style != Style::Normal
                || there.style != Style::Normal
                || (a.c != '\'' && ends_a_word(page, before) && ends_a_word(quote, index - 1))
        }
        (a, b) if a.is_digit() && matches!(b.c, '.' | ',' | ':') => !is_digit(glued_after(page, at)),
        (a, b) if matches!(a.c, '\'' | '^') || matches!(b.c, '\'' | '^') => false,
        (a, b) => !(a.is_digit() && b.c == '"'),
    }
}

/// Whether a sign has as much space before as after, in both texts: `5 - 3` and `5-3`, but not `5 -3`.
fn is_even(page: &[Item], at: usize, quote: &[Item], index: usize) -> bool {
    let even = |items: &[Item], at: usize| {
        at > 0
            && items
                .get(at)
                .zip(items.get(at + 1))
                .is_some_and(|(sign, after)| (sign.gap == 0) == (after.gap == 0) && (sign.gap | after.gap) & CELL == 0)
    };
    even(page, at) && even(quote, index)
}
