//! The tables of a document: numbered, named, put together where they go on over pages.

use super::answer::QueryError;
use crate::units::unit_line;
use crate::{Cell, Document, Table};

/// Blocks above a table that may say what its numbers count.
const ABOVE: usize = 4;

/// A table of a document, with its continuation on further pages.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedTable {
    /// Its number in the document, from 1.
    pub number: usize,
    /// The page it begins on, from 1.
    pub page: u32,
    /// The page it ends on.
    pub last_page: u32,
    /// Its number on the page it begins on, from 1.
    pub on_page: usize,
    /// Its name, its caption, or the sheet's name; empty for none.
    pub name: String,
    /// What its columns are called.
    pub columns: Vec<String>,
    /// The line above it, or its name, that says what its numbers count: `(In millions)`. Empty for none.
    pub unit: String,
    /// Its rows without headers, each with the page that it is on.
    pub rows: Vec<(u32, Vec<Cell>)>,
}

/// All tables of a document in order.
pub fn tables(document: &Document) -> Vec<NamedTable> {
    let mut out: Vec<NamedTable> = Vec::new();
    let mut sheet: Option<&str> = None;
    for (number, page) in (1_u32..).zip(&document.pages) {
        // A sheet that is too long for a page has several of its name.
        let same_sheet = page.name.is_some() && page.name.as_deref() == sheet;
        sheet = page.name.as_deref();
        let with_tables = page.blocks.iter().enumerate().filter_map(|(at, block)| Some((at, block.table.as_ref()?)));
        for (before, (at, table)) in with_tables.enumerate() {
            let (columns, body) = columns(table);
            let rows = body.iter().filter(|row| row.iter().any(|cell| !cell.text.trim().is_empty()));
            let rows: Vec<(u32, Vec<Cell>)> = rows.map(|row| (number, row.clone())).collect();
            let named = columns.iter().any(|name| !name.starts_with("column "));
            // It goes on from the page before if nothing but its header comes first on this one.
            let continues = before == 0
                && (named || same_sheet)
                && out.last().is_some_and(|last| last.last_page + 1 == number && last.columns == columns);
            if continues && let Some(last) = out.last_mut() {
                last.last_page = number;
                last.rows.extend(rows);
                continue;
            }
            let name = table.name.as_ref().or(page.name.as_ref()).cloned().unwrap_or_default();
            let above = page.blocks.get(at.saturating_sub(ABOVE)..at).unwrap_or_default().iter().rev();
            let above = above.take_while(|block| block.table.is_none()).map(|block| block.text.as_str());
            let unit = unit_line(name.lines().chain(above.flat_map(str::lines))).unwrap_or_default();
            out.push(NamedTable {
                unit,
                number: out.len() + 1,
                page: number,
                last_page: number,
                on_page: before + 1,
                name,
                columns,
                rows,
            });
        }
    }
    out
}

/// The columns' names and the rows below.
fn columns(table: &Table) -> (Vec<String>, &[Vec<Cell>]) {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or_default();
    let is_name = |cell: &Cell| cell.value.is_none() && cell.text.contains(char::is_alphabetic);
    // A first row of nothing but words over rows that have other things is a header, marked or not.
    let first_is_header = table.header_rows == 0
        && table.rows.len() > 1
        && table.rows.first().is_some_and(|row| row.len() == width && row.iter().all(is_name))
        && table.rows.iter().skip(1).flatten().any(|cell| !cell.text.is_empty() && !is_name(cell));
    let headers = if first_is_header { 1 } else { table.header_rows.min(table.rows.len()) };
    let (head, body) = table.rows.split_at_checked(headers).unwrap_or((&[], &table.rows));
    let mut names: Vec<String> = Vec::new();
    for column in 0..width {
        let mut parts: Vec<String> = Vec::new();
        for text in head.iter().filter_map(|row| row.get(column)).map(|cell| words(&cell.text)) {
            if !text.is_empty() && parts.last() != Some(&text) {
                parts.push(text);
            }
        }
        let name = if parts.is_empty() { format!("column {}", column + 1) } else { parts.join(" / ") };
        let same = names.iter().filter(|known| **known == name || known.starts_with(&format!("{name} ("))).count();
        names.push(if same == 0 { name } else { format!("{name} ({})", same + 1) });
    }
    (names, body)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The table that a text names: its name, its number, `page N`, or `page N table M`.
///
/// # Errors
/// A sentence with the tables that there are.
pub(super) fn pick<'a>(tables: &'a [NamedTable], named: &str) -> Result<&'a NamedTable, QueryError> {
    let named = named.trim();
    let wanted = words(named).to_lowercase();
    let list = || tables.iter().map(NamedTable::label).collect::<Vec<_>>().join("; ");
    match (tables, wanted.is_empty()) {
        ([], _) => return Err(QueryError("The document has no tables.".into())),
        ([only], true) => return Ok(only),
        (_, true) => return Err(QueryError(format!("Say which table: {}.", list()))),
        _ => {}
    }
    let number = |word: &str| word.parse::<usize>().ok();
    let numbers: Vec<&str> = wanted.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let found: Vec<&NamedTable> = match numbers.as_slice() {
        [at] | ["table" | "tabelle", at] if number(at).is_some() => {
            tables.iter().filter(|table| Some(table.number) == number(at)).collect()
        }
        ["page" | "seite" | "sheet", page] if number(page).is_some() => {
            let on = |table: &&NamedTable| {
                number(page).is_some_and(|page| (table.page as usize..=table.last_page as usize).contains(&page))
            };
            tables.iter().filter(on).collect()
        }
        ["page" | "seite" | "sheet", page, "table" | "tabelle", at] => tables
            .iter()
            .filter(|table| Some(table.page as usize) == number(page) && Some(table.on_page) == number(at))
            .collect(),
        _ => {
            let exact: Vec<&NamedTable> = tables.iter().filter(|table| table.name.to_lowercase() == wanted).collect();
            let part = |table: &&NamedTable| table.name.to_lowercase().contains(&wanted);
            if exact.is_empty() { tables.iter().filter(part).collect() } else { exact }
        }
    };
    match found.as_slice() {
        [table] => Ok(table),
        [] => Err(QueryError(format!("There is no table “{named}”. The document has: {}.", list()))),
        several => {
            let list = several.iter().map(|table| table.label()).collect::<Vec<_>>().join("; ");
            Err(QueryError(format!("“{named}” may be several tables; say its number: {list}.")))
        }
    }
}

impl NamedTable {
    /// The table in a few words: number, name, pages, columns, rows.
    pub fn label(&self) -> String {
        let name = if self.name.is_empty() { String::new() } else { format!(" “{}”", self.name) };
        let pages = if self.page == self.last_page {
            format!("page {}", self.page)
        } else {
            format!("pages {}–{}", self.page, self.last_page)
        };
        let unit = if self.unit.is_empty() { String::new() } else { format!("; it says “{}”", self.unit) };
        format!("{}{name} ({pages}, {} rows; columns {}{unit})", self.number, self.rows.len(), self.columns.join(", "))
    }
}
