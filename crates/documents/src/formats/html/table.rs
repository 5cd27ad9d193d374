//! Tables of a page. A table that only arranges the page is none.

use super::super::numbers::{Style, set_values};
use super::line::one_line;
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
    let (mut count, mut is_head) = (0, true);
    for row in &rows {
        let mut cells: Vec<Cell> = Vec::new();
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
            table.rows.push(cells);
        }
        if count > CELLS {
            break;
        }
    }
    if table.header_rows == table.rows.len() {
        table.header_rows = 0;
    }
    set_values(table.rows.get_mut(table.header_rows..).unwrap_or_default(), style);
    (!table.rows.is_empty()).then_some(table)
}

fn cells_of<'n>(row: &NodeRef<'n>) -> Vec<NodeRef<'n>> {
    row.children_it(false).filter(|cell| cell.has_name("td") || cell.has_name("th")).collect()
}
