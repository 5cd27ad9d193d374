//! Finding phrases in a text about a field.

use super::kinds::Meaning;
use super::words::{
    AS, BARE_NAMES, CAPTCHAS, EARLIER, ELSEWHERE, FILLERS, OTHERS, OWN, PEOPLE, PHRASES, PINS, ROLE_BEGINNINGS, ROLES,
    SIGNS_IN, SIGNS_UP, Says, TELLING,
};
use super::words_other::{self, PIECES};
use crate::words::EMPTY;
use edith_page::fold::plain;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// A long label without what it explains in brackets.
fn bare(text: &str) -> String {
    let without = text.split_once(['(', '[']).map(|(label, _)| label.trim()).filter(|label| !label.is_empty());
    let is_long = text.split_whitespace().count() > LONG_LABEL;
    without.filter(|_| is_long).unwrap_or(text).to_owned()
}

/// A label of more words explains itself.
const LONG_LABEL: usize = 7;

/// Objects that authors name fields of: `user[name]`.
const HOLDERS: [&str; 6] = ["user", "account", "member", "customer", "profile", "person"];

fn strip_holder<'t>(text: &'t str, holder: &str) -> Option<&'t str> {
    let start = text.get(..holder.len()).filter(|start| start.eq_ignore_ascii_case(holder))?;
    text.strip_prefix(start)?.strip_prefix(['[', '.', '/', ':']).filter(|rest| rest.len() > 2)
}

/// How much a phrase explains at least that a text begins with.
const BEGINS: f64 = 0.5;

/// A piece of so many letters counts only as a word.
const SHORT: usize = 6;
/// The same of other letters.
const SHORT_OTHER: usize = 4;
/// From here on Unicode has the signs of Chinese, Japanese and Korean.
const SIGNS: char = '\u{2e80}';

/// A phrase that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PhraseMatch {
    pub meaning: Meaning,
    /// How much of the text it explains, from 0 to 1: words that add nothing do not count.
    pub explains: f64,
    /// How many words it has.
    pub words: usize,
    /// Whether it says so whatever is beside it.
    pub much: bool,
}

/// A text about a field in words.
#[derive(Debug, Clone, Default)]
pub(super) struct Words(Vec<String>);

/// A German compound that begins with a role and is not a word of a list, in its two parts: `Diensttelefon`.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    let is_known = meanings().by_first.contains_key(word) || roles().by_first.contains_key(word);
    let rest = ROLE_BEGINNINGS.iter().filter(|_| !is_known).find_map(|role| word.strip_prefix(role));
    let parts =
        rest.filter(|rest| meanings().by_first.contains_key(rest)).map(|rest| word.split_at(word.len() - rest.len()));
    let (first, second) = parts.map_or((word, None), |(role, rest)| (role, Some(rest)));
    std::iter::once(first).chain(second)
}

impl Words {
    /// Of a label: what a person reads.
    pub(super) fn of_label(text: &str) -> Self {
        Self::of_plain(&bare(text)).without_clause()
    }

    /// Without the clause that says how something is written: `Name as in your passport`.
    pub(super) fn without_clause(mut self) -> Self {
        static LIST: OnceLock<List> = OnceLock::new();
        let clauses = LIST.get_or_init(|| List::of(std::iter::once(AS)));
        let begins = self.places(clauses).map(|(at, ..)| at).filter(|at| *at > 0).min();
        if let Some(at) = begins {
            self.0.truncate(at);
        }
        self
    }

    /// Of a text as it is.
    fn of_plain(text: &str) -> Self {
        let plain = plain(text);
        let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self(words.flat_map(apart).map(str::to_owned).collect())
    }

    /// Of an attribute: `user[firstName]`, `txt-first_name2`.
    pub(super) fn of_attribute(text: &str) -> Self {
        // `user[name]` is a name, `user_name` an account's.
        let text = HOLDERS.iter().find_map(|holder| strip_holder(text, holder)).unwrap_or(text);
        let mut spaced = String::with_capacity(text.len() + 8);
        let mut before = ' ';
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let next_is_small = chars.peek().is_some_and(|next| next.is_lowercase());
            let begins = c.is_uppercase()
                && (before.is_lowercase() || before.is_ascii_digit() || (before.is_uppercase() && next_is_small));
            let turns =
                c.is_ascii_digit() != before.is_ascii_digit() && before.is_alphanumeric() && c.is_alphanumeric();
            if begins || turns {
                spaced.push(' ');
            }
            spaced.push(c);
            before = c;
        }
        Self::of_plain(&spaced)
    }

    pub(super) fn last(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.0.iter().all(|word| word.is_ascii())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where phrases of a list are in it, and how many of its words each takes: as words of their own, or run together as one.
    fn places<'l>(&'l self, list: &'l List) -> impl Iterator<Item = (usize, usize, usize)> + 'l {
        (0..self.0.len()).flat_map(move |at| {
            let word = self.0.get(at).map(String::as_str).unwrap_or_default();
            let apart = list.by_first.get(word).into_iter().flatten().filter(move |(words, _)| {
                let here = self.0.get(at..at + words.len());
                here.is_some_and(|here| here.iter().zip(words).all(|(word, wanted)| word == wanted))
            });
            let joined = list.joined.get(word).into_iter().flatten().map(move |of| (at, 1, *of));
            apart.map(move |(words, of)| (at, words.len(), *of)).chain(joined)
        })
    }

    /// Whether it has one of these words or phrases.
    pub(super) fn has(&self, phrases: &[&str]) -> bool {
        let padded = format!(" {} ", self.0.join(" "));
        phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
    }

    /// Whether it has a phrase of this list.
    pub(super) fn is_of(&self, list: &List) -> bool {
        self.places(list).next().is_some()
    }

    /// Whether it speaks of somebody or something else.
    pub(super) fn is_of_others(&self) -> bool {
        self.is_about(others())
    }

    /// Whether it speaks of what is in this list, even people: a mother tongue is of no mother.
    pub(super) fn is_about(&self, list: &List) -> bool {
        self.places(list).any(|(at, words, _)| !self.is_of_language(at, words))
    }

    /// Whether these of its words are part of a longer name for a language.
    fn is_of_language(&self, at: usize, words: usize) -> bool {
        self.places(meanings()).any(|(begin, length, of)| {
            let is_language = PHRASES.get(of).is_some_and(|(meaning, ..)| meaning.is_language());
            is_language && length > words && begin <= at && at + words <= begin + length
        })
    }

    /// Where it speaks of people: where each begins, how many words it has, and its row.
    pub(super) fn people_places(&self) -> Vec<(usize, usize, usize)> {
        self.places(people()).filter(|(at, words, _)| !self.is_of_language(*at, *words)).collect()
    }

    /// Its words, and which of them the phrases of a list take: where each begins, how many words it has, and its row.
    pub(super) fn spans(&self, list: &List) -> (&[String], Vec<(usize, usize, usize)>) {
        (&self.0, self.places(list).collect())
    }

    /// The rows of a list that it has a phrase of.
    pub(super) fn rows<'l>(&'l self, list: &'l List) -> impl Iterator<Item = usize> + 'l {
        self.places(list).map(|(_, _, row)| row)
    }

    /// The places of words that say which of several addresses or phones is meant.
    fn role_places(&self) -> HashSet<usize> {
        self.places(roles()).flat_map(|(at, words, _)| at..at + words).collect()
    }

    /// The phrases in it. Of two that share words the longer one speaks; one that says little speaks only where nothing else is said.
    pub(super) fn found(&self) -> Vec<PhraseMatch> {
        let mut spans: Vec<(usize, usize, Meaning, Says)> = Vec::new();
        for (at, words, of) in self.places(meanings()) {
            spans.extend(PHRASES.get(of).map(|(meaning, says, _)| (at, words, *meaning, *says)));
        }
        let weight = |span: &(usize, usize, Meaning, Says)| {
            let chars: usize = self.0.iter().skip(span.0).take(span.1).map(|word| word.chars().count()).sum();
            (span.1, span.3 == Says::Much, chars)
        };
        edith_page::order::sort_by_key(&mut spans, |span| std::cmp::Reverse(weight(span)));
        let mut taken: Vec<(usize, usize, Meaning, Says)> = Vec::new();
        for span in spans {
            let shares =
                |other: &&(usize, usize, Meaning, Says)| span.0 < other.0 + other.1 && other.0 < span.0 + span.1;
            match taken.iter().find(shares) {
                // The same words may mean two things.
                Some(other) if (other.0, other.1) == (span.0, span.1) && other.2 != span.2 && other.3 == span.3 => {
                    taken.push(span)
                }
                Some(_) => {}
                None => taken.push(span),
            }
        }
        let is_covered = |at: usize| taken.iter().any(|span| (span.0..span.0 + span.1).contains(&at));
        let counts = |at: usize, word: &str| {
            is_covered(at)
                || !(fillers().contains(word) || word.chars().all(|c| c.is_ascii_digit()) || word.chars().count() < 2)
        };
        let all = self.0.iter().enumerate().filter(|(at, word)| counts(*at, word)).count();
        let role_places = self.role_places();
        let roles = self.0.iter().enumerate();
        let roles =
            roles.filter(|(at, word)| counts(*at, word) && !is_covered(*at) && role_places.contains(at)).count();
        let mut found: Vec<PhraseMatch> = Vec::new();
        for (at, words, meaning, says) in &taken {
            let others = if meaning.has_roles() { all - roles } else { all };
            let mut explains = (*words as f64) / (others.max(1) as f64);
            // What begins so is that, whatever is added.
            if *at == 0 && matches!(meaning, Meaning::Email | Meaning::Phone | Meaning::PostalCode | Meaning::BirthDate)
            {
                explains = explains.max(BEGINS);
            }
            // Beside a phrase that says much, one that says little only modifies it.
            let stands = *says == Says::Much || explains > 0.99;
            if stands && !found.iter().any(|other| other.meaning == *meaning) {
                found.push(PhraseMatch { meaning: *meaning, explains, words: *words, much: *says == Says::Much });
            }
        }
        found
    }

    /// Whether it says more than that it asks for this fact of the person: `Company size`, `Country of manufacture`. Of another language nobody knows.
    pub(super) fn says_more(&self, meaning: Meaning) -> bool {
        use Meaning as M;
        let found = self.found();
        let is_place = matches!(meaning, M::Street | M::StreetMore | M::PostalCode | M::City | M::Region | M::Country);
        let of_company = found.iter().any(|found| found.meaning == M::Organization);
        if of_company && (is_place || meaning == M::Phone) {
            return true;
        }
        let spans: Vec<(usize, usize)> = self.places(meanings()).map(|(at, words, _)| (at, words)).collect();
        let is_covered = |at: usize| spans.iter().any(|(start, words)| (*start..start + words).contains(&at));
        let role_places = if meaning.has_roles() { self.role_places() } else { HashSet::new() };
        let is_empty = |word: &str| {
            word.chars().count() < 2
                || word.chars().all(|c| c.is_ascii_digit())
                || EMPTY.contains(&word)
                || OWN.split('|').any(|own| own == word)
                || fillers().contains(word) && !TELLING.split('|').any(|telling| telling == word)
        };
        !found.is_empty()
            && self
                .0
                .iter()
                .enumerate()
                .any(|(at, word)| !is_covered(at) && !role_places.contains(&at) && !is_empty(word))
    }

    /// Whether one of its words has one of these in it: names that run words together.
    pub(super) fn has_piece(&self, pieces: &[&str]) -> bool {
        self.0.iter().any(|word| pieces.iter().any(|piece| word.contains(piece)))
    }
}

/// Phrases in a form that is quickly looked up.
pub(super) struct List {
    /// By their first word: all words, and the row that they are of.
    by_first: HashMap<&'static str, Vec<(Vec<&'static str>, usize)>>,
    /// Those of several words run together.
    joined: HashMap<String, Vec<usize>>,
}

impl List {
    fn of(rows: impl Iterator<Item = &'static str>) -> Self {
        let mut list = Self { by_first: HashMap::new(), joined: HashMap::new() };
        for (row, phrases) in rows.enumerate() {
            for phrase in phrases.split('|') {
                let words: Vec<&str> = phrase.split(' ').collect();
                if words.len() > 1 {
                    list.joined.entry(words.concat()).or_default().push(row);
                }
                if let Some(first) = words.first() {
                    list.by_first.entry(first).or_default().push((words, row));
                }
            }
        }
        list
    }
}

macro_rules! lists {
    ($($(#[doc = $doc:literal])+ $name:ident = $rows:expr;)*) => {
        $($(#[doc = $doc])+ pub(super) fn $name() -> &'static List {
            static LIST: OnceLock<List> = OnceLock::new();
            LIST.get_or_init(|| List::of($rows))
        })*
    };
}

lists! {
    /// The phrases that speak for a meaning.
    meanings = PHRASES.iter().map(|(_, _, phrases)| *phrases);
    /// Other people and things.
    others = std::iter::once(OTHERS);
    /// Other people.
    people = PEOPLE.iter().copied();
    /// The roles of addresses and phones.
    roles = ROLES.iter().copied();
    /// Places and jobs that are not those of today.
    elsewhere = std::iter::once(ELSEWHERE);
    /// Jobs before today's.
    earlier = std::iter::once(EARLIER);
    /// Signing in.
    signs_in = std::iter::once(SIGNS_IN);
    /// Signing up.
    signs_up = std::iter::once(SIGNS_UP);
    /// Captchas.
    captchas = std::iter::once(CAPTCHAS);
    /// Secrets of another kind than passwords.
    pins = std::iter::once(PINS);
}

fn fillers() -> &'static HashSet<&'static str> {
    static FILL: OnceLock<HashSet<&'static str>> = OnceLock::new();
    FILL.get_or_init(|| FILLERS.split('|').collect())
}

/// The meaning that a text of another language speaks for.
pub(super) fn foreign(text: &str) -> Option<Meaning> {
    let lower = text.to_lowercase();
    let folded = plain(text);
    let is_word = |piece: &str| folded.split(|c: char| !c.is_alphanumeric()).any(|word| word == piece);
    // A short piece is in many words of other languages: `grad`, a town, in `grade`. In Chinese, Japanese and Korean it is a word by itself.
    let is_short = |piece: &str| match piece.is_ascii() {
        true => piece.len() <= SHORT,
        false => piece.chars().count() <= SHORT_OTHER && piece.chars().all(|c| c.is_alphabetic() && c < SIGNS),
    };
    let has = |piece: &str| match is_short(piece) {
        true => is_word(piece),
        false => lower.contains(piece) || folded.contains(piece),
    };
    let found =
        |wanted: Meaning| PIECES.iter().any(|(meaning, pieces)| *meaning == wanted && pieces.split('|').any(has));
    let is_of_card = found(Meaning::CardName);
    if !is_of_card && (found(Meaning::FullName) || found(Meaning::GivenName) && found(Meaning::FamilyName)) {
        return Some(Meaning::FullName);
    }
    let first = PIECES.iter().find(|(_, pieces)| pieces.split('|').any(has)).map(|(meaning, _)| *meaning);
    // An address may be one of e-mail in any language.
    first.map(|first| if first == Meaning::Street && folded.contains("mail") { Meaning::Email } else { first })
}

/// Whether a text is a word for a name that may be the whole one or the given one: `Nombre`, `Ваше имя`.
pub(super) fn is_bare_name(text: &str) -> bool {
    let folded = plain(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.len() <= 3 && words.iter().any(|word| BARE_NAMES.split('|').any(|name| name == *word))
}

/// Whether a text asks for a given name in so many words.
pub(super) fn says_given(words: &Words) -> bool {
    words.found().iter().any(|found| found.meaning == Meaning::GivenName && found.words > 1)
}

/// Whether a text in another language speaks of signing in, or of making an account; none: of neither or both.
pub(super) fn foreign_purpose(text: &str) -> Option<bool> {
    let (lower, folded) = (text.to_lowercase(), plain(text));
    let has = |pieces: &str| pieces.split('|').any(|piece| lower.contains(piece) || folded.contains(piece));
    match (has(words_other::SIGNS_IN), has(words_other::SIGNS_UP)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
