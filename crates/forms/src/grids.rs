//! Grids: radio buttons in rows with the same options in each, which ask one question. They are in a table, or their names say their row as well:
//! `Poor, response for Programme`.

use crate::field::Field;
use edith_page::ElementKind;
use edith_page::fold::fold;
use std::collections::BTreeMap;

/// Where a radio button is in a grid.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cell {
    /// The number of its grid's first button.
    pub grid: u32,
    /// What its row is called.
    pub row: String,
    /// What it stands for, without what only says its row.
    pub option: String,
}

/// A row of radio buttons.
struct RadioRow {
    /// Its table's number; 0: it is in none.
    table: u32,
    name: String,
    /// Numbers and options.
    cells: Vec<(u32, String)>,
    /// Whether the names of its buttons say the row as well.
    is_said: bool,
}

/// The buttons that are in grids, by their numbers.
pub(crate) fn cells(fields: &[Field<'_>]) -> BTreeMap<u32, Cell> {
    let mut rows: Vec<RadioRow> = Vec::new();
    let mut known: BTreeMap<u32, usize> = BTreeMap::new();
    for field in fields.iter().filter(|field| field.element.kind == ElementKind::Radio && field.facts.group != 0) {
        let facts = field.facts;
        let at = *known.entry(facts.group).or_insert_with(|| {
            let name = if facts.row.is_empty() { facts.question.clone() } else { facts.row.clone() };
            rows.push(RadioRow { table: facts.table, name, cells: Vec::new(), is_said: false });
            rows.len() - 1
        });
        if let Some(row) = rows.get_mut(at) {
            row.cells.push((field.element.uid, field.option()));
        }
    }
    for row in &mut rows {
        let options: Vec<String> = row.cells.iter().map(|(_, option)| option.clone()).collect();
        if let Some(bare) = bare(&row.name, &options) {
            row.is_said = true;
            row.cells.iter_mut().zip(bare).for_each(|((_, option), bare)| *option = bare);
        }
    }
    let mut cells = BTreeMap::new();
    let mut rest = rows.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        let alike = |row: &RadioRow| {
            first.cells.iter().map(|(_, option)| option).eq(row.cells.iter().map(|(_, option)| option))
        };
        // A table with other rows only places its fields.
        let is_table = first.table != 0 && rows.iter().all(|row| row.table != first.table || alike(row));
        let is_same =
            |row: &&RadioRow| alike(row) && first.table == row.table && (is_table || first.is_said && row.is_said);
        let more = behind.iter().take_while(is_same).count();
        let (all, left) = rest.split_at(more + 1);
        if all.len() > 1 && first.cells.len() > 1 {
            let grid = first.cells.first().map_or(0, |(uid, _)| *uid);
            for row in all {
                let cell = |(uid, option): &(u32, String)| {
                    (*uid, Cell { grid, row: row.name.clone(), option: option.clone() })
                };
                cells.extend(row.cells.iter().map(cell));
            }
        }
        rest = left;
    }
    cells
}

/// The options of a row without the words that they share beside a sign and that contain its name; none: they share none.
fn bare(row: &str, options: &[String]) -> Option<Vec<String>> {
    let first = options.first().filter(|_| options.len() > 1 && !row.is_empty())?;
    let is_sign = |c: char| matches!(c, ',' | ':' | ';' | '-' | '–' | '|' | '/' | '(');
    let named = |words: &str| fold(words).contains(&fold(row));
    // The shortest piece that says the row: from a sign to the end, or from the beginning to a sign.
    let mut tails = first.char_indices().filter(|(_, c)| is_sign(*c)).map(|(at, _)| first.split_at(at).1);
    let heads = first.char_indices().filter(|(_, c)| is_sign(*c)).map(|(at, c)| first.split_at(at + c.len_utf8()).0);
    let trimmed = |text: &str| text.trim_matches(|c: char| c.is_whitespace() || is_sign(c)).to_owned();
    let all = |strip: &dyn Fn(&str) -> Option<String>| -> Option<Vec<String>> {
        let rest: Option<Vec<String>> = options.iter().map(|option| strip(option)).collect();
        rest.filter(|rest| rest.iter().all(|option| !option.is_empty()))
    };
    let tail = tails.rfind(|tail| named(tail));
    let head = heads.filter(|head| named(head)).min_by_key(|head| head.len());
    tail.and_then(|tail| all(&|option| option.strip_suffix(tail).map(trimmed)))
        .or_else(|| head.and_then(|head| all(&|option| option.strip_prefix(head).map(trimmed))))
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn options_lose_what_only_says_their_row() {
        for (row, options, expected) in [
            (
                "Programme",
                vec!["Poor, response for Programme", "Good, response for Programme"],
                Some(vec!["Poor", "Good"]),
            ),
            ("The rooms", vec!["The rooms: very good", "The rooms: bad"], Some(vec!["very good", "bad"])),
            ("Rooms", vec!["Yes", "No"], None),
            ("Rooms", vec!["Yes, rooms", "No"], None),
            ("", vec!["a, b", "c, b"], None),
            ("Food", vec!["Good food", "Bad food"], None),
        ] {
            let options: Vec<String> = options.into_iter().map(str::to_owned).collect();
            let expected = expected.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(bare(row, &options), expected, "{row}: {options:?}");
        }
    }
}
