//! The program's sentences, in the language that it speaks.

use super::language::Language;
use edith_words::Word;
use std::fmt;

/// Declares the sentences with their placeholders and their words in every language.
macro_rules! sentences {
    ($($name:ident $(($($word:ident),+))? [$($text:literal)+])*) => {
        /// Everything the program says to a person.
        pub(crate) enum Entry {
            $($name $({ $($word: Word),+ })?),*
        }

        impl Entry {
            /// The words of all sentences.
            #[cfg(test)]
            pub(crate) const ALL: &[(&str, [&str; Language::ALL.len()])] = &[$((stringify!($name), [$($text),+])),*];

            fn parts(&self) -> ([&'static str; Language::ALL.len()], Vec<(&'static str, &Word)>) {
                match self {
                    $(Self::$name $({ $($word),+ })? => ([$($text),+], vec![$($((stringify!($word), $word)),+)?])),*
                }
            }
        }
    };
}
super::list::every_sentence!(sentences);

/// A sentence of the catalogue, in the language that is in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence(String);

impl From<Entry> for Sentence {
    fn from(entry: Entry) -> Self {
        let ([english, german, french, spanish], words) = entry.parts();
        let text = match Language::spoken() {
            Language::English => english,
            Language::German => german,
            Language::French => french,
            Language::Spanish => spanish,
        };
        Self(edith_words::worded(text, &words))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Sentence> for Word {
    fn from(sentence: Sentence) -> Self {
        Self::Text(sentence.0)
    }
}

/// What others say, in their words: the system, a parser, the core.
pub(crate) fn foreign(words: impl fmt::Display) -> Sentence {
    say!(InItsWords { words: words.to_string() })
}

/// A number with its decimals, written as the language does.
pub(crate) fn number(number: f64, places: usize) -> Word {
    Word::Number(number, places)
}

/// Makes a sentence, converting its arguments: `say!(Unread { file: name, error: error.to_string() })`.
macro_rules! say {
    ($name:ident) => {
        $crate::words::Sentence::from($crate::words::Entry::$name)
    };
    ($name:ident { $($word:ident: $value:expr),+ $(,)? }) => {
        $crate::words::Sentence::from($crate::words::Entry::$name { $($word: edith_words::Word::from($value)),+ })
    };
}
pub(crate) use say;
