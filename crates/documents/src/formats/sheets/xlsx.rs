//! Workbooks of Excel (Office Open XML, ECMA-376 part 1, SpreadsheetML).

use super::grid::{Budget, Named, Sheet};
use super::strings::Strings;
use super::styles::{Styles, truth};
use crate::formats::drawing;
use crate::formats::package::{Package, Relationships};
use crate::formats::reading::ReadError;
use crate::formats::xml::{Element, Tree, attribute, is_on, local, reader, resolve};
use crate::seen::{Rgb, WHITE, hexadecimal, is_seen_on};
use crate::{Block, BlockKind, Cell, CellValue, Hiding, Link};
use quick_xml::events::Event;

/// Links of a sheet; Excel takes 65,530.
const MAX_LINKS: usize = 65_530;

/// A sheet of a workbook: its name and its part.
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) part: String,
    /// Whether it is not shown.
    pub(super) hidden: bool,
}

/// What a workbook says before its sheets.
pub(super) struct Workbook {
    pub(super) sheets: Vec<Listed>,
    pub(super) styles: Styles,
    strings: Strings,
}

/// Reads a workbook's parts without its sheets.
pub(super) fn open(package: &Package<'_>, main: &str, budget: &mut Budget) -> Result<Workbook, ReadError> {
    let relationships = package.relationships(main)?;
    let part = |kind: &str| relationships.of_kind(kind).next().map(str::to_owned);
    let read = package.tree(main, |tree| {
        let root = tree.root();
        let listed = root.child("sheets").into_iter().flat_map(Element::elements).filter_map(|sheet| {
            let ids = sheet.attributes("id");
            let part = ids.iter().find_map(|id| relationships.by_id(id))?.target.clone();
            let hidden = sheet.attribute("state").is_some_and(|state| state != "visible");
            Some(Listed { name: sheet.attribute("name").unwrap_or_default().into_owned(), part, hidden })
        });
        let since_1904 = root.child("workbookPr").and_then(|p| p.attribute("date1904"));
        (listed.collect::<Vec<_>>(), since_1904.is_some_and(|on| on == "1" || on == "true"))
    })?;
    let (mut sheets, since_1904) = read.unwrap_or_default();
    if sheets.is_empty() {
        let names = package.archive.names().into_iter().filter(|name| name.starts_with("xl/worksheets/sheet"));
        let listed = |name: &str| {
            let file = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".xml");
            Listed { name: file.to_owned(), part: name.to_owned(), hidden: false }
        };
        sheets = names.map(listed).collect();
    }
    let mut styles = match part("styles") {
        Some(part) => package.tree(&part, read_styles)?.unwrap_or_default(),
        None => Styles::default(),
    };
    styles.since_1904 = since_1904;
    let strings = match part("sharedStrings") {
        Some(part) => package.text(&part)?.map(|text| shared_strings(&text, budget)).unwrap_or_default(),
        None => Strings::default(),
    };
    Ok(Workbook { sheets, styles, strings })
}

fn read_styles(tree: &Tree<'_>) -> Styles {
    let mut styles = Styles::default();
    let root = tree.root();
    for format in root.child("numFmts").into_iter().flat_map(Element::elements) {
        let id = format.attribute("numFmtId").and_then(|id| id.parse().ok());
        if let (Some(id), Some(code)) = (id, format.attribute("formatCode")) {
            styles.codes.insert(id, code.into_owned());
        }
    }
    let style = |xf: Element<'_>| xf.attribute("numFmtId").and_then(|id| id.parse().ok()).unwrap_or(0);
    let of_each = |name: &str| root.child(name).into_iter().flat_map(Element::elements).collect::<Vec<_>>();
    let fonts: Vec<Ink> =
        of_each("fonts").into_iter().map(|font| font.child("color").map_or(Ink::Of([0; 3]), ink)).collect();
    let fills: Vec<Ink> = of_each("fills").into_iter().map(filled).collect();
    let is_unseen = |xf: Element<'_>| {
        let of = |list: &[Ink], name: &str| list.get(xf.attribute(name)?.parse::<usize>().ok()?).copied();
        match (of(&fonts, "fontId"), of(&fills, "fillId").unwrap_or(Ink::Of(WHITE))) {
            (Some(Ink::Of(font)), Ink::Of(fill)) => !is_seen_on(font, fill),
            _ => false,
        }
    };
    styles.unseen = of_each("cellXfs").into_iter().map(is_unseen).collect();
    styles.formats = root.child("cellXfs").into_iter().flat_map(Element::elements).map(style).collect();
    styles
}

/// A colour of a font or a fill, as far as it is known without the theme's other colours.
#[derive(Clone, Copy)]
enum Ink {
    Of(Rgb),
    Unknown,
}

fn ink(colour: Element<'_>) -> Ink {
    let own = colour.attribute("rgb").and_then(|rgb| hexadecimal(rgb.get(rgb.len().checked_sub(6)?..)?));
    let is_plain = colour.attribute("tint").is_none_or(|tint| tint.parse::<f32>() == Ok(0.0));
    let of = |name: &str| colour.attribute(name).filter(|_| is_plain);
    // The first two colours of every theme are those of a page and its text.
    match (own, of("theme").as_deref(), of("indexed").as_deref()) {
        (Some(own), ..) => Ink::Of(own),
        (_, Some("0"), _) | (_, _, Some("1" | "9" | "65")) => Ink::Of(WHITE),
        (_, Some("1"), _) | (_, _, Some("0" | "8" | "64")) => Ink::Of([0; 3]),
        _ => Ink::Unknown,
    }
}

fn filled(fill: Element<'_>) -> Ink {
    let Some(pattern) = fill.child("patternFill") else { return Ink::Unknown };
    match pattern.attribute("patternType").as_deref() {
        None | Some("none") => Ink::Of(WHITE),
        Some("solid") => pattern.child("fgColor").map_or(Ink::Unknown, ink),
        Some(_) => Ink::Unknown,
    }
}

/// The strings that cells share, without the readings of East Asian words.
fn shared_strings(text: &str, budget: &mut Budget) -> Strings {
    let mut strings = Strings::default();
    let mut current = String::new();
    let mut in_text = false;
    let mut in_reading = false;
    let mut events = reader(text);
    loop {
        match events.read_event() {
            Ok(Event::Start(start)) => match local(start.name().as_ref()) {
                "t" => in_text = true,
                "rPh" => in_reading = true,
                _ => {}
            },
            Ok(Event::Empty(empty)) if local(empty.name().as_ref()) == "si" => strings.push(""),
            Ok(Event::End(end)) => match local(end.name().as_ref()) {
                "t" => in_text = false,
                "rPh" => in_reading = false,
                "si" => {
                    strings.push(&current);
                    current.clear();
                }
                _ => {}
            },
            Ok(Event::Text(run)) if in_text && !in_reading => current.push_str(&run),
            Ok(Event::CData(run)) if in_text && !in_reading => current.push_str(&run),
            Ok(Event::GeneralRef(reference)) if in_text && !in_reading => current.extend(resolve(&reference)),
            Ok(Event::Eof) => break,
            Err(_) => {
                budget.cut = true;
                break;
            }
            Ok(_) => {}
        }
    }
    strings
}

/// `_x000D_` stands for the UTF-16 unit with this code, `_x005F_` for a low line that is none of these (ECMA-376 part 1, 22.9.2.19).
fn unescaped(text: &str) -> String {
    if !text.contains("_x") {
        return text.to_owned();
    }
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("_x") {
        units.extend(before.encode_utf16());
        match escape(after) {
            Some(unit) => {
                units.push(unit);
                rest = after.get(5..).unwrap_or_default();
            }
            None => {
                units.extend("_x".encode_utf16());
                rest = after;
            }
        }
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

/// The unit of an escape, of what comes after `_x`: four digits and a low line.
fn escape(after: &str) -> Option<u16> {
    let (digits, end) = after.split_at_checked(4)?;
    let is_escape = end.starts_with('_') && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_escape.then(|| u16::from_str_radix(digits, 16).ok())?
}

/// A row and a column from 0, of a reference such as `B12`.
pub(super) fn reference(text: &str) -> Option<(u32, u32)> {
    let text = text.trim_start_matches('$');
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (column, row) = text.split_at_checked(letters)?;
    if !(1..=3).contains(&letters) {
        return None;
    }
    let column = column.bytes().fold(0, |sum, letter| sum * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    let row: u32 = row.trim_start_matches('$').parse().ok()?;
    (1..=16_384).contains(&column).then_some(())?;
    (1..=1_048_576).contains(&row).then_some((row - 1, column - 1))
}

/// The first and the last cell of a range such as `A1:C9`.
fn range(text: &str) -> Option<((u32, u32), (u32, u32))> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    Some((reference(first)?, reference(last)?))
}

/// A cell being read.
#[derive(Default)]
struct Open {
    kind: String,
    style: usize,
    /// Whether a formula makes its value.
    formula: bool,
    value: String,
    text: String,
}

/// Reads a sheet's cells, its links, and the ids of its tables' parts.
pub(super) fn read_sheet(
    package: &Package<'_>,
    listed: &Listed,
    workbook: &mut Workbook,
    budget: &mut Budget,
) -> Result<Option<Sheet>, ReadError> {
    let Some(text) = package.text(&listed.part)? else { return Ok(None) };
    let relationships = package.relationships(&listed.part)?;
    let mut sheet = Sheet::new(listed.name.clone());
    let (mut row, mut column) = (0u32, 0u32);
    let mut all_hidden = false;
    let mut unseen: Vec<(u32, u32, Hiding, Cell)> = Vec::new();
    let mut open: Option<Open> = None;
    let mut inside = "";
    let mut links: Vec<(String, Link)> = Vec::new();
    let mut events = reader(&text);
    loop {
        if budget.is_spent() {
            break;
        }
        match events.read_event() {
            Ok(Event::Start(start)) | Ok(Event::Empty(start)) if local(start.name().as_ref()) == "hyperlink" => {
                match links.len() {
                    MAX_LINKS.. => budget.cut = true,
                    _ => links.extend(link(start.attributes_raw(), &relationships)),
                }
            }
            Ok(Event::Start(start)) => match local(start.name().as_ref()) {
                "col" => sheet.hidden.columns.extend(hidden_columns(start.attributes_raw())),
                "sheetFormatPr" => all_hidden = on(start.attributes_raw(), "zeroHeight"),
                "row" => {
                    let own = attribute(start.attributes_raw(), "r").and_then(|r| r.parse::<u32>().ok());
                    row = own.and_then(|own| own.checked_sub(1)).unwrap_or(row);
                    column = 0;
                    if on(start.attributes_raw(), "hidden") || all_hidden {
                        sheet.hidden.rows.insert(row);
                    }
                }
                "f" => open.iter_mut().for_each(|open| open.formula = true),
                "c" => {
                    let attributes = start.attributes_raw();
                    if let Some(at) = attribute(attributes, "r").and_then(|r| reference(&r)) {
                        (row, column) = at;
                    }
                    open = Some(Open {
                        kind: attribute(attributes, "t").unwrap_or_default().into_owned(),
                        style: attribute(attributes, "s").and_then(|s| s.parse().ok()).unwrap_or(0),
                        ..Open::default()
                    });
                }
                "v" => inside = "v",
                "t" => inside = "t",
                "rPh" => inside = "rPh",
                _ => {}
            },
            Ok(Event::Empty(empty)) => match local(empty.name().as_ref()) {
                "c" => {
                    let at = attribute(empty.attributes_raw(), "r").and_then(|r| reference(&r));
                    (row, column) = at.unwrap_or((row, column));
                    column = column.saturating_add(1);
                }
                "row" => row = row.saturating_add(1),
                "col" => sheet.hidden.columns.extend(hidden_columns(empty.attributes_raw())),
                "sheetFormatPr" => all_hidden = on(empty.attributes_raw(), "zeroHeight"),
                "f" => open.iter_mut().for_each(|open| open.formula = true),
                _ => {}
            },
            Ok(Event::End(end)) => match local(end.name().as_ref()) {
                "c" => {
                    if let Some(open) = open.take() {
                        let cell = workbook.cell(&open);
                        if open.formula && open.value.trim().is_empty() && open.kind != "str" {
                            sheet.hidden.without_result += 1;
                        }
                        match workbook.styles.hiding(open.style, &cell) {
                            Some(why) => unseen.push((row, column, why, cell)),
                            None => sheet.put(row, column, cell, budget),
                        }
                    }
                    column = column.saturating_add(1);
                }
                "row" => row = row.saturating_add(1),
                "v" | "t" | "rPh" => inside = "",
                _ => {}
            },
            Ok(Event::Text(run)) => keep(&mut open, inside, &run),
            Ok(Event::CData(run)) => keep(&mut open, inside, &run),
            Ok(Event::GeneralRef(reference)) => {
                if let Some(c) = resolve(&reference) {
                    keep(&mut open, inside, c.encode_utf8(&mut [0; 4]));
                }
            }
            Ok(Event::Eof) => break,
            Err(_) => {
                package.archive.mark_damaged(&listed.part);
                break;
            }
            Ok(_) => {}
        }
    }
    sheet.sort();
    for (place, mut link) in links {
        if link.text.is_empty() {
            let at = range(&place).map(|(first, _)| first);
            link.text = at.map(|(row, column)| sheet.text_at(row, column).to_owned()).unwrap_or_default();
        }
        sheet.links.push(link);
    }
    beside(package, &relationships, &mut sheet)?;
    for (row, column, why, cell) in unseen {
        // A table's own style decides what its letters stand on.
        let is_styled = sheet.named.iter().any(|named| {
            (named.first.0..=named.last.0).contains(&row) && (named.first.1..=named.last.1).contains(&column)
        });
        if is_styled && why == Hiding::Colour {
            sheet.put(row, column, cell, budget);
        } else {
            sheet.put_unseen(why, cell, budget);
        }
    }
    Ok(Some(sheet))
}

/// Whether an attribute is a truth value that is true.
fn on(attributes: &str, name: &str) -> bool {
    attribute(attributes, name).is_some_and(|value| is_on(Some(&value)))
}

/// The first and last column of a `col` that is not shown.
fn hidden_columns(attributes: &str) -> Option<(u32, u32)> {
    let number = |name: &str| attribute(attributes, name)?.parse::<u32>().ok()?.checked_sub(1);
    let has_no_width = attribute(attributes, "width").is_some_and(|width| width.parse::<f32>() == Ok(0.0));
    (on(attributes, "hidden") || has_no_width).then(|| Some((number("min")?, number("max")?)))?
}

fn keep(open: &mut Option<Open>, inside: &str, text: &str) {
    if let Some(open) = open {
        match inside {
            "v" => open.value.push_str(text),
            "t" => open.text.push_str(text),
            _ => {}
        }
    }
}

fn link(attributes: &str, relationships: &Relationships) -> Option<(String, Link)> {
    let target = attribute(attributes, "id").and_then(|id| Some(relationships.by_id(&id)?.target.clone()));
    let location = attribute(attributes, "location").map(|location| format!("#{location}"));
    let url = match (target, location) {
        (Some(target), Some(location)) => target + &location,
        (target, location) => target.or(location)?,
    };
    let text = attribute(attributes, "display").unwrap_or_default().into_owned();
    Some((attribute(attributes, "ref").unwrap_or_default().into_owned(), Link { text, url }))
}

impl Workbook {
    fn cell(&mut self, open: &Open) -> Cell {
        let value = open.value.trim();
        match open.kind.as_str() {
            "s" => {
                let shared = value.parse::<usize>().ok().and_then(|index| self.strings.get(index));
                Cell::new(shared.map(unescaped).unwrap_or_default())
            }
            "inlineStr" => Cell::new(unescaped(&open.text)),
            "str" => Cell::new(unescaped(&open.value)),
            "b" if !value.is_empty() => truth(value == "1" || value == "true"),
            "e" => Cell::new(value),
            "d" if !value.is_empty() => {
                let iso = value.trim_end_matches('Z').trim_end_matches("T00:00:00.000").trim_end_matches("T00:00:00");
                Cell { text: iso.replace('T', " "), value: Some(CellValue::Date(iso.to_owned())) }
            }
            _ => match value.parse::<f64>() {
                Ok(number) => self.styles.number(number, open.style),
                Err(_) if value.is_empty() => Cell::new(unescaped(&open.text)),
                Err(_) => Cell::new(value),
            },
        }
    }
}

/// The defined tables of a sheet, its comments, and the text of its charts and boxes.
fn beside(package: &Package<'_>, relationships: &Relationships, sheet: &mut Sheet) -> Result<(), ReadError> {
    for part in relationships.of_kind("table") {
        let read = |tree: &Tree<'_>| {
            let root = tree.root();
            let (first, last) = range(&root.attribute("ref")?)?;
            let name = root.attribute("displayName").or_else(|| root.attribute("name"))?;
            let name = unescaped(&name);
            let header_rows = root.attribute("headerRowCount").and_then(|count| count.parse().ok()).unwrap_or(1);
            Some(Named { name, first, last, header_rows })
        };
        sheet.named.extend(package.tree(part, read)?.flatten());
    }
    let has_threads = relationships.of_kind("threadedComment").next().is_some();
    let kind = if has_threads { "threadedComment" } else { "comments" };
    for part in relationships.of_kind(kind) {
        let read = |tree: &Tree<'_>| {
            let comments =
                tree.root().descendants().into_iter().filter(|e| matches!(e.name(), "comment" | "threadedComment"));
            let block = |comment: Element<'_>| {
                let text = comment.child("text")?.text();
                let place = comment.attribute("ref").unwrap_or_default();
                let said = format!("{place}: {}", unescaped(text.trim()));
                (!text.trim().is_empty()).then(|| Block::new(BlockKind::Note, said))
            };
            comments.filter_map(block).collect::<Vec<_>>()
        };
        sheet.beside.extend(package.tree(part, read)?.unwrap_or_default());
    }
    for part in relationships.of_kind("drawing") {
        let own = package.relationships(part)?;
        let read = |tree: &Tree<'_>| {
            let bodies = tree.root().descendants().into_iter().filter(|e| e.name() == "txBody");
            let text = |body: Element<'_>| {
                let lines = body.elements().filter(|e| e.name() == "p").map(|p| {
                    p.descendants().into_iter().filter(|e| e.name() == "t").map(Element::text).collect::<String>()
                });
                lines.collect::<Vec<_>>().join("\n").trim().to_owned()
            };
            let blocks =
                bodies.map(text).filter(|text| !text.is_empty()).map(|text| Block::new(BlockKind::Paragraph, text));
            blocks.collect::<Vec<_>>()
        };
        sheet.beside.extend(package.tree(part, read)?.unwrap_or_default());
        for chart in own.of_kind("chart") {
            sheet.beside.extend(package.tree(chart, |tree| drawing::graphic(tree.root()))?.flatten());
        }
    }
    Ok(())
}
