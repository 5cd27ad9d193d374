//! German commands. A German order becomes the English one that the grammar knows, with the person's own words, names and values as they wrote them;
//! so everything that is understood in English is understood in German.

mod objects;
mod orders;
mod questions;
#[cfg(test)]
mod tests;
mod verbs;

use super::phrase::after;
use super::words::normal;

/// The English order for a German one; none if it is not German. `mended`: a mistyped verb is read as the nearest.
pub(crate) fn english(text: &str, mended: bool) -> Option<String> {
    let text = without_filler(text).trim_end_matches(['.', '!', '?', ',']).trim();
    if text.is_empty() {
        return None;
    }
    questions::question(text).or_else(|| verbs::order(text, mended))
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
    let words = normal(text);
    let forbids = ["nicht", "niemals", "ohne", "auf keinen fall"].iter().any(|word| after(&words, word).is_some());
    forbids || SAYINGS.contains(&words.as_str())
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

/// Lower case, umlauts and ß spelled out.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            c => out.push(c),
        }
    }
    out
}

/// Strips a leading phrase at a word's end, in any case, with umlauts or spelled out.
fn start<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let wanted = folded(phrase);
    let mut seen = String::new();
    for (at, c) in text.char_indices() {
        seen.push_str(&folded(c.encode_utf8(&mut [0; 4])));
        if !wanted.starts_with(&seen) {
            return None;
        }
        if seen == wanted {
            let rest = text.get(at + c.len_utf8()..)?;
            let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
            return ends.then(|| rest.trim_start());
        }
    }
    None
}

fn start_any<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().find_map(|phrase| start(text, phrase))
}

/// What stands before a last phrase, at a word's beginning; empty if that is all.
fn before_end<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = text.trim();
    let wanted = folded(phrase);
    let words = phrase.split_whitespace().count();
    let begins = text.char_indices().filter(|(at, c)| {
        !c.is_whitespace()
            && text.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with(char::is_whitespace))
    });
    let starts: Vec<usize> = begins.map(|(at, _)| at).collect();
    let at = *starts.get(starts.len().checked_sub(words)?)?;
    let tail = folded(text.get(at..)?);
    let same = tail.split_whitespace().eq(wanted.split_whitespace());
    same.then(|| text.get(..at).unwrap_or_default().trim_end().trim_end_matches(',').trim_end())
}

fn before_any<'a>(text: &'a str, phrases: &[&str]) -> &'a str {
    phrases.iter().find_map(|phrase| before_end(text, phrase)).unwrap_or(text)
}

/// Whether the words are one of these phrases, which are spelled out.
fn is_any(text: &str, phrases: &[&str]) -> bool {
    let folded = folded(text.trim());
    phrases.contains(&folded.split_whitespace().collect::<Vec<_>>().join(" ").as_str())
}
