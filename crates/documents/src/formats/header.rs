//! Where a list begins among rows, and whether it names its columns: both are decided by what the rows below are.

use super::numbers::is_value;
use crate::Cell;

/// Rows that may come before a list.
const BEFORE: usize = 50;
/// Rows of it that are looked at.
const SAMPLE: usize = 200;

fn is_filled(cell: &Cell) -> bool {
    !cell.text.trim().is_empty()
}

fn holds_value(cell: &Cell) -> bool {
    cell.value.is_some() || is_value(cell.text.trim())
}

fn at(row: &[Cell], column: usize) -> Option<&Cell> {
    row.get(column).filter(|cell| is_filled(cell))
}

/// How many rows come before the list: what is said about it, in fewer columns than it has, down to the row that names all of them.
pub(crate) fn before(rows: &[Vec<Cell>]) -> usize {
    let last = rows.len().saturating_sub(1).min(BEFORE);
    for (index, row) in rows.iter().enumerate().take(last) {
        let below = sample(rows, index);
        if covers(row, below) {
            return if index > 0 && names_columns(row, below) { index } else { 0 };
        }
    }
    0
}

/// Whether a row names the columns of those below: it holds words alone, and at least one of them stands over values.
pub(crate) fn names_columns(row: &[Cell], below: &[Vec<Cell>]) -> bool {
    let filled = row.iter().filter(|cell| is_filled(cell));
    let stands_over_values = |column: usize| {
        let cells: Vec<&Cell> = below.iter().filter_map(|row| at(row, column)).collect();
        let values = cells.iter().filter(|cell| holds_value(cell)).count();
        values > 0 && values * 10 >= cells.len() * 7
    };
    filled.clone().count() > 1
        && !filled.clone().any(holds_value)
        && (0..row.len()).any(|column| at(row, column).is_some() && stands_over_values(column))
}

pub(crate) fn sample(rows: &[Vec<Cell>], above: usize) -> &[Vec<Cell>] {
    let below = rows.get(above + 1..).unwrap_or_default();
    below.get(..SAMPLE).unwrap_or(below)
}

/// Whether a row says something in each column that the rows below use; the first, over their names, is often left empty.
fn covers(row: &[Cell], below: &[Vec<Cell>]) -> bool {
    let width = below.iter().map(Vec::len).max().unwrap_or(0);
    (1..width).all(|column| {
        let used = below.iter().filter(|row| at(row, column).is_some()).count();
        used * 3 < below.len() || at(row, column).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lines: &[&str]) -> Vec<Vec<Cell>> {
        lines.iter().map(|line| line.split('|').map(Cell::new).collect()).collect()
    }

    #[test]
    fn the_list_begins_where_a_row_names_what_stands_below() {
        let cases: [(&[&str], usize); 8] = [
            (&["Account|77-1", "Owner|Ada", "Date|What|Sum", "2026-03-01|Rent|-900", "2026-03-02|Pay|2,100"], 2),
            // The same, filled up to the width of the list.
            (&["Account|77-1||", "Date|What|Sum|", "2026-03-01|Rent|-900|", "2026-03-02|Pay|2,100|"], 1),
            (&["Date|What|Sum", "2026-03-01|Rent|-900"], 0),
            // A header that is shorter than its rows, and none at all.
            (&["a|b", "1|2|3", "4|5|6"], 0),
            (&["x|1", "a|b|2", "c|d|3"], 0),
            (&["one|two", "red|green|blue", "cat|dog|cow"], 0),
            (&["|2024|2025", "Sales|5|6"], 0),
            (&["Only|one"], 0),
        ];
        for (lines, expected) in cases {
            assert_eq!(before(&rows(lines)), expected, "{lines:?}");
        }
    }
}
