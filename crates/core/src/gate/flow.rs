//! The origin of a text: whether what goes to a site was read on another one, verbatim or hidden in another text.
//!
//! Texts are compared by their letters and digits in lower case, so that neither spacing nor symbols hide anything. The person's own words never
//! count as read.

use super::trace::{self, Found, Grams, Met, Parts, plain};
use super::{Breath, Switch, decode};
use std::collections::BTreeSet;

/// Shortest traced piece, in letters and digits: shorter ones occur everywhere.
const PIECE: usize = 8;
/// Shortest traced piece without a digit inside other words.
const PLAIN_PIECE: usize = 16;
/// From this many digits on, it is a personal number: a telephone, an account.
const DIGITS: usize = 9;
/// From this many mixed letters and digits on, it is a key rather than a product name.
const KEY: usize = 16;
/// From this length on, in characters, a token found nowhere may hide anything.
const OPAQUE: usize = 12;
/// Words without a digit are shorter than this, in characters.
const WORD: usize = 40;
/// From this length on, in characters, unknown words are a message rather than a search.
const LONG: usize = 120;

/// Texts with more bytes of letters and digits are asked about without comparing: it takes about a microsecond each, and nothing may block the worker
/// for longer than a moment.
const MOST: usize = 400_000;
/// Characters shown of such a text.
const SHOWN: usize = 80;

/// A text that was read in this run, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Read<'a> {
    /// The page's origin, or words for what has none.
    pub origin: &'a str,
    /// What was read.
    pub text: &'a str,
    /// Whether it may be meant for the person alone.
    pub private: bool,
}

/// A piece of a text that was read elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leak {
    /// The piece, as it was read.
    pub value: String,
    /// Where it was read.
    pub source: String,
    /// Whether it is a number, an address or a key.
    pub(crate) is_sensitive: bool,
    /// Whether it was encoded.
    pub hidden: bool,
    /// Whether the page may be meant for the person alone.
    pub private: bool,
}

/// The pieces of `text` that were read, the longest for each source. `said`: the person's words.
pub(crate) async fn leaks(text: &str, reads: &[Read<'_>], said: &str, breath: &Breath<'_>) -> Vec<Leak> {
    traced(text, false, reads, said, breath).await
}

/// The same if all but the end went out before: a verbatim piece must reach to the end.
pub(crate) async fn leaks_at_end(text: &str, reads: &[Read<'_>], said: &str, breath: &Breath<'_>) -> Vec<Leak> {
    traced(text, true, reads, said, breath).await
}

/// What was read at one origin and may be in a text: the parts all of whose windows match.
struct Source<'a> {
    read: Read<'a>,
    parts: Vec<Vec<u8>>,
}

async fn traced(text: &str, to_end: bool, reads: &[Read<'_>], said: &str, breath: &Breath<'_>) -> Vec<Leak> {
    if reads.is_empty() {
        return Vec::new();
    }
    let readings = if Switch::Hidden.is_on() { hidden_in(text, breath).await } else { Vec::new() };
    breath.take().await;
    let forms: Vec<(&str, String)> =
        std::iter::once(text).chain(readings.iter().map(String::as_str)).map(|form| (form, plain(form))).collect();
    // Nothing shorter is traced, so windows rule out most comparisons.
    let mut grams = Grams::for_bytes(forms.iter().map(|(_, plain)| plain.len()).sum());
    for (_, plain) in &forms {
        breath.take().await;
        grams.add(plain.as_bytes());
    }
    let mut met = Met::default();
    let sources = sources(reads, &grams, &mut met, breath).await;
    if sources.is_empty() {
        return Vec::new();
    }
    breath.take().await;
    let has_met = met.are_in();
    breath.take().await;
    let kept: Vec<usize> =
        (0..forms.len()).filter(|at| forms.get(*at).is_some_and(|(_, plain)| has_met(plain.as_bytes()))).collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let kept_forms = || kept.iter().filter_map(|at| forms.get(*at));
    if kept_forms().map(|(_, plain)| plain.len()).sum::<usize>() > MOST {
        return sources.iter().map(|source| too_long(text, &source.read)).collect();
    }
    let (parts, begins) = Parts::of(kept_forms().map(|(_, plain)| plain.as_bytes()), breath).await;
    let said = plain(said);
    let said = grams
        .parts(said.as_bytes(), &mut Met::default())
        .into_iter()
        .filter_map(|(from, to)| said.as_bytes().get(from..to));
    let said = parts.found_in(said, breath).await;
    breath.take().await;
    let pieces: Vec<Pieces<'_>> = kept
        .iter()
        .zip(begins)
        .filter_map(|(at, begin)| {
            let (form, plain) = forms.get(*at)?;
            Some(Pieces::of(form, plain, begin, *at > 0, to_end && *at == 0))
        })
        .collect();
    let mut leaks = Vec::new();
    for source in &sources {
        let found = parts.found_in(source.parts.iter().map(Vec::as_slice), breath).await;
        breath.take().await;
        let longest = pieces.iter().find_map(|piece| Some((piece, piece.longest_in(&found, &said)?)));
        leaks.extend(longest.map(|(piece, value)| Leak {
            is_sensitive: is_sensitive(&value),
            value,
            source: source.read.origin.to_owned(),
            hidden: piece.hidden,
            private: source.read.private,
        }));
    }
    leaks
}

/// What was read, by origin, as far as its windows are in the text.
async fn sources<'a>(reads: &[Read<'a>], grams: &Grams, met: &mut Met, breath: &Breath<'_>) -> Vec<Source<'a>> {
    let mut sources: Vec<Source<'a>> = Vec::new();
    for read in reads {
        breath.take().await;
        let text = plain(read.text);
        let parts = grams.parts(text.as_bytes(), met);
        let parts = parts.into_iter().filter_map(|(from, to)| Some(text.as_bytes().get(from..to)?.to_vec()));
        match sources.iter_mut().find(|source| source.read.origin == read.origin) {
            Some(source) => {
                source.read.private |= read.private;
                source.parts.extend(parts);
            }
            None => sources.push(Source { read: *read, parts: parts.collect() }),
        }
    }
    sources.retain(|source| !source.parts.is_empty());
    sources
}

/// What cannot be compared in reasonable time is asked about.
fn too_long(text: &str, read: &Read<'_>) -> Leak {
    let value = format!("{}…", text.chars().take(SHOWN).collect::<String>());
    Leak { value, source: read.origin.to_owned(), is_sensitive: true, hidden: false, private: read.private }
}

/// Whether the text has a token of unknown origin that may hide anything, or is long and of unknown origin.
pub(crate) async fn is_opaque(text: &str, reads: &[Read<'_>], said: &str, breath: &Breath<'_>) -> bool {
    let long = |piece: &str| piece.chars().count() >= OPAQUE;
    let pieces: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(plain).collect();
    if pieces.iter().map(String::len).sum::<usize>() < LONG && !pieces.iter().any(|piece| long(piece)) {
        return false;
    }
    let said = plain(said);
    let mut texts = Vec::new();
    for read in reads {
        breath.take().await;
        texts.push(plain(read.text));
    }
    let each: BTreeSet<&str> = pieces.iter().map(String::as_str).collect();
    if each.iter().map(|piece| piece.len()).sum::<usize>() > MOST {
        return true;
    }
    let (parts, begins) = Parts::of(each.iter().map(|piece| piece.as_bytes()), breath).await;
    let in_said = parts.found_in([said.as_bytes()].into_iter(), breath).await;
    let in_texts = parts.found_in(texts.iter().map(String::as_bytes), breath).await;
    let is_known = |piece: &str, begin: usize| {
        let end = begin + piece.len();
        in_said.has(begin, end) || (piece.len() > 2 && in_texts.has(begin, end))
    };
    let strange: BTreeSet<&str> =
        each.iter().zip(begins).filter(|(piece, begin)| !is_known(piece, *begin)).map(|(piece, _)| *piece).collect();
    let is_word = |piece: &str| !piece.chars().any(char::is_numeric) && piece.chars().count() < WORD;
    strange.iter().any(|piece| long(piece) && !is_word(piece))
        || pieces.iter().filter(|piece| strange.contains(piece.as_str())).map(String::len).sum::<usize>() >= LONG
}

/// Whether a piece is more than words: an e-mail address, a long number, a key.
pub(crate) fn is_sensitive(text: &str) -> bool {
    let is_address = text
        .split_whitespace()
        .any(|word| word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.')));
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let words = text.split_whitespace().count();
    is_address
        || (digits >= DIGITS && letters <= 4)
        || (words == 1 && digits >= 2 && letters >= 2 && digits + letters >= KEY)
}

/// The possible decodings of parts of the text.
async fn hidden_in(text: &str, breath: &Breath<'_>) -> Vec<String> {
    let mut found = decode::readings(text);
    for part in text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_')))
        .filter(|part| part.len() >= PIECE)
    {
        breath.take().await;
        found.extend(decode::readings(part));
        // Slashes and dots separate addresses, but are Base64 characters too.
        for inner in part.split(['/', '=', '-', '_']).filter(|inner| inner.len() >= PIECE && inner.len() < part.len()) {
            found.extend(decode::readings(inner));
        }
    }
    found
}

/// The words of a text, verbatim and as positions in its plain form.
struct Pieces<'a> {
    words: Vec<Word<'a>>,
    plain: &'a str,
    /// Start of the plain form in the searched text.
    begin: usize,
    hidden: bool,
    /// Only what reaches to the end of the text counts.
    to_end: bool,
}

/// A word with cumulative counts up to it, so that the span between two words is known at once.
struct Word<'a> {
    shown: &'a str,
    /// Bytes of the plain form.
    from: usize,
    to: usize,
    before: Counts,
    after: Counts,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    letters: usize,
    numbers: usize,
    ats: usize,
    signs: usize,
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str, plain: &'a str, begin: usize, hidden: bool, to_end: bool) -> Self {
        let mut words: Vec<Word<'a>> = Vec::new();
        let mut before = Counts::default();
        let mut from = 0;
        for shown in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '@' | '.' | '_' | '-' | '+'))) {
            let to = from + trace::plain(shown).len();
            let letters = plain.get(from..to).unwrap_or_default();
            if to == from {
                continue;
            }
            let after = Counts {
                letters: before.letters + letters.chars().count(),
                numbers: before.numbers + letters.chars().filter(|c| c.is_numeric()).count(),
                ats: before.ats + shown.matches('@').count(),
                signs: before.signs + shown.chars().filter(|c| !c.is_alphanumeric()).count(),
            };
            words.push(Word { shown, from, to, before, after });
            (before, from) = (after, to);
        }
        Self { words, plain, begin, hidden, to_end }
    }

    /// The longest sequence of words that was read and not said; also a part of a word, if it has a digit.
    fn longest_in(&self, found: &Found, said: &Found) -> Option<String> {
        let total = self.words.last().map_or(0, |word| word.after.letters);
        let mut best: Option<(usize, usize, usize)> = None;
        let first = if self.to_end { self.words.len().saturating_sub(1) } else { 0 };
        for (last, word) in self.words.iter().enumerate().skip(first) {
            let least = word.to.saturating_sub(found.longest_at(self.begin + word.to));
            let from = self.words.partition_point(|word| word.from < least);
            for (at, start) in self.words.iter().enumerate().take(last + 1).skip(from) {
                let letters = word.after.letters - start.before.letters;
                let is_said = || said.has(self.begin + start.from, self.begin + word.to);
                if letters < PIECE || best.is_some_and(|(most, ..)| letters <= most) || is_said() {
                    break;
                }
                // Symbols and blanks between letters rather than words.
                let signs = word.after.signs - start.before.signs + last - at;
                let counts = letters >= PLAIN_PIECE
                    || letters == total
                    || word.after.numbers > start.before.numbers
                    || word.after.ats > start.before.ats
                    || signs * 2 >= letters;
                if counts {
                    best = Some((letters, at, last));
                    break;
                }
            }
        }
        if let Some((_, from, to)) = best {
            let words = self.words.iter().take(to + 1).skip(from).map(|word| word.shown);
            return Some(words.collect::<Vec<_>>().join(" "));
        }
        self.words.iter().skip(first).find_map(|word| self.part_of(word, found, said))
    }

    /// A part of a word that was read: with something added before or behind, or with its words joined.
    fn part_of(&self, word: &Word<'_>, found: &Found, said: &Found) -> Option<String> {
        let letters = self.plain.get(word.from..word.to)?;
        let mut places: Vec<usize> = letters.char_indices().map(|(at, _)| at).collect();
        if places.len() <= PIECE {
            return None;
        }
        places.push(letters.len());
        let mut parts = places.windows(PIECE + 1).chain(places.windows(PLAIN_PIECE + 1));
        parts.find_map(|part| {
            let (from, to) = (*part.first()?, *part.last()?);
            let text = letters.get(from..to)?;
            let (begin, end) = (self.begin + word.from + from, self.begin + word.from + to);
            let counts = part.len() > PIECE + 1 || text.chars().any(char::is_numeric);
            (counts && found.has(begin, end) && !said.has(begin, end)).then(|| text.to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::at_once;

    const MAIL: &str = "Inbox\nFrom: bank@bank.example Your transfer code is QX7719KLM2. Balance: 4,211.50 EUR. Account DE02 1203 0000 0000 2020 51. \
                        The meeting about the merger with Initech is on Friday.";

    fn first(text: &str, said: &str) -> Option<Leak> {
        let reads = [Read { origin: "https://mail.example", text: MAIL, private: true }];
        at_once(leaks(text, &reads, said, &Breath::never())).unwrap().into_iter().next()
    }

    #[test]
    fn what_was_read_is_found_however_it_is_written() {
        for text in [
            "QX7719KLM2",
            "d=qx7719klm2",
            "q-x-7-7-1-9-k-l-m-2",
            "xxQX7719KLM2yy",
            "bank@bank.example",
            "DE02120300000000202051",
            "the merger with Initech is on Friday",
            "UVg3NzE5S0xNMg==",
            "51583737313 94b4c4d32 51583737313939 515837373139 4b4c4d32 51583737313 9 5158373731394b4c4d32",
            "2MLK9177XQ",
            "DK7719XYZ2",
            "a b QX77 19KLM2",
            "c d t-h-e-m-e-r-g-e-r-w-i-t-h",
            "c d t h e m e r g e r w",
        ] {
            assert!(first(text, "").is_some(), "{text}");
        }
        let hidden = first("https evil UVg3NzE5S0xNMg", "").unwrap();
        assert!(hidden.hidden && hidden.value.contains("QX7719KLM2"), "{hidden:?}");
    }

    #[test]
    fn of_what_goes_in_parts_the_last_one_counts() {
        let reads = [Read { origin: "https://mail.example", text: MAIL, private: true }];
        let leaks = |text: &str| {
            let found = at_once(leaks_at_end(text, &reads, "", &Breath::never())).unwrap();
            found.into_iter().map(|leak| leak.value).next()
        };
        assert_eq!(leaks("lamp QX77 19KL M2").as_deref(), Some("QX77 19KL M2"));
        assert_eq!(leaks("QX7719KLM2 lamp"), None);
    }

    #[test]
    fn words_of_the_person_and_common_words_are_nobodys() {
        for (text, said) in [
            ("QX7719KLM2", "enter the code QX7719KLM2"),
            ("desk lamp", ""),
            ("Friday", ""),
            ("a transfer", ""),
            ("I would like to know the balance of my shop", ""),
            ("", ""),
            ("12.99", ""),
        ] {
            assert_eq!(first(text, said), None, "{text}");
        }
    }

    #[test]
    fn numbers_addresses_and_keys_are_sensitive_and_words_are_not() {
        for (text, expected) in [
            ("ann@mail.example", true),
            ("+49 170 1234567", true),
            ("DE02 1203 0000 0000 2020 51", true),
            ("a8f3b2c9d1e07755", true),
            ("WH-1000XM5", false),
            ("Galaxy S24", false),
            ("the meeting on Friday", false),
            ("2026", false),
        ] {
            assert_eq!(is_sensitive(text), expected, "{text}");
        }
    }

    #[test]
    fn what_may_hide_anything_is_opaque() {
        let reads = [Read {
            origin: "https://mail.example",
            text: "see https://x.example/t/a8f3b2c9d1e077550011aabb",
            private: true,
        }];
        for (text, opaque) in [
            ("q best desk lamp 2026", false),
            ("dp B0CHX1W1XY", false),
            ("t a8f3b2c9d1e077550011aabb", false),
            ("t ffff3b2c9d1e077550011aacc", true),
            ("supercalifragilisticexpialidocious", false),
        ] {
            assert_eq!(at_once(is_opaque(text, &reads, "", &Breath::never())), Some(opaque), "{text}");
        }
        let long = "word ".repeat(60);
        assert_eq!(at_once(is_opaque(&long, &[], "", &Breath::never())), Some(true));
        assert_eq!(at_once(is_opaque(&long, &[], "word", &Breath::never())), Some(false));
    }

    /// The longest sequence of words by brute force, as the automaton's reference.
    fn by_hand(text: &str, source: &str, said: &str, to_end: bool) -> Option<String> {
        let (source, said) = (plain(source), plain(said));
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '@' | '.' | '_' | '-' | '+');
        let words: Vec<(&str, String)> =
            text.split(|c| !is_word(c)).map(|word| (word, plain(word))).filter(|(_, word)| !word.is_empty()).collect();
        let total: usize = words.iter().map(|(_, word)| word.chars().count()).sum();
        let mut best: Option<(usize, String)> = None;
        for start in 0..words.len() {
            let (mut row, mut shown) = (String::new(), String::new());
            for (at, (word, plain)) in words.iter().enumerate().skip(start) {
                row.push_str(plain);
                if !source.contains(&row) {
                    break;
                }
                shown.push_str(if shown.is_empty() { "" } else { " " });
                shown.push_str(word);
                let long = row.chars().count();
                let signs = shown.chars().filter(|c| !c.is_alphanumeric()).count();
                let counts = long >= PIECE
                    && (!to_end || at + 1 == words.len())
                    && (long >= PLAIN_PIECE
                        || long == total
                        || row.chars().any(char::is_numeric)
                        || shown.contains('@')
                        || signs * 2 >= long)
                    && !said.contains(&row);
                if counts && best.as_ref().is_none_or(|(length, _)| long > *length) {
                    best = Some((long, shown.clone()));
                }
            }
        }
        let part_of = |word: &str| {
            let letters: Vec<char> = word.chars().collect();
            let parts = |length: usize| letters.windows(length).map(|part| part.iter().collect::<String>());
            let is_it = |part: &String| source.contains(part) && !said.contains(part);
            let with_digit = || parts(PIECE).filter(|part| part.chars().any(char::is_numeric)).find(is_it);
            (letters.len() > PIECE).then(|| with_digit().or_else(|| parts(PLAIN_PIECE).find(is_it))).flatten()
        };
        let before_end = if to_end { words.len().saturating_sub(1) } else { 0 };
        best.map(|(_, shown)| shown).or_else(|| words.iter().skip(before_end).find_map(|(_, word)| part_of(word)))
    }

    #[test]
    fn what_is_traced_is_what_a_search_by_hand_finds() {
        let mut found = 0;
        for seed in 0..3_000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let pool = ["merger", "on", "7719", "é", "a", "b@c.de", "x-y", "code", "4b4c4d", "the", "zz9zz9zz9"];
            let mut row = |most: usize, between: &str| -> String {
                let words: Vec<&str> = (0..rng.usize(..most)).map(|_| pool[rng.usize(..pool.len())]).collect();
                words.join(between)
            };
            let between = [" ", "", ", ", "-"][seed as usize % 4];
            let (source, said, text) = (row(40, between), row(6, " "), format!("{} {}", row(5, ""), row(12, " ")));
            let reads = [Read { origin: "https://mail.example", text: &source, private: true }];
            for to_end in [false, true] {
                let traced = at_once(traced(&text, to_end, &reads, &said, &Breath::never())).unwrap();
                let traced = traced.into_iter().find(|leak| !leak.hidden);
                let expected = by_hand(&text, &source, &said, to_end);
                found += usize::from(expected.is_some());
                assert_eq!(
                    traced.map(|leak| leak.value),
                    expected,
                    "seed {seed}: {text:?} {source:?} {said:?} {to_end}"
                );
            }
        }
        assert!((500..5_500).contains(&found), "{found}");
    }
}
