//! Tables, where the evidence is strong: cells of the structure tree, or rows of short texts that stand in columns.

use super::line::Line;
use super::order::median;
use super::piece::Rect;
use super::text::is_number;
use crate::{Cell, Table};
use std::collections::BTreeMap;

/// A table, where it stands, and the lines it was made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) table: Table,
    pub(super) rect: Rect,
}

/// The tables of the structure tree, by their number: the indexes of their lines, and the table.
pub(super) fn tagged(lines: &[Line], is_header: impl Fn(&Line) -> bool) -> Vec<(Vec<usize>, Found)> {
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
        found.push((indexes, Found { table: table(cells, header_rows), rect }));
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

/// Rows of texts side by side, if they are a table.
pub(super) fn from_grid(lines: &[Line], grid: &[Vec<usize>]) -> Option<Found> {
    let rows: Vec<Vec<&Line>> =
        grid.iter().map(|row| row.iter().filter_map(|index| lines.get(*index)).collect()).collect();
    let all: Vec<&Line> = rows.iter().flatten().copied().collect();
    let size = median(all.iter().map(|line| line.size).collect()).max(1.0);
    if rows.len() < 2 || all.iter().any(|line| line.text.contains("....") || line.text.contains(". . . ")) {
        return None;
    }
    let columns = columns(&all, rows.len(), size);
    if columns.len() < 2 || columns.len() > 60 {
        return None;
    }
    let column_of = |line: &Line| {
        columns
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.overlap_x(&line.rect).total_cmp(&b.1.overlap_x(&line.rect)))
            .map(|(at, _)| at)
    };
    let mut cells: Vec<Vec<String>> = Vec::new();
    let mut bold: Vec<bool> = Vec::new();
    let mut last_bottom = f32::MIN;
    for row in split_rows(&rows) {
        let placed: Vec<(usize, &Line)> = row.iter().filter_map(|line| Some((column_of(line)?, *line))).collect();
        let top = row.iter().map(|line| line.rect.top).fold(f32::MAX, f32::min);
        let bottom = row.iter().map(|line| line.rect.bottom).fold(f32::MIN, f32::max);
        // A cell's second line: nothing in the first column, fewer cells, close below.
        let goes_on = !placed.iter().any(|(at, _)| *at == 0)
            && top - last_bottom < 0.35 * size
            && placed.len() < columns.len().max(2)
            && cells.len() > 1;
        let wraps = goes_on && !placed.iter().all(|(_, line)| is_number(&line.text));
        last_bottom = bottom;
        if !wraps {
            cells.push(vec![String::new(); columns.len()]);
            bold.push(row.iter().all(|line| line.style.bold));
        }
        let Some(current) = cells.last_mut() else { continue };
        for (at, line) in placed {
            if let Some(cell) = current.get_mut(at) {
                if !cell.is_empty() {
                    cell.push(' ');
                }
                cell.push_str(&line.text);
            }
        }
    }
    if !is_convincing(&cells, &all, size) {
        return None;
    }
    let first_bold = bold.first() == Some(&true) && bold.iter().skip(1).any(|bold| !bold);
    let header_rows = header_rows_of(&cells, first_bold);
    let rect = all.iter().skip(1).fold(all.first()?.rect, |rect, line| rect.join(line.rect));
    Some(Found { table: table(cells, header_rows), rect })
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

/// The columns: what is left between the gaps that nearly all rows have.
fn columns(lines: &[&Line], rows: usize, size: f32) -> Vec<Rect> {
    let mut edges: Vec<(f32, i32)> =
        lines.iter().flat_map(|line| [(line.rect.left, 1), (line.rect.right, -1)]).collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // A long cell here and there may reach over a gap.
    let bridging = i32::try_from(rows / 10).unwrap_or(0);
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
    let filled = cells.iter().flatten().filter(|cell| !cell.is_empty()).count();
    let sides = cells.iter().filter(|row| row.iter().filter(|cell| !cell.is_empty()).count() >= 2).count();
    if cells.len() < 2 || sides < 2 || filled * 100 < cells.len() * columns * 45 || sides * 2 < cells.len() {
        return false;
    }
    let numbers =
        cells.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| !cell.is_empty() && is_number(cell)).count();
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

/// 1 if the first row names the columns: texts over numbers, or bold over plain.
fn header_rows_of(cells: &[Vec<String>], first_bold: bool) -> usize {
    let Some((first, rest)) = cells.split_first() else { return 0 };
    if first.iter().skip(1).any(|cell| is_number(cell) && !is_year(cell)) {
        return 0;
    }
    let named = first.iter().filter(|cell| !cell.is_empty()).count();
    let over_numbers = first.iter().enumerate().any(|(at, cell)| {
        let column: Vec<&String> = rest.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty()).collect();
        !cell.is_empty() && column.len() >= 2 && column.iter().filter(|cell| is_number(cell)).count() * 2 > column.len()
    });
    // Names and values in two columns have no header.
    let names_values = first.len() == 2 && !over_numbers;
    usize::from(first_bold || over_numbers || named * 3 >= first.len() * 2 && rest.len() >= 2 && !names_values)
}

fn is_year(text: &str) -> bool {
    text.trim().len() == 4 && (text.starts_with("19") || text.starts_with("20"))
}
