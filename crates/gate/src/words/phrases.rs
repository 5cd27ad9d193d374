//! Finds the phrases of the word tables in a label: folded (lower case, no accents), whole words, the whole label however long, in linear time.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// A phrase's position in a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    /// It is the whole label.
    Whole,
    /// The label starts with it.
    Start,
    /// At the end, as in German commands.
    End,
    /// At the start or the end.
    Edge,
    /// Anywhere in the label.
    Anywhere,
}

/// A text's words: lower case without accents or invisible characters, split at everything but letters and digits.
pub fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .chars()
        .filter(|c| !edith_words::unseen::is_invisible(*c))
        .flat_map(char::to_lowercase)
        .flat_map(|c| Folded::of(c).into_iter())
        .collect::<String>()
        .replace('&', " and ");
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The phrases of a list that commas divide.
pub(crate) fn divided(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(|phrase| phrase.strip_prefix(' ').unwrap_or(phrase))
}

/// Where in the words the phrase stands, at that position: its first place. A word of the phrase that ends in `*` is a word's beginning, one that starts
/// with it a word's end, as of German compounds.
pub(crate) fn place_of(phrase: &'static str, at: At, label: &[String]) -> Option<Range<usize>> {
    // Most phrases begin with no letter that a word of the label begins with.
    let first = phrase.chars().next().filter(|c| *c != '*').and_then(|c| Folded::of(c).into_iter().next());
    if first.is_some_and(|first| !label.iter().any(|word| word.starts_with(first))) {
        return None;
    }
    let phrase = folded(phrase);
    let length = phrase.len();
    let last = label.len().checked_sub(length)?;
    let is_at = |start: usize| {
        let part = label.get(start..start + length).unwrap_or_default();
        part.iter().zip(phrase.iter()).all(|(word, wanted)| wanted.is(word))
    };
    let start = match at {
        At::Whole => (last == 0 && is_at(0)).then_some(0),
        At::Start => is_at(0).then_some(0),
        At::End => is_at(last).then_some(last),
        At::Edge => [0, last].into_iter().find(|start| is_at(*start)),
        At::Anywhere => (0..=last).find(|start| length > 0 && is_at(*start)),
    }?;
    Some(start..start + length)
}

/// Whether the words contain the phrase at that position.
pub(crate) fn stands(phrase: &'static str, at: At, label: &[String]) -> bool {
    place_of(phrase, at, label).is_some()
}

/// Whether one of the phrases stands anywhere in the words.
pub(crate) fn any_of<'a>(mut phrases: impl Iterator<Item = &'a &'static str>, text: &[String]) -> bool {
    phrases.any(|phrase| stands(phrase, At::Anywhere, text))
}

/// Whether one of the phrases is all of the words.
pub(crate) fn is_one_of(phrases: &[&'static str], label: &[String]) -> bool {
    phrases.iter().any(|phrase| stands(phrase, At::Whole, label))
}

/// A word of a phrase: it, or how it begins or ends.
struct Wanted {
    word: String,
    begins: bool,
    ends: bool,
}

impl Wanted {
    fn is(&self, word: &str) -> bool {
        match (self.begins, self.ends) {
            (true, _) => word.starts_with(&self.word),
            (false, true) => word.ends_with(&self.word),
            (false, false) => word == self.word,
        }
    }
}

/// The words of a phrase of the tables, folded once.
fn folded(phrase: &'static str) -> Rc<[Wanted]> {
    thread_local! {
        static FOLDED: RefCell<HashMap<&'static str, Rc<[Wanted]>>> = RefCell::default();
    }
    let fold = || {
        let each = phrase.split_whitespace().flat_map(|part| {
            let mut all: Vec<Wanted> =
                words(part).into_iter().map(|word| Wanted { word, begins: false, ends: false }).collect();
            if let (Some(last), true) = (all.last_mut(), part.ends_with('*')) {
                last.begins = true;
            }
            if let (Some(first), true) = (all.first_mut(), part.starts_with('*')) {
                first.ends = true;
            }
            all
        });
        each.collect::<Rc<[Wanted]>>()
    };
    FOLDED.with_borrow_mut(|all| Rc::clone(all.entry(phrase).or_insert_with(fold)))
}

/// One or two letters that a letter with an accent is compared as.
struct Folded([Option<char>; 2]);

impl Folded {
    fn of(c: char) -> Self {
        let one = match c {
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ą' => 'a',
            'é' | 'è' | 'ê' | 'ë' | 'ę' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'ç' | 'ć' => 'c',
            'ñ' | 'ń' => 'n',
            'ł' => 'l',
            'ś' => 's',
            'ź' | 'ż' => 'z',
            'ß' => return Self([Some('s'), Some('s')]),
            'œ' => return Self([Some('o'), Some('e')]),
            // Combining accents of decomposed text.
            '\u{300}'..='\u{36f}' => return Self([None, None]),
            other => other,
        };
        Self([Some(one), None])
    }

    fn into_iter(self) -> impl Iterator<Item = char> {
        self.0.into_iter().flatten()
    }
}
