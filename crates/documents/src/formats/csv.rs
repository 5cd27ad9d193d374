//! Values separated by commas, semicolons, tabs or bars.

use super::{
    charset, header,
    numbers::{Style, is_value, set_values},
    reading::{Input, ReadError, Reading},
    sniff::{self, HEAD, LIKELY, NAMED, Sniff},
    text,
};
use crate::{Block, BlockKind, Cell, Document, Kind, Page, Table, Warning};

const DELIMITERS: [u8; 4] = *b",;\t|";

/// Rows that are shown on a page, where they fit on the pages that may be.
const ROWS: usize = 200;

/// Cells that are kept of a file. A cell takes about 100 bytes, so that this is 200 MB.
const CELLS: usize = 2_000_000;

/// Columns that are kept of a row: as many as a sheet of Excel has.
const COLUMNS: usize = 16_384;

/// A cell longer than this, in bytes, is a quotation mark that nobody closed: a cell of Excel holds 32,767 characters.
const CELL: usize = 4 * 32_767;

/// Rows of the head that decide on the delimiter.
const SAMPLE: usize = 200;

/// What the delimiter makes of the head.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shape {
    delimiter: u8,
    /// The number of cells that most rows have.
    columns: usize,
    rows: usize,
    /// The part of the rows that have it.
    share: f32,
    /// Whether it looks like values and not like prose or code.
    tidy: bool,
}

/// Named so, or values beyond doubt.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    if sniff::is_named(
        input,
        &["csv", "tsv", "tab", "psv"],
        &["text/csv", "text/tab-separated-values", "application/csv"],
    ) {
        return Some((Kind::Csv, NAMED));
    }
    let shape = shape(&head, sniff::is_whole(input))?;
    let is_sure = shape.tidy
        && shape.share > 0.95
        && shape.rows > 2
        && (shape.columns > 2 || matches!(shape.delimiter, b'\t' | b';'));
    let is_table = is_sure && shape.rows > 4 && shape.columns > 2;
    is_sure.then_some((Kind::Csv, if is_table { NAMED - 10 } else { LIKELY }))
}

/// Reads the values as tables of 200 rows a page, more where there would be more pages than may be. Each page's table begins with the header row, so
/// that a page stands for itself: who joins the tables of a file leaves out the first `header_rows` rows of the pages after the first.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let decoded = charset::decode(input.bytes, None);
    let mut warnings = Vec::new();
    let mut body = text::limited(&decoded, reading.limits.characters, &mut warnings);
    let told = body.get(..5).filter(|start| {
        start.eq_ignore_ascii_case("sep=,")
            || start.eq_ignore_ascii_case("sep=;")
            || start.eq_ignore_ascii_case("sep=\t")
    });
    let told = told.and_then(|start| start.bytes().last());
    if told.is_some() {
        body = body.split_once('\n').map_or("", |(_, rest)| rest);
    }
    let head = body.get(..body.floor_char_boundary(HEAD)).unwrap_or(body);
    let shape = shape(head, head.len() == body.len());
    let delimiter = told.or(shape.map(|shape| shape.delimiter)).unwrap_or(b',');
    let narrow = narrowed(body, delimiter);
    let body = narrow.as_deref().unwrap_or(body);
    let (mut rows, is_cut) = match rows(body, delimiter, true) {
        Some(read) => read,
        None => {
            warnings.push(Warning::PartDamaged { part: "\"".to_owned() });
            rows(body, delimiter, false).unwrap_or_default()
        }
    };
    if (is_cut || narrow.is_some()) && !warnings.contains(&Warning::TextCut) {
        warnings.push(Warning::TextCut);
    }
    let before = rows.iter().take_while(|row| shape.is_some_and(|shape| is_before(row, shape))).count();
    let mut data = rows.split_off(if before < rows.len() { before } else { 0 });
    let titles =
        rows.iter().filter_map(|row| row.iter().find(|cell| !cell.text.is_empty())).map(|cell| cell.text.clone());
    let mut titles: Vec<Block> = titles.map(|title| Block::new(BlockKind::Paragraph, title)).collect();
    titles.extend(data.drain(..header::before(&data)).map(|row| line(&row)));
    let header = has_header(&data).then(|| data.remove(0));
    set_values(&mut data, usual_style(delimiter));
    let pages = pages(titles, header, data, reading);
    Ok(Document { kind: Kind::Csv, title: None, pages, outline: Vec::new(), warnings })
}

/// A row that comes before the list, as a line.
fn line(row: &[Cell]) -> Block {
    let texts: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
    Block::new(BlockKind::Paragraph, texts.join(" "))
}

/// A decimal comma goes with semicolons, because it could not go with commas; a point goes with commas.
fn usual_style(delimiter: u8) -> Option<Style> {
    match delimiter {
        b',' => Some(Style::Point),
        b';' => Some(Style::Comma),
        _ => None,
    }
}

fn pages(titles: Vec<Block>, header: Option<Vec<Cell>>, data: Vec<Vec<Cell>>, reading: &mut Reading<'_>) -> Vec<Page> {
    let most = reading.limits.pages.max(1);
    let size = ROWS.max(data.len().div_ceil(most));
    let total = data.len().div_ceil(size).max(1);
    let mut data = data.into_iter();
    let mut pages = Vec::with_capacity(total);
    let mut titles = Some(titles);
    for done in 1..=total {
        let rows: Vec<Vec<Cell>> = header.iter().cloned().chain(data.by_ref().take(size)).collect();
        let mut blocks = titles.take().unwrap_or_default();
        if !rows.is_empty() {
            blocks.push(Block::of_table(Table { name: None, header_rows: usize::from(header.is_some()), rows }));
        }
        pages.push(Page { blocks, ..Page::default() });
        reading.progress(done, total);
    }
    pages
}

/// All rows that hold something, and whether some were cut; nothing if a quotation mark was never closed.
fn rows(body: &str, delimiter: u8, quoting: bool) -> Option<(Vec<Vec<Cell>>, bool)> {
    let mut reader = reader(body, delimiter, quoting);
    let mut record = ::csv::StringRecord::new();
    let (mut rows, mut cells, mut is_cut) = (Vec::new(), 0, false);
    while let Ok(true) = reader.read_record(&mut record) {
        if quoting && record.iter().any(|field| field.len() > CELL) {
            return None;
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        is_cut |= record.len() > COLUMNS;
        // A row by itself takes as much as two cells.
        cells += record.len().min(COLUMNS) + 2;
        if cells > CELLS {
            is_cut = true;
            break;
        }
        is_cut |= record.iter().any(|field| field.len() > CELL);
        let cell = |field: &str| Cell::new(field.get(..field.floor_char_boundary(CELL)).unwrap_or(field).trim());
        rows.push(record.iter().take(COLUMNS).map(cell).collect());
    }
    Some((rows, is_cut))
}

/// The same with long lines cut, if one of them has so many delimiters that its cells alone would fill the memory.
fn narrowed(body: &str, delimiter: u8) -> Option<String> {
    const MOST: usize = 4 * COLUMNS;
    let end_of = |line: &str| {
        let mut ends = line.bytes().enumerate().filter(|(_, byte)| *byte == delimiter);
        if line.len() > MOST { ends.nth(MOST).map(|(at, _)| at) } else { None }
    };
    body.split('\n').any(|line| end_of(line).is_some()).then(|| {
        let lines = body.split('\n').map(|line| end_of(line).and_then(|end| line.get(..end)).unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    })
}

fn reader(body: &str, delimiter: u8, quoting: bool) -> ::csv::Reader<&[u8]> {
    let mut builder = ::csv::ReaderBuilder::new();
    builder.delimiter(delimiter).quoting(quoting).flexible(true).has_headers(false).from_reader(body.as_bytes())
}

/// The delimiter that divides the rows of the head most evenly; of two that are as even, the one with more columns.
fn shape(head: &str, is_whole: bool) -> Option<Shape> {
    let shapes = DELIMITERS.iter().filter_map(|delimiter| shape_of(head, *delimiter, is_whole));
    shapes.max_by(|a, b| {
        (a.tidy, a.share > 0.9).cmp(&(b.tidy, b.share > 0.9)).then_with(|| {
            let weight = |shape: &Shape| shape.share * (1.0 - 1.0 / small(shape.columns));
            weight(a).total_cmp(&weight(b))
        })
    })
}

fn shape_of(head: &str, delimiter: u8, is_whole: bool) -> Option<Shape> {
    let mut reader = reader(head, delimiter, true);
    let mut rows: Vec<::csv::StringRecord> = reader.records().map_while(Result::ok).take(SAMPLE).collect();
    if !is_whole && rows.len() < SAMPLE {
        rows.pop();
    }
    rows.retain(|row| row.iter().any(|field| !field.trim().is_empty()));
    let lengths: Vec<usize> = rows.iter().map(::csv::StringRecord::len).collect();
    let count = |length: usize| lengths.iter().filter(|other| **other == length).count();
    let columns = *lengths.iter().filter(|length| **length > 1).max_by_key(|length| (count(**length), **length))?;
    let even: Vec<&::csv::StringRecord> = rows.iter().filter(|row| row.len() == columns).collect();
    let share = small(even.len()) / small(rows.len());
    Some(Shape { delimiter, columns, rows: rows.len(), share, tidy: is_tidy(&even, delimiter) })
}

/// Prose has blanks after its commas and long cells; code has empty cells after its semicolons; a Markdown table begins its lines with bars.
fn is_tidy(rows: &[&::csv::StringRecord], delimiter: u8) -> bool {
    let cells: Vec<&str> = rows.iter().flat_map(|row| row.iter()).collect();
    let count = |is: &dyn Fn(&str) -> bool| cells.iter().filter(|cell| is(cell)).count();
    let filled = count(&|cell| !cell.trim().is_empty());
    let characters: usize = cells.iter().map(|cell| cell.len()).sum();
    let spaced = if delimiter == b',' { count(&|cell| cell.starts_with(' ')) } else { 0 };
    let is_headed = rows.first().is_some_and(|row| row.iter().filter(|field| !field.trim().is_empty()).count() > 1);
    is_headed && filled * 3 > cells.len() * 2 - rows.len() && characters <= 60 * cells.len() && spaced * 4 < cells.len()
}

/// Whether a row comes before the table: a title or a note, in a cell of its own.
fn is_before(row: &[Cell], shape: Shape) -> bool {
    let filled = row.iter().filter(|cell| !cell.text.is_empty()).count();
    shape.columns > 1 && filled == 1 && row.first().is_some_and(|cell| !cell.text.is_empty())
}

/// The first row is a header if none of its cells is empty, a number or a date, and no two are alike, or if it names what is below. A single row is
/// none.
fn has_header(rows: &[Vec<Cell>]) -> bool {
    let Some((first, rest)) = rows.split_first() else { return false };
    let texts: Vec<&str> = first.iter().map(|cell| cell.text.as_str()).collect();
    // The first cell, above the rows' names, is often left empty.
    let is_named = texts
        .iter()
        .enumerate()
        .all(|(column, text)| (column == 0 && texts.len() > 1 || !text.is_empty()) && !is_value(text));
    let mut sorted = texts.clone();
    sorted.sort_unstable();
    sorted.dedup();
    !rest.is_empty() && is_named && sorted.len() == texts.len() || header::names_columns(first, header::sample(rows, 0))
}

fn small(count: usize) -> f32 {
    u16::try_from(count).map_or(f32::from(u16::MAX), f32::from)
}
