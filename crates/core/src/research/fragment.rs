//! Links to a quote on a page: text fragments (`#:~:text=`), which browsers scroll to and mark.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// A longer quote is named by its first and last words, which may stand in different blocks of the page.
const WORDS: usize = 8;
/// How many of them.
const ENDS: usize = 4;

/// Written as they are. A dash, a comma and an ampersand are marks of the directive and are not among them.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');

/// The address with a directive that leads to the quote. Without a quote, or with a directive already, it stays as it is.
pub(super) fn at_quote(address: &str, quote: &str) -> String {
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
    format!("{address}{mark}:~:text={words}")
}

fn encoded(words: &[&str]) -> String {
    utf8_percent_encode(&words.join(" "), PLAIN).to_string()
}

/// The words of a quote, cut where something was left out, where a line ends, and at the numbers that a look gives elements.
fn pieces(quote: &str) -> Vec<Vec<&str>> {
    let mut pieces: Vec<Vec<&str>> = Vec::new();
    for (at, part) in quote.split('[').enumerate() {
        // Behind a bracket: what is inside is a number with the element's name.
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
            assert_eq!(at_quote("http://a.example/", quote), format!("http://a.example/{expected}"), "{quote}");
        }
    }

    #[test]
    fn a_fragment_stays_and_a_directive_is_not_doubled() {
        assert_eq!(at_quote("http://a.example/#top", "x"), "http://a.example/#top:~:text=x");
        assert_eq!(at_quote("http://a.example/#:~:text=y", "x"), "http://a.example/#:~:text=y");
    }
}
