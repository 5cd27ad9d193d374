//! What is shown of JSON: names and values as lists, arrays of objects as tables, what is inside others under headings with its path.

use super::super::{flow::Flow, numbers};
use super::parts::{Value, is_nested, shown};
use crate::{Block, BlockKind, Cell, CellValue, Table};
use std::collections::HashMap;

/// What is deeper than this is shown as JSON.
const DEPTH: usize = 16;
/// Rows of a table's part: an array of more objects is divided, each part with the header row.
const ROWS: usize = 200;
/// Columns of a table. An array of objects with more names is shown object by object.
const COLUMNS: usize = 200;
/// Cells, lines and headings that are kept of a file.
const PARTS: usize = 1_000_000;
/// A heading and the block below it take as much as so many cells.
const HEADING: usize = 5;
/// A cell with a longer value inside, in bytes, is better shown by itself.
const CELL: usize = 400;
/// A longer text is a paragraph and no line, in bytes.
const LINE: usize = 400;
/// How deep names of objects in objects are joined to columns (`address.city`).
const JOINED: usize = 3;

#[derive(Default)]
pub(super) struct Layout {
    flow: Flow,
    parts: usize,
}

impl Layout {
    pub(super) fn into_flow(self) -> Flow {
        self.flow
    }

    /// Whether there was more than may be kept.
    pub(super) fn is_cut(&self) -> bool {
        self.parts > PARTS
    }

    /// Counts what is kept, and says whether there is room for it.
    fn has_room(&mut self, parts: usize) -> bool {
        self.parts += parts;
        self.parts <= PARTS
    }

    pub(super) fn value(&mut self, raw: &str, path: &str, depth: usize) {
        if depth > DEPTH {
            if self.has_room(1) {
                self.flow.push(Block::new(BlockKind::Paragraph, raw));
            }
            return;
        }
        match Value::of(raw) {
            Value::Object(members) => self.object(&members, path, depth),
            Value::Array(elements) => self.array(&elements, path, depth),
            Value::Text(text) => self.flow.push(Block::new(BlockKind::Paragraph, text)),
            Value::Plain(text) => self.flow.push(Block::new(BlockKind::Paragraph, text)),
        }
    }

    /// Plain values first, as lines; then what is inside, in its order, each under a heading.
    fn object(&mut self, members: &[(String, &str)], path: &str, depth: usize) {
        let (nested, plain): (Vec<_>, Vec<_>) =
            members.iter().partition(|(_, raw)| is_nested(raw) && line_of(raw).is_none());
        self.list(plain.iter().map(|(name, raw)| (format!("{name}: "), *raw)));
        for (name, raw) in nested {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            self.inside(raw, &path, depth);
        }
    }

    pub(super) fn array(&mut self, elements: &[&str], path: &str, depth: usize) {
        let all = |mark: char| !elements.is_empty() && elements.iter().all(|raw| raw.starts_with(mark));
        if all('{') && self.objects(elements, path) || all('[') && self.rows(elements, path) {
            return;
        }
        if elements.iter().all(|raw| line_of(raw).is_some()) {
            self.list(elements.iter().map(|raw| (String::new(), *raw)));
            return;
        }
        for (index, raw) in elements.iter().enumerate() {
            if line_of(raw).is_some() {
                self.list([(String::new(), *raw)].into_iter());
            } else {
                self.inside(raw, &format!("{path}[{index}]"), depth);
            }
            if self.is_cut() {
                return;
            }
        }
    }

    fn inside(&mut self, raw: &str, path: &str, depth: usize) {
        if self.has_room(HEADING) {
            let level = u8::try_from(depth + 1).unwrap_or(6).min(6);
            self.flow.push(Block { level: Some(level), ..Block::new(BlockKind::Heading, path) });
            self.value(raw, path, depth + 1);
        }
    }

    fn list<'r>(&mut self, items: impl Iterator<Item = (String, &'r str)>) {
        let mut lines: Vec<String> = Vec::new();
        let mut length = 0;
        for (name, raw) in items {
            if !self.has_room(1) {
                break;
            }
            let value = line_of(raw).unwrap_or_default();
            let is_long = value.len() > LINE;
            // A list stays on one page, so that a long one becomes several.
            if is_long || length > 5 * LINE {
                self.end_list(&mut lines);
                length = 0;
            }
            if is_long {
                self.flow.push(Block::new(BlockKind::Paragraph, format!("{name}{value}")));
            } else {
                length += name.len() + value.len();
                lines.push(format!("{name}{}", value.replace(['\n', '\r'], " ")));
            }
        }
        self.end_list(&mut lines);
    }

    fn end_list(&mut self, lines: &mut Vec<String>) {
        let lines = std::mem::take(lines);
        self.flow.push(Block { level: Some(1), ..Block::new(BlockKind::List, lines.join("\n")) });
    }

    /// Objects as the rows of a table, names as its header; false if they do not make one.
    fn objects(&mut self, elements: &[&str], path: &str) -> bool {
        let mut columns: HashMap<String, usize> = HashMap::new();
        let mut header: Vec<Cell> = Vec::new();
        let mut rows = Vec::new();
        for raw in elements {
            let mut row = Vec::new();
            if !fill(raw, "", 0, &mut columns, &mut header, &mut row) || header.len() > COLUMNS {
                return false;
            }
            rows.push(row);
            if self.parts + rows.len() * header.len().max(1) > PARTS {
                break;
            }
        }
        if header.is_empty() {
            return false;
        }
        rows.iter_mut().for_each(|row| row.resize(header.len(), Cell::default()));
        let (found, all) = (rows.len(), elements.len());
        self.tables(Some(header), rows, path);
        if found < all {
            self.parts = PARTS + 1;
        }
        true
    }

    /// Arrays of plain values as the rows of a table; false if they do not make one.
    fn rows(&mut self, elements: &[&str], path: &str) -> bool {
        let mut rows = Vec::new();
        let mut cells = 0;
        for raw in elements {
            let Value::Array(values) = Value::of(raw) else { return false };
            if values.len() > COLUMNS || values.iter().any(|raw| is_nested(raw)) {
                return false;
            }
            cells += values.len();
            if self.parts + cells > PARTS {
                self.parts = PARTS + 1;
                break;
            }
            rows.push(values.into_iter().map(cell).collect());
        }
        self.tables(None, rows, path);
        true
    }

    fn tables(&mut self, header: Option<Vec<Cell>>, rows: Vec<Vec<Cell>>, path: &str) {
        let name = Some(path.to_owned()).filter(|path| !path.is_empty());
        self.parts += rows.iter().map(Vec::len).sum::<usize>();
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let part: Vec<Vec<Cell>> = header.iter().cloned().chain(rows.by_ref().take(ROWS)).collect();
            let header_rows = usize::from(header.is_some());
            self.flow.push(Block::of_table(Table { name: name.clone(), header_rows, rows: part }));
        }
    }
}

/// Puts the values of an object into their columns, objects inside by joined names. False if a value is too large for a cell.
fn fill(
    raw: &str,
    before: &str,
    depth: usize,
    columns: &mut HashMap<String, usize>,
    header: &mut Vec<Cell>,
    row: &mut Vec<Cell>,
) -> bool {
    let Value::Object(members) = Value::of(raw) else { return false };
    for (name, raw) in members {
        let name = if before.is_empty() { name } else { format!("{before}.{name}") };
        if raw.starts_with('{') && depth < JOINED && raw.len() > 2 {
            if !fill(raw, &name, depth + 1, columns, header, row) {
                return false;
            }
            continue;
        }
        if is_nested(raw) && raw.len() > CELL || header.len() > COLUMNS {
            return false;
        }
        let next = header.len();
        let column = *columns.entry(name).or_insert_with_key(|name| {
            header.push(Cell::new(name.clone()));
            next
        });
        if row.len() <= column {
            row.resize(column + 1, Cell::default());
        }
        if let Some(place) = row.get_mut(column) {
            *place = cell(raw);
        }
    }
    true
}

/// A value as a cell: numbers keep all of their digits, and null is empty.
fn cell(raw: &str) -> Cell {
    match raw {
        "null" => Cell::default(),
        "true" | "false" => Cell { text: raw.to_owned(), value: Some(CellValue::Bool(raw == "true")) },
        _ if raw.starts_with('"') => Cell::new(shown(raw)),
        _ if is_nested(raw) => Cell::new(line_of(raw).unwrap_or_else(|| raw.to_owned())),
        _ => Cell { text: raw.to_owned(), value: numbers::number(raw, numbers::Style::Point).map(CellValue::Number) },
    }
}

/// What fits on a line: a plain value, or an array of plain values that is not long.
fn line_of(raw: &str) -> Option<String> {
    if !is_nested(raw) {
        return Some(shown(raw));
    }
    if raw.len() > LINE {
        return None;
    }
    match Value::of(raw) {
        Value::Array(values) if values.iter().all(|raw| !is_nested(raw)) => {
            Some(values.iter().map(|raw| shown(raw)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) if members.is_empty() => Some(String::new()),
        _ => None,
    }
}
