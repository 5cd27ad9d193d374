//! Spreadsheets: a page a sheet.

mod code;
mod days;
mod decimal;
mod grid;
mod ods;
mod records;
mod shown;
mod strings;
mod styles;
mod xls;
mod xls_strings;
mod xlsb;
mod xlsx;

use super::package::{Family, Package, family};
use super::reading::{Input, ReadError, Reading};
use super::sniff::{CERTAIN, Sniff};
use crate::{Document, Kind, Page, Warning};
use grid::{Budget, Sheet};
use std::io::{Cursor, Read};

/// Whether these are sheets, and of which kind.
pub(super) fn sniff(input: &Input<'_>) -> Sniff {
    if is_compound(input.bytes) {
        return workbook_stream(input.bytes).map(|_| (Kind::Xls, CERTAIN));
    }
    match family(input.bytes)? {
        Family::Sheets | Family::BinarySheets => Some((Kind::Xlsx, CERTAIN)),
        Family::OpenSheets => Some((Kind::Ods, CERTAIN)),
        Family::Word | Family::Slides => None,
    }
}

/// Reads a spreadsheet.
pub(super) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let mut budget = Budget::new(&reading.limits);
    if is_compound(input.bytes) {
        let Some((stream, truncated)) = workbook_stream(input.bytes) else {
            return Err(ReadError::Damaged { what: "its workbook is missing".into() });
        };
        if xls::encryption(&stream).is_some() {
            return Err(ReadError::UnknownEncryption);
        }
        let limit = reading.limits.pages;
        let (sheets, total) = xls::read(&stream, &mut budget, limit, &mut |done, all| reading.progress(done, all))?;
        let mut document = document(Kind::Xls, sheets, total, &budget);
        document.warnings.extend(truncated.then_some(Warning::Truncated));
        return Ok(document);
    }
    let package = Package::open(input.bytes, &reading.limits)?;
    let mut document = match family(input.bytes) {
        Some(Family::OpenSheets) => {
            let mut sheets = ods::read(&package, &mut budget)?;
            let total = sheets.len();
            sheets.truncate(reading.limits.pages);
            reading.progress(sheets.len(), total);
            document(Kind::Ods, sheets, total, &budget)
        }
        Some(Family::BinarySheets) => {
            let main = package.main_part("xl/workbook.bin")?;
            let mut workbook = xlsb::open(&package, &main)?;
            let listed = std::mem::take(&mut workbook.sheets);
            let read =
                |listed: &xlsx::Listed, budget: &mut Budget| xlsb::read_sheet(&package, listed, &mut workbook, budget);
            each(listed, &mut budget, reading, read)?
        }
        _ => {
            let main = package.main_part("xl/workbook.xml")?;
            let mut workbook = xlsx::open(&package, &main, &mut budget)?;
            let listed = std::mem::take(&mut workbook.sheets);
            let read =
                |listed: &xlsx::Listed, budget: &mut Budget| xlsx::read_sheet(&package, listed, &mut workbook, budget);
            each(listed, &mut budget, reading, read)?
        }
    };
    if document.pages.is_empty() && !package.archive.damaged().is_empty() {
        return Err(ReadError::Damaged { what: "its sheets are missing".into() });
    }
    document.title = package.title()?;
    document.warnings.extend(package.warnings());
    Ok(document)
}

/// Reads one sheet after the other. One that is missing is an empty page and a warning.
fn each(
    listed: Vec<xlsx::Listed>,
    budget: &mut Budget,
    reading: &mut Reading<'_>,
    mut read: impl FnMut(&xlsx::Listed, &mut Budget) -> Result<Option<Sheet>, ReadError>,
) -> Result<Document, ReadError> {
    let total = listed.len();
    let mut sheets = Vec::new();
    let mut missing = Vec::new();
    for (index, listed) in listed.iter().take(reading.limits.pages).enumerate() {
        let sheet = read(listed, budget)?.unwrap_or_else(|| {
            missing.push(Warning::PartDamaged { part: listed.name.clone() });
            Sheet::new(listed.name.clone())
        });
        let mut sheet = sheet;
        sheet.hidden.sheet = listed.hidden;
        sheets.push(sheet);
        reading.progress(index + 1, total);
    }
    let mut document = document(Kind::Xlsx, sheets, total, budget);
    document.warnings.append(&mut missing);
    Ok(document)
}

fn document(kind: Kind, sheets: Vec<Sheet>, total: usize, budget: &Budget) -> Document {
    let mut warnings = Vec::new();
    if total > sheets.len() {
        warnings.push(Warning::PagesCut { total: u32::try_from(total).unwrap_or(u32::MAX) });
    }
    if budget.cut {
        warnings.push(Warning::TextCut);
    }
    for (number, sheet) in (1..).zip(&sheets) {
        if sheet.hidden.without_result > 0 {
            warnings.push(Warning::NoResults { page: number, cells: sheet.hidden.without_result });
        }
    }
    let pages: Vec<Page> = sheets.into_iter().map(Sheet::into_page).collect();
    Document { kind, title: None, pages, outline: Vec::new(), warnings }
}

fn is_compound(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

/// The workbook's stream of a compound file, and whether its end is missing.
fn workbook_stream(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let name = ["/Workbook", "/Book", "/WORKBOOK", "/BOOK"].into_iter().find(|name| file.is_stream(name))?;
    let stream = file.open_stream(name).ok()?;
    let mut content = Vec::new();
    let whole = stream.take(bytes.len() as u64).read_to_end(&mut content).is_ok();
    (whole || !content.is_empty()).then_some((content, !whole))
}
