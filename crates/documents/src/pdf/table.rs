//! Tables, where the evidence is strong: cells of the structure tree, or rows of short texts that are in columns.

use super::line::Line;
use super::order::median;
use super::piece::Rect;
use super::text;
use crate::figures::{
    is_closing, is_figure, is_minus, is_money, is_numeric, is_opening, is_period, is_value, opens_only, over_figures,
};
use crate::{Cell, Table};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// So many tables right below each other are told apart.
const MOST_APART: usize = 30;

/// A table, where it is, and the lines it was made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundTable {
    pub(super) table: Table,
    pub(super) rect: Rect,
}

/// The tables of the structure tree, by their number: the indexes of their lines, and the table.
pub(super) fn tagged(lines: &[Line], is_header: impl Fn(&Line) -> bool) -> Vec<(Vec<usize>, FoundTable)> {
    let mut tables: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some((table, _, _)) = line.cell {
            tables.entry(table).or_default().push(index);
        }
    }
    let mut found = Vec::new();
    for indexes in tables.into_values() {
        let mut rows: BTreeMap<u32, BTreeMap<u32, (String, bool)>> = BTreeMap::new();
        let mut rect: Option<Rect> = None;
        for line in indexes.iter().filter_map(|index| lines.get(*index)) {
            let Some((_, row, column)) = line.cell else { continue };
            let (text, header) = rows.entry(row).or_default().entry(column.min(500)).or_insert((String::new(), true));
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&line.text);
            *header &= is_header(line);
            rect = Some(rect.map_or(line.rect, |rect| rect.join(line.rect)));
        }
        let width = rows.values().filter_map(|row| row.keys().next_back()).max().map_or(0, |last| *last as usize + 1);
        let Some(rect) = rect.filter(|_| rows.len() >= 2 && width >= 2) else { continue };
        let header_rows = rows.values().take_while(|row| row.values().all(|(_, header)| *header)).count();
        let cells: Vec<Vec<String>> = rows
            .into_values()
            .map(|row| {
                let mut cells = vec![String::new(); width];
                for (column, (text, _)) in row {
                    if let Some(cell) = cells.get_mut(column as usize) {
                        *cell = text;
                    }
                }
                cells
            })
            .collect();
        let header_rows =
            if header_rows == 0 || header_rows == cells.len() { header_rows_of(&cells, false) } else { header_rows };
        found.push((indexes, FoundTable { table: table(cells, header_rows), rect }));
    }
    found
}

fn table(rows: Vec<Vec<String>>, header_rows: usize) -> Table {
    Table {
        name: None,
        header_rows,
        rows: rows.into_iter().map(|row| row.into_iter().map(Cell::new).collect()).collect(),
    }
}

/// Rows side by side in the tables that they are: one that stands right below another names columns of its own. One of years begins wherever the years are
/// named; another only if the two have more columns apart than together, as its head may be a row of words.
pub(super) fn apart<'g>(lines: &[Line], grid: &'g [Vec<usize>]) -> Vec<&'g [Vec<usize>]> {
    let rows: Vec<Vec<Line>> = grid
        .iter()
        .map(|row| with_signs(&row.iter().filter_map(|index| lines.get(*index)).collect::<Vec<_>>()))
        .collect();
    let size = median(rows.iter().flatten().map(|line| line.size).collect()).max(1.0);
    let left = rows.iter().flatten().map(|line| line.rect.left).fold(f32::MAX, f32::min);
    let has_figures = |row: &Vec<Line>| row.iter().any(|line| is_figure(&line.text));
    let names =
        |row: &Vec<Line>| !has_figures(row) && row.iter().filter(|line| line.rect.left - left > 5.0 * size).count() > 1;
    let mut begins = vec![0];
    let mut is_filled = false;
    for (at, row) in rows.iter().enumerate() {
        if is_filled && names(row) && begins.len() < MOST_APART {
            // What is above its head belongs to it.
            let above = rows.iter().take(at).rposition(has_figures).map_or(0, |last| last + 1);
            begins.push(above);
            is_filled = false;
        }
        is_filled |= has_figures(row);
    }
    let width = |from: usize, to: usize| {
        let rows = rows.get(from..to).unwrap_or_default();
        columns(rows, rows.iter().take_while(|row| !has_figures(row)).count(), size).len()
    };
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for (at, from) in begins.iter().enumerate() {
        let to = begins.get(at + 1).copied().unwrap_or(rows.len());
        let head = rows.get(*from..to).unwrap_or_default().iter().take_while(|row| !has_figures(row));
        let of_years = head.into_iter().any(|row| names_years(row));
        match parts.last_mut() {
            Some((first, end)) if !of_years && width(*first, to) >= width(*first, *end).max(width(*from, to)) => {
                *end = to
            }
            _ => parts.push((*from, to)),
        }
    }
    parts.into_iter().filter_map(|(from, to)| grid.get(from..to)).collect()
}

/// Whether a row names years that follow each other.
fn names_years(row: &[Line]) -> bool {
    let values: Vec<&str> =
        row.iter().map(|line| line.text.as_str()).filter(|text| is_value(text) || is_period(text)).collect();
    let year = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() == 4).find_map(|run| run.parse::<i32>().ok())
    };
    match values.as_slice() {
        [first, second, ..] if values.iter().all(|text| is_period(text)) => {
            year(first).zip(year(second)).is_some_and(|(first, second)| (first - second).abs() <= 1)
        }
        _ => false,
    }
}

/// Rows of texts side by side, if they are a table.
pub(super) fn from_grid(lines: &[Line], grid: &[Vec<usize>]) -> Option<FoundTable> {
    let strips: Vec<Vec<&Line>> =
        grid.iter().map(|row| row.iter().filter_map(|index| lines.get(*index)).collect()).collect();
    let whole = strips.iter().flatten().map(|line| line.rect).reduce(Rect::join)?;
    let rows: Vec<Vec<Line>> = split_rows(&strips).iter().map(|row| with_signs(row)).collect();
    let all: Vec<&Line> = rows.iter().flatten().collect();
    let size = median(all.iter().map(|line| line.size).collect()).max(1.0);
    if strips.len() < 2 {
        return None;
    }
    // The first rows name the columns as long as nothing in them is a figure.
    let head = rows.iter().take_while(|row| !row.iter().any(|line| is_figure(&line.text))).count();
    let columns = columns(&rows, head, size);
    if columns.len() < 2 || columns.len() > 60 {
        return None;
    }
    // Dots to a single number make a table of contents; in front of several they lead to columns.
    if columns.len() < 3 && all.iter().any(|line| text::without_leader(&line.text).is_some()) {
        return None;
    }
    let mut made: Vec<Band> = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let row =
            if at < head && head < rows.len() { head_row(row, &columns, size) } else { Band::of(row, &columns, size) };
        match made.last_mut() {
            // A cell's second line: nothing in the first column, fewer cells, close below.
            Some(last) if at > 1 && at != head && row.goes_on(last, columns.len(), size) => last.take(row),
            _ => made.push(row),
        }
    }
    let made = with_whole_labels(made, head, &columns, size);
    let cells: Vec<Vec<String>> = made.iter().map(|row| row.cells.clone()).collect();
    if !is_convincing(&cells, &all, size) {
        return None;
    }
    let first_bold = made.first().is_some_and(|row| row.bold) && made.iter().skip(1).any(|row| !row.bold);
    let header_rows = header_rows_of(&cells, first_bold);
    Some(FoundTable { table: table(cells, header_rows), rect: whole })
}

/// A row in the making.
#[derive(Debug, Clone)]
struct Band {
    cells: Vec<String>,
    /// The last line of its first cell.
    label: Option<Line>,
    /// Whether another cell than the first says something.
    has_more: bool,
    /// Whether these are numbers.
    has_figures: bool,
    base: f32,
    top: f32,
    bottom: f32,
    bold: bool,
}

impl Band {
    fn empty(row: &[Line], columns: usize) -> Self {
        Self {
            cells: vec![String::new(); columns],
            label: None,
            has_more: false,
            has_figures: row.iter().any(|line| is_value(&line.text)),
            base: row.iter().map(|line| line.base).fold(f32::MIN, f32::max),
            top: row.iter().map(|line| line.rect.top).fold(f32::MAX, f32::min),
            bottom: row.iter().map(|line| line.rect.bottom).fold(f32::MIN, f32::max),
            bold: row.iter().all(|line| line.style.bold),
        }
    }

    /// A row with each line in the column that it is in.
    fn of(row: &[Line], columns: &[Rect], size: f32) -> Self {
        let mut made = Self::empty(row, columns.len());
        let first = columns.first().map_or(0.0, |column| column.right);
        for line in row {
            // What stands alone and begins on the left is a label, however far it reaches.
            let alone = row.len() == 1 && line.rect.left < first - size && !is_value(&line.text);
            let at = if alone { Some(0) } else { column_of(line.rect, columns) };
            let Some(at) = at else { continue };
            made.put(at, &leaderless(&line.text));
            if at == 0 {
                made.label = Some(line.clone());
            } else {
                made.has_more = true;
            }
        }
        made
    }

    fn put(&mut self, at: usize, text: &str) {
        if let Some(cell) = self.cells.get_mut(at) {
            if !cell.is_empty() && !text.is_empty() {
                cell.push(' ');
            }
            cell.push_str(text);
        }
    }

    /// Whether it is the second line of cells of the row above.
    fn goes_on(&self, above: &Self, columns: usize, size: f32) -> bool {
        let filled = self.cells.iter().filter(|cell| !cell.is_empty()).count();
        self.label.is_none() && self.top - above.bottom < 0.35 * size && filled < columns.max(2) && !self.has_figures
    }

    /// Adds what another row has below this one.
    fn take(&mut self, other: Self) {
        for (at, text) in other.cells.iter().enumerate() {
            self.put(at, text);
        }
        self.has_more |= other.has_more;
        self.has_figures |= other.has_figures;
        self.bottom = self.bottom.max(other.bottom);
        self.base = self.base.max(other.base);
        self.label = other.label.or(self.label.take());
    }
}

/// A row above all figures: a text that stands over several columns names each of them.
fn head_row(row: &[Line], columns: &[Rect], size: f32) -> Band {
    let mut made = Band::empty(row, columns.len());
    let middle = |rect: &Rect| (rect.left + rect.right) / 2.0;
    let is_label = |line: &Line| column_of(line.rect, columns) == Some(0);
    let over: Vec<&Line> = row.iter().filter(|line| !is_label(line)).collect();
    for line in row.iter().filter(|line| is_label(line)) {
        made.put(0, &leaderless(&line.text));
        made.label = Some(line.clone());
    }
    for line in &over {
        let nearest = |column: &Rect| {
            let distance = |other: &Line| (middle(&other.rect) - middle(column)).abs();
            over.iter().all(|other| distance(line) <= distance(other))
        };
        let own: Vec<usize> =
            columns.iter().enumerate().skip(1).filter(|(_, column)| nearest(column)).map(|(at, _)| at).collect();
        let group = own.iter().filter_map(|at| columns.get(*at)).copied().reduce(Rect::join);
        let single = column_of(line.rect, columns);
        let from_group = group.map_or(f32::MAX, |group| (middle(&group) - middle(&line.rect)).abs());
        let from_single = single.and_then(|at| columns.get(at)).map_or(f32::MAX, |column| {
            let edges =
                [middle(column) - middle(&line.rect), column.left - line.rect.left, column.right - line.rect.right];
            edges.into_iter().map(f32::abs).fold(f32::MAX, f32::min)
        });
        let wide = single.and_then(|at| columns.get(at)).is_some_and(|column| line.rect.width() > 1.2 * column.width());
        let spans = own.len() > 1 && (from_group + 0.3 * size < from_single || wide && from_group < 1.5 * size);
        let spanned: Vec<usize> = if spans { own } else { single.into_iter().collect() };
        for at in spanned {
            made.put(at, &line.text);
            made.has_more = true;
        }
    }
    made
}

/// Rows whose labels take several lines put together: the numbers may be on the last, on the first, or between two.
fn with_whole_labels(rows: Vec<Band>, head: usize, columns: &[Rect], size: f32) -> Vec<Band> {
    // Titles and first lines of labels right above the first numbers name no column.
    let head = rows.iter().take(head).rposition(|row| row.has_more).map_or(0, |last| last + 1);
    let second = columns.get(1).map_or(f32::MAX, |column| column.left);
    let labels = rows.iter().skip(head).filter_map(|row| row.label.as_ref());
    // Dots go on to the numbers, where words do not.
    let ends = labels.filter(|line| leaderless(&line.text) == line.text).map(|line| line.rect.right);
    let limit = ends.filter(|right| *right < second).fold(0.0, f32::max);
    let is_title = |row: &Band| !row.has_more && row.label.as_ref().is_some_and(|label| label.style.bold);
    let has_bold_titles =
        rows.iter().skip(head).any(is_title) && !has_plain_titles(rows.get(head..).unwrap_or_default());
    let bases: Vec<&Band> = rows.iter().skip(head).filter(|row| row.has_figures && row.label.is_some()).collect();
    let pitches = bases.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.base - a.base),
        _ => None,
    });
    let pitch = median(pitches.filter(|pitch| *pitch < 4.0 * size).collect());
    let wraps = |above: &Band, below: &Band| match (&above.label, &below.label) {
        (Some(above), Some(below)) => {
            let no_titles = has_bold_titles && !above.style.bold && !below.style.bold;
            label_goes_on(above, below, limit, pitch, size, no_titles)
        }
        _ => false,
    };
    let mut out: Vec<Band> = Vec::with_capacity(rows.len());
    let mut rest = rows.into_iter().enumerate().peekable();
    while let Some((at, mut row)) = rest.next() {
        if at < head {
            out.push(row);
            continue;
        }
        let is_label = row.label.is_some() && !row.has_more;
        let above = out.len().checked_sub(1).filter(|_| out.len() > head.min(at)).and_then(|last| out.get(last));
        let back = is_label && above.is_some_and(|above| above.has_more && wraps(above, &row));
        let next = rest.peek().map(|(_, next)| next);
        // Numbers between the two lines of their label.
        if is_label && next.is_some_and(|next| next.label.is_none() && next.has_figures && next.base - row.base < size)
        {
            if let Some((_, numbers)) = rest.next() {
                let base = numbers.base;
                row.take(numbers);
                let has_second =
                    |next: &Band| next.label.is_some() && !next.has_more && next.base - base < size && next.base > base;
                if rest.peek().is_some_and(|(_, next)| has_second(next))
                    && let Some((_, below)) = rest.next()
                {
                    row.take(below);
                }
            }
            out.push(row);
            continue;
        }
        let onward = is_label && next.is_some_and(|next| wraps(&row, next));
        let nearer_below = match (above, next) {
            (Some(above), Some(next)) => next.base - row.base < row.base - above.base - 0.1 * size,
            _ => true,
        };
        // A small letter goes on with what is above; anything else rather begins.
        let begins = row.label.as_ref().is_some_and(|label| !label.starts_small());
        if back && !(onward && (nearer_below || begins)) {
            if let Some(above) = out.last_mut() {
                above.take(row);
            }
        } else if onward {
            if let Some((_, next)) = rest.peek_mut() {
                let below = std::mem::replace(next, row);
                next.take(below);
            }
        } else {
            out.push(row);
        }
    }
    out
}

/// Whether titles of parts look as other labels do: one stands right below a title that looks otherwise, so that it goes on with nothing.
fn has_plain_titles(rows: &[Band]) -> bool {
    rows.windows(2).any(|pair| match pair {
        [above, below] => {
            let plain = |row: &Band| row.label.as_ref().filter(|_| !row.has_more).map(|label| !label.style.bold);
            plain(above) == Some(false) && plain(below) == Some(true)
        }
        _ => false,
    })
}

/// Whether a label goes on in the line below: it begins as no label does and stands closer than rows do; or there was no room for its first word, and it
/// begins small, stands closer, the line above is cut at a sign, or neither looks as the titles of parts do (`no_titles`).
fn label_goes_on(above: &Line, below: &Line, limit: f32, pitch: f32, size: f32, no_titles: bool) -> bool {
    let distance = below.base - above.base;
    let apart = distance <= 0.0 || distance > 1.15 * pitch.max(1.3 * size);
    // Dots lead from a name's end.
    if apart
        || above.text.ends_with(':')
        || leaderless(&above.text) != above.text
        || above.style.bold != below.style.bold
    {
        return false;
    }
    if below.rect.left < above.rect.left - 1.2 * size {
        return false;
    }
    let letters = below.text.chars().count().max(1);
    let word = below.text.split(' ').next().unwrap_or_default().chars().count();
    let room = limit - above.rect.right - 0.25 * size;
    let fits = below.rect.width() * word as f32 / letters as f32 <= room;
    let open = above.text.ends_with([',', '-', '–', '(', '/', '&'])
        || above.text.matches('(').count() > above.text.matches(')').count();
    let close = pitch > 0.0 && distance < 0.92 * pitch;
    // A label begins with a capital letter. Where one reaches further than the line above, that had room left all the same.
    let begins = below.text.chars().next().is_some_and(char::is_uppercase);
    close && !begins || !fits && (below.starts_small() || open || close || no_titles)
}

/// The column that a text is in, or else the nearest.
fn column_of(rect: Rect, columns: &[Rect]) -> Option<usize> {
    columns
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.overlap_x(&rect).total_cmp(&b.1.overlap_x(&rect)).then(b.0.cmp(&a.0)))
        .map(|(at, _)| at)
}

/// A text without the dots that lead from it to a number.
fn leaderless(text: &str) -> String {
    let bare = text.trim_end_matches([' ', '.', '…']);
    let dots = text.get(bare.len()..).unwrap_or_default();
    if dots.matches(['.', '…']).count() > 1 { bare.to_owned() } else { text.to_owned() }
}

/// Texts of a row with the signs that were set apart from their numbers: `$` and `(` in front, `)` and `%` behind.
fn with_signs(row: &[&Line]) -> Vec<Line> {
    let mut sorted = row.to_vec();
    sorted.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    let mut out: Vec<Line> = Vec::with_capacity(sorted.len());
    let mut waiting: Option<Line> = None;
    let parted = sorted.into_iter().flat_map(|line| match led_to(line) {
        Some([label, sign]) => vec![Cow::Owned(label), Cow::Owned(sign)],
        None => vec![Cow::Borrowed(line)],
    });
    for line in parted {
        let line = line.as_ref();
        let gap = out.last().map_or(f32::MAX, |last| line.rect.left - last.rect.right);
        let closes = is_closing(&line.text) && waiting.is_none() && gap < 2.0 * line.size;
        if closes && let Some(last) = out.last_mut().filter(|last| is_value(&last.text) || opens_only(&last.text)) {
            join(last, line, "");
            continue;
        }
        let near = |sign: &Line| !is_minus(&sign.text) || line.rect.left - sign.rect.right < 0.8 * line.size;
        let line = match waiting.take() {
            Some(mut sign)
                if (is_value(&line.text) || opens_only(&line.text) || is_opening(&line.text)) && near(&sign) =>
            {
                let between = if sign.text.ends_with(|c| is_money(c) || c.is_alphabetic()) { " " } else { "" };
                join(&mut sign, line, between);
                sign
            }
            Some(sign) => {
                out.push(sign);
                line.clone()
            }
            None => line.clone(),
        };
        if is_opening(&line.text) || is_minus(&line.text) {
            waiting = Some(line);
        } else {
            out.push(line);
        }
    }
    out.extend(waiting);
    out
}

/// A label, and the sign of money that its dots lead to.
fn led_to(line: &Line) -> Option<[Line; 2]> {
    let (led, sign) = line.text.trim_end().rsplit_once([' ', '.'])?;
    let label = leaderless(led);
    let is_sign = !sign.is_empty() && sign.chars().all(is_money);
    (is_sign && label != led && !label.is_empty()).then(|| {
        // The label ends before the sign, which stands with the numbers.
        let edge = line.rect.right - line.size * 0.8;
        let at = |left, right| Rect { left, right, ..line.rect };
        let label = Line { rect: at(line.rect.left, edge), text: led.to_owned(), ..line.clone() };
        [label, Line { rect: at(line.rect.right, line.rect.right), text: sign.to_owned(), ..line.clone() }]
    })
}

fn join(line: &mut Line, next: &Line, between: &str) {
    line.text.push_str(between);
    line.text.push_str(&next.text);
    line.rect = line.rect.join(next.rect);
    line.letters += next.letters;
    line.style.bold &= next.style.bold;
}

/// A strip may hold rows whose boxes touch: one row for each baseline that has a line in the first place.
fn split_rows<'a>(strips: &[Vec<&'a Line>]) -> Vec<Vec<&'a Line>> {
    let mut rows = Vec::new();
    for strip in strips {
        let mut sorted = strip.clone();
        sorted.sort_by(|a, b| a.base.total_cmp(&b.base));
        let mut row: Vec<&Line> = Vec::new();
        for line in sorted {
            if row.first().is_some_and(|first| line.base - first.base > 0.5 * first.size) {
                rows.push(std::mem::take(&mut row));
            }
            row.push(line);
        }
        rows.push(row);
    }
    rows
}

/// The columns: what is left between the gaps that nearly all rows have. Rows with figures tell, where there are some; what names columns may reach
/// over several of them.
fn columns(rows: &[Vec<Line>], head: usize, size: f32) -> Vec<Rect> {
    let with_figures = |row: &&Vec<Line>| row.iter().any(|line| is_value(&line.text));
    let body: Vec<&Vec<Line>> = rows.iter().skip(head).filter(with_figures).collect();
    let body = if body.len() >= 2 { body } else { rows.iter().collect() };
    // A long text here and there may reach over a gap; a number never does.
    let bridging = i32::try_from(body.len() / 10).unwrap_or(0);
    let mut edges: Vec<(f32, i32)> = Vec::new();
    for line in body.into_iter().flatten() {
        let weight = if is_value(&line.text) { bridging + 1 } else { 1 };
        edges.extend([(line.rect.left, weight), (line.rect.right, -weight)]);
    }
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut columns: Vec<Rect> = Vec::new();
    let mut over = 0;
    let mut begin: Option<f32> = None;
    for (x, step) in edges {
        over += step;
        match begin {
            None if over > bridging => begin = Some(x),
            Some(left) if over <= bridging => {
                match columns.last_mut() {
                    Some(last) if left - last.right < 0.35 * size => last.right = x,
                    _ => columns.push(Rect { left, top: 0.0, right: x, bottom: 0.0 }),
                }
                begin = None;
            }
            _ => {}
        }
    }
    columns
}

fn is_convincing(cells: &[Vec<String>], lines: &[&Line], size: f32) -> bool {
    let columns = cells.first().map_or(0, Vec::len);
    // Titles of parts among rows of numbers say nothing about the columns.
    let is_title = |row: &&Vec<String>| row.iter().skip(1).all(String::is_empty);
    let titles = cells.iter().filter(is_title).count();
    let has_figures = cells.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| is_figure(cell)).count() >= 4;
    let parts: Vec<Vec<String>>;
    let cells = if has_figures && titles * 2 < cells.len() {
        parts = cells.iter().filter(|row| !is_title(row)).cloned().collect();
        parts.as_slice()
    } else {
        cells
    };
    let filled = cells.iter().flatten().filter(|cell| !cell.is_empty()).count();
    let sides = cells.iter().filter(|row| row.iter().filter(|cell| !cell.is_empty()).count() >= 2).count();
    if cells.len() < 2 || sides < 2 || filled * 100 < cells.len() * columns * 45 || sides * 2 < cells.len() {
        return false;
    }
    let numbers =
        cells.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| !cell.is_empty() && is_value(cell)).count();
    let others = cells.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| !cell.is_empty()).count();
    let mostly_numbers = numbers * 2 >= others;
    let short = median(lines.iter().map(|line| line.letters as f32).collect()) < 32.0;
    let rows = cells.len();
    let aligned = lines.len() >= 4 && aligned_share(lines, size) >= 0.7;
    if rows >= 3 { mostly_numbers || aligned && (short || columns >= 3) } else { columns >= 3 && aligned && short }
}

/// The part of the lines whose left or right edge others share.
fn aligned_share(lines: &[&Line], size: f32) -> f32 {
    let count = |edges: Vec<f32>| {
        let mut sorted = edges.clone();
        sorted.sort_by(f32::total_cmp);
        edges
            .into_iter()
            .map(|edge| {
                let from = sorted.partition_point(|other| *other < edge - 0.3 * size);
                let to = sorted.partition_point(|other| *other <= edge + 0.3 * size);
                to - from >= 2
            })
            .collect::<Vec<_>>()
    };
    let lefts = count(lines.iter().map(|line| line.rect.left).collect());
    let rights = count(lines.iter().map(|line| line.rect.right).collect());
    let middles = count(lines.iter().map(|line| (line.rect.left + line.rect.right) / 2.0).collect());
    let shared =
        lefts.iter().zip(&rights).zip(&middles).filter(|((left, right), middle)| **left || **right || **middle).count();
    shared as f32 / lines.len().max(1) as f32
}

/// How many of the first rows name the columns: texts, years and units over numbers, or bold over plain.
fn header_rows_of(cells: &[Vec<String>], first_bold: bool) -> usize {
    let over = over_figures(cells);
    if over > 0 {
        return over;
    }
    let Some((first, rest)) = cells.split_first() else { return 0 };
    if first.iter().skip(1).any(|cell| is_figure(cell)) {
        return 0;
    }
    let named = first.iter().filter(|cell| !cell.is_empty()).count();
    let over_numbers = first.iter().enumerate().any(|(at, cell)| !cell.is_empty() && is_numeric(rest, at));
    // Names and values in two columns have no header.
    let names_values = first.len() == 2 && !over_numbers;
    usize::from(first_bold || over_numbers || named * 3 >= first.len() * 2 && rest.len() >= 2 && !names_values)
}
