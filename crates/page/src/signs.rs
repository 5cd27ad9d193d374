//! Marks in the page's text: where controls are, and the two ends of rows and dialogs.
//!
//! The walk leaves them there with the numbers of elements; here they get uids.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::rc::Rc;

/// Starts a mark; a Unicode noncharacter, so no text has it. `walk.js` has the same five.
pub(super) const OPEN: char = '\u{fdd0}';
/// Ends the mark of an element whose words are not in the text.
pub(super) const UNSAID: char = '\u{fdd1}';
/// Ends the mark of an element whose words precede it.
pub(super) const SAID: char = '\u{fdd2}';
/// End the marks of a row's two ends.
pub(super) const BEGIN: char = '\u{fdd3}';
pub(super) const END: char = '\u{fdd4}';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Sign {
        number: u32,
        said: bool,
    },
    /// Here a row begins.
    Begin(u32),
    /// Here it ends.
    End(u32),
}

/// A text's pieces, without malformed marks.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(after) = rest.strip_prefix(OPEN) else {
            let (text, more) = rest.split_at(rest.find(OPEN).unwrap_or(rest.len()));
            rest = more;
            return Some(Piece::Text(text));
        };
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let (number, more) = after.split_at(digits);
        let end = more.chars().next();
        rest = more.strip_prefix([SAID, UNSAID, BEGIN, END]).unwrap_or(more);
        Some(number.parse().map_or(Piece::Text(""), |number| match end {
            Some(BEGIN) => Piece::Begin(number),
            Some(END) => Piece::End(number),
            _ => Piece::Sign { number, said: end == Some(SAID) },
        }))
    })
}

/// Whether a line has no words, only the marks of headings, cells and items.
pub(super) fn is_empty(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || matches!(c, '|' | '#' | '-'))
}

/// The walk's text for reading, and with uids in its marks; the second is empty if there are none.
///
/// `block_of`: the number under which a row or a dialog keeps the marks of its ends; none: it keeps none.
pub(super) fn number(
    text: String,
    uid_of: impl Fn(u32) -> Option<u32>,
    block_of: impl Fn(u32) -> Option<u32>,
) -> (String, String) {
    if !text.contains(OPEN) {
        return (text, String::new());
    }
    let (mut plain, mut placed) = (String::with_capacity(text.len()), String::with_capacity(text.len()));
    for line in text.split('\n') {
        let (mut words, mut signed) = (String::new(), String::new());
        let mut signs = 0;
        for piece in pieces(line) {
            match piece {
                Piece::Text(text) => {
                    // Between blanks, a removed mark leaves one blank.
                    words.push_str(if words.ends_with(' ') { text.trim_start_matches(' ') } else { text });
                    signed.push_str(text);
                }
                Piece::Sign { number, said } => {
                    if let Some(uid) = uid_of(number) {
                        signs += 1;
                        let _ = write!(signed, "{OPEN}{uid}{}", if said { SAID } else { UNSAID });
                    }
                }
                Piece::Begin(number) | Piece::End(number) => {
                    if let Some(uid) = block_of(number) {
                        signs += 1;
                        let end = if matches!(piece, Piece::Begin(_)) { BEGIN } else { END };
                        let _ = write!(signed, "{OPEN}{uid}{end}");
                    }
                }
            }
        }
        let words = words.trim_end();
        if !is_empty(words) {
            plain.push_str(words);
            plain.push('\n');
        }
        if signs > 0 || !is_empty(words) {
            placed.push_str(signed.trim());
            placed.push('\n');
        }
    }
    plain.pop();
    placed.pop();
    (plain, placed)
}

/// The words of the line that each marked node is in.
pub(super) fn lines_around(text: &str) -> HashMap<u32, Rc<str>> {
    let mut lines = HashMap::new();
    for line in text.split('\n').filter(|line| line.contains(OPEN)) {
        let words: Rc<str> = words(line).split_whitespace().collect::<Vec<_>>().join(" ").into();
        lines.extend(pieces(line).filter_map(|piece| match piece {
            Piece::Sign { number, .. } => Some((number, Rc::clone(&words))),
            Piece::Text(_) | Piece::Begin(_) | Piece::End(_) => None,
        }));
    }
    lines
}

pub(super) fn words(placed: &str) -> Cow<'_, str> {
    if !placed.contains(OPEN) {
        return Cow::Borrowed(placed);
    }
    let text = pieces(placed).map(|piece| match piece {
        Piece::Text(text) => text,
        Piece::Sign { .. } | Piece::Begin(_) | Piece::End(_) => "",
    });
    Cow::Owned(text.collect())
}

/// The number of the dialog in front that makes the rest wait, in the marks of its ends.
pub(super) const FRONT: u32 = 0;

/// The part of a text that is in the dialog in front; none: nothing is marked as such.
pub(super) fn in_front(placed: &str) -> Option<String> {
    if !placed.contains(&format!("{OPEN}{FRONT}{BEGIN}")) {
        return None;
    }
    let (mut out, mut is_in) = (String::new(), false);
    for line in placed.split('\n') {
        let mut inside = String::new();
        for piece in pieces(line) {
            match piece {
                Piece::Begin(FRONT) => is_in = true,
                Piece::End(FRONT) => is_in = false,
                _ if !is_in => {}
                Piece::Text(text) => inside.push_str(text),
                Piece::Sign { number, said } => {
                    let _ = write!(inside, "{OPEN}{number}{}", if said { SAID } else { UNSAID });
                }
                Piece::Begin(number) => _ = write!(inside, "{OPEN}{number}{BEGIN}"),
                Piece::End(number) => _ = write!(inside, "{OPEN}{number}{END}"),
            }
        }
        if !inside.trim().is_empty() {
            out.push_str(inside.trim());
            out.push('\n');
        }
    }
    out.pop();
    Some(out)
}

/// A line of the text without what is in rows that are shown elsewhere. `open`: the rows that it begins in.
pub(super) fn outside_rows<'a>(placed: &'a str, open: &mut Vec<u32>, is_told: &dyn Fn(u32) -> bool) -> Cow<'a, str> {
    if open.is_empty() && !placed.contains(BEGIN) {
        return Cow::Borrowed(placed);
    }
    let mut out = String::new();
    for piece in pieces(placed) {
        let is_hidden = open.iter().any(|row| is_told(*row));
        match piece {
            Piece::Begin(number) => open.push(number),
            Piece::End(number) => {
                if let Some(at) = open.iter().rposition(|row| *row == number) {
                    open.truncate(at);
                }
            }
            _ if is_hidden => {}
            Piece::Text(text) => out.push_str(text),
            Piece::Sign { number, said } => {
                let _ = write!(out, "{OPEN}{number}{}", if said { SAID } else { UNSAID });
            }
        }
    }
    Cow::Owned(out)
}

pub(super) fn uids(placed: &str) -> HashSet<u32> {
    let numbers = pieces(placed).filter_map(|piece| match piece {
        Piece::Sign { number, .. } => Some(number),
        Piece::Text(_) | Piece::Begin(_) | Piece::End(_) => None,
    });
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_becomes_a_uid_or_nothing() {
        let text = format!(
            "| Ann | {OPEN}1{UNSAID} |\n{OPEN}2{UNSAID}\nsee {OPEN}3{SAID} there\n{OPEN}x\n| {OPEN}9{UNSAID} |"
        );
        let (plain, placed) = number(text, |node| (node < 4).then_some(node + 40), |_| None);
        assert_eq!(plain, "| Ann | |\nsee there\nx");
        assert_eq!(placed, format!("| Ann | {OPEN}41{UNSAID} |\n{OPEN}42{UNSAID}\nsee {OPEN}43{SAID} there\nx"));
        assert_eq!(number("| plain".to_owned(), |_| None, |_| None), ("| plain".to_owned(), String::new()));
    }
}
