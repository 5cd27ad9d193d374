//! Where controls stand in the page's text, so that a row names its own buttons.
//!
//! The walk leaves a mark with the element's number there; here it becomes the uid of a listed element, or is removed.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::rc::Rc;

use super::clean::bare;
use super::index::{Element, Index, States};
use super::line::Lines;

/// Starts a mark; a Unicode noncharacter, so no text has it. `walk.js` has the same three.
const OPEN: char = '\u{fdd0}';
/// Ends the mark of an element whose words are not in the text.
const UNSAID: char = '\u{fdd1}';
/// Ends the mark of an element whose words precede it.
const SAID: char = '\u{fdd2}';
/// End the marks of a row's two ends.
const BEGIN: char = '\u{fdd3}';
const END: char = '\u{fdd4}';
/// Longest name of an unlisted element, in characters.
const NAME: usize = 30;

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
fn is_empty(line: &str) -> bool {
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

/// The words of the line in which each marked node stands.
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

/// Flags cells whose words precede their marks: a grid's row is then one line of the text instead of one list line per cell.
pub(super) fn tell_cells(placed: &str, by_uid: &HashMap<u32, usize>, elements: &mut [Element]) {
    for line in placed.split('\n') {
        let mut sign = None;
        for piece in pieces(line) {
            match (piece, sign.take()) {
                (Piece::Sign { number, said: true }, _) => sign = Some(number),
                (Piece::Text(text), Some(uid)) => {
                    let words = text.split('|').next().unwrap_or_default().trim();
                    let element = by_uid.get(&uid).and_then(|at| elements.get_mut(*at));
                    if let Some(cell) = element.filter(|e| is_plain_cell(e) && e.name == words) {
                        cell.in_text = true;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether it is a cell of which only the words are known.
fn is_plain_cell(element: &Element) -> bool {
    let quiet = States { focused: false, covered: None, ..element.states.clone() };
    element.role == "gridcell" && element.hint.is_empty() && element.value.is_none() && quiet == States::default()
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

fn is_row(placed: &str) -> bool {
    let begins = |piece| match piece {
        Piece::Text(text) if !text.trim().is_empty() => Some(text.trim_start().starts_with(['|', '-'])),
        _ => None,
    };
    pieces(placed).find_map(begins) == Some(true)
}

impl Index {
    /// The words of the row that holds this element, or of the text's rows with its mark; empty: it stands in none.
    pub fn row_of(&self, uid: u32) -> String {
        let row = self.element(uid).and_then(|element| self.rows.by_number.get(&element.row.unwrap_or(uid)));
        if let Some(row) = row {
            return row.words.join("\n");
        }
        if self.placed.is_empty() {
            return String::new();
        }
        let is_its = |piece| matches!(piece, Piece::Sign { number, .. } if number == uid);
        let rows = self.placed.lines().filter(|line| is_row(line) && pieces(line).any(is_its));
        rows.map(words).collect::<Vec<_>>().join("\n")
    }
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

/// A line of the text without what is in rows that are told elsewhere. `open`: the rows that it begins in.
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

/// Longest address, in characters; the walk's limit.
const ADDRESS: usize = 500;

/// What a text is written for.
#[derive(Debug, Clone, Copy)]
pub(super) enum For<'a> {
    /// A look that lists these elements; none: everything usable.
    Look(Option<&'a HashSet<u32>>),
    /// Reading, with names and link addresses.
    Reading,
}

/// Writes lines of the text with the controls' uids in place.
pub(super) struct Placing<'a> {
    pub(super) index: &'a Index,
    pub(super) lines: &'a Lines<'a>,
    pub(super) purpose: For<'a>,
    /// Whether it is a dialog's text, where the place of each control counts.
    pub(super) is_front: bool,
}

impl Placing<'_> {
    /// The line for the model; empty if nothing remains.
    pub(super) fn line(&self, placed: &str) -> String {
        if !placed.contains(OPEN) {
            return placed.to_owned();
        }
        let has_words = pieces(placed).any(|piece| matches!(piece, Piece::Text(text) if !is_empty(text)));
        let mut out = String::with_capacity(placed.len());
        let mut shown = 0;
        for piece in pieces(placed) {
            match piece {
                Piece::Text(text) => out.push_str(if out.ends_with(' ') { text.trim_start_matches(' ') } else { text }),
                Piece::Begin(_) | Piece::End(_) => {}
                Piece::Sign { number, said } => {
                    let element = self.index.element(number).filter(|e| !e.states.behind_modal);
                    let Some(sign) = element.and_then(|element| self.sign(element, said)) else { continue };
                    if !out.is_empty() && !out.ends_with(' ') {
                        out.push(' ');
                    }
                    shown += 1;
                    out.push_str(&sign);
                }
            }
        }
        // Elements in nobody's row are in the list.
        let is_told = has_words || (shown > 0 && (self.is_front || matches!(self.purpose, For::Reading)));
        if is_told { out.trim().to_owned() } else { String::new() }
    }

    /// Whether a row holds a control whose own line does not name the row.
    pub(super) fn holds_others(&self, placed: &str) -> bool {
        let words = words(placed);
        let is_other = |piece| match piece {
            Piece::Sign { number, said: false } => self.index.element(number).is_some_and(|element| {
                !element.context.first().is_some_and(|around| words.contains(around.trim_end_matches('…')))
            }),
            Piece::Sign { .. } | Piece::Text(_) | Piece::Begin(_) | Piece::End(_) => false,
        };
        is_row(placed) && pieces(placed).any(is_other)
    }

    /// Whether a line has no words but the names of listed controls, which precede them there.
    pub(super) fn is_said_by_list(&self, placed: &str, is_listed: &dyn Fn(u32) -> bool) -> bool {
        let letters = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let (mut named, mut is_said) = (None, false);
        for piece in pieces(placed) {
            match piece {
                Piece::Sign { number, said: true } => {
                    named = self.index.element(number).filter(|e| !e.guessed && is_listed(number));
                }
                Piece::Sign { .. } | Piece::Begin(_) | Piece::End(_) => {}
                Piece::Text(text) if letters(text).is_empty() => {}
                Piece::Text(text) => match named.take() {
                    Some(element) if letters(&element.name) == letters(text) => is_said = true,
                    _ => return false,
                },
            }
        }
        is_said
    }

    fn sign(&self, element: &Element, said: bool) -> Option<String> {
        let uid = element.uid;
        let leads = super::distil::leads(&element.href);
        match self.purpose {
            For::Reading => {
                let to = if leads { format!(" → {}", bare(&element.href, ADDRESS)) } else { String::new() };
                let name =
                    if said { String::new() } else { format!(" {}", bare(&element.name, super::line::NAME_CAP)) };
                (!said || leads || element.in_text || self.lines.is_alike(element))
                    .then(|| format!("[{uid}{}{to}]", name.trim_end()))
            }
            For::Look(_) if said => Some(format!("[{uid}]")),
            For::Look(listed) => {
                let is_listed = listed.is_none_or(|listed| listed.contains(&uid)) || element.name.is_empty();
                Some(if is_listed { format!("[{uid}]") } else { format!("[{uid} {}]", bare(&element.name, NAME)) })
            }
        }
    }
}

/// A text line without the uids of the controls in it; `known` tells them from the page's own bracketed numbers.
pub fn without_uids(line: &str, known: impl Fn(u32) -> bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, inside)) = rest.split_once('[') {
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = inside.split_at(digits);
        let end = after.find(']');
        let is_sign =
            number.parse().is_ok_and(|uid| known(uid) || after.starts_with(' ')) && after.starts_with([']', ' ']);
        out.push_str(before);
        match end.and_then(|end| after.get(end + 1..)).filter(|_| is_sign) {
            Some(behind) => {
                out.truncate(out.trim_end().len());
                rest = behind;
            }
            None => {
                out.push('[');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
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
