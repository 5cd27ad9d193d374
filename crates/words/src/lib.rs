//! The core's sentences for people: a code and arguments each. The wording comes from the person's language catalogue (`extension/_locales/`); the
//! English one is also here, for the model and for when there is no catalogue.

pub mod browser;
mod list;
#[cfg(test)]
mod tests;
pub mod unseen;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

/// Prefix of the core's keys in a catalogue.
const PREFIX: &str = "core_";

/// The wording of a language.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    language: String,
    texts: HashMap<String, String>,
}

impl Catalogue {
    /// The core's part of a `messages.json`; `language` is its folder's name, such as `de`. Unreadable entries stay English.
    pub fn read(language: &str, json: &str) -> Self {
        let messages: HashMap<String, serde_json::Value> = edith_protocol::json::read(json).unwrap_or_default();
        let core = messages.into_iter().filter_map(|(key, entry)| {
            let text = entry.get("message")?.as_str()?.to_owned();
            Some((key.strip_prefix(PREFIX)?.to_owned(), text))
        });
        Self { language: language.to_owned(), texts: core.collect() }
    }
}

thread_local! {
    static SPOKEN: RefCell<Catalogue> = RefCell::default();
    static KNOWN: RefCell<Vec<Catalogue>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the wording of a language for [`speaking`]; one of the same language is replaced.
pub fn know(catalogue: Catalogue) {
    KNOWN.with(|known| {
        let mut known = known.borrow_mut();
        known.retain(|other| other.language != catalogue.language);
        known.push(catalogue);
    });
}

/// Whether sentences can be worded in a language: it is spoken, known or English.
pub fn knows(language: &str) -> bool {
    language.is_empty()
        || language == "en"
        || language == self::language()
        || KNOWN.with(|known| known.borrow().iter().any(|one| one.language == language))
}

/// Speaks another language meanwhile, such as `fr`; one whose wording is not known, or an empty one, changes nothing. English is always known.
pub fn speaking<T>(language: &str, tell: impl FnOnce() -> T) -> T {
    if language.is_empty() || language == self::language() {
        return tell();
    }
    let found = KNOWN.with(|known| known.borrow().iter().find(|one| one.language == language).cloned());
    let english = || (language == "en").then(|| Catalogue { language: "en".to_owned(), ..Catalogue::default() });
    let Some(catalogue) = found.or_else(english) else { return tell() };
    let before = SPOKEN.with(|spoken| spoken.replace(catalogue));
    let told = tell();
    speak(before);
    told
}

/// Sets the language of sentences from now on; earlier ones stay as they were.
pub fn speak(catalogue: Catalogue) {
    SPOKEN.with(|spoken| *spoken.borrow_mut() = catalogue);
}

/// The language of the sentences, such as `de`; empty while there is no catalogue.
pub fn language() -> String {
    SPOKEN.with(|spoken| spoken.borrow().language.clone())
}

/// A placeholder's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// Verbatim.
    Text(String),
    /// Somebody else's name or text, in the language's quotation marks.
    Quoted(String),
    /// With this many decimals, and the language's decimal sign.
    Number(f64, usize),
    /// Another sentence.
    Said(Box<Sentence>),
}

impl Word {
    fn told(&self, catalogue: &Catalogue) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Quoted(text) => {
                let text = unseen::quotable(text);
                match catalogue.language.as_str() {
                    "de" => format!("„{text}“"),
                    "fr" => format!("«\u{a0}{text}\u{a0}»"),
                    "es" => format!("«{text}»"),
                    _ => format!("“{text}”"),
                }
            }
            Self::Number(number, places) => {
                let plain = format!("{number:.places$}");
                // Without a catalogue the words are English.
                if matches!(catalogue.language.as_str(), "" | "en") { plain } else { plain.replace('.', ",") }
            }
            Self::Said(sentence) => sentence.told(catalogue),
        }
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Word {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Sentence> for Word {
    fn from(sentence: Sentence) -> Self {
        Self::Said(Box::new(sentence))
    }
}

macro_rules! whole {
    ($($number:ty)*) => {
        $(impl From<$number> for Word {
            fn from(number: $number) -> Self {
                Self::Text(number.to_string())
            }
        })*
    };
}
whole!(u16 u32 u64 usize i64);

/// What stands of a sentence in the list.
#[derive(Debug, PartialEq)]
struct Entry {
    key: &'static str,
    english: &'static str,
    placeholders: &'static [&'static str],
}

/// Declares the sentences with their keys, English words and placeholders.
macro_rules! sentences {
    ($($name:ident $key:literal $(($($word:ident),+))? $english:literal)*) => {
        impl Sentence {
            /// Keys and English words of all sentences.
            pub const ALL: &[(&str, &str)] = &[$(($key, $english)),*];
        }

        /// The sentences, for [`say!`]: those without placeholders as they are, the others by their placeholders.
        #[allow(missing_docs, non_upper_case_globals, reason = "each has its words as documentation, and the name of a type")]
        pub mod said {
            use super::{Entry, Sentence, Word};

            $(sentence! { $name $key $(($($word),+))? $english })*
        }
    };
}

/// Declares one.
macro_rules! sentence {
    ($name:ident $key:literal $english:literal) => {
        #[doc = $english]
        pub const $name: Sentence =
            Sentence { entry: &Entry { key: $key, english: $english, placeholders: &[] }, words: Vec::new() };
    };
    ($name:ident $key:literal ($($word:ident),+) $english:literal) => {
        #[doc = $english]
        #[derive(Debug)]
        pub struct $name { $(pub $word: Word),+ }

        impl From<$name> for Sentence {
            fn from($name { $($word),+ }: $name) -> Self {
                const ENTRY: &Entry = &Entry { key: $key, english: $english, placeholders: &[$(stringify!($word)),+] };
                Self::of(ENTRY, [$($word),+])
            }
        }
    };
}
list::every_sentence!(sentences);

/// Something that the core says to a person; [`say!`] makes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    entry: &'static Entry,
    words: Vec<Word>,
}

impl Sentence {
    fn of<const N: usize>(entry: &'static Entry, words: [Word; N]) -> Self {
        Self { entry, words: words.into() }
    }

    /// In English, for the model.
    pub fn english(&self) -> String {
        self.told(&Catalogue::default())
    }

    /// In a catalogue's words.
    pub fn told(&self, catalogue: &Catalogue) -> String {
        let Entry { key, english, placeholders } = self.entry;
        let words: Vec<(&str, &Word)> = placeholders.iter().copied().zip(&self.words).collect();
        filled(catalogue.texts.get(*key).map_or(*english, String::as_str), &words, catalogue)
    }
}

/// A text of the spoken language with its placeholders filled in.
pub fn worded(text: &str, words: &[(&'static str, &Word)]) -> String {
    SPOKEN.with(|spoken| filled(text, words, &spoken.borrow()))
}

fn filled(text: &str, words: &[(&'static str, &Word)], catalogue: &Catalogue) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(rest.len() + 16);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, next) = after.split_once('}').unwrap_or((after, ""));
        if let Some((_, word)) = words.iter().find(|(known, _)| *known == name) {
            out.push_str(&word.told(catalogue));
        }
        rest = next;
    }
    out.push_str(rest);
    out
}

impl fmt::Display for Sentence {
    /// In the person's language.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPOKEN.with(|spoken| f.write_str(&self.told(&spoken.borrow())))
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> Self {
        sentence.to_string()
    }
}

/// Makes a sentence, converting its arguments: `say!(GoTo { url: address })`.
#[macro_export]
macro_rules! say {
    ($name:ident) => {
        $crate::said::$name
    };
    ($name:ident { $($word:ident: $value:expr),+ $(,)? }) => {
        $crate::Sentence::from($crate::said::$name { $($word: $crate::Word::from($value)),+ })
    };
}
