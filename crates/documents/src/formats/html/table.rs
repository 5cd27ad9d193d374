//! Tables of a page. A table that only arranges the page is none.

use super::super::numbers::{Style, set_values};
use super::line::one_line;
use crate::figures::{is_closing, is_figure, is_opening, is_value, opens_only, over_figures};
use crate::{Cell, Table};
use dom_query::NodeRef;

/// Cells that are kept of a table.
const CELLS: usize = 500_000;
/// Columns that one cell may cover, and rows: the HTML standard's limits are 1,000 and 65,534.
const SPAN: usize = 1_000;
/// A cell with more text than this, in bytes, is a part of the page.
const CELL: usize = 5_000;

/// Reads a table of data; nothing if it arranges a page: another table in it, one column or one row without header cells, or whole texts as cells.
/// A merged cell has its text in the first of its places.
pub(crate) fn table(
    node: &NodeRef<'_>,
    style: Option<Style>,
    mut text_of: impl FnMut(&NodeRef<'_>) -> String,
) -> Option<Table> {
    let parts = |name: &'static str| node.descendants_it().filter(move |inner| inner.has_name(name));
    let is_told = node.attr("role").is_some_and(|role| matches!(&*role, "presentation" | "none"));
    if is_told || parts("table").next().is_some() {
        return None;
    }
    let rows: Vec<NodeRef<'_>> = parts("tr").collect();
    let columns = rows.iter().map(|row| cells_of(row).len()).max().unwrap_or_default();
    let has_headers = parts("th").next().is_some();
    if !has_headers && (columns < 2 || rows.len() < 2) {
        return None;
    }
    if parts("td").any(|cell| cell.text().len() > CELL) {
        return None;
    }
    let mut table =
        Table { name: parts("caption").next().map(|caption| one_line(&caption.text())), ..Table::default() };
    table.name = table.name.filter(|name| !name.is_empty());
    // How many more rows each column is covered by a cell above.
    let mut covered: Vec<usize> = Vec::new();
    // Where each place's cell begins.
    let mut owners: Vec<Vec<usize>> = Vec::new();
    let (mut count, mut is_head) = (0, true);
    for row in &rows {
        let mut cells: Vec<Cell> = Vec::new();
        let mut begins: Vec<usize> = Vec::new();
        let in_head = row.parent().is_some_and(|parent| parent.has_name("thead"));
        let found = cells_of(row);
        is_head = is_head && (in_head || !found.is_empty() && found.iter().all(|cell| cell.has_name("th")));
        let fill = |cells: &mut Vec<Cell>, covered: &mut Vec<usize>| {
            while let Some(rows) = covered.get_mut(cells.len()).filter(|rows| **rows > 0) {
                *rows -= 1;
                cells.push(Cell::default());
            }
        };
        for cell in &found {
            fill(&mut cells, &mut covered);
            let span = |name: &str| {
                cell.attr(name).and_then(|value| value.trim().parse::<usize>().ok()).unwrap_or(1).clamp(1, SPAN)
            };
            let (across, down) = (span("colspan"), span("rowspan"));
            let text = text_of(cell);
            begins.extend(begins.len()..cells.len());
            begins.extend(std::iter::repeat_n(cells.len(), across));
            for place in 0..across {
                if covered.len() <= cells.len() {
                    covered.resize(cells.len() + 1, 0);
                }
                if let Some(rows) = covered.get_mut(cells.len()) {
                    *rows = down - 1;
                }
                cells.push(if place == 0 { Cell::new(text.clone()) } else { Cell::default() });
            }
            count += across;
            if count > CELLS {
                break;
            }
        }
        fill(&mut cells, &mut covered);
        count += cells.len();
        if cells.iter().any(|cell| !cell.text.is_empty()) {
            table.header_rows += usize::from(is_head);
            begins.extend(begins.len()..cells.len());
            table.rows.push(cells);
            owners.push(begins);
        }
        if count > CELLS {
            break;
        }
    }
    if table.header_rows == table.rows.len() {
        table.header_rows = 0;
    }
    gather(&mut table, &owners);
    set_values(table.rows.get_mut(table.header_rows..).unwrap_or_default(), style);
    (!table.rows.is_empty()).then_some(table)
}

fn cells_of<'n>(row: &NodeRef<'n>) -> Vec<NodeRef<'n>> {
    row.children_it(false).filter(|cell| cell.has_name("td") || cell.has_name("th")).collect()
}

/// Columns of a table that are looked at for signs and merged cells, at most.
const GATHERED: usize = 200;

/// Puts signs that have cells of their own (`$`, `)`, `%`) to their numbers, makes one column of those that only merged cells share, and writes what stands
/// over several columns of figures over each.
fn gather(table: &mut Table, owners: &[Vec<usize>]) {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut moved = false;
    let head = table.rows.iter().take_while(|row| !row.iter().skip(1).any(|cell| is_figure(&cell.text))).count();
    // A column of signs that has a name of its own stays as it is.
    let is_named = |at: usize| {
        let named = |(row, owners): (&Vec<Cell>, &Vec<usize>)| {
            row.get(at).is_some_and(is_filled) && owners.get(at) == Some(&at) && owners.get(at + 1) != Some(&at)
        };
        table.rows.iter().zip(owners).take(head).any(named)
    };
    let named: Vec<bool> = (0..width.min(GATHERED)).map(is_named).collect();
    table.rows.iter_mut().for_each(|row| moved |= gather_signs(row, &named));
    let is_linked = |owners: &Vec<usize>, at: usize| {
        let owner = owners.get(at).copied().unwrap_or_default();
        owner > 0 && owner < at
    };
    let has_links = (2..width.min(GATHERED)).any(|at| owners.iter().any(|owners| is_linked(owners, at)));
    if width > GATHERED || !moved && !has_links || !table.rows.iter().flatten().any(|cell| is_figure(&cell.text)) {
        return;
    }
    // Which column each of them is a part of.
    let mut column_of: Vec<usize> = Vec::with_capacity(width);
    let mut columns: usize = 0;
    for at in 0..width {
        let linked = owners.iter().any(|owners| is_linked(owners, at));
        let last = columns.saturating_sub(1);
        let alone = |row: &Vec<Cell>| {
            let mut filled = row.iter().zip(&column_of).filter(|(cell, column)| **column == last && is_filled(cell));
            filled.next().is_none() || !row.get(at).is_some_and(is_filled)
        };
        if !(linked && table.rows.iter().all(alone)) {
            columns += 1;
        }
        column_of.push(columns - 1);
    }
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(table.rows.len());
    for (number, (row, owners)) in table.rows.iter().zip(owners).enumerate() {
        let mut cells = vec![Cell::default(); columns];
        for (at, cell) in row.iter().enumerate() {
            // Over figures, a merged cell names all that it covers; elsewhere it is there once.
            let owner = owners.get(at).copied().filter(|owner| *owner > 0 && number < head);
            let cell = owner.and_then(|owner| row.get(owner)).unwrap_or(cell);
            let place = column_of.get(at).and_then(|column| cells.get_mut(*column));
            if let Some(place) = place.filter(|place| !is_filled(place)) {
                *place = cell.clone();
            }
        }
        rows.push(cells);
    }
    // A column without figures or texts below its names was room between others.
    let is_used = |at: usize| rows.iter().skip(head.min(rows.len() - 1)).any(|row| row.get(at).is_some_and(is_filled));
    let kept: Vec<usize> = (0..columns).filter(|at| *at == 0 || is_used(*at)).collect();
    table.rows = rows.into_iter().map(|row| kept.iter().filter_map(|at| row.get(*at).cloned()).collect()).collect();
    if table.header_rows == 0 {
        let texts: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect();
        table.header_rows = over_figures(&texts);
    }
}

fn is_filled(cell: &Cell) -> bool {
    !cell.text.trim().is_empty()
}

/// Moves signs to the numbers beside them. Returns whether there were any.
fn gather_signs(row: &mut [Cell], named: &[bool]) -> bool {
    let mut moved = false;
    let mut waiting: Option<usize> = None;
    let mut last: Option<usize> = None;
    let text = |row: &[Cell], at: usize| row.get(at).map(|cell| cell.text.trim().to_owned()).unwrap_or_default();
    for at in 0..row.len() {
        let own = text(row, at);
        if own.is_empty() {
            continue;
        }
        let before = last.map(|last| text(row, last));
        let (target, joined) = if let (Some(sign), true) = (waiting, is_value(&own) || opens_only(&own)) {
            let sign_text = text(row, sign);
            let between = if sign_text.ends_with('(') { "" } else { " " };
            (at, Some((sign, format!("{sign_text}{between}{own}"))))
        } else if let (Some(last), true, Some(number)) = (
            last,
            is_closing(&own)
                && named.get(at) == Some(&false)
                && before.as_ref().is_some_and(|before| is_value(before) || opens_only(before)),
            &before,
        ) {
            (last, Some((at, format!("{number}{own}"))))
        } else {
            (at, None)
        };
        waiting = None;
        if let Some((emptied, joined)) = joined {
            row.get_mut(emptied).into_iter().for_each(|cell| cell.text.clear());
            row.get_mut(target).into_iter().for_each(|cell| cell.text = joined.clone());
            moved = true;
            last = Some(target);
        } else if is_opening(&own) && named.get(at) == Some(&false) {
            waiting = Some(at);
        } else {
            last = Some(at);
        }
    }
    moved
}
