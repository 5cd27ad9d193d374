//! Lines in reading order into blocks: headings, paragraphs, lists, captions, notes.

use super::line::Line;
use super::order::Ordered;
use super::piece::{Direction, Rect};
use super::raw::RawTag;
use super::table;
use super::text::{self, Vocabulary};
use crate::figures::{is_figure, is_period, is_value};
use crate::{Block, BlockKind};

/// What the whole document looks like, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The size of most characters.
    pub(super) body: f32,
    /// Most of it is bold.
    pub(super) bold: bool,
    /// Sizes of headings, largest first.
    pub(super) headings: Vec<f32>,
    /// Titles and levels of the bookmarks of the page in work, in small letters without blanks.
    pub(super) bookmarks: Vec<(String, u8)>,
}

impl Layout {
    fn level_of_size(&self, size: f32) -> u8 {
        let rank = self.headings.iter().position(|heading| size >= heading * 0.97).unwrap_or(self.headings.len());
        u8::try_from(rank + 1).unwrap_or(6).min(6)
    }
}

/// A block and the frame it was made in.
pub(super) struct Made {
    pub(super) block: Block,
    pub(super) rect: Rect,
    pub(super) turn: Direction,
}

/// A block that lines are still added to.
struct Open {
    kind: BlockKind,
    level: Option<u8>,
    text: String,
    rect: Rect,
    last: Line,
    lines: usize,
    /// The distance of its baselines.
    leading: Option<f32>,
    /// Where its first line begins; a list's item hangs.
    first_left: f32,
    tag: Option<u32>,
}

/// A text's letters and digits, to compare titles.
pub(super) fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The blocks of a page's parts.
pub(super) fn blocks(
    lines: &[Line],
    parts: &[Ordered],
    tags: &[RawTag],
    look: &Layout,
    vocabulary: &Vocabulary,
) -> Vec<Made> {
    let mut builder = Builder { lines, tags, look, vocabulary, made: Vec::new(), open: None };
    for part in parts {
        match part {
            Ordered::Line(index) => {
                if let Some(line) = lines.get(*index) {
                    builder.line(line);
                }
            }
            Ordered::Grid(rows) => table::apart(lines, rows).into_iter().for_each(|rows| builder.grid(rows)),
        }
    }
    builder.close();
    builder.made
}

struct Builder<'a> {
    /// All lines of the direction.
    lines: &'a [Line],
    tags: &'a [RawTag],
    look: &'a Layout,
    vocabulary: &'a Vocabulary,
    made: Vec<Made>,
    open: Option<Open>,
}

impl Builder<'_> {
    /// Rows of texts side by side: a table, or lines if they are none.
    fn grid(&mut self, rows: &[Vec<usize>]) {
        let lines = self.lines;
        // A caption or a lone line at an end that is in a column by chance.
        let all = || rows.iter().flatten().filter_map(|index| lines.get(*index));
        let left = all().map(|line| line.rect.left).fold(f32::MAX, f32::min);
        // A page's number below all rows, which is under no other.
        let is_under_none = |line: &Line| {
            let mut others = all().filter(|other| is_value(&other.text) && other.rect != line.rect);
            is_value(&line.text) && others.all(|other| other.rect.overlap_x(&line.rect) <= 0.0)
        };
        // Text that begins further right may name columns, and a small letter goes on with a row's name.
        let lone = |row: &&Vec<usize>, last: bool| match row.as_slice() {
            [index] => lines.get(*index).is_some_and(|line| {
                let is_long = line.letters > 24 && line.rect.left - left < 3.0 * line.size;
                text::is_caption(&line.text) || is_long && !(last && line.starts_small()) || last && is_under_none(line)
            }),
            _ => false,
        };
        let before = rows.iter().take_while(|row| lone(row, false)).count();
        let after = rows.iter().rev().take_while(|row| lone(row, true)).count().min(rows.len() - before);
        let (before, rest) = rows.split_at(before);
        let (middle, after) = rest.split_at(rest.len() - after);
        self.single(before);
        match table::from_grid(lines, middle) {
            Some(found) => self.table(found),
            None => self.single(middle),
        }
        self.single(after);
    }

    fn single(&mut self, rows: &[Vec<usize>]) {
        let lines = self.lines;
        rows.iter().flatten().filter_map(|index| lines.get(*index)).for_each(|line| self.line(line));
    }

    pub(super) fn table(&mut self, found: table::FoundTable) {
        self.close();
        self.made.push(Made { block: Block::of_table(found.table), rect: found.rect, turn: Direction::None });
    }

    fn tag(&self, line: &Line) -> Option<&RawTag> {
        self.tags.get(line.tag?)
    }

    fn line(&mut self, line: &Line) {
        match text::without_leader(&line.text) {
            // An entry of a table of contents is an item.
            Some(text) => self.add(&Line { text, ..line.clone() }, BlockKind::List, None),
            None => {
                let (kind, level) = self.kind(line);
                self.add(line, kind, level);
            }
        }
    }

    fn add(&mut self, line: &Line, kind: BlockKind, level: Option<u8>) {
        if let Some(open) = &mut self.open {
            let element = line.tag.and_then(|tag| self.tags.get(tag)).map(|tag| tag.element);
            if goes_on(open, line, kind, element) {
                let distance = line.base - open.last.base;
                if distance > 0.5 * line.size {
                    open.leading = Some(open.leading.map_or(distance, |leading| leading.min(distance)));
                    open.lines += 1;
                }
                if open.kind == BlockKind::List && kind == BlockKind::List {
                    open.text.push('\n');
                    open.text.push_str(&line.text);
                } else if open.kind == BlockKind::List {
                    let (before, item) =
                        open.text.rsplit_once('\n').map_or(("", open.text.as_str()), |(before, item)| (before, item));
                    let mut item = item.to_owned();
                    text::join_line(&mut item, &line.text, self.vocabulary);
                    open.text = if before.is_empty() { item } else { format!("{before}\n{item}") };
                } else if line.style.monospace && distance > 0.5 * line.size {
                    open.text.push('\n');
                    open.text.push_str(&line.text);
                } else {
                    text::join_line(&mut open.text, &line.text, self.vocabulary);
                }
                open.rect = open.rect.join(line.rect);
                open.last = line.clone();
                return;
            }
        }
        self.close();
        let element = self.tag(line).filter(|tag| !tag.role.is_empty()).map(|tag| tag.element);
        self.open = Some(Open {
            kind,
            level,
            text: line.text.clone(),
            rect: line.rect,
            last: line.clone(),
            lines: 1,
            leading: None,
            first_left: line.rect.left,
            tag: element,
        });
    }

    /// What a line begins, if it begins something.
    fn kind(&self, line: &Line) -> (BlockKind, Option<u8>) {
        let role = self.tag(line).map_or("", |tag| tag.role.as_str());
        if let Some(level) = role_level(role) {
            return (BlockKind::Heading, Some(level));
        }
        match role {
            "Caption" => return (BlockKind::Caption, None),
            "Note" | "FENote" => return (BlockKind::Note, None),
            "LI" | "Lbl" | "LBody" if text::list_mark(&line.text).is_some() => return (BlockKind::List, None),
            _ => {}
        }
        if text::is_caption(&line.text) {
            return (BlockKind::Caption, None);
        }
        let small = line.size < 0.93 * self.look.body;
        if small && begins_note(&line.text) {
            return (BlockKind::Note, None);
        }
        if let Some(level) = self.heading(line) {
            return (BlockKind::Heading, Some(level));
        }
        if text::list_mark(&line.text).is_some() {
            return (BlockKind::List, None);
        }
        (BlockKind::Paragraph, None)
    }

    /// Whether nothing is beside a line.
    fn is_alone(&self, line: &Line) -> bool {
        let beside = |other: &&Line| other.place != line.place && (other.base - line.base).abs() < 0.4 * line.size;
        !self.lines.iter().any(|other| beside(&other))
    }

    fn heading(&self, line: &Line) -> Option<u8> {
        let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
        // A year with nothing beside it may be the title of what happened in it.
        let is_year = letters < 3 && is_period(&line.text) && self.is_alone(line);
        if letters < 2 && !is_year || line.text.chars().count() > 180 || line.turn != Direction::None && letters < 4 {
            return None;
        }
        if ends_in_figures(&line.text) && !is_year {
            return None;
        }
        let depth = text::numbering(&line.text);
        if !self.look.bookmarks.is_empty() {
            let own = bare(&line.text);
            if let Some((_, level)) = self.look.bookmarks.iter().find(|(title, _)| {
                *title == own
                    || own.len() > 8 && title.starts_with(&own)
                    || title.len() > 8 && own.ends_with(title.as_str()) && own.len() < title.len() + 8
            }) && (line.size > 1.02 * self.look.body
                || line.style.bold
                || *bare(&line.text) == own && line.letters < 80 && !line.ends_sentence())
            {
                return Some(*level);
            }
        }
        let body = self.look.body.max(1.0);
        let large = line.size >= 1.14 * body;
        let bold = line.style.bold && !self.look.bold && line.size > 0.9 * body;
        let listed = text::list_mark(&line.text).is_some_and(|(_, number)| !number);
        let sentence = line.text.ends_with(['.', ',', ';']) && depth.is_none();
        let numbered = is_numbered_title(&line.text) && line.size > 0.9 * body && self.is_alone(line);
        let is_number = text::is_number(&line.text) && !is_year;
        if listed || line.style.monospace || !(large || bold || numbered) || is_number {
            return None;
        }
        if bold && !large && (sentence || line.text.ends_with(':') || letters > 90 || line.starts_small()) {
            return None;
        }
        if large && sentence && letters > 60 {
            return None;
        }
        Some(depth.unwrap_or_else(|| self.look.level_of_size(line.size)).clamp(1, 6))
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let mut kind = open.kind;
        // Many bold lines together are a bold paragraph.
        if kind == BlockKind::Heading && (open.lines > 4 || open.text.chars().count() > 300) {
            kind = BlockKind::Paragraph;
        }
        let text = open.text.replace('\u{ad}', "");
        let level = if kind == open.kind { open.level } else { None };
        if !text.trim().is_empty() {
            self.made.push(Made {
                block: Block { level, ..Block::new(kind, text) },
                rect: open.rect,
                turn: open.last.turn,
            });
        }
    }
}

fn role_level(role: &str) -> Option<u8> {
    match role {
        "Title" | "H" => Some(1),
        _ => role.strip_prefix('H').and_then(|level| level.parse().ok()).filter(|level| (1..=6).contains(level)),
    }
}

/// Whether a text ends as a row of figures or an address does: with several numbers, an amount, or a long number.
fn ends_in_figures(text: &str) -> bool {
    const LONG: usize = 5;
    let figures: Vec<&str> = text.split_whitespace().rev().take_while(|word| is_figure(word)).collect();
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
    let is_amount = |word: &str| {
        let grouped = word.split(',').skip(1).any(|group| digits(group) == 3);
        digits(word) > 0 && (grouped || word.contains(['$', '€', '£', '%', '(', ')']))
    };
    match figures.as_slice() {
        [] => false,
        [last] => is_amount(last) || digits(last) >= LONG && last.chars().all(|c| c.is_ascii_digit() || c == '-'),
        several => several.iter().filter(|word| digits(word) > 0).count() > 1,
    }
}

/// Whether a text is a title in capitals with a number after its first word: `NOTE 5 – LEASES`, `SCHEDULE II`.
fn is_numbered_title(text: &str) -> bool {
    const MOST: usize = 100;
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let number = second.trim_end_matches(['.', ':', '–', '—', '-', ')']);
    let is_number = !number.is_empty()
        && number.len() <= 4
        && (number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_alphanumeric())
            || number.chars().all(|c| matches!(c, 'I' | 'V' | 'X')));
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    is_number
        && first.chars().count() >= 3
        && first.chars().all(char::is_alphabetic)
        && letters().all(|c| !c.is_lowercase())
        && text.chars().count() <= MOST
        && !text.ends_with(['.', ',', ';'])
}

/// Whether a text begins with the mark of a footnote.
fn begins_note(text: &str) -> bool {
    let first = text.chars().next();
    if first.is_some_and(|c| text::is_superscript(c) || matches!(c, '*' | '†' | '‡' | '§' | '∗')) {
        return true;
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    (1..=2).contains(&digits)
        && text.chars().nth(digits).is_some_and(|c| c == ' ')
        && text.chars().nth(digits + 1).is_some_and(|c| c.is_alphabetic())
}

/// Whether a line goes on with the open block.
fn goes_on(open: &Open, line: &Line, kind: BlockKind, element: Option<u32>) -> bool {
    let last = &open.last;
    if last.turn != line.turn {
        return false;
    }
    let distance = line.base - last.base;
    let beside = distance.abs() < 0.4 * line.size.max(last.size);
    let marked = matches!(kind, BlockKind::List | BlockKind::Caption | BlockKind::Note);
    // What was cut inside a word goes on wherever it is.
    let cut = last.text.ends_with(['-', '\u{ad}', '‐'])
        && line.starts_small()
        && open.kind == BlockKind::Paragraph
        && last.letters > 15;
    if cut && kind == BlockKind::Paragraph {
        return true;
    }
    if let (Some(a), Some(b)) = (open.tag, element)
        && a == b
        && open.kind == kind
        && !beside
    {
        return distance > 0.0 && distance < 2.5 * line.size;
    }
    let alike = (line.size - last.size).abs() < 0.08 * line.size.max(last.size);
    if beside {
        // Texts on one baseline: the parts of a line, or the cells of a row.
        return line.rect.left >= last.rect.left && (alike || open.kind != BlockKind::Heading);
    }
    let column = open.rect.overlap_x(&line.rect) > 0.3 * line.rect.width().min(open.rect.width());
    let usual = open.leading.map_or(1.75 * line.size, |leading| 1.28 * leading);
    if distance <= 0.0 || !column || !alike || distance > usual.max(1.15 * line.size) {
        // The items of a list may stand a little apart.
        return open.kind == BlockKind::List
            && kind == BlockKind::List
            && column
            && alike
            && distance > 0.0
            && distance < 2.6 * line.size;
    }
    match (open.kind, kind) {
        (BlockKind::List, BlockKind::List) => true,
        (BlockKind::Heading, BlockKind::Heading) => line.style == last.style && text::numbering(&line.text).is_none(),
        (_, _) if marked => false,
        (BlockKind::Heading, _) | (_, BlockKind::Heading) => false,
        (BlockKind::List, _) => {
            line.rect.left > open.first_left + 0.3 * line.size || !last.ends_sentence() && line.starts_small()
        }
        (BlockKind::Caption | BlockKind::Note, _) => {
            !(last.ends_sentence() && line.rect.left > open.rect.left + line.size)
        }
        _ => !begins_paragraph(open, line),
    }
}

/// Whether a line begins a new paragraph directly below another: it is indented, or the line before ended early.
fn begins_paragraph(open: &Open, line: &Line) -> bool {
    let last = &open.last;
    if last.style.bold != line.style.bold && (last.letters > 3 && line.letters > 3) {
        return true;
    }
    if line.rtl {
        return last.ends_sentence() && last.rect.left - open.rect.left > 0.12 * open.rect.width();
    }
    let indented =
        line.rect.left - last.rect.left > 0.8 * line.size && (line.rect.left - open.rect.left) < 5.0 * line.size;
    let hanging = open.lines > 1
        && last.rect.left - line.rect.left > 0.8 * line.size
        && open.first_left < last.rect.left - 0.5 * line.size;
    let early = open.rect.right - last.rect.right > 0.15 * open.rect.width();
    let starts = !line.starts_small();
    starts
        && (indented && (last.ends_sentence() || early || open.lines == 1)
            || hanging
            || early && last.ends_sentence() && open.lines > 1)
}
