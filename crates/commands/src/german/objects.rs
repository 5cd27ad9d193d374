//! What a German order is about: kinds of elements, `den zweiten Treffer`, `das günstigste Produkt`, and names, which stay as they are.

use super::super::phrase::unquote;
use super::spelling::{folded, is_any, start, start_any};

const ARTICLES: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "mein", "meine", "meinen",
    "meinem", "meiner", "dein", "deine", "deinen", "diese", "diesen", "dieses", "dieser", "diesem", "auf", "alle",
    "allen",
];

const ORDINALS: &[(&str, &str)] = &[
    ("erst", "first"),
    ("oberst", "first"),
    ("zweit", "second"),
    ("dritt", "third"),
    ("viert", "fourth"),
    ("fuenft", "fifth"),
    ("sechst", "sixth"),
    ("siebt", "seventh"),
    ("acht", "eighth"),
    ("neunt", "ninth"),
    ("zehnt", "tenth"),
    ("letzt", "last"),
    ("unterst", "last"),
    ("guenstigst", "cheapest"),
    ("billigst", "cheapest"),
    ("preiswertest", "cheapest"),
    ("preisguenstigst", "cheapest"),
    ("teuerst", "most expensive"),
    ("bestbewertet", "best rated"),
    ("bestbewertetst", "best rated"),
    ("beste", "best rated"),
];

/// Nouns for things of a list.
const THINGS: &[(&str, &str)] = &[
    ("ergebnis", "result"),
    ("suchergebnis", "result"),
    ("treffer", "result"),
    ("artikel", "article"),
    ("produkt", "product"),
    ("eintrag", "entry"),
    ("nachricht", "message"),
    ("mail", "mail"),
    ("e-mail", "mail"),
    ("beitrag", "post"),
    ("zeile", "row"),
    ("video", "video"),
    ("buch", "book"),
    ("angebot", "offer"),
    ("meldung", "story"),
    ("tab", "tab"),
];

/// Kinds of elements.
const KINDS: &[(&str, &str)] = &[
    ("knopf", "button"),
    ("schaltflaeche", "button"),
    ("button", "button"),
    ("taste", "button"),
    ("link", "link"),
    ("verweis", "link"),
    ("eingabefeld", "field"),
    ("textfeld", "field"),
    ("suchfeld", "search field"),
    ("feld", "field"),
    ("kontrollkaestchen", "checkbox"),
    ("kaestchen", "checkbox"),
    ("checkbox", "checkbox"),
    ("haekchen", "checkbox"),
    ("schalter", "checkbox"),
    ("auswahlliste", "drop-down"),
    ("auswahlfeld", "drop-down"),
    ("dropdown", "drop-down"),
    ("liste", "drop-down"),
    ("option", "option"),
    ("reiter", "tab"),
    ("menuepunkt", "menu item"),
    ("menueeintrag", "menu item"),
    ("schieberegler", "slider"),
    ("regler", "slider"),
];

const PRONOUNS: &[&str] = &["es", "ihn", "sie", "das", "dies", "darauf", "dort", "diesen", "diese", "dieses"];

/// The words in quotes, so that the grammar takes them as they are.
pub(super) fn value(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ',', ';']).trim();
    match unquote(text) {
        (inner, true) if !inner.contains(['“', '”']) => format!("“{inner}”"),
        (_, false) if !text.contains(['“', '”', '„']) => format!("“{text}”"),
        _ => text.to_owned(),
    }
}

/// The words without articles before them.
pub(super) fn without_article(text: &str) -> &str {
    match start_any(text, ARTICLES) {
        Some(rest) if !rest.is_empty() => without_article(rest),
        _ => text.trim(),
    }
}

/// An element or a thing of a list, in the grammar's words.
pub(super) fn thing(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ',', '!', '?']).trim();
    if unquote(text).1 {
        return value(text);
    }
    if is_any(text, PRONOUNS) {
        return "it".to_owned();
    }
    for mark in [" in der Zeile von ", " in der Zeile mit ", " in der Zeile ", " neben ", " bei "] {
        if let Some((what, near)) = text.split_once(mark) {
            return format!("{} next to {}", thing(what), value(without_article(near)));
        }
    }
    let bare = without_article(text);
    let (first, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
    if let Some(which) = ordinal(first) {
        let noun = rest.trim();
        // "den letzten", "das günstigste": one of whatever there is.
        let noun = if noun.is_empty() { "one".to_owned() } else { noun_of(noun) };
        return format!("the {which} {noun}");
    }
    if let Some((kind, rest)) = KINDS.iter().find_map(|(word, kind)| Some((*kind, start(bare, word)?))) {
        let named = start_any(rest, &["mit der Aufschrift", "mit dem Text", "mit dem Namen", "namens", "für", "mit"]);
        let name = named.unwrap_or(rest).trim();
        return if name.is_empty() { format!("the {kind}") } else { format!("the {kind} called {}", value(name)) };
    }
    // "Speichern-Knopf", "Speichern Knopf"
    let spaced = folded(bare);
    for (word, kind) in KINDS {
        for joint in ["-", " "] {
            let ending = format!("{joint}{word}");
            // Only what is spelled alike has the same length.
            if spaced.ends_with(&ending)
                && let Some(name) = bare.len().checked_sub(ending.len()).and_then(|end| bare.get(..end))
                && bare.get(name.len()..).is_some_and(|tail| folded(tail) == ending)
                && !name.is_empty()
            {
                return format!("the {} {kind}", value(name));
            }
        }
    }
    bare.to_owned()
}

/// `zweiten` → `second`, `günstigste` → `cheapest`.
fn ordinal(word: &str) -> Option<&'static str> {
    let folded = folded(word);
    let stem = ["en", "er", "es", "em", "e"].iter().find_map(|ending| folded.strip_suffix(ending)).unwrap_or(&folded);
    ORDINALS
        .iter()
        .find(|(known, _)| *known == stem || known.strip_suffix('e') == Some(stem))
        .map(|(_, english)| *english)
}

/// A noun of a list, or of a kind, in English where it is known.
pub(super) fn noun_of(text: &str) -> String {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let folded = folded(first);
    let known = |(word, english): &(&'static str, &'static str)| {
        let plural =
            ["e", "er", "se", "en", "n", "s", "nisse"].iter().any(|ending| folded == format!("{word}{ending}"));
        (folded == *word || plural).then_some(*english)
    };
    match THINGS.iter().chain(KINDS).find_map(known) {
        Some(english) if rest.trim().is_empty() => english.to_owned(),
        Some(english) => format!("{english} {}", value(rest)),
        None => text.to_owned(),
    }
}
