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

/// A label's words, ordered so that thousands of phrases are found in it without going through all of it for each.
pub(crate) struct Ordered<'a> {
    words: &'a [String],
    /// The places of the words, in the order of what is there.
    places: Vec<usize>,
    firsts: Letters,
}

impl<'a> Ordered<'a> {
    pub(crate) fn of(words: &'a [String]) -> Self {
        let mut places: Vec<usize> = (0..words.len()).collect();
        edith_page::order::sort_by_key(&mut places, |at| words.get(*at));
        Self { words, places, firsts: Letters::that_begin(words) }
    }

    /// Where the phrase is, at that position: its first place. A word of the phrase that ends in `*` is a word's beginning, one that starts with
    /// it a word's end, as of German compounds.
    pub(crate) fn place_of(&self, phrase: &'static str, at: At) -> Option<Range<usize>> {
        if !self.firsts.may_begin(phrase) {
            return None;
        }
        place(&folded(phrase), at, self.words, |wanted| self.anywhere(wanted))
    }

    fn anywhere(&self, phrase: &[Wanted]) -> Option<usize> {
        let first = phrase.first()?;
        if first.ends {
            return (0..self.words.len()).find(|start| stands_at(phrase, self.words, *start));
        }
        let word = |at: &usize| self.words.get(*at).map(String::as_str).unwrap_or_default();
        let from = self.places.partition_point(|at| word(at) < first.word.as_str());
        let like_first = self.places.iter().skip(from).take_while(|at| first.is(word(at)));
        like_first.copied().filter(|start| stands_at(phrase, self.words, *start)).min()
    }
}

/// A set of letters, of which several may share a place in it.
struct Letters(u64);

impl Letters {
    /// Those that words begin with.
    fn that_begin(words: &[String]) -> Self {
        Self(words.iter().fold(0, |all, word| all | Self::first_of(word).0))
    }

    /// Whether the phrase may be among words that begin with these: most phrases begin with none of them.
    fn may_begin(&self, phrase: &str) -> bool {
        phrase.starts_with('*') || Self::first_of(phrase).0 & self.0 != 0
    }

    fn first_of(text: &str) -> Self {
        let first = text.chars().next().and_then(|c| Folded::of(c).into_iter().next());
        Self(first.map_or(0, |letter| 1 << (u32::from(letter) % 64)))
    }
}

/// Where in the words the phrase is, at that position: its first place. For many phrases in one label there is [`Ordered`].
pub(crate) fn place_of(phrase: &'static str, at: At, label: &[String]) -> Option<Range<usize>> {
    if !Letters::that_begin(label).may_begin(phrase) {
        return None;
    }
    place(&folded(phrase), at, label, |wanted| (0..label.len()).find(|start| stands_at(wanted, label, *start)))
}

fn place(
    phrase: &[Wanted],
    at: At,
    label: &[String],
    anywhere: impl Fn(&[Wanted]) -> Option<usize>,
) -> Option<Range<usize>> {
    let length = phrase.len();
    let last = label.len().checked_sub(length).filter(|_| length > 0)?;
    let is_at = |start: &usize| stands_at(phrase, label, *start);
    let start = match at {
        At::Whole => Some(0).filter(|start| last == 0 && is_at(start)),
        At::Start => Some(0).filter(is_at),
        At::End => Some(last).filter(is_at),
        At::Edge => [0, last].into_iter().find(is_at),
        At::Anywhere => anywhere(phrase),
    }?;
    Some(start..start + length)
}

fn stands_at(phrase: &[Wanted], label: &[String], start: usize) -> bool {
    let part = label.get(start..start + phrase.len());
    part.is_some_and(|part| part.iter().zip(phrase).all(|(word, wanted)| wanted.is(word)))
}

/// Whether the words contain the phrase at that position.
pub(crate) fn stands(phrase: &'static str, at: At, label: &[String]) -> bool {
    place_of(phrase, at, label).is_some()
}

/// Whether one of the phrases is anywhere in the words.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::LABELS;

    const PLACES: [At; 5] = [At::Whole, At::Start, At::End, At::Edge, At::Anywhere];

    /// Labels of the words of each phrase, and of those around it.
    fn labels() -> Vec<Vec<String>> {
        let phrases: Vec<Vec<String>> = LABELS.iter().flat_map(|row| divided(row.phrases)).map(words).collect();
        let together = phrases.chunks(7).map(<[Vec<String>]>::concat);
        let with_ends = phrases.windows(2).map(|two| [two[0].as_slice(), &["auflisten".to_owned()], &two[1]].concat());
        phrases.iter().cloned().chain(together).chain(with_ends).chain([Vec::new(), words("straße STRASSE")]).collect()
    }

    #[test]
    fn in_the_order_of_words_a_phrase_is_found_where_going_through_them_finds_it() {
        let phrases: Vec<&'static str> =
            LABELS.iter().flat_map(|row| divided(row.phrases)).chain(["*liste", "auf*", "*listen pay"]).collect();
        let mut found = 0;
        for label in labels().iter().step_by(11) {
            let ordered = Ordered::of(label);
            for phrase in &phrases {
                for at in PLACES {
                    let place = place_of(phrase, at, label);
                    found += usize::from(place.is_some());
                    assert_eq!(ordered.place_of(phrase, at), place, "{phrase:?} {at:?} in {label:?}");
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
