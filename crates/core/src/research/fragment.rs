//! Links to a quote on a page: text fragments (`#:~:text=`), which browsers scroll to and mark.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// A longer quote is named by its first and last words, which may be in different blocks of the page.
const WORDS: usize = 8;
/// How many of them.
const ENDS: usize = 4;

/// Written as they are. A dash, a comma and an ampersand are marks of the directive and are not among them.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');

/// The words right before and after a quote, which tell it from the same words elsewhere on the page. Empty where it is there once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Around {
    pub before: String,
    pub after: String,
}

/// Ends the words that a page shows one after another; what follows them in a captured page is elsewhere.
pub(super) const END_OF_TEXT: &str = "\u{c}";

/// Lines above a quote that say what it is about, as the name above a price does.
const ABOVE: usize = 3;

impl Around {
    /// Looks for the quote in a page's text. Of several places, the one that has most of the fact's words about it counts.
    pub(super) fn of(page: &str, quote: &str, fact: &str) -> Self {
        let shown = page.split(END_OF_TEXT).next().unwrap_or_default();
        let lines: Vec<Vec<&str>> = shown
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .filter(|line| !line.is_empty())
            .collect();
        let pieces = pieces(quote);
        let Some(wanted) = pieces.first() else { return Self::default() };
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let starts = line.windows(wanted.len()).enumerate().filter(|(_, words)| same(words, wanted));
            places.extend(starts.map(|(at, _)| (row, at)));
        }
        if places.len() < 2 {
            return Self::default();
        }
        let asked: Vec<String> = fact.split_whitespace().map(bare).filter(|word| word.chars().count() > 2).collect();
        let score = |row: usize| {
            let near = lines.get(row.saturating_sub(ABOVE)..=row).unwrap_or_default().iter().flatten();
            let near: Vec<String> = near.map(|word| bare(word)).collect();
            asked.iter().filter(|word| near.contains(word)).count()
        };
        // The first of equals: that is where a browser goes anyway.
        let best = places.iter().rev().max_by_key(|(row, _)| score(*row));
        let Some((row, at)) = best.copied() else { return Self::default() };
        let line = lines.get(row).map(Vec::as_slice).unwrap_or_default();
        let other = |row: Option<usize>| row.and_then(|row| lines.get(row)).map(Vec::as_slice).unwrap_or_default();
        let (before, rest) = line.split_at(at);
        let before = if before.is_empty() { other(row.checked_sub(1)) } else { before };
        let before = before.rsplit(|word| is_sign(word)).next().unwrap_or_default();
        let (words, after) = rest.split_at(wanted.len().min(rest.len()));
        // A longer quote ends elsewhere; and a mark between would have to be part of what follows.
        let ends_here = pieces.len() == 1
            && words.last().map(|word| word.to_lowercase()) == wanted.last().map(|word| word.to_lowercase());
        let after = match (ends_here, after.is_empty()) {
            (false, _) => &[],
            (true, true) => other(Some(row + 1)),
            (true, false) => after,
        };
        let after = after.split(|word| is_sign(word)).next().unwrap_or_default();
        Self {
            before: before.get(before.len().saturating_sub(ENDS)..).unwrap_or_default().join(" "),
            after: after.get(..after.len().min(ENDS)).unwrap_or_default().join(" "),
        }
    }
}

/// The number that a look gives an element, which the page does not show.
fn is_sign(word: &str) -> bool {
    word.contains(['[', ']'])
}

/// A word without case and the marks about it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Whether words are those of a quote; the last one may be followed by a mark.
fn same(words: &[&str], wanted: &[&str]) -> bool {
    let Some(((last, rest), (end, others))) = words.split_last().zip(wanted.split_last()) else { return false };
    let is_end =
        last.to_lowercase().strip_prefix(&end.to_lowercase()).is_some_and(|mark| !mark.contains(char::is_alphanumeric));
    is_end && rest.iter().zip(others).all(|(word, other)| word.to_lowercase() == other.to_lowercase())
}

/// The address with a directive that leads to the quote. Without a quote, or with a directive already, it stays as it is.
pub(super) fn at_quote(address: &str, quote: &str, around: &Around) -> String {
    let pieces = pieces(quote);
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return address.to_owned() };
    if address.contains(":~:") {
        return address.to_owned();
    }
    let words = if pieces.len() > 1 || first.len() > WORDS {
        let end = last.len().saturating_sub(ENDS);
        let start = first.get(..ENDS).unwrap_or(first);
        format!("{},{}", encoded(start), encoded(last.get(end..).unwrap_or(last)))
    } else {
        encoded(first)
    };
    let mark = if address.contains('#') { "" } else { "#" };
    let escaped = |words: &str| utf8_percent_encode(words, PLAIN).to_string();
    let before = if around.before.is_empty() { String::new() } else { format!("{}-,", escaped(&around.before)) };
    let after = if around.after.is_empty() { String::new() } else { format!(",-{}", escaped(&around.after)) };
    format!("{address}{mark}:~:text={before}{words}{after}")
}

fn encoded(words: &[&str]) -> String {
    utf8_percent_encode(&words.join(" "), PLAIN).to_string()
}

/// The words of a quote, cut where something was left out, where a line ends, and at the numbers that a look gives elements.
fn pieces(quote: &str) -> Vec<Vec<&str>> {
    let mut pieces: Vec<Vec<&str>> = Vec::new();
    for (at, part) in quote.split('[').enumerate() {
        // After a bracket: what is inside is a number with the element's name.
        let outside = match part.split_once(']').filter(|_| at > 0) {
            Some((inside, after)) if inside.starts_with(|c: char| c.is_ascii_digit()) => after,
            _ => part,
        };
        let cut = outside.split(['\n', '…', '|']).flat_map(|line| line.split("..."));
        pieces.extend(cut.map(|line| line.split_whitespace().collect::<Vec<_>>()));
    }
    pieces.retain(|words| words.iter().any(|word| word.chars().any(char::is_alphanumeric)));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_named_by_its_words_and_a_long_one_by_its_ends() {
        for (quote, expected) in [
            ("only € 24.90", "#:~:text=only%20%E2%82%AC%2024.90"),
            ("a-b, c & d", "#:~:text=a%2Db%2C%20c%20%26%20d"),
            ("1 2 3 4 5 6 7 8", "#:~:text=1%202%203%204%205%206%207%208"),
            ("1 2 3 4 5 6 7 8 9", "#:~:text=1%202%203%204,6%207%208%209"),
            ("begins here\nand ends", "#:~:text=begins%20here,and%20ends"),
            ("It is … so", "#:~:text=It%20is,so"),
            ("It is ... so", "#:~:text=It%20is,so"),
            ("Lamp, [31] € 24.90 [32 Buy]", "#:~:text=Lamp%2C,%E2%82%AC%2024.90"),
            ("100%?#(x)", "#:~:text=100%25%3F%23%28x%29"),
            ("  \n — ", ""),
            ("", ""),
        ] {
            assert_eq!(
                at_quote("http://a.example/", quote, &Around::default()),
                format!("http://a.example/{expected}"),
                "{quote}"
            );
        }
    }

    #[test]
    fn a_fragment_stays_and_a_directive_is_not_doubled() {
        assert_eq!(at_quote("http://a.example/#top", "x", &Around::default()), "http://a.example/#top:~:text=x");
        assert_eq!(at_quote("http://a.example/#:~:text=y", "x", &Around::default()), "http://a.example/#:~:text=y");
    }

    #[test]
    fn a_quote_that_a_page_has_twice_is_told_by_the_words_about_it() {
        let page = "Desk lamp, black\n€ 24.90 in stock\nDesk lamp, white\n€ 24.90 in stock soon\n\u{c}\nShop\n€ 24.90";
        for (quote, fact, expected) in [
            ("€ 24.90", "The black one costs 24.90", "Desk%20lamp%2C%20black-,%E2%82%AC%2024.90,-in%20stock"),
            ("€ 24.90", "The white one costs 24.90", "Desk%20lamp%2C%20white-,%E2%82%AC%2024.90,-in%20stock%20soon"),
            // Nothing says which: the first.
            ("€ 24.90", "", "Desk%20lamp%2C%20black-,%E2%82%AC%2024.90,-in%20stock"),
            // A longer one ends elsewhere.
            ("€ 24.90\nShop", "", "Desk%20lamp%2C%20black-,%E2%82%AC%2024.90,Shop"),
            // Once on the page, or not in one line of it: as it is.
            ("in stock soon", "", "in%20stock%20soon"),
            ("nowhere", "", "nowhere"),
        ] {
            let around = Around::of(page, quote, fact);
            let expected = format!("http://a.example/#:~:text={expected}");
            assert_eq!(at_quote("http://a.example/", quote, &around), expected, "{quote}, {fact}");
        }
    }

    #[test]
    fn the_words_about_a_quote_end_where_the_page_shows_something_else() {
        let around = |page: &str, quote: &str| Around::of(page, quote, "");
        let of = |before: &str, after: &str| Around { before: before.into(), after: after.into() };
        // An element's number is not on the page, and a mark is part of neither.
        assert_eq!(around("a [3] It is out, b\nIt is out", "It is out"), of("", ""));
        assert_eq!(around("yes [3] so It is out now [4] b\nIt is out", "It is out"), of("so", "now"));
        assert_eq!(around("one two three four five x six\nx", "x"), of("two three four five", "six"));
        assert_eq!(around("sixty xs and x\nonly x", "x"), of("sixty xs and", "only x"));
        assert_eq!(around("x", "x"), Around::default());
    }
}
