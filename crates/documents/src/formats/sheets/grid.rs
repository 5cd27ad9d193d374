//! A sheet's cells, and the tables that a person sees in them.

use crate::formats::header;
use crate::formats::reading::Limits;
use crate::seen::hide;
use crate::{Block, BlockKind, Cell, CellValue, Hiding, Link, Page, Table, Unseen};
use std::collections::{BTreeSet, HashSet};

/// Cells of a workbook that are read. One takes up to 150 bytes, and its page is made beside it.
const MAX_CELLS: usize = 1_000_000;
/// Cells of a table, empty ones included; a sparser one keeps only the cells that say something.
const MAX_AREA: usize = 4_000_000;

/// How much of a workbook may still be read. Each text is kept twice, so that a quarter of the characters of a file is the most.
pub(super) struct Budget {
    cells: usize,
    characters: usize,
    /// Whether something was left out.
    pub(super) cut: bool,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { cells: MAX_CELLS, characters: limits.characters / 4, cut: false }
    }

    /// Whether nothing more may be read.
    pub(super) fn is_spent(&self) -> bool {
        self.cells == 0 || self.characters == 0
    }
}

/// A part of a sheet that the file calls a table.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    /// The first row and column, from 0.
    pub(super) first: (u32, u32),
    /// The last row and column.
    pub(super) last: (u32, u32),
    pub(super) header_rows: usize,
}

/// A sheet being read.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) name: String,
    cells: Vec<(u32, u32, Cell)>,
    pub(super) named: Vec<Named>,
    pub(super) links: Vec<Link>,
    /// What is beside the cells: comments, charts, boxes.
    pub(super) beside: Vec<Block>,
    /// What is not shown of it.
    pub(super) hidden: Hidden,
    unseen: Vec<Unseen>,
}

/// What a sheet does not show.
#[derive(Default)]
pub(super) struct Hidden {
    /// The sheet itself.
    pub(super) sheet: bool,
    pub(super) rows: HashSet<u32>,
    /// First and last columns.
    pub(super) columns: Vec<(u32, u32)>,
    /// Formulas whose results the file does not have.
    pub(super) without_result: u32,
}

impl Hidden {
    fn has(&self, row: u32, column: u32) -> bool {
        self.sheet
            || self.rows.contains(&row)
            || self.columns.iter().any(|(first, last)| (*first..=*last).contains(&column))
    }
}

type SheetRow<'s> = (u32, &'s [(u32, u32, Cell)]);

impl Sheet {
    /// A sheet of this name.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Puts a cell at a row and a column, from 0, as far as the budget goes.
    pub(super) fn put(&mut self, row: u32, column: u32, cell: Cell, budget: &mut Budget) {
        if cell.text.is_empty() && cell.value.is_none() {
            return;
        }
        if budget.cells == 0 || cell.text.len() > budget.characters {
            budget.cut = true;
            budget.characters = 0;
            return;
        }
        budget.cells -= 1;
        budget.characters -= cell.text.len();
        self.cells.push((row, column, cell));
    }

    /// Puts a cell that is not seen where it is, for this reason.
    pub(super) fn put_unseen(&mut self, why: Hiding, cell: Cell, budget: &mut Budget) {
        let text = match cell.value {
            Some(CellValue::Number(text) | CellValue::Date(text)) if cell.text.is_empty() => text,
            _ => cell.text,
        };
        if text.len() <= budget.characters {
            budget.characters -= text.len();
            hide(&mut self.unseen, why, &text);
        }
    }

    /// Keeps the cells of hidden rows and columns apart, or all of a hidden sheet.
    fn hide(&mut self) {
        let hidden = std::mem::take(&mut self.hidden);
        let is_hidden = |(row, column, _): &(u32, u32, Cell)| hidden.has(*row, *column);
        let (apart, kept) = std::mem::take(&mut self.cells).into_iter().partition(is_hidden);
        self.cells = kept;
        let apart: Vec<(u32, u32, Cell)> = apart;
        for row in apart.chunk_by(|a, b| a.0 == b.0) {
            let texts: Vec<&str> = row.iter().map(|(_, _, cell)| cell.text.as_str()).collect();
            hide(&mut self.unseen, Hiding::Marked, &texts.join("\t"));
        }
        self.close_up(&hidden);
        if hidden.sheet {
            for block in std::mem::take(&mut self.beside) {
                hide(&mut self.unseen, Hiding::Marked, &block.text);
            }
            self.links.clear();
        }
    }

    /// Counts rows and columns without the hidden ones, as they are side by side for the sheet's reader.
    fn close_up(&mut self, hidden: &Hidden) {
        let mut rows: Vec<u32> = hidden.rows.iter().copied().collect();
        rows.sort_unstable();
        let row = |row: u32| row - u32::try_from(rows.partition_point(|hidden| *hidden < row)).unwrap_or_default();
        let before = |column: u32| {
            let counts = hidden.columns.iter().filter(|(first, last)| first <= last);
            counts.map(|(first, last)| column.min(last + 1).saturating_sub(*first)).sum::<u32>()
        };
        let column = |column: u32| column.saturating_sub(before(column));
        if rows.is_empty() && hidden.columns.is_empty() {
            return;
        }
        for (at, across, _) in &mut self.cells {
            (*at, *across) = (row(*at), column(*across));
        }
        for named in &mut self.named {
            named.first = (row(named.first.0), column(named.first.1));
            // A last one that is hidden is one less.
            named.last = (row(named.last.0 + 1).saturating_sub(1), column(named.last.1 + 1).saturating_sub(1));
        }
    }

    /// Puts the cells in order, after the last of them was put.
    pub(super) fn sort(&mut self) {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        self.cells.dedup_by_key(|(row, column, _)| (*row, *column));
    }

    /// What a cell shows, once they are in order.
    pub(super) fn text_at(&self, row: u32, column: u32) -> &str {
        let at = self.cells.partition_point(|(r, c, _)| (*r, *c) < (row, column));
        let found = self.cells.get(at).filter(|(r, c, _)| (*r, *c) == (row, column));
        found.map_or("", |(_, _, cell)| cell.text.as_str())
    }

    /// The page that it is: its tables from top to bottom, then what is beside them.
    pub(super) fn into_page(mut self) -> Page {
        self.sort();
        self.hide();
        let mut placed: Vec<(u32, Block)> = Vec::new();
        for named in std::mem::take(&mut self.named) {
            let is_inside = |(row, column, _): &(u32, u32, Cell)| {
                (named.first.0..=named.last.0).contains(row) && (named.first.1..=named.last.1).contains(column)
            };
            let (inside, outside) = std::mem::take(&mut self.cells).into_iter().partition(is_inside);
            self.cells = outside;
            let inside: Vec<(u32, u32, Cell)> = inside;
            if let Some((row, _, _)) = inside.first() {
                let mut table = table(&rows_of(&inside));
                table.name = Some(named.name);
                table.header_rows = named.header_rows.min(table.rows.len());
                placed.push((*row, Block::of_table(table)));
            }
        }
        let rows = rows_of(&self.cells);
        for band in bands(&rows) {
            placed.extend(blocks_of(band));
        }
        placed.sort_by_key(|(row, _)| *row);
        let mut blocks: Vec<Block> = placed.into_iter().map(|(_, block)| block).collect();
        blocks.append(&mut self.beside);
        Page { name: Some(self.name), blocks, links: self.links, unseen: self.unseen, ..Page::default() }
    }
}

fn rows_of(cells: &[(u32, u32, Cell)]) -> Vec<SheetRow<'_>> {
    cells.chunk_by(|a, b| a.0 == b.0).filter_map(|row| Some((row.first()?.0, row))).collect()
}

fn columns(rows: &[SheetRow<'_>]) -> (u32, u32) {
    let first = rows.iter().filter_map(|(_, row)| row.first()).map(|(_, column, _)| *column).min().unwrap_or(0);
    let last = rows.iter().filter_map(|(_, row)| row.last()).map(|(_, column, _)| *column).max().unwrap_or(0);
    (first, last)
}

/// Rows that belong together: an empty row divides them, unless what follows is the same columns going on without a header of its own.
fn bands<'s, 'r>(rows: &'r [SheetRow<'s>]) -> Vec<&'r [SheetRow<'s>]> {
    let mut bands: Vec<&[SheetRow<'_>]> = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for next in rows.chunk_by(|a, b| b.0 - a.0 <= 1) {
        let band = rows.get(start..end).unwrap_or_default();
        let gap = band.last().zip(next.first()).map_or(0, |(last, first)| first.0 - last.0 - 1);
        let (first, last) = columns(band);
        let (next_first, next_last) = columns(next);
        let goes_on = gap == 1
            && band.len() > 1
            && last > first
            && next_first >= first
            && next_last <= last
            && next
                .first()
                .is_some_and(|(_, row)| row.len() > 1 && row.iter().any(|(_, _, cell)| cell.value.is_some()));
        if !goes_on {
            bands.push(band);
            start = end;
        }
        end += next.len();
    }
    bands.push(rows.get(start..end).unwrap_or_default());
    bands.retain(|band| !band.is_empty());
    bands
}

/// The blocks of a band: single cells above a table are paragraphs, the last of them its name; tables side by side are divided by empty columns.
fn blocks_of(mut band: &[SheetRow<'_>]) -> Vec<(u32, Block)> {
    let mut blocks = Vec::new();
    let mut name: Option<String> = None;
    let is_wide = band.iter().any(|(_, row)| row.len() > 1);
    while let [(at, [(_, _, only)]), rest @ ..] = band {
        let is_title = only.value.is_none() && (is_wide || band.len() == 1);
        if !is_title {
            break;
        }
        blocks.push((*at, Block::new(BlockKind::Paragraph, only.text.clone())));
        name = Some(only.text.clone());
        band = rest;
    }
    if band.is_empty() {
        return blocks;
    }
    let mut push = |rows: &[SheetRow<'_>], name: Option<String>| {
        let mut table = table(rows);
        let before = header::before(&table.rows);
        for ((at, _), row) in rows.iter().zip(table.rows.drain(..before)) {
            let texts: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
            blocks.push((*at, Block::new(BlockKind::Paragraph, texts.join(" "))));
        }
        table.name = name;
        table.header_rows = usize::from(has_header(&table));
        blocks.push((rows.get(before).map_or(0, |(row, _)| *row), Block::of_table(table)));
    };
    match side_by_side(band) {
        Some(parts) => parts.iter().for_each(|part| push(&rows_of(part), None)),
        None => push(band, name),
    }
    blocks
}

/// The parts of a band between columns that are empty in all its rows, if there are several and each is a table of its own: two columns and two rows at
/// least.
fn side_by_side(band: &[SheetRow<'_>]) -> Option<Vec<Vec<(u32, u32, Cell)>>> {
    let used: BTreeSet<u32> = band.iter().flat_map(|(_, row)| row.iter().map(|(_, column, _)| *column)).collect();
    let used: Vec<u32> = used.into_iter().collect();
    let runs: Vec<(u32, u32)> =
        used.chunk_by(|a, b| b - a == 1).filter_map(|run| Some((*run.first()?, *run.last()?))).collect();
    if runs.len() < 2 || runs.len() > 16 {
        return None;
    }
    let part = |(first, last): &(u32, u32)| -> Vec<(u32, u32, Cell)> {
        let cells = band.iter().flat_map(|(_, row)| row.iter());
        cells.filter(|(_, column, _)| (first..=last).contains(&column)).cloned().collect()
    };
    let parts: Vec<_> = runs.iter().map(part).collect();
    let is_table = |part: &Vec<(u32, u32, Cell)>| {
        let rows = rows_of(part);
        let (first, last) = columns(&rows);
        rows.len() > 1 && last > first
    };
    parts.iter().all(is_table).then_some(parts)
}

/// Rows as a table from the first column that is used to the last; rows end with their last cell.
fn table(rows: &[SheetRow<'_>]) -> Table {
    let (first, last) = columns(rows);
    let width = (last - first) as usize + 1;
    let is_sparse = width.saturating_mul(rows.len()) > MAX_AREA;
    let line = |(_, row): &SheetRow<'_>| {
        let mut line: Vec<Cell> = Vec::new();
        for (_, column, cell) in *row {
            if !is_sparse {
                line.resize((column - first) as usize, Cell::default());
            }
            line.push(cell.clone());
        }
        line
    };
    Table { name: None, header_rows: 0, rows: rows.iter().map(line).collect() }
}

/// Whether a table's first row names its columns: each has a text of its own, or the years stand over numbers.
fn has_header(table: &Table) -> bool {
    let [first, second, ..] = table.rows.as_slice() else { return false };
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    if width > 1 && header::names_columns(first, header::sample(&table.rows, 0)) {
        return true;
    }
    if width < 2 || first.len() < width {
        return false;
    }
    let is_text = |cell: &Cell| cell.value.is_none() && !cell.text.is_empty();
    if first.iter().all(is_text) {
        return true;
    }
    let is_year = |cell: &Cell| match &cell.value {
        Some(CellValue::Number(number)) => number.parse::<u32>().is_ok_and(|year| (1900..=2100).contains(&year)),
        Some(CellValue::Date(_)) => true,
        _ => false,
    };
    let [corner, columns @ ..] = first.as_slice() else { return false };
    corner.value.is_none() && columns.iter().all(is_year) && second.first().is_some_and(is_text)
}
