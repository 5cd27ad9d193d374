//! A text as terms: words stemmed and without diacritics, numbers and names with their separators kept whole and also in parts, scripts without spaces
//! as pairs of characters.

use super::language::Language;
use crate::letters::{compose, is_mark, is_unspaced, without_marks};
use rust_stemmers::Stemmer;
use std::collections::{HashMap, HashSet};

/// Makes terms of texts in one language.
#[derive(Default)]
pub(super) struct Analyzer {
    stemmer: Option<Stemmer>,
    stop_words: HashSet<&'static str>,
    /// Words that were met already.
    known: HashMap<String, Option<String>>,
}

impl Analyzer {
    pub(super) fn new(language: Language) -> Self {
        let stop_words = language.stop_words().iter().copied().collect();
        Self { stemmer: language.stemmer(), stop_words, known: HashMap::new() }
    }

    /// The terms of a text in order.
    pub(super) fn terms(&mut self, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        for unit in units(text) {
            match unit {
                Unit::Word(word) => terms.extend(self.term(&word)),
                // `isn't` is in the lists, `l'hôtel` is not.
                Unit::Joined(whole, _) if self.stop_words.contains(whole.as_str()) => {}
                Unit::Joined(whole, parts) => {
                    for part in parts {
                        terms.extend(self.term(&part));
                    }
                    terms.push(fold(&whole.replace('\'', "")));
                }
                Unit::Unspaced(run) => {
                    let run: Vec<char> = run.chars().collect();
                    if let [single] = run.as_slice() {
                        terms.push(single.to_string());
                    }
                    terms.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
                }
            }
        }
        terms
    }

    /// The term of a word in lower case; none for a stop word.
    fn term(&mut self, word: &str) -> Option<String> {
        if let Some(term) = self.known.get(word) {
            return term.clone();
        }
        let term = (!self.stop_words.contains(word)).then(|| match &self.stemmer {
            Some(stemmer) => fold(&stemmer.stem(word)),
            None => fold(word),
        });
        self.known.insert(word.to_owned(), term.clone());
        term
    }
}

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
enum Unit {
    Word(String),
    /// Parts with separators between: `1,234.50`, `2024-05-01`, `A-12/b`, `§ 5`.
    Joined(String, Vec<String>),
    /// Characters of a script without spaces.
    Unspaced(String),
}

fn units(text: &str) -> Vec<Unit> {
    let mut out = Vec::new();
    let chars: Vec<char> = plain(text);
    let is_word = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let at = |index: usize| chars.get(index).copied().unwrap_or(' ');
    let mut index = 0;
    while index < chars.len() {
        let start = index;
        let c = at(index);
        if c == '§' {
            while at(index) == '§' || at(index) == ' ' && index < start + 3 {
                index += 1;
            }
            let from = index;
            while at(index).is_alphanumeric() {
                index += 1;
            }
            let number: String = chars.get(from..index).unwrap_or_default().iter().collect();
            if number.starts_with(|c: char| c.is_ascii_digit()) {
                out.push(Unit::Joined(format!("§{number}"), vec![number]));
            } else if index > from {
                out.push(Unit::Word(number));
            }
        } else if is_unspaced(c) && c.is_alphanumeric() {
            while is_unspaced(at(index)) && at(index).is_alphanumeric() {
                index += 1;
            }
            out.push(Unit::Unspaced(chars.get(start..index).unwrap_or_default().iter().collect()));
        } else if is_word(c) {
            while is_word(at(index)) || (joins(at(index)) && is_word(at(index + 1))) {
                index += 1;
            }
            out.push(joined(chars.get(start..index).unwrap_or_default()));
        } else {
            index += 1;
        }
    }
    out
}

fn joins(c: char) -> bool {
    matches!(c, '-' | '.' | ',' | '/' | '\'' | '_' | '@' | ':' | '&' | '·')
}

fn joined(run: &[char]) -> Unit {
    let whole: String = run.iter().collect();
    let parts: Vec<String> = run.split(|c| joins(*c)).map(|part| part.iter().collect()).collect();
    if parts.len() == 1 {
        return Unit::Word(whole);
    }
    // A number is found however its thousands are written.
    if run.iter().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'')) {
        let number = number(&whole);
        return if number.contains('.') { Unit::Joined(number, Vec::new()) } else { Unit::Word(number) };
    }
    // An apostrophe parts an article or an ending from its word.
    let least = if run.contains(&'\'') { 2 } else { 1 };
    Unit::Joined(whole, parts.into_iter().filter(|part| part.chars().count() >= least).collect())
}

/// A number without its thousands' separators, with a point before its fraction; dates and versions (`1.2.3`) stay.
fn number(written: &str) -> String {
    let mut groups = written.split(['.', ',', '\'']);
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let separator = |at: usize| written.chars().filter(|c| !c.is_ascii_digit()).nth(at);
    let Some((last, middle)) = rest.split_last() else { return written.to_owned() };
    let thousands =
        !first.is_empty() && first.len() <= 3 && first != "0" && middle.iter().all(|group| group.len() == 3);
    let same = (1..middle.len()).all(|at| separator(at) == separator(0));
    let last_differs = separator(middle.len()) != separator(0);
    if middle.is_empty() {
        // `1,234` and `1.234` are whole numbers more often than not.
        return if thousands && last.len() == 3 { format!("{first}{last}") } else { format!("{first}.{last}") };
    }
    if !(thousands && same) {
        return written.to_owned();
    }
    match (last_differs, last.len()) {
        (true, _) => format!("{first}{}.{last}", middle.concat()),
        (false, 3) => format!("{first}{}{last}", middle.concat()),
        _ => written.to_owned(),
    }
}

/// In lower case, composed, dashes and marks unified, soft hyphens and line-end hyphens taken out.
fn plain(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => continue,
            '\u{2010}' | '\u{2011}' | '\u{2212}' => '-',
            '\u{2018}' | '\u{2019}' => '\'',
            'ﬀ' | 'ﬁ' | 'ﬂ' | 'ﬃ' | 'ﬄ' => {
                out.extend(
                    match c {
                        'ﬀ' => "ff",
                        'ﬁ' => "fi",
                        'ﬂ' => "fl",
                        'ﬃ' => "ffi",
                        _ => "ffl",
                    }
                    .chars(),
                );
                continue;
            }
            full @ '\u{ff01}'..='\u{ff5e}' => char::from_u32(full as u32 - 0xfee0).unwrap_or(full),
            mark if is_mark(mark) => {
                if let Some(last) = out.last_mut()
                    && let Some(both) = compose(*last, mark)
                {
                    *last = both;
                }
                continue;
            }
            c => c,
        };
        if c == '-' && chars.peek() == Some(&'\n') && out.last().is_some_and(|c| c.is_lowercase()) {
            chars.next();
            continue;
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Without diacritics.
fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            c => out.push(without_marks(c)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(language: Language, text: &str) -> Vec<String> {
        Analyzer::new(language).terms(text)
    }

    #[test]
    fn words_numbers_and_names_become_terms() {
        for (language, text, expected) in [
            (Language::En, "The running lamps", vec!["run", "lamp"]),
            (Language::De, "Die Mietverträge der Mieter", vec!["mietvertrag", "miet"]),
            (Language::Fr, "l’hôtel Crème", vec!["hotel", "lhotel", "crem"]),
            (Language::Other, "1,234.50 1.234,50 1234.50 1 234", vec!["1234.50", "1234.50", "1234.50", "1", "234"]),
            (Language::Other, "1,234 0.125 1.2.3 24.90", vec!["1234", "0.125", "1.2.3", "24.90"]),
            (Language::Other, "2024-05-01 A-12/b", vec!["2024", "05", "01", "2024-05-01", "a", "12", "b", "a-12/b"]),
            (Language::Other, "§ 12 §5a", vec!["12", "§12", "5a", "§5a"]),
            (Language::Other, "東京都 x", vec!["東京", "京都", "x"]),
            (Language::Other, "Ünï ﬁne infor-\nmation", vec!["uni", "fine", "information"]),
            (Language::Other, "Straße Cafe\u{301}", vec!["strasse", "cafe"]),
        ] {
            assert_eq!(terms(language, text), expected, "{text}");
        }
    }
}
