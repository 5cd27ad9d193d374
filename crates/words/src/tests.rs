//! The registry compared with every language's catalogue and with the code that uses it.

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

fn catalogue(language: &str) -> BTreeMap<String, String> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension/_locales").join(language).join("messages.json");
    let catalogue = Catalogue::read(language, &std::fs::read_to_string(file).unwrap());
    catalogue.texts.into_iter().collect()
}

fn spoken(language: &str) -> Catalogue {
    Catalogue { language: language.into(), texts: catalogue(language).into_iter().collect() }
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn every_language_has_every_sentence_with_its_placeholders() {
    let known: BTreeMap<&str, &str> = Sentence::ALL.iter().copied().collect();
    assert_eq!(known.len(), Sentence::ALL.len(), "a key stands for one sentence");
    for language in LANGUAGES {
        let texts = catalogue(language);
        assert_eq!(texts.keys().map(String::as_str).collect::<Vec<_>>(), known.keys().copied().collect::<Vec<_>>());
        for (key, english) in &known {
            let text = &texts[*key];
            assert!(!text.trim().is_empty(), "{language} {key}");
            assert_eq!(placeholders(text), placeholders(english), "{language} {key}");
            // A long sentence that is the same in two languages was not translated.
            let same = text == english && english.split(' ').count() > 3;
            assert_eq!(same, language == "en" && english.split(' ').count() > 3, "{language} {key}: {text}");
        }
    }
    assert!(catalogue("en").iter().all(|(key, text)| known[key.as_str()] == text));
}

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests")) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()));
        }
    }
}

fn core_sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for speaker in ["words", "model", "commands", "actions", "gate", "port", "records", "tools", "core", "app", "mcp"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(speaker).join("src"), &mut found);
    }
    found
}

#[test]
fn every_sentence_is_said_somewhere() {
    let all = core_sources();
    let uses = |name: &str| {
        all.iter().filter(|(path, _)| !path.ends_with("src/list.rs")).any(|(_, text)| {
            text.match_indices(name).any(|(at, _)| {
                let before = text[..at].trim_end().ends_with("say!(");
                before && !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        })
    };
    let list = include_str!("list.rs");
    let names = list.lines().filter_map(|line| line.trim().split_once(" \"")).map(|(name, _)| name);
    let unused: Vec<&str> = names.filter(|name| !uses(name)).collect();
    assert_eq!(unused, Vec::<&str>::new());
}

/// Everything for the person goes through the registry, never as a literal.
#[test]
fn no_words_for_the_person_stand_in_the_code() {
    let doors = [
        "self.progress(\"",
        "self.progress(format!(",
        "run.progress(\"",
        "run.progress(format!(",
        "say(\"",
        "title: \"",
        "title: format!(",
        "finish(Outcome::Failed, \"",
        "finish(Outcome::Failed, format!(",
        "finish(Outcome::Stopped, \"",
        "finish(Outcome::NeedsInput, \"",
    ];
    for (path, text) in core_sources() {
        for door in doors {
            assert!(!text.contains(door), "{}: {door}", path.display());
        }
        // An error's message: the second argument, on the same line or the next.
        for (at, _) in text.match_indices("ErrorBody::new(") {
            let arguments = text[at..].split([';', '}']).next().unwrap_or_default();
            let message = arguments.split_once(',').map(|(_, message)| message.trim()).unwrap_or_default();
            assert!(!message.starts_with(['"']) && !message.starts_with("format!"), "{}: {message}", path.display());
        }
    }
}

#[test]
fn names_and_numbers_are_written_as_the_language_does() {
    let click = say!(Click { name: Word::Quoted("Save".into()) });
    let wait = say!(TryingAgainIn { error: say!(Paused), seconds: Word::Number(1.5, 1) });
    for (language, clicked, waited) in [
        ("en", "Click “Save”", "Paused. Trying again in 1.5 s."),
        ("de", "„Save“ anklicken", "Angehalten. Neuer Versuch in 1,5 s."),
        ("fr", "Cliquer sur «\u{a0}Save\u{a0}»", "En pause. Nouvel essai dans 1,5 s."),
        ("es", "Hacer clic en «Save»", "En pausa. Nuevo intento en 1,5 s."),
    ] {
        let catalogue = spoken(language);
        assert_eq!((click.told(&catalogue), wait.told(&catalogue)), (clicked.to_owned(), waited.to_owned()));
    }
    // The model reads English whatever the person reads, and a text with braces stays intact.
    speak(spoken("de"));
    let typed = say!(Type { text: "{name}" });
    assert_eq!((typed.to_string(), typed.english()), ("{name} eingeben".to_owned(), "Type {name}".to_owned()));
    speak(Catalogue::default());
}

#[test]
fn the_browsers_words_are_sorted() {
    use super::browser::{attach_reason, network_reason};
    let frame = "Cannot access a chrome-extension:// URL of different extension";
    assert_eq!(attach_reason(frame), say!(ForeignFrame));
    let id = "abcdefghijklmnopabcdefghijklmnop";
    assert!(attach_reason(&format!("{frame} {id}")).english().contains(id));
    // As Chrome words it from version 155 on, and before.
    for words in
        ["Host access is restricted by policy.", "This page cannot be scripted due to an ExtensionsSettings policy."]
    {
        assert_eq!(attach_reason(words), say!(PolicyForbids));
    }
    assert!(network_reason("net::ERR_CERT_DATE_INVALID").english().contains("certificate"));
    assert_eq!(network_reason("net::ERR_SOMETHING_NEW").english(), "net::ERR_SOMETHING_NEW");
}
