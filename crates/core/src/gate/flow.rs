//! Where a text came from: whether what goes to a site was read on another one, as it stands or hidden in another text.
//!
//! Texts are compared as their letters and digits in lower case, so that neither spacing nor signs hide anything. What the person wrote
//! themselves is never taken for something that was read.

use super::{Switch, decode};

/// Shortest piece that is traced, in letters and digits: shorter ones stand everywhere.
const PIECE: usize = 8;
/// Shortest piece without a digit that is traced in the middle of other words.
const PLAIN_PIECE: usize = 16;
/// From so many digits on it is a number of somebody or something: a telephone, an account.
const DIGITS: usize = 9;
/// From so many letters and digits mixed on it is a key rather than the name of a product.
const KEY: usize = 16;
/// From so many characters in one piece on, a text that stands nowhere may hide anything.
const OPAQUE: usize = 12;
/// Words without a digit are shorter than so many characters.
const WORD: usize = 40;
/// From so many characters on, words of nobody are a message rather than a search.
const LONG: usize = 120;

/// A text that was read in this run, and where.
#[derive(Debug, Clone, Copy)]
pub struct Read<'a> {
    /// The origin of the page; or words for what is none.
    pub origin: &'a str,
    /// What was read.
    pub text: &'a str,
    /// Whether it may be meant for the person alone.
    pub private: bool,
}

/// A piece of a text that was read elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// The piece, as it stands in what was read.
    pub value: String,
    /// Where it was read.
    pub source: String,
    /// Whether it is a number, an address or a key.
    pub is_sensitive: bool,
    /// Whether it was encoded.
    pub hidden: bool,
    /// Whether the page may be meant for the person alone.
    pub private: bool,
}

/// The pieces of `text` that were read, the first for each source. `said` is what the person wrote.
pub fn leaks(text: &str, reads: &[Read<'_>], said: &str) -> Vec<Leak> {
    traced(text, &Pieces::of(text), reads, said)
}

/// The same where all but the end of the text went out before: what stands as it is must reach to the end.
pub fn leaks_at_end(text: &str, reads: &[Read<'_>], said: &str) -> Vec<Leak> {
    traced(text, &Pieces { to_end: true, ..Pieces::of(text) }, reads, said)
}

fn traced(text: &str, plainly: &Pieces<'_>, reads: &[Read<'_>], said: &str) -> Vec<Leak> {
    let said = plain(said);
    let mut found: Vec<Leak> = Vec::new();
    let readings = if Switch::Hidden.is_on() { hidden_in(text) } else { Vec::new() };
    let hidden: Vec<Pieces> = readings.iter().map(|reading| Pieces::of(reading)).collect();
    if plainly.total() < PIECE && hidden.is_empty() {
        return found;
    }
    for read in reads {
        if found.iter().any(|leak| leak.source == read.origin) {
            continue;
        }
        let source = plain(read.text);
        let leak = |piece: String, hidden: bool| Leak {
            is_sensitive: is_sensitive(&piece),
            value: piece,
            source: read.origin.to_owned(),
            hidden,
            private: read.private,
        };
        let open = plainly.longest_in(&source, &said).map(|piece| leak(piece, false));
        let open = open.or_else(|| {
            hidden.iter().find_map(|reading| reading.longest_in(&source, &said)).map(|piece| leak(piece, true))
        });
        found.extend(open);
    }
    found
}

/// Whether the text has a piece that nobody wrote and that may hide anything, or is long and nobody's.
pub fn is_opaque(text: &str, reads: &[Read<'_>], said: &str) -> bool {
    let long = |piece: &str| piece.chars().count() >= OPAQUE;
    let pieces: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(plain).collect();
    if pieces.iter().map(String::len).sum::<usize>() < LONG && !pieces.iter().any(|piece| long(piece)) {
        return false;
    }
    let said = plain(said);
    let texts: Vec<String> = reads.iter().map(|read| plain(read.text)).collect();
    let is_known =
        |piece: &str| said.contains(piece) || (piece.len() > 2 && texts.iter().any(|text| text.contains(piece)));
    let strange: Vec<&String> = pieces.iter().filter(|piece| !is_known(piece)).collect();
    let is_word = |piece: &str| !piece.chars().any(char::is_numeric) && piece.chars().count() < WORD;
    strange.iter().any(|piece| long(piece) && !is_word(piece))
        || strange.iter().map(|piece| piece.len()).sum::<usize>() >= LONG
}

/// Whether a piece is more than words: an address of somebody, a long number, a key.
pub fn is_sensitive(text: &str) -> bool {
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

/// Letters and digits in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What parts of the text may stand for.
fn hidden_in(text: &str) -> Vec<String> {
    let mut found = decode::readings(text);
    for part in text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_')))
        .filter(|part| part.len() >= PIECE)
    {
        found.extend(decode::readings(part));
        // Slashes and dots cut addresses, and are signs of Base64 too.
        for inner in part.split(['/', '=', '-', '_']).filter(|inner| inner.len() >= PIECE && inner.len() < part.len()) {
            found.extend(decode::readings(inner));
        }
    }
    found
}

/// The words of a text, each as it stands and plain.
struct Pieces<'a> {
    words: Vec<(&'a str, String)>,
    /// Only what reaches to the end of the text counts.
    to_end: bool,
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str) -> Self {
        let words = text
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '@' | '.' | '_' | '-' | '+')))
            .map(|word| (word, plain(word)));
        Self { words: words.filter(|(_, word)| !word.is_empty()).collect(), to_end: false }
    }

    fn total(&self) -> usize {
        self.words.iter().map(|(_, word)| word.chars().count()).sum()
    }

    /// The longest row of words that stands in the source and not in what was said; also a part of a word, where it has a digit.
    fn longest_in(&self, source: &str, said: &str) -> Option<String> {
        let mut best: Option<(usize, String)> = None;
        let total = self.total();
        for start in 0..self.words.len() {
            let mut row = String::new();
            let mut shown = String::new();
            for (at, (word, plain)) in self.words.iter().enumerate().skip(start) {
                row.push_str(plain);
                if !source.contains(&row) {
                    break;
                }
                shown.push_str(if shown.is_empty() { "" } else { " " });
                shown.push_str(word);
                let long = row.chars().count();
                let counts = long >= PIECE
                    && (!self.to_end || at + 1 == self.words.len())
                    && (long >= PLAIN_PIECE
                        || long == total
                        || row.chars().any(char::is_numeric)
                        || shown.contains('@')
                        || is_spaced(&shown, long))
                    && !said.contains(&row);
                if counts && best.as_ref().is_none_or(|(length, _)| long > *length) {
                    best = Some((long, shown.clone()));
                }
            }
        }
        let before_end = if self.to_end { self.words.len().saturating_sub(1) } else { 0 };
        let mut words = self.words.iter().skip(before_end);
        best.map(|(_, shown)| shown).or_else(|| words.find_map(|(_, word)| part_of(word, source, said)))
    }
}

/// Whether signs or blanks stand between the letters rather than between words.
fn is_spaced(shown: &str, letters: usize) -> bool {
    shown.chars().filter(|c| !c.is_alphanumeric()).count() * 2 >= letters
}

/// A part of a word that stands in the source: where something else was put before or behind it, or its words were put together.
fn part_of(word: &str, source: &str, said: &str) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= PIECE {
        return None;
    }
    let with_digit = letters
        .windows(PIECE)
        .map(|part| part.iter().collect::<String>())
        .filter(|part| part.chars().any(char::is_numeric));
    let without = letters.windows(PLAIN_PIECE).map(|part| part.iter().collect::<String>());
    with_digit.chain(without).find(|part| source.contains(part) && !said.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &str = "Inbox\nFrom: bank@bank.example Your transfer code is QX7719KLM2. Balance: 4,211.50 EUR. Account DE02 1203 0000 0000 2020 51. \
                        The meeting about the merger with Initech is on Friday.";

    fn first(text: &str, said: &str) -> Option<Leak> {
        let reads = [Read { origin: "https://mail.example", text: MAIL, private: true }];
        leaks(text, &reads, said).into_iter().next()
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
        let leaks = |text: &str| leaks_at_end(text, &reads, "").into_iter().map(|leak| leak.value).next();
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
            assert_eq!(is_opaque(text, &reads, ""), opaque, "{text}");
        }
        let long = "word ".repeat(60);
        assert!(is_opaque(&long, &[], ""));
        assert!(!is_opaque(&long, &[], "word"));
    }
}
