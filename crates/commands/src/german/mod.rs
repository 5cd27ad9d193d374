//! German commands. A German order becomes the English one that the grammar knows, with the person's own words, names and values as they wrote them;
//! so everything that is understood in English is understood in German.

mod objects;
mod orders;
mod questions;
mod reading;
mod spelling;
#[cfg(test)]
mod tests;
mod verbs;

use super::words::normal;
use spelling::{before_end, folded, start_any};

/// The English order for a German one; none if it is not German. `mended`: a mistyped verb is read as the nearest.
pub(crate) fn english(text: &str, mended: bool) -> Option<String> {
    let text = without_filler(text).trim_end_matches(['.', '!', '?', ',']).trim();
    if text.is_empty() {
        return None;
    }
    if let Some(question) = questions::question(text) {
        return Some(question);
    }
    match verbs::without_courtesy(text) {
        Some(bare) => verbs::order(&bare, mended),
        None => verbs::order(text, mended),
    }
}

/// Whether a task is in German, as far as its words tell.
pub(crate) fn is_german(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "der", "die", "das", "den", "dem", "und", "ist", "nicht", "ich", "mir", "mich", "bitte", "auf", "zu", "zum",
        "zur", "mit", "wie", "was", "wer", "wo", "ein", "eine", "einen", "mein", "meine", "nach", "fuer", "kannst",
        "du", "sie", "diese", "dieser", "dieses", "im", "wird", "von", "aus", "es", "heute", "morgen",
    ];
    if super::split::pieces(text).iter().any(|piece| english(piece, false).is_some()) {
        return true;
    }
    let folded = folded(text);
    let words: Vec<&str> =
        folded.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    words.iter().filter(|word| WORDS.contains(word)).count() * 3 > words.len()
}

/// Sayings that ask for nothing, and prohibitions, which need no action.
pub(crate) fn is_chitchat(text: &str) -> bool {
    const SAYINGS: &[&str] = &[
        "danke",
        "danke schon",
        "danke dir",
        "vielen dank",
        "besten dank",
        "danke im voraus",
        "vielen dank im voraus",
        "bitte",
        "hallo",
        "hallo edith",
        "guten tag",
        "guten morgen",
        "guten abend",
        "gut",
        "super",
        "prima",
        "toll",
        "alles klar",
        "das ist alles",
        "das wars",
        "tschuss",
        "moin",
        "servus",
        "gruss gott",
        "wie geht es dir",
        "wie gehts",
    ];
    verbs::forbids(without_filler(text)) || SAYINGS.contains(&normal(text).as_str())
}

const FILLER: &[&str] = &[
    "bitte",
    "und",
    "dann",
    "danach",
    "jetzt",
    "nun",
    "zuerst",
    "zunächst",
    "als erstes",
    "als nächstes",
    "anschließend",
    "schließlich",
    "zum schluss",
    "auch",
    "noch",
    "mal",
    "also",
    "hallo",
    "hey",
    "hi",
    "edith",
    "kannst du",
    "könntest du",
    "kann man",
    "können wir",
    "können sie",
    "könnten sie",
    "könnt ihr",
    "würdest du",
    "würden sie",
    "willst du",
    "magst du",
    "ich möchte, dass du",
    "ich möchte dass du",
    "ich möchte",
    "ich will",
    "ich würde gerne",
    "ich würde gern",
    "ich hätte gerne",
    "ich hätte gern",
    "du sollst",
    "wir wollen",
    "versuche",
    "hilf mir",
    "mir",
    "für mich",
    "schnell",
    "einfach",
    "einmal",
];

const TAIL: &[&str] = &[
    "bitte",
    "danke",
    "für mich",
    "mal",
    "jetzt",
    "sofort",
    "wenn möglich",
    "falls möglich",
    "vielen dank",
    "danke schön",
    "und danke",
];

/// The words without politeness and filler around them.
fn without_filler(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_start_matches([',', ':', '-', '.', '!']).trim().trim_end_matches(['?', '!', ',']).trim();
        if let Some(rest) = start_any(text, FILLER).filter(|rest| !rest.is_empty()) {
            text = rest;
        }
        if let Some(shorter) = TAIL.iter().find_map(|tail| before_end(text, tail)).filter(|shorter| !shorter.is_empty())
        {
            text = shorter;
        }
        if text == before {
            return text;
        }
    }
}
