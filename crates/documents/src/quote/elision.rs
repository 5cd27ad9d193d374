//! Quotes with parts left out (`…`, `[...]`): the parts are in order, close together, and what is left out changes nothing that code can see.

use super::edges::word_at;
use super::item::{BLANK, CELL, Item, Style};

/// How many characters may be left out between two parts.
const LONGEST_GAP: usize = 250;

/// What turns a statement round or limits it, in the languages that search knows. Nothing with such a word may be left out.
const TURNING: &str = " not no never none nor neither without except unless cannot nothing nobody hardly barely only if but however although \
    unlike instead false wrong former nicht kein keine keinen keinem keiner keines nie niemals ohne außer weder nur wenn falls aber sondern \
    statt ne pas jamais sans aucun aucune sauf si mais seulement nunca jamás sin ni ningún ninguna salvo excepto pero solo sólo non mai senza \
    nessuno tranne se ma soltanto não sem nenhum nenhuma exceto niet geen nooit zonder behalve alleen als maar ";

/// Cuts a quote at its marks of elision.
pub(super) fn parts(quote: &str) -> Vec<&str> {
    let mut parts = vec![quote];
    for mark in ["[...]", "[…]", "(...)", "(…)", "[. . .]", ". . .", "...", "…"] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

/// Whether a part says enough to be looked for beside others: two words, or a word and a number, or a few characters of a script without spaces.
pub(super) fn says_enough(part: &[Item]) -> bool {
    let starts = |(at, item): (usize, &Item)| item.c.is_alphanumeric() && (at == 0 || item.gap != 0);
    let words = part.iter().enumerate().filter(|place| starts(*place)).count();
    let unspaced = part.iter().filter(|item| crate::letters::is_unspaced(item.c)).count();
    (words >= 2 && part.iter().any(Item::is_letter)) || unspaced >= 4
}

/// Whether the items between two parts may be left out. `last` is the last item of the one, `next` the first of the other.
pub(super) fn may_be_left_out(page: &[Item], last: usize, next: usize, numbers: bool) -> bool {
    let Some(gap) = page.get(last + 1..next) else { return false };
    if gap.len() > LONGEST_GAP {
        return false;
    }
    let borders = page.get(last + 1..=next).unwrap_or_default();
    if borders.iter().any(|item| item.gap & (BLANK | CELL) != 0) {
        return false;
    }
    // A number that is left out may be the one that belongs to the first part.
    if numbers && gap.iter().any(|item| item.is_digit() && item.style != Style::Raised) {
        return false;
    }
    let turns = (last + 1..next).any(|at| {
        let begins = page.get(at).is_some_and(|item| {
            item.is_letter()
                && (item.gap != 0 || !at.checked_sub(1).and_then(|at| page.get(at)).is_some_and(Item::is_letter))
        });
        let word = if begins { word_at(page, at) } else { String::new() };
        !word.is_empty() && (word.ends_with("n't") || TURNING.contains(&format!(" {word} ")))
    });
    if turns {
        return false;
    }
    // Over the end of a sentence only whole sentences are joined.
    let ends = (last..next).filter(|at| ends_sentence(page, *at)).collect::<Vec<_>>();
    ends.is_empty()
        || (ends.last().is_some_and(|end| end + 1 == next) && (ends.contains(&last) || ends.contains(&(last + 1))))
}

/// Whether a sentence or a clause ends with this item.
fn ends_sentence(page: &[Item], at: usize) -> bool {
    let Some(item) = page.get(at) else { return false };
    let after = page.get(at + 1);
    match item.c {
        '。' | '！' | '？' => true,
        ';' | '!' | '?' => after.is_none_or(|item| item.gap != 0),
        '.' => after.is_none_or(|item| item.gap != 0 && !item.raw.is_lowercase()),
        _ => false,
    }
}
