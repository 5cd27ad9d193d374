//! Spreadsheets of the OpenDocument format (ISO/IEC 26300): the cells' shown texts are in the file.

use super::grid::{Budget, Sheet};
use crate::formats::package::Package;
use crate::formats::reading::ReadError;
use crate::formats::xml::{Child, Element};
use crate::{Block, BlockKind, Cell, CellValue, Link};

/// How often a row that says something may be repeated; a range that is filled down has each of its cells.
const MAX_REPEATED_ROWS: u32 = 1_000;
/// And a cell of a row.
const MAX_REPEATED_CELLS: u32 = 200;
/// Rows and columns of a sheet.
const MAX_ROWS: u32 = 1_048_576;
const MAX_COLUMNS: u32 = 16_384;

/// Reads the sheets of a file.
pub(super) fn read(package: &Package<'_>, budget: &mut Budget) -> Result<Vec<Sheet>, ReadError> {
    let manifest = package.text("META-INF/manifest.xml")?;
    if manifest.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(ReadError::UnknownEncryption);
    }
    let sheets = package.tree("content.xml", |tree| {
        let body = tree.root().path(&["body", "spreadsheet"]);
        let tables = body.into_iter().flat_map(Element::elements).filter(|e| e.name() == "table");
        let styles = tree.root().child("automatic-styles").into_iter().flat_map(Element::elements);
        let hides = |style: &Element<'_>| {
            let shown = style.child("table-properties").and_then(|properties| properties.attribute("display"));
            shown.is_some_and(|shown| shown == "false")
        };
        let hiding: Vec<_> = styles.filter(hides).filter_map(|style| style.attribute("name")).collect();
        let read = |table: Element<'_>| {
            let mut sheet = sheet(table, budget);
            sheet.hidden.sheet = table.attribute("style-name").is_some_and(|style| hiding.contains(&style));
            sheet
        };
        tables.map(read).collect::<Vec<_>>()
    })?;
    sheets.ok_or_else(|| ReadError::Damaged { what: "its sheets are missing".into() })
}

fn repeated(element: Element<'_>, name: &str) -> u32 {
    element.attribute(name).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
}

fn sheet(table: Element<'_>, budget: &mut Budget) -> Sheet {
    let mut sheet = Sheet::new(table.attribute("name").unwrap_or_default().into_owned());
    let mut column = 0;
    columns(table, &mut column, &mut sheet);
    let mut row = 0;
    rows(table, &mut row, &mut sheet, budget);
    sheet
}

/// Whether a row or a column is not shown.
fn is_hidden(element: Element<'_>) -> bool {
    element.attribute("visibility").is_some_and(|visibility| visibility != "visible")
}

fn columns(element: Element<'_>, column: &mut u32, sheet: &mut Sheet) {
    for child in element.elements() {
        match child.name() {
            "table-column" => {
                let next = column.saturating_add(repeated(child, "number-columns-repeated"));
                if is_hidden(child) {
                    sheet.hidden.columns.push((*column, next - 1));
                }
                *column = next;
            }
            "table-header-columns" | "table-column-group" | "table-columns" => columns(child, column, sheet),
            _ => {}
        }
    }
}

fn rows(element: Element<'_>, row: &mut u32, sheet: &mut Sheet, budget: &mut Budget) {
    for child in element.elements() {
        match child.name() {
            "table-row" => {
                let count = repeated(child, "number-rows-repeated");
                for again in 0..count.min(MAX_REPEATED_ROWS) {
                    if is_hidden(child) {
                        sheet.hidden.rows.insert(row.saturating_add(again));
                    }
                    let says = cells(child, row.saturating_add(again), sheet, budget, again == 0);
                    if !says || budget.is_spent() {
                        break;
                    }
                }
                *row = row.saturating_add(count);
            }
            "table-header-rows" | "table-row-group" | "table-rows" => rows(child, row, sheet, budget),
            "shapes" => {
                let texts = child.descendants_unless(|e| e.name() == "p").into_iter().filter(|e| e.name() == "p");
                let lines: Vec<String> = texts.map(Element::text).filter(|line| !line.trim().is_empty()).collect();
                if !lines.is_empty() {
                    sheet.beside.push(Block::new(BlockKind::Paragraph, lines.join("\n")));
                }
            }
            _ => {}
        }
    }
}

/// Puts a row's cells; says whether there was any.
fn cells(element: Element<'_>, row: u32, sheet: &mut Sheet, budget: &mut Budget, first: bool) -> bool {
    let mut column = 0u32;
    let mut says = false;
    for cell in element.elements().filter(|e| matches!(e.name(), "table-cell" | "covered-table-cell")) {
        let count = repeated(cell, "number-columns-repeated");
        let read = read_cell(cell);
        if first {
            beside(cell, sheet);
        }
        if !read.text.is_empty() || read.value.is_some() {
            says = true;
            for again in 0..count.min(MAX_REPEATED_CELLS) {
                let at = column.saturating_add(again);
                if row >= MAX_ROWS || at >= MAX_COLUMNS || budget.is_spent() {
                    break;
                }
                sheet.put(row, at, read.clone(), budget);
            }
        }
        column = column.saturating_add(count);
    }
    says
}

fn read_cell(cell: Element<'_>) -> Cell {
    let lines = cell.elements().filter(|e| e.name() == "p").map(|p| {
        let mut line = String::new();
        paragraph(p, &mut line);
        line
    });
    let mut text = lines.collect::<Vec<_>>().join("\n");
    let number =
        || cell.attribute("value").and_then(|value| value.parse::<f64>().ok()).filter(|value| value.is_finite());
    let value = match cell.attribute("value-type").as_deref() {
        Some("float" | "percentage" | "currency") => {
            number().map(|value| CellValue::Number(if value == 0.0 { "0".to_owned() } else { value.to_string() }))
        }
        Some("date") => {
            cell.attribute("date-value").map(|date| CellValue::Date(date.trim_end_matches("T00:00:00").to_owned()))
        }
        Some("time") => cell.attribute("time-value").and_then(|time| time_of_day(&time)).map(CellValue::Date),
        Some("boolean") => cell.attribute("boolean-value").map(|value| CellValue::Bool(value == "true")),
        _ => None,
    };
    if text.is_empty() {
        // A generator that leaves the shown text out.
        text = match &value {
            Some(CellValue::Number(text) | CellValue::Date(text)) => text.clone(),
            Some(CellValue::Bool(value)) => value.to_string().to_uppercase(),
            None => cell.attribute("string-value").unwrap_or_default().into_owned(),
        };
    }
    Cell { text, value }
}

/// `PT13H05M00S` as a time of a day; None for durations of a day and more.
fn time_of_day(duration: &str) -> Option<String> {
    let (hours, rest) = duration.strip_prefix("PT")?.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?.split(['.', ',']).next()?;
    let part = |text: &str, below: u32| text.parse::<u32>().ok().filter(|part| *part < below);
    Some(format!("{:02}:{:02}:{:02}", part(hours, 24)?, part(minutes, 60)?, part(seconds, 60)?))
}

/// The text of a paragraph: runs of blanks and tabs are elements.
fn paragraph(element: Element<'_>, line: &mut String) {
    for child in element.children() {
        match child {
            Child::Text(text) => line.push_str(text),
            Child::Element(element) => match element.name() {
                "s" => line.extend(std::iter::repeat_n(' ', repeated(element, "c").min(100) as usize)),
                "tab" => line.push('\t'),
                "line-break" => line.push('\n'),
                "annotation" | "ruby-text" => {}
                _ => paragraph(element, line),
            },
        }
    }
}

/// A cell's links and comments.
fn beside(cell: Element<'_>, sheet: &mut Sheet) {
    for element in cell.descendants_unless(|e| e.name() == "annotation") {
        match element.name() {
            "a" => {
                let url = element.attribute("href").unwrap_or_default().into_owned();
                sheet.links.push(Link { text: element.text(), url });
            }
            "annotation" => {
                let lines: Vec<String> = element.elements().filter(|e| e.name() == "p").map(Element::text).collect();
                sheet.beside.push(Block::new(BlockKind::Note, lines.join("\n")));
            }
            _ => {}
        }
    }
}
