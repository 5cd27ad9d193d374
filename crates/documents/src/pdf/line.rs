//! Pieces joined into lines: a line is text on one baseline without a wide gap.

use super::piece::{Direction, Piece, Rect, Style};
use super::text;
use crate::figures::is_value;
use std::collections::{HashMap, HashSet};

/// Text on one baseline without a wide gap in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) rect: Rect,
    pub(super) base: f32,
    /// The size of most of its characters.
    pub(super) size: f32,
    pub(super) style: Style,
    pub(super) turn: Direction,
    pub(super) rtl: bool,
    pub(super) artifact: bool,
    /// The tag of its first piece.
    pub(super) tag: Option<usize>,
    /// Table, row and column of a cell that the structure tree has.
    pub(super) cell: Option<(u32, u32, u32)>,
    /// Characters, blanks left out.
    pub(super) letters: usize,
    /// The place of its first piece in the content stream.
    pub(super) place: usize,
}

impl Line {
    /// What the letters themselves cover: from the height of small letters to the baseline. Lines of tight text do not overlap so.
    pub(super) fn core(&self) -> Rect {
        Rect { top: self.base - 0.5 * self.size, bottom: self.base + 0.02 * self.size, ..self.rect }
    }

    pub(super) fn starts_small(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_lowercase)
    }

    /// Whether it ends as a sentence does.
    pub(super) fn ends_sentence(&self) -> bool {
        let text = self
            .text
            .trim_end_matches(|c: char| matches!(c, '"' | '”' | '’' | ')' | ']' | '»') || text::is_superscript(c));
        text.ends_with(['.', '!', '?', ':', ';', '…', '。', '？', '！', '؟', '۔'])
    }
}

/// What a gap must be in parts of the size to part two lines on one baseline.
const WIDE_GAP: f32 = 1.0;
/// What it must be to part two words that the file does not part.
const WORD_GAP: f32 = 0.22;

/// Joins pieces into lines, in the order of the stream.
pub(super) fn lines(pieces: &[Piece], recognised: bool) -> Vec<Line> {
    let pieces = without_doubles(pieces);
    let mut groups: Vec<Vec<&Piece>> = Vec::new();
    let mut current = Vec::new();
    for piece in pieces {
        if !current.is_empty() && !goes_on(&current, piece, recognised) {
            groups.push(std::mem::take(&mut current));
        }
        if current.is_empty() && piece.is_blank() {
            continue;
        }
        current.push(piece);
    }
    groups.push(current);
    let mut lines: Vec<Line> = Vec::with_capacity(groups.len());
    let mut place = 0;
    for group in &groups {
        if let Some(line) = line(group, place) {
            lines.push(line);
        }
        place += group.len();
    }
    rejoin(lines)
}

/// Without text that is drawn twice at the same place, as is done for bold or shadows.
fn without_doubles(pieces: &[Piece]) -> Vec<&Piece> {
    let mut drawn: HashMap<(&str, i32, i32), ()> = HashMap::new();
    let mut kept = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if !piece.is_blank() {
            let cell = |at: f32| (at / (0.4 * piece.size)).round() as i32;
            let (x, y) = (cell(piece.rect.left), cell(piece.base));
            let near = (-1..=1).any(|dx| {
                (-1..=1)
                    .any(|dy| drawn.contains_key(&(piece.text.as_str(), x.saturating_add(dx), y.saturating_add(dy))))
            });
            let long = piece.text.trim().chars().count() > 1 || piece.rect.width() > 0.5 * piece.size;
            if near && long {
                continue;
            }
            if long {
                drawn.insert((piece.text.as_str(), x, y), ());
            }
        }
        kept.push(piece);
    }
    kept
}

/// Whether a piece goes on with the line of these.
fn goes_on(line: &[&Piece], piece: &Piece, recognised: bool) -> bool {
    // The measure of a line is its largest recent piece: a superscript may come first or last.
    let mut recent = line.iter().rev().filter(|piece| !piece.is_blank()).take(3);
    let Some(last) = recent.next() else { return true };
    let largest = recent.fold(last, |a, b| if b.size > a.size * 1.05 { b } else { a });
    if last.turn != piece.turn || last.cell != piece.cell && !piece.is_blank() {
        return false;
    }
    if piece.is_blank() {
        return !line.last().is_some_and(|last| last.line_ends);
    }
    let size = largest.size.max(piece.size);
    if matches!(piece.turn, Direction::Slanted(_)) {
        let near = (piece.rect.left - last.rect.left).abs() + (piece.base - last.base).abs();
        return near < last.rect.width().max(size) * 1.5 + size;
    }
    let small = piece.size < 0.85 * largest.size || largest.size < 0.85 * piece.size;
    let shift = (piece.base - largest.base).abs();
    let room = if small {
        0.65
    } else if recognised {
        0.4
    } else {
        0.25
    };
    if shift > room * size {
        return false;
    }
    // Text that runs from right to left may come in either order.
    let gap = if last.rtl || piece.rtl { -last.rect.overlap_x(&piece.rect) } else { piece.rect.left - last.rect.right };
    if gap < -0.5 * size {
        return false;
    }
    let ended = line.last().is_some_and(|last| last.line_ends);
    // What the file calls another line goes on only where there is no doubt.
    if ended && (gap > 0.5 * size || shift > 0.05 * size && !small) {
        return false;
    }
    if gap > 0.45 * size && text::is_money_sign(&piece.text) && ends_a_number(&last.text)
        || gap > 0.1 * size && begins_a_number(&piece.text) && ends_in_dots(line)
    {
        return false;
    }
    let wide = if recognised {
        1.6
    } else if is_mark(line, piece) {
        2.6
    } else {
        WIDE_GAP
    };
    gap <= wide * size.min(piece.size.max(0.7 * size))
}

fn ends_a_number(text: &str) -> bool {
    text.trim_end().ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '%' | '—'))
}

fn begins_a_number(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(' || text::is_money(c))
}

/// Whether these pieces end in dots that lead to a number.
fn ends_in_dots(line: &[&Piece]) -> bool {
    const DOTS: usize = 4;
    let mut dots = 0;
    for piece in line.iter().rev() {
        for c in piece.text.chars().rev().filter(|c| !c.is_whitespace()) {
            if c != '.' {
                return false;
            }
            dots += 1;
            if dots >= DOTS {
                return true;
            }
        }
    }
    false
}

/// Whether these pieces are the number of a heading or the mark of an item, after which more room is left: `5.1`, `(b)`, `•`. A number before another one
/// is a cell.
fn is_mark(line: &[&Piece], next: &Piece) -> bool {
    let mut text = String::new();
    for piece in line {
        text.push_str(piece.text.trim());
        if text.len() > 8 {
            return false;
        }
    }
    if is_value(&text) && is_value(&next.text) && !text.ends_with('.') {
        return false;
    }
    let bold = line.iter().all(|piece| piece.style.bold || piece.is_blank());
    let number = text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    number && (bold || text.contains('.') && !text.contains("..") && text.len() <= 6)
        || text::list_mark(&format!("{text} x")).is_some()
}

fn line(pieces: &[&Piece], place: usize) -> Option<Line> {
    let letters = |piece: &Piece| piece.text.chars().filter(|c| !c.is_whitespace()).count();
    let inked: Vec<&&Piece> = pieces.iter().filter(|piece| !piece.is_blank()).collect();
    let first = *inked.first()?;
    let rtl_letters: usize = inked.iter().map(|piece| piece.text.chars().filter(|c| text::is_rtl(*c)).count()).sum();
    let all: usize = inked.iter().map(|piece| letters(piece)).sum();
    let rtl = rtl_letters * 2 > all;
    let main = main_piece(&inked)?;
    let (size, base) = (main.size, main.base);
    let mut text = String::new();
    if rtl {
        push_from_right(&mut text, pieces, size);
    } else {
        let mut last: Option<&Piece> = None;
        let mut blank = false;
        for piece in pieces {
            if piece.is_blank() {
                blank = true;
                continue;
            }
            if let Some(last) = last
                && (blank || parts_words(last, piece, size))
                && !text.ends_with(' ')
            {
                text.push(' ');
            }
            blank = false;
            push(&mut text, piece, base, size);
            last = Some(piece);
        }
    }
    let text = match text::close_up(text.trim()) {
        Some(closed) => closed,
        None => single_blanks(text.trim()),
    };
    let style_letters = |is: fn(&Style) -> bool| {
        inked.iter().filter(|piece| is(&piece.style)).map(|piece| letters(piece)).sum::<usize>()
    };
    let mostly = |count: usize| count * 10 >= all * 9;
    Some(Line {
        rect: inked.iter().skip(1).fold(first.rect, |rect, piece| rect.join(piece.rect)),
        base,
        size,
        style: Style {
            bold: mostly(style_letters(|style| style.bold)),
            italic: mostly(style_letters(|style| style.italic)),
            monospace: mostly(style_letters(|style| style.monospace)),
        },
        turn: first.turn,
        rtl,
        artifact: inked.iter().all(|piece| piece.artifact),
        tag: first.tag,
        cell: first.cell,
        letters: all,
        place,
        text,
    })
}

/// The text of a line that runs from right to left, its words of other scripts in their own direction.
fn push_from_right(text: &mut String, pieces: &[&Piece], size: f32) {
    let mut sorted = pieces.to_vec();
    sorted.sort_by(|a, b| (b.rect.left + b.rect.right).total_cmp(&(a.rect.left + a.rect.right)));
    let runs_left = |piece: &Piece| piece.text.chars().any(text::is_rtl);
    let mut ordered: Vec<&Piece> = Vec::with_capacity(sorted.len());
    let mut foreign: Vec<&Piece> = Vec::new();
    for piece in sorted {
        if runs_left(piece) {
            take_reversed(&mut foreign, &mut ordered);
            ordered.push(piece);
        } else {
            foreign.push(piece);
        }
    }
    take_reversed(&mut foreign, &mut ordered);
    let mut last: Option<&Piece> = None;
    for piece in ordered {
        let apart = last.is_some_and(|last| {
            -last.rect.overlap_x(&piece.rect) > 0.5 * WORD_GAP * size
                || last.text.ends_with(' ')
                || piece.text.starts_with(' ')
        });
        if (apart || piece.is_blank()) && !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push_str(piece.text.trim());
        last = Some(piece);
    }
}

/// Adds what was gathered from right to left in the other direction; blanks around it stay where they are.
fn take_reversed<'a>(foreign: &mut Vec<&'a Piece>, ordered: &mut Vec<&'a Piece>) {
    let is_inked = |piece: &&Piece| !piece.is_blank();
    let first = foreign.iter().position(is_inked).unwrap_or(foreign.len());
    let end = foreign.iter().rposition(is_inked).map_or(first, |at| at + 1);
    if let Some(inner) = foreign.get_mut(first..end) {
        inner.reverse();
    }
    ordered.append(foreign);
}

/// The first piece of the size that most characters have.
fn main_piece<'a>(pieces: &[&&'a Piece]) -> Option<&'a Piece> {
    let mut sizes: Vec<(i32, usize, &Piece)> = Vec::new();
    for piece in pieces {
        let key = (piece.size * 4.0).round() as i32;
        let count = piece.text.trim().chars().count();
        if let Some(entry) = sizes.iter_mut().find(|entry| entry.0 == key) {
            entry.1 += count;
        } else if sizes.len() < 8 {
            sizes.push((key, count, piece));
        }
    }
    sizes.into_iter().max_by_key(|(size, count, _)| (*count, *size)).map(|(_, _, piece)| piece)
}

fn parts_words(last: &Piece, piece: &Piece, size: f32) -> bool {
    if last.text.ends_with(' ') || piece.text.starts_with(' ') {
        return true;
    }
    let gap = piece.rect.left - last.rect.right;
    gap > WORD_GAP * size.min(last.size.max(piece.size)) || last.line_ends && gap > 0.08 * size
}

/// Adds a piece; raised digits become superscripts, so that a mark is not a part of the number or word before it.
fn push(text: &mut String, piece: &Piece, base: f32, size: f32) {
    let raised = piece.size < 0.85 * size && base - piece.base > 0.15 * size;
    let attached = raised && (text.is_empty() || text.ends_with(|c: char| !c.is_whitespace()));
    match attached.then(|| text::superscript(&piece.text)).flatten() {
        Some(raised) => {
            text.push_str(&raised);
            if piece.text.ends_with(' ') {
                text.push(' ');
            }
        }
        None => text.push_str(if text.ends_with(' ') { piece.text.trim_start() } else { &piece.text }),
    }
}

fn single_blanks(text: &str) -> String {
    let mut single = String::with_capacity(text.len());
    for c in text.chars() {
        if c != ' ' || !single.ends_with(' ') {
            single.push(c);
        }
    }
    single
}

/// Puts together what is on one baseline with less than a word's gap but was drawn at different times.
fn rejoin(lines: Vec<Line>) -> Vec<Line> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    let at = |index: usize| lines.get(index);
    order.sort_by(|a, b| {
        let key = |index: &usize| {
            at(*index).map_or((Direction::None, 0), |line| (line.turn, (line.base / 2.0).round() as i32))
        };
        let left = |index: &usize| at(*index).map_or(0.0, |line| line.rect.left);
        key(a).cmp(&key(b)).then(left(a).total_cmp(&left(b)))
    });
    let mut after: HashMap<usize, usize> = HashMap::new();
    let mut has_before: HashSet<usize> = HashSet::new();
    for (a, b) in order.iter().zip(order.iter().skip(1)) {
        let (Some(left), Some(right)) = (at(*a), at(*b)) else { continue };
        let size = left.size.max(right.size);
        let gap = right.rect.left - left.rect.right;
        let alike = left.turn == right.turn && !left.rtl && !right.rtl && left.cell == right.cell;
        let near = (-0.15 * size..=0.3 * size).contains(&gap) && (left.base - right.base).abs() < 0.1 * size;
        if alike && near && !matches!(left.turn, Direction::Slanted(_)) && left.size.min(right.size) > 0.8 * size {
            after.insert(*a, *b);
            has_before.insert(*b);
        }
    }
    if after.is_empty() {
        return lines;
    }
    let mut joined = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        if has_before.contains(&index) {
            continue;
        }
        let mut whole = line.clone();
        let mut at_end = index;
        while let Some(next) = after.get(&at_end) {
            if let Some(part) = lines.get(*next) {
                if part.rect.left - whole.rect.right > 0.12 * whole.size {
                    whole.text.push(' ');
                }
                whole.text.push_str(&part.text);
                whole.rect = whole.rect.join(part.rect);
                whole.letters += part.letters;
                whole.style.bold &= part.style.bold;
                whole.place = whole.place.min(part.place);
            }
            at_end = *next;
        }
        joined.push(whole);
    }
    joined.sort_by_key(|line| line.place);
    joined
}
