//! The search of the settings: which rows have the words that were typed, and where in a text they stand.
//!
//! Case and accents do not count: "grun" finds "Grün". All words must be there, in any order, and the beginning of one is enough.

/// What was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
}

impl Query {
    /// The words of a text.
    pub fn new(typed: &str) -> Self {
        let words = typed.split_whitespace().map(|word| word.chars().flat_map(plain).collect());
        Self { words: words.filter(|word: &String| !word.is_empty()).collect() }
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a text has all the words.
    pub fn finds(&self, text: &str) -> bool {
        self.finds_in(text, "")
    }

    /// The same for a text within others: some words may stand in what is around it, but not all.
    pub fn finds_in(&self, text: &str, around: &str) -> bool {
        let (own, around) = (Plain::of(text), Plain::of(around));
        let in_own = |word: &String| own.find(word, 0).is_some();
        self.words.iter().any(in_own) && self.words.iter().all(|word| in_own(word) || around.find(word, 0).is_some())
    }

    /// Where the words stand in a text: beginnings and ends in UTF-16 units, in order and apart.
    pub fn places(&self, text: &str) -> Vec<(u32, u32)> {
        let plain = Plain::of(text);
        let mut found = Vec::new();
        for word in &self.words {
            let mut from = 0;
            while let Some((begin, end, next)) = plain.find(word, from) {
                found.push((begin, end));
                from = next;
            }
        }
        found.sort_unstable();
        let mut apart: Vec<(u32, u32)> = Vec::new();
        for (begin, end) in found {
            match apart.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(end),
                _ => apart.push((begin, end)),
            }
        }
        apart
    }
}

/// A text without case and accents, with the place of each of its characters in the original, in UTF-16 units.
struct Plain {
    text: Vec<char>,
    places: Vec<(u32, u32)>,
}

impl Plain {
    fn of(text: &str) -> Self {
        let mut all = Self { text: Vec::new(), places: Vec::new() };
        let mut at = 0;
        for c in text.chars() {
            let end = at + c.len_utf16() as u32;
            for one in plain(c) {
                all.text.push(one);
                all.places.push((at, end));
            }
            at = end;
        }
        all
    }

    /// The first beginning of a word like this from `from` on: its place, and where to look further.
    fn find(&self, word: &str, from: usize) -> Option<(u32, u32, usize)> {
        let word: Vec<char> = word.chars().collect();
        let length = word.len();
        (from..self.text.len().saturating_sub(length.saturating_sub(1)))
            .find(|at| {
                let begins =
                    at.checked_sub(1).and_then(|before| self.text.get(before)).is_none_or(|c| !c.is_alphanumeric());
                begins && self.text.get(*at..at + length) == Some(word.as_slice())
            })
            .and_then(|at| Some((self.places.get(at)?.0, self.places.get(at + length - 1)?.1, at + length)))
    }
}

/// A character in lower case and without accents, as the pages' languages have them.
fn plain(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        '’' => '\'',
        c => c,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_be_there_in_any_order_and_case() {
        for (typed, text, found) in [
            ("dark", "Theme: system, light, Dark", true),
            ("DARK theme", "Theme: dark", true),
            ("dark blue", "Theme: dark", false),
            ("lang", "Language of these pages", true),
            ("guage", "Language of these pages", false),
            ("grun", "Grün", true),
            ("GRÜN", "grun", true),
            ("mail", "E-mail", true),
            ("l'app", "L’apparence", true),
            ("1000", "at most 1000 steps", true),
            ("  ", "anything", false),
        ] {
            assert_eq!(Query::new(typed).finds(text), found, "{typed:?} in {text:?}");
        }
        assert!(Query::new(" \t").is_empty());
    }

    #[test]
    fn some_words_may_stand_around_a_row_but_not_all() {
        let query = Query::new("day tokens");
        assert!(query.finds_in("Tokens", "Limits of a day"));
        assert!(!query.finds_in("Steps", "Limits of a day"));
        assert!(!query.finds_in("Steps", "Tokens of a day"));
    }

    #[test]
    fn places_are_in_units_of_the_page_and_apart() {
        // An emoji takes two units.
        assert_eq!(Query::new("model").places("😀 Model, modèle"), [(3, 8), (10, 15)]);
        assert_eq!(Query::new("modele").places("😀 Model, modèle"), [(10, 16)]);
        assert_eq!(Query::new("to tok").places("tokens to"), [(0, 3), (7, 9)]);
        assert!(Query::new("ok").places("tokens").is_empty());
        assert!(Query::new("a").places("").is_empty());
    }
}
