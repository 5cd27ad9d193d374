//! Numbers in texts, as values that are the same however they are written.

/// A number in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figure {
    /// As written.
    pub written: String,
    /// Normalised: without thousands separators and trailing zeros.
    pub value: String,
    /// Its position, in bytes.
    pub at: usize,
}

/// The numbers in a text, except in names (`X200`, `WH-1000XM5`, `USB-3.0`) and addresses.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let mut found = Vec::new();
    let mut rest = 0;
    // The end of the last word seen, and whether it is an address.
    let (mut word_end, mut in_address) = (0, false);
    while let Some(start) = text.get(rest..).and_then(|tail| tail.find(|c: char| c.is_ascii_digit())) {
        let start = rest + start;
        let tail = text.get(start..).unwrap_or_default();
        let inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}');
        let length = tail.find(|c| !inside(c)).unwrap_or(tail.len());
        let written = tail.get(..length).unwrap_or_default().trim_end_matches(|c: char| !c.is_ascii_digit());
        rest = start + written.len().max(1);
        let before = text.get(..start).and_then(|head| head.chars().next_back());
        if start >= word_end {
            let between = text.get(word_end..start).unwrap_or_default();
            let blank = between.char_indices().rev().find(|(_, c)| c.is_whitespace());
            let word_start = blank.map_or(word_end, |(at, c)| word_end + at + c.len_utf8());
            word_end =
                text.get(rest..).and_then(|tail| tail.find(char::is_whitespace)).map_or(text.len(), |at| rest + at);
            in_address = text.get(word_start..word_end).is_some_and(|word| word.contains("://"));
        }
        // Attached to letters before it, even by a dash.
        let mut ahead = text.get(..start).unwrap_or_default().chars().rev();
        let in_name = ahead.next() == Some('-') && ahead.next().is_some_and(char::is_alphabetic);
        if !before.is_some_and(|c| c.is_alphabetic() || c == '_') && !in_name && !in_address {
            found.push(Figure { written: written.to_owned(), value: value(written), at: start });
        }
    }
    found
}

/// A number's normalised value. After the last separator comes a fraction unless it has three digits.
fn value(written: &str) -> String {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (whole, fraction) = match written.rfind(['.', ',']) {
        Some(at) if written.len() - at - 1 != 3 => (written.get(..at), written.get(at + 1..)),
        _ => (Some(written), None),
    };
    let whole = digits(whole.unwrap_or_default());
    let fraction = digits(fraction.unwrap_or_default());
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}
