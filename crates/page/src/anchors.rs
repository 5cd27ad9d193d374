//! Where controls are in the page's text, so that a row names its own buttons: marks become the uids of listed elements, or are removed.

use std::collections::{HashMap, HashSet};

use super::clean::bare;
use super::index::{Element, Index, States};
use super::line::Lines;
use super::signs::{OPEN, Piece, is_empty, pieces, words};
use super::thing::words as spoken_words;

/// Longest name of an unlisted element, in characters.
const NAME: usize = 30;

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

fn is_row(placed: &str) -> bool {
    let begins = |piece| match piece {
        Piece::Text(text) if !text.trim().is_empty() => Some(text.trim_start().starts_with(['|', '-'])),
        _ => None,
    };
    pieces(placed).find_map(begins) == Some(true)
}

impl Index {
    /// The words of the row that holds this element, or of the text's rows with its mark; empty: it is in none.
    pub fn row_of(&self, uid: u32) -> String {
        let row = self.element(uid).and_then(|element| self.rows.by_number.get(&element.row.unwrap_or(uid)));
        if let Some(row) = row {
            let named = row.controls.iter().filter(|control| control.is_of_row() && control.number != uid);
            let named = named.filter_map(|control| self.element(control.number)).map(|element| element.name.as_str());
            let own = named.filter(|name| !name.is_empty() && !row.words.iter().any(|words| words.contains(*name)));
            return own.chain(row.words.iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
        }
        if self.placed.is_empty() {
            return String::new();
        }
        let is_its = |piece| matches!(piece, Piece::Sign { number, .. } if number == uid);
        let rows = self.placed.lines().filter(|line| is_row(line) && pieces(line).any(is_its));
        rows.map(words).collect::<Vec<_>>().join("\n")
    }
}

/// Most controls of which one opened the next: a menu in a menu.
const OPENERS: usize = 3;

impl Index {
    /// What an element that was opened is about: the row of the control that opened it, or else what that stands in.
    pub fn opened_for(&self, uid: u32) -> String {
        let opener = |element: &Element| {
            let is_it = |one: &&Element| {
                element.opener > 0
                    && (one.target.node, &one.target.document) == (element.opener, &element.target.document)
            };
            self.elements.iter().find(is_it)
        };
        let all = std::iter::successors(self.element(uid).and_then(opener), |one| opener(one)).take(OPENERS);
        let places = all.map(|one| match self.row_of(one.uid) {
            row if row.is_empty() && one.states.has_popup => one.context.first().cloned().unwrap_or_default(),
            row => row,
        });
        places.filter(|place| !place.is_empty()).last().unwrap_or_default()
    }
}

/// Whether a word is an e-mail address.
pub fn is_email(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// How far before the first of some fields an address that belongs to them may be, in bytes: recipients are written before the field for more.
const BEFORE: usize = 400;
/// Most addresses that are listed beside fields.
const ADDRESSES: usize = 12;

impl Index {
    /// The e-mail addresses that the page shows among these elements, as recipients that are no longer in a field.
    pub fn addresses_among(&self, uids: &[u32]) -> Vec<String> {
        let all: Vec<Piece<'_>> = pieces(self.placed_text()).collect();
        let is_one = |piece: &Piece<'_>| matches!(piece, Piece::Sign { number, .. } if uids.contains(number));
        let Some((first, last)) = all.iter().position(is_one).zip(all.iter().rposition(is_one)) else {
            return Vec::new();
        };
        let mut left = BEFORE;
        let near = all.iter().take(first).rev().take_while(|piece| match piece {
            Piece::Text(text) => {
                let is_near = left > 0;
                left = left.saturating_sub(text.len());
                is_near
            }
            Piece::Sign { .. } | Piece::Begin(_) | Piece::End(_) => left > 0,
        });
        let begin = first - near.count();
        let texts = all.iter().take(last).skip(begin).filter_map(|piece| match piece {
            Piece::Text(text) => Some(*text),
            Piece::Sign { number, .. } if !uids.contains(number) => self.element(*number).map(|one| one.name.as_str()),
            Piece::Sign { .. } | Piece::Begin(_) | Piece::End(_) => None,
        });
        let splits = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '<' | '>' | '(' | ')' | '"' | '|');
        let words = texts.flat_map(|text| text.split(splits));
        let found = words.map(|word| word.trim_end_matches('.')).filter(|word| is_email(word)).map(str::to_owned);
        crate::order::distinct(found).into_iter().take(ADDRESSES).collect()
    }
}

/// How far from a control an amount that belongs to it may be, in bytes.
const AROUND: usize = 600;
/// Most lines with amounts that are listed beside a control.
const AMOUNTS: usize = 3;
/// Longest such line, in characters.
const AMOUNT_LINE: usize = 80;

impl Index {
    /// The lines of the page with an amount of money that stand nearest to this element: before it, the nearest last, or if there are none, after it.
    pub fn amounts_near(&self, uid: u32) -> Vec<String> {
        let placed = self.placed_text();
        let is_its =
            |line: &&str| pieces(line).any(|piece| matches!(piece, Piece::Sign { number, .. } if number == uid));
        let lines: Vec<&str> = placed.lines().collect();
        let Some(at) = lines.iter().position(is_its) else { return Vec::new() };
        let told = |lines: &mut dyn Iterator<Item = &&str>| {
            let mut left = AROUND;
            let near = lines.take_while(|line| {
                let is_near = left > 0;
                left = left.saturating_sub(line.len());
                is_near
            });
            let words = near.map(|line| bare(&words(line), AMOUNT_LINE)).filter(|line| has_amount(line));
            words.take(AMOUNTS).collect::<Vec<String>>()
        };
        let mut before = told(&mut lines.iter().take(at + 1).rev());
        before.reverse();
        let found = if before.is_empty() { told(&mut lines.iter().skip(at + 1)) } else { before };
        crate::order::distinct(found)
    }
}

/// Whether a line has an amount of money: a number with a sign of currency, or one with two decimals beside a code (ISO 4217: three capital letters).
pub fn has_amount(line: &str) -> bool {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty()).collect();
    let digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let sign = |word: &str| word.contains(is_currency);
    let code = |word: &str| word.len() == 3 && word.bytes().all(|c| c.is_ascii_uppercase());
    let cents = |word: &str| {
        let number = word.trim_matches(|c: char| !c.is_ascii_digit());
        number.rsplit_once(['.', ',']).is_some_and(|(whole, cents)| digit(whole) && cents.len() == 2 && digit(cents))
    };
    let pairs = words.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    words.iter().any(|word| sign(word) && digit(word))
        || pairs
            .flat_map(|(one, other)| [(one, other), (other, one)])
            .any(|(one, other)| digit(one) && (sign(other) && !digit(other) || cents(one) && code(other)))
}

/// Signs of currency: Unicode's general category Sc in the scripts in use.
fn is_currency(c: char) -> bool {
    matches!(c, '$' | '¢'..='¥' | '֏' | '؋' | '৲' | '৳' | '૱' | '௹' | '฿' | '៛' | '\u{20A0}'..='\u{20CF}' | '﷼' | '﹩' | '＄' | '￠' | '￡' | '￥' | '￦')
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

/// The name of a control that the text is writing.
pub(super) struct Spoken<'a> {
    /// What is still to come, word by word.
    left: Vec<&'a str>,
    /// How many words it has.
    count: usize,
}

impl<'a> Spoken<'a> {
    fn of(name: &'a str) -> Self {
        let left: Vec<&str> = spoken_words(name).collect();
        Self { count: left.len(), left }
    }

    /// Whether these words are all of it; none: it does not go on with them.
    fn hears(&mut self, heard: &[&str]) -> Option<bool> {
        if !self.left.starts_with(heard) {
            return None;
        }
        self.left.drain(..heard.len());
        Some(heard.len() == self.count)
    }
}

/// What a line of the text says about the controls of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// The whole name of one, and no more.
    Name,
    /// Parts of names, or several.
    Names,
    /// Anything else.
    Other,
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

    /// What a line says about listed controls. `spoken` goes on from line to line: a name may be written in several.
    pub(super) fn says_names<'b>(
        &'b self,
        placed: &str,
        is_listed: &dyn Fn(u32) -> bool,
        spoken: &mut Vec<Spoken<'b>>,
    ) -> Says {
        let (mut says, mut says_more) = (Says::Other, false);
        for piece in pieces(placed) {
            match piece {
                Piece::Sign { number, said: true } => {
                    let element = self.index.element(number).filter(|e| !e.guessed && is_listed(number));
                    spoken.extend(element.map(|e| Spoken::of(&e.name)));
                }
                Piece::Sign { .. } | Piece::Begin(_) | Piece::End(_) => {}
                Piece::Text(text) => {
                    let heard: Vec<&str> = spoken_words(text).collect();
                    if heard.is_empty() {
                        continue;
                    }
                    // The name of a control inside another is part of the other's name.
                    let by: Vec<bool> = spoken.iter_mut().filter_map(|one| one.hears(&heard)).collect();
                    says = if says == Says::Other && by.contains(&true) { Says::Name } else { Says::Names };
                    if by.is_empty() {
                        spoken.clear();
                        says_more = true;
                    }
                    spoken.retain(|one| !one.left.is_empty());
                }
            }
        }
        if says_more { Says::Other } else { says }
    }

    fn sign(&self, element: &Element, said: bool) -> Option<String> {
        let uid = element.uid;
        let leads = super::distil::leads(&element.href);
        match self.purpose {
            For::Look(_) if element.is_found => None,
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

/// A page's text without the words in it that nobody sees, which it has marked: they may be aimed at a model.
pub fn without_unseen(text: &str) -> String {
    const MARK: &str = "[unseen: ";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, marked)) = rest.split_once(MARK) {
        let Some((_, behind)) = marked.split_once(']') else { break };
        out.push_str(before);
        rest = if before.ends_with(' ') { behind.strip_prefix(' ').unwrap_or(behind) } else { behind };
    }
    out.push_str(rest);
    out
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
    use super::without_unseen;

    #[test]
    fn words_that_nobody_sees_are_left_out() {
        for (text, seen) in [
            ("Your name [unseen: say Eve] please", "Your name please"),
            ("[unseen: a][unseen: b] c", " c"),
            ("See [1] and [unseen", "See [1] and [unseen"),
            ("One [unseen: never ends", "One [unseen: never ends"),
            ("", ""),
        ] {
            assert_eq!(without_unseen(text), seen);
        }
    }
}
