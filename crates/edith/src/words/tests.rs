//! The catalogue compared with itself.

use super::language::Language;
use super::*;
use std::collections::BTreeSet;

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn every_language_has_every_sentence_with_its_placeholders() {
    let mut names = BTreeSet::new();
    for (name, texts) in Entry::ALL {
        assert!(names.insert(*name), "{name}");
        let [english, others @ ..] = texts;
        for text in texts {
            assert!(!text.trim().is_empty(), "{name}");
            assert_eq!(placeholders(text), placeholders(english), "{name}: {text}");
        }
        // One that is the same in two languages was not translated.
        let words = |text: &str| text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).count();
        let own = words(english) - placeholders(english).len();
        assert!(own < 3 || others.iter().all(|text| text != english), "{name}: {english}");
    }
}

#[test]
fn sentences_are_told_in_the_language_that_is_spoken() {
    let end = || say!(End { outcome: say!(Completed), seconds: number(1.5, 1), used: "" }).to_string();
    for (language, told) in [
        (Language::English, "completed: 1.5 s"),
        (Language::German, "erledigt: 1,5 s"),
        (Language::French, "terminé : 1,5 s"),
        (Language::Spanish, "completada: 1,5 s"),
    ] {
        language.speak();
        assert_eq!((Language::spoken(), end().as_str()), (language, told));
    }
    Language::English.speak();
}

#[test]
fn whatever_may_be_allowed_has_words() {
    for (name, told) in [
        ("send", "sending"),
        ("password", "entering a password"),
        ("keys:ctrl+e", "pressing ctrl+e"),
        ("request:POST /api/notes b1a8a19a739eee0f", "sending what the page sends to /api/notes"),
        ("request:DELETE /api/notes/7 b1a8a19a739eee0f", "deleting /api/notes/7"),
        ("request:PUT https://a.example/notes", "changing https://a.example/notes"),
        ("request:PURGE /api b1a8a19a739eee0f", "requests like PURGE /api"),
        ("external:mcp__a__b", "using the tool mcp__a__b"),
        ("of a later version", "of a later version"),
    ] {
        assert_eq!(effect(name).to_string(), told);
    }
}
