//! A text as characters to compare: typography unified, spaces and breaks kept as what comes before a character.

use crate::letters::{compose, is_mark};

/// What separates a character from the one before: nothing, or any of these together.
pub(super) type Gap = u8;
/// White space.
pub(super) const SPACE: Gap = 1;
/// The border of two cells of a row.
pub(super) const CELL: Gap = 2;
/// The end of a line.
pub(super) const LINE: Gap = 4;
/// An empty line, which ends a paragraph.
pub(super) const BLANK: Gap = 8;

/// How a digit is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Normal,
    Raised,
    Lowered,
}

/// A character of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// Unified and in lower case.
    pub c: char,
    /// Unified in form but not in case; dashes and quotation marks as they are written.
    pub raw: char,
    pub style: Style,
    /// What comes before it.
    pub gap: Gap,
    /// Whether it is a list's dash, or any that begins a line: one of the texts may lack it.
    pub optional: bool,
    /// Where it is in the text, in bytes.
    pub start: usize,
    pub end: usize,
}

impl Item {
    pub(super) fn is_digit(&self) -> bool {
        self.c.is_ascii_digit()
    }

    pub(super) fn is_letter(&self) -> bool {
        self.c.is_alphabetic()
    }

    pub(super) fn is_upper(&self) -> bool {
        self.raw.is_uppercase()
    }
}

/// A text as items.
pub(super) fn items(text: &str) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::with_capacity(text.len());
    let mut gap = LINE;
    // A soft hyphen before a line's end joins the word's halves.
    let mut joins = false;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let end = start + c.len_utf8();
        let next = chars.peek().map(|(_, c)| *c);
        let ends = next.is_none_or(char::is_whitespace);
        match c {
            '\u{ad}' => {
                joins = next.is_some_and(char::is_whitespace);
                continue;
            }
            // Zero-width characters and the marks of bidirectional text, except the overrides, which change what is seen.
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202c}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' => continue,
            '\t' => gap |= CELL | SPACE,
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' => {
                gap |= if gap & LINE != 0 { LINE | BLANK } else { LINE };
            }
            '\u{2029}' => gap |= LINE | BLANK,
            c if c.is_whitespace() => gap |= SPACE,
            '|' if gap != 0 && ends => gap |= CELL,
            '•' | '◦' | '▪' | '●' | '■' | '‣' | '∙' if gap != 0 && ends => gap |= SPACE,
            c => {
                push(&mut out, c, if joins { 0 } else { gap }, start, end);
                if gap & LINE != 0 && ends && matches!(c, '-' | '–' | '*') {
                    // Before a number it may be a sign.
                    let mut rest = text.get(end..).unwrap_or_default().chars();
                    let word = rest.find(|c| !c.is_whitespace()).is_some_and(char::is_alphabetic);
                    out.iter_mut().next_back().into_iter().for_each(|item| item.optional = word);
                }
                gap = 0;
                joins = false;
            }
        }
    }
    join_hyphens(&mut out);
    out
}

/// Makes one dash of two or three hyphens (`word -- word`), except before a number, whose sign the last one may be.
fn join_hyphens(items: &mut Vec<Item>) {
    let is_hyphen = |item: &Item| item.raw == '-';
    let mut at = 0;
    while at < items.len() {
        let run = items.iter().skip(at).take_while(|item| is_hyphen(item)).count();
        let glued = items.iter().skip(at + 1).take(run.saturating_sub(1)).all(|item| item.gap == 0);
        let number = items.get(at + run).is_some_and(Item::is_digit);
        if (2..=3).contains(&run) && glued && !number {
            let end = items.get(at + run - 1).map(|item| item.end);
            if let (Some(first), Some(end)) = (items.get_mut(at), end) {
                (first.raw, first.end) = ('\u{2014}', end);
            }
            items.drain(at + 1..at + run);
        }
        at += run.max(1);
    }
}

/// Adds one character, which may become several or join the one before.
fn push(out: &mut Vec<Item>, c: char, gap: Gap, start: usize, end: usize) {
    let item = |c: char, gap: Gap| Item { c, raw: c, style: Style::Normal, gap, optional: false, start, end };
    if is_mark(c) || matches!(c as u32, 0x1161..=0x1175 | 0x11a8..=0x11c2) {
        let joined = out.last_mut().filter(|_| gap == 0);
        if let Some((last, both)) = joined.and_then(|last| compose(last.raw, c).map(|both| (last, both))) {
            (last.raw, last.c, last.end) = (both, lower(both), end);
            return;
        }
        out.push(item(c, gap));
        return;
    }
    let several = match c {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        '…' => "...",
        _ => "",
    };
    if !several.is_empty() {
        out.extend(several.chars().enumerate().map(|(index, c)| item(c, if index == 0 { gap } else { 0 })));
        return;
    }
    let digit = |at: u32| char::from_u32('0' as u32 + at).unwrap_or(c);
    let (c, style) = match c as u32 {
        0xb2 => ('2', Style::Raised),
        0xb3 => ('3', Style::Raised),
        0xb9 => ('1', Style::Raised),
        0x2070 | 0x2074..=0x2079 => (digit(c as u32 - 0x2070), Style::Raised),
        0x2080..=0x2089 => (digit(c as u32 - 0x2080), Style::Lowered),
        full @ 0xff01..=0xff5e => (char::from_u32(full - 0xfee0).unwrap_or(c), Style::Normal),
        _ => (c, Style::Normal),
    };
    let unified = match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '`' | '\u{b4}' | '‹' | '›' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '«' | '»' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => '-',
        // The ohm, kelvin and ångström signs are the letters; so are the micro sign and mu.
        '\u{2126}' => 'ω',
        '\u{212a}' => 'k',
        '\u{212b}' => 'å',
        '\u{b5}' => 'μ',
        'ς' => 'σ',
        c => lower(c),
    };
    // Two single marks are a double one.
    if gap == 0
        && unified == '\''
        && let Some(last) = out.last_mut()
        && last.c == '\''
    {
        (last.c, last.raw, last.end) = ('"', '"', end);
        return;
    }
    let raw = match c {
        '\u{2126}' => 'Ω',
        '\u{212a}' => 'K',
        '\u{212b}' => 'Å',
        '\u{b5}' => 'μ',
        c => c,
    };
    out.push(Item { c: unified, raw, style, gap, optional: false, start, end });
}

/// In lower case, where that is one character.
fn lower(c: char) -> char {
    let mut letters = c.to_lowercase();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter,
        _ => c,
    }
}
