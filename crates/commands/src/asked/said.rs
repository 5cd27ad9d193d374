//! A person's text as words, each with its place, so that phrases of any language are compared without accents, case and marks.

use super::super::words::folded;

/// A text and its words.
#[derive(Debug, Clone)]
pub(crate) struct Said<'a> {
    text: &'a str,
    /// Each word as compared, and its bytes in the text.
    words: Vec<(String, usize, usize)>,
}

impl<'a> Said<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut words: Vec<(String, usize, usize)> = Vec::new();
        let mut open = false;
        for (at, c) in text.char_indices() {
            if !c.is_alphanumeric() {
                open = false;
                continue;
            }
            let end = at + c.len_utf8();
            match words.last_mut().filter(|_| open) {
                Some((word, _, to)) => {
                    word.push_str(&folded(c));
                    *to = end;
                }
                None => words.push((folded(c), at, end)),
            }
            open = true;
        }
        Self { text, words }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn word(&self, at: usize) -> Option<&str> {
        self.words.get(at).map(|(word, ..)| word.as_str())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|(word, ..)| word.as_str())
    }

    /// The words from one to before another, as they are compared.
    pub(crate) fn words(&self, from: usize, to: usize) -> Vec<String> {
        let some = self.words.get(from.min(to)..to.min(self.len())).unwrap_or_default();
        some.iter().map(|(word, ..)| word.clone()).collect()
    }

    /// How many words a phrase takes here; none if it does not stand here.
    pub(crate) fn at(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut count = 0;
        for wanted in phrase.split(' ') {
            if self.word(at + count)? != wanted {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// How many words the longest of these phrases takes here.
    pub(crate) fn at_any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|phrase| self.at(at, phrase)).max()
    }

    /// Where one of these phrases stands first within these words: its place and the words it takes.
    pub(crate) fn find(&self, from: usize, to: usize, phrases: &[&str]) -> Option<(usize, usize)> {
        (from..to.min(self.len())).find_map(|at| Some((at, self.at_any(at, phrases)?))).filter(|(at, n)| at + n <= to)
    }

    /// The text as it was written from one word to before another.
    pub(crate) fn written(&self, from: usize, to: usize) -> &'a str {
        if from >= to {
            return "";
        }
        let start = self.words.get(from).map(|(_, start, _)| *start);
        let end = self.words.get(to - 1).map(|(.., end)| *end);
        start.zip(end).and_then(|(start, end)| self.text.get(start..end)).unwrap_or("")
    }

    /// The same, with the marks around it up to the words beside it.
    pub(crate) fn with_marks(&self, from: usize, to: usize) -> &'a str {
        let start = from.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |(.., end)| *end);
        let end = self.words.get(to).map_or(self.text.len(), |(_, start, _)| *start);
        self.text.get(start..end).unwrap_or("").trim()
    }

    /// What stands between a word and the one before it.
    pub(crate) fn before(&self, at: usize) -> &'a str {
        let start = at.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |(.., end)| *end);
        let end = self.words.get(at).map_or(self.text.len(), |(_, start, _)| *start);
        self.text.get(start..end).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places() {
        let said = Said::new("¿Qué es «l'été» à 5 €?");
        assert_eq!(said.all().collect::<Vec<_>>(), ["que", "es", "l", "ete", "a", "5"]);
        assert_eq!((said.written(2, 4), said.with_marks(5, 6), said.before(2)), ("l'été", "5 €?", " «"));
        assert_eq!(
            (said.at(2, "l ete"), said.at(3, "ete b"), said.find(0, 6, &["a 5"])),
            (Some(2), None, Some((4, 2)))
        );
    }
}
