//! Tables.

use super::letters::Ground;
use super::pieces::Piece;
use super::walker::{Walker, text_of};
use crate::formats::xml::{Element, is_on};
use crate::{Block, Cell, Hiding, Table};

/// Columns of a table; Word has at most 63.
const MAX_COLUMNS: usize = 1_000;

/// The elements of this name in `element`, also inside content controls and marks of changes; not what is deleted.
fn wrapped<'t>(element: Element<'t>, name: &str, found: &mut Vec<Element<'t>>) {
    for child in element.elements() {
        match child.name() {
            own if own == name => found.push(child),
            "sdt" | "sdtContent" | "customXml" | "ins" | "moveTo" | "smartTag" | "AlternateContent" | "Choice" => {
                wrapped(child, name, found);
            }
            _ => {}
        }
    }
}

impl Walker<'_> {
    /// A table as a block, then the pictures, notes, links and fields in it. A table of one cell is a frame round its blocks.
    pub(super) fn table(&mut self, table: Element<'_>) {
        let properties = table.child("tblPr");
        let style = properties.and_then(|p| p.value_at(&["tblStyle"]));
        let ground = match style {
            Some(style) if self.styles.fills_cells(&style) => Ground::Unknown,
            _ => self.ground.under(properties),
        };
        self.on_ground(ground, |walker| walker.table_on_ground(table));
    }

    fn table_on_ground(&mut self, table: Element<'_>) {
        let mut rows = Vec::new();
        wrapped(table, "tr", &mut rows);
        let mut cells = Vec::new();
        for row in &rows {
            let mut of_row = Vec::new();
            wrapped(*row, "tc", &mut of_row);
            cells.push(of_row);
        }
        if let [of_row] = cells.as_slice()
            && let [only] = of_row.as_slice()
        {
            let ground = self.ground.under(only.child("tcPr"));
            self.on_ground(ground, |walker| walker.blocks(*only));
            return;
        }
        let mut read = Table::default();
        let mut rest = Vec::new();
        let mut marked_headers = 0;
        for (row, of_row) in rows.iter().zip(cells) {
            let properties = row.child("trPr");
            if properties.is_some_and(|p| p.child("del").is_some()) {
                continue;
            }
            let is_hidden =
                properties.and_then(|p| p.child("hidden")).is_some_and(|e| is_on(e.attribute("val").as_deref()));
            let number =
                |names: &[&str]| properties.and_then(|p| p.value_at(names)).and_then(|n| n.parse::<usize>().ok());
            let mut line: Vec<Cell> = Vec::new();
            line.resize(number(&["gridBefore"]).unwrap_or(0).min(MAX_COLUMNS), Cell::default());
            for cell in of_row {
                let properties = cell.child("tcPr");
                let merged = |name| {
                    let merge = properties.and_then(|p| p.child(name));
                    merge.is_some_and(|merge| merge.attribute("val").is_none_or(|value| value == "continue"))
                };
                let ground = self.ground.under(properties);
                let hiding = is_hidden.then_some(Hiding::Marked);
                let walk = |walker: &mut Self| walker.on_ground(ground, |walker| walker.blocks(cell));
                let pieces = self.apart(|walker| walker.where_hidden(hiding, walk));
                let (text, beside) = text_of(pieces);
                rest.extend(beside);
                line.push(if merged("vMerge") || merged("hMerge") { Cell::default() } else { Cell::new(text) });
                let span = properties.and_then(|p| p.value_at(&["gridSpan"])).and_then(|n| n.parse::<usize>().ok());
                let covered = span.unwrap_or(1).saturating_sub(1).min(MAX_COLUMNS.saturating_sub(line.len()));
                line.resize(line.len() + covered, Cell::default());
            }
            let is_header =
                properties.and_then(|p| p.child("tblHeader")).is_some_and(|e| is_on(e.attribute("val").as_deref()));
            if is_header && marked_headers == read.rows.len() {
                marked_headers += 1;
            }
            if !is_hidden {
                read.rows.push(line);
            }
        }
        let looks_first = table.path(&["tblPr", "tblLook"]).is_some_and(|look| {
            let mask = look.attribute("val").and_then(|mask| u32::from_str_radix(&mask, 16).ok()).unwrap_or(0);
            // Bit 5 of the mask is the first row's (ECMA-376 part 1, 17.4.55).
            look.attribute("firstRow").map_or(mask & 0x20 != 0, |on| is_on(Some(&on)))
        });
        let names_columns = |row: &Vec<Cell>| row.len() > 1 && row.iter().all(|cell| is_name(&cell.text));
        let by_look = looks_first && read.rows.len() > 1 && read.rows.first().is_some_and(names_columns);
        read.header_rows = if marked_headers > 0 { marked_headers } else { usize::from(by_look) };
        if read.rows.iter().flatten().any(|cell| !cell.text.is_empty()) {
            self.sink.push(Piece::Block(Block::of_table(read)));
        }
        self.sink.extend(rest);
    }
}

/// Whether a text may name a column: it has letters.
fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}
