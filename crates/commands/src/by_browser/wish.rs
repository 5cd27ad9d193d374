//! Whether a task as a whole asks for what the browser's language tools do.

use super::languages::code_of;
use crate::command::{Command, Wants};
use crate::parser::parse;

/// What is wished for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// The page in short.
    SumUp,
    /// The page in another language: its code, none for the person's own, or words that name no language.
    Translate(Result<Option<&'static str>, String>),
}

/// Verbs, and the words before the language.
const VERBS: [&str; 14] = [
    "translate",
    "übersetzen sie",
    "übersetze",
    "übersetz",
    "uebersetze",
    "traduisez",
    "traduis",
    "traduire",
    "traduzca",
    "traduce",
    "traducir",
    "can you translate",
    "kannst du",
    "können sie",
];
const PAGES: [&str; 34] = [
    "this page",
    "the page",
    "this article",
    "the article",
    "this site",
    "this website",
    "this text",
    "the text",
    "this",
    "it",
    "page",
    "diese seite",
    "die seite",
    "diesen artikel",
    "den artikel",
    "diesen text",
    "den text",
    "das hier",
    "das",
    "sie",
    "cette page",
    "la page",
    "cet article",
    "l'article",
    "ce texte",
    "le texte",
    "esta página",
    "la página",
    "este artículo",
    "el artículo",
    "este texto",
    "el texto",
    "esto",
    "mir",
];
const INTOS: [&str; 16] = [
    "into", "to", "in", "ins", "auf", "nach", "en", "vers", "al", "a", "in das", "in die", "into the", "dans", "hacia",
    "vers le",
];
const POLITE: [&str; 14] = [
    "please",
    "bitte",
    "s'il te plaît",
    "s'il vous plaît",
    "por favor",
    "for me",
    "now",
    "jetzt",
    "mal",
    "edith",
    "language",
    "übersetzen",
    "sprache",
    "für mich",
];

/// The wish of a task; none if it asks for something else, or for more.
pub(super) fn wish(task: &str) -> Option<Wish> {
    let said = plain(task);
    if let Some(rest) = VERBS.iter().find_map(|verb| word(&said, verb)) {
        return translation(rest, &said).map(Wish::Translate);
    }
    let parsed = parse(task);
    let one = parsed.unknown.is_empty().then_some(parsed.commands.as_slice())?;
    matches!(one, [Command::Read { wants: Wants::Summary, .. }]).then_some(Wish::SumUp)
}

/// The language of what follows the verb; none where something else than the page is to be translated.
fn translation(rest: &str, said: &str) -> Option<Result<Option<&'static str>, String>> {
    // "kannst du" alone asks for anything.
    let asks = ["kannst du", "können sie"].iter().any(|start| said.starts_with(start));
    if asks && !said.contains("übersetzen") {
        return None;
    }
    let mut rest = without(rest, &POLITE);
    while let Some(after) = PAGES.iter().filter_map(|page| word(rest, page)).min_by_key(|after| after.len()) {
        rest = without(after, &POLITE);
    }
    if rest.is_empty() {
        return Some(Ok(None));
    }
    let language = INTOS.iter().filter_map(|into| word(rest, into)).min_by_key(|after| after.len())?;
    let language = without_end(language, &POLITE);
    match code_of(language) {
        Some(code) => Some(Ok(Some(code))),
        // One or two words may be a language that is not known; more are another task.
        None if !language.is_empty() && language.split(' ').count() <= 2 => Some(Err(language.to_owned())),
        None => None,
    }
}

/// Small letters, single blanks, no marks at the end.
fn plain(task: &str) -> String {
    let words = task.to_lowercase().replace('’', "'").replace([',', '“', '”', '"'], " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_end_matches(['.', '!', '?', ' ']);
    without(words, &POLITE).to_owned()
}

/// What follows a word at the beginning.
fn word<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(start)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

fn without<'a>(mut text: &'a str, words: &[&str]) -> &'a str {
    while let Some(rest) = words.iter().find_map(|one| word(text, one)) {
        text = rest;
    }
    text
}

fn without_end<'a>(mut text: &'a str, words: &[&str]) -> &'a str {
    while let Some(rest) = words.iter().find_map(|one| text.strip_suffix(one)?.strip_suffix(' ')) {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_is_told_from_other_tasks() {
        let to = |code| Some(Wish::Translate(Ok(Some(code))));
        for (task, expected) in [
            ("Translate this page into German", to("de")),
            ("please translate the article to French!", to("fr")),
            ("translate it into Spanish please", to("es")),
            ("translate to de", to("de")),
            ("Übersetze diese Seite ins Englische", to("en")),
            ("Übersetze diese Seite ins Klingonische", Some(Wish::Translate(Err("klingonische".to_owned())))),
            ("Übersetze diese Seite auf Englisch", to("en")),
            ("Bitte übersetze das ins Deutsch", to("de")),
            ("Kannst du die Seite auf Polnisch übersetzen?", to("pl")),
            ("Traduis cette page en allemand", to("de")),
            ("Traduce esta página al inglés, por favor", to("en")),
            ("translate this page", Some(Wish::Translate(Ok(None)))),
            ("Übersetze die Seite", Some(Wish::Translate(Ok(None)))),
            ("translate this page into Klingon", Some(Wish::Translate(Err("klingon".to_owned())))),
            ("translate this page into German and send it to Ann", None),
            ("translate my letter into German", None),
            ("Kannst du mir helfen", None),
            ("translator", None),
            ("open example.com", None),
        ] {
            assert_eq!(wish(task), expected, "{task}");
        }
        assert_eq!(wish("sum up this page"), Some(Wish::SumUp));
        assert_eq!(wish("sum up this page, then go back"), None);
    }
}
