//! Workbooks of Excel in binary parts ([MS-XLSB]): records of a number, a length and bytes.

use super::grid::{Budget, Sheet};
use super::records::{Bytes, rk};
use super::strings::Strings;
use super::styles::{Styles, error, truth};
use super::xlsx::Listed;
use crate::Cell;
use crate::formats::package::Package;
use crate::formats::reading::ReadError;

/// Shared strings and styles that are kept; an index beyond them is empty.
const MAX_ITEMS: usize = 4_000_000;

/// The records of a part: number and content.
fn records(mut part: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let mut number = 0u16;
        for shift in [0, 7] {
            let (byte, rest) = part.split_first()?;
            part = rest;
            number |= u16::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let mut length = 0usize;
        for shift in [0, 7, 14, 21] {
            let (byte, rest) = part.split_first()?;
            part = rest;
            length |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (content, rest) = part.split_at(length.min(part.len()));
        part = rest;
        Some((number, content))
    })
}

/// A string with its length in UTF-16 units before it.
fn string(bytes: &mut Bytes<'_>) -> Option<String> {
    let length = usize::try_from(bytes.u32()?).ok()?;
    bytes.utf16(length)
}

/// What a workbook says before its sheets.
pub(super) struct Workbook {
    pub(super) sheets: Vec<Listed>,
    pub(super) styles: Styles,
    strings: Strings,
}

/// Reads a workbook's parts without its sheets.
pub(super) fn open(package: &Package<'_>, main: &str) -> Result<Workbook, ReadError> {
    let relationships = package.relationships(main)?;
    let part = |kind: &str| -> Result<Vec<u8>, ReadError> {
        let name = relationships.of_kind(kind).next().unwrap_or_default();
        Ok(package.archive.read(name)?.unwrap_or_default())
    };
    let mut workbook = Workbook { sheets: Vec::new(), styles: Styles::default(), strings: Strings::default() };
    for (number, content) in records(&package.archive.read(main)?.unwrap_or_default()) {
        let mut bytes = Bytes::new(content);
        match number {
            // BrtWbProp
            153 => workbook.styles.since_1904 = content.first().is_some_and(|flags| flags & 1 != 0),
            // BrtBundleSh
            156 => {
                let hidden = bytes.u32().is_some_and(|state| state != 0);
                bytes.skip(4);
                let listed = string(&mut bytes).zip(string(&mut bytes)).and_then(|(id, name)| {
                    Some(Listed { name, part: relationships.by_id(&id)?.target.clone(), hidden })
                });
                workbook.sheets.extend(listed);
            }
            _ => {}
        }
    }
    let mut in_cell_formats = false;
    for (number, content) in records(&part("styles")?) {
        let mut bytes = Bytes::new(content);
        match number {
            // BrtFmt
            44 => {
                if let Some((id, code)) = bytes.u16().zip(string(&mut bytes)) {
                    workbook.styles.codes.insert(id, code);
                }
            }
            // BrtBeginCellXFs, BrtEndCellXFs, BrtXF
            617 => in_cell_formats = true,
            618 => in_cell_formats = false,
            47 if in_cell_formats && workbook.styles.formats.len() < MAX_ITEMS => {
                bytes.skip(2);
                workbook.styles.formats.push(bytes.u16().unwrap_or(0));
            }
            _ => {}
        }
    }
    for (number, content) in records(&part("sharedStrings")?) {
        // BrtSSTItem
        if number == 19 && workbook.strings.len() < MAX_ITEMS {
            let mut bytes = Bytes::new(content);
            bytes.skip(1);
            workbook.strings.push(&string(&mut bytes).unwrap_or_default());
        }
    }
    Ok(workbook)
}

/// Reads a sheet's cells.
pub(super) fn read_sheet(
    package: &Package<'_>,
    listed: &Listed,
    workbook: &mut Workbook,
    budget: &mut Budget,
) -> Result<Option<Sheet>, ReadError> {
    let Some(part) = package.archive.read(&listed.part)? else { return Ok(None) };
    let mut sheet = Sheet::new(listed.name.clone());
    let mut row = 0;
    for (number, content) in records(&part) {
        if budget.is_spent() {
            break;
        }
        let mut bytes = Bytes::new(content);
        // BrtRowHdr
        if number == 0 {
            row = bytes.u32().unwrap_or(row);
            // Style, height, and two bytes of flags; fDyZero is the fifth of the second.
            bytes.skip(7);
            if bytes.u8().is_some_and(|flags| flags & 0x10 != 0) {
                sheet.hidden.rows.insert(row);
            }
            continue;
        }
        // BrtColInfo: the columns, their width and style, flags.
        if number == 60 {
            if let Some(columns) = bytes.u32().zip(bytes.u32()) {
                bytes.skip(8);
                sheet.hidden.columns.extend(bytes.u16().filter(|flags| flags & 1 != 0).map(|_| columns));
            }
            continue;
        }
        if !(2..=11).contains(&number) && number != 62 {
            continue;
        }
        let Some((column, style)) = bytes.u32().zip(bytes.u32()) else { continue };
        let style = (style & 0x00ff_ffff) as usize;
        let cell = match number {
            // BrtCellRk
            2 => bytes.u32().map(|value| workbook.styles.number(rk(value), style)),
            // BrtCellError, BrtFmlaError
            3 | 11 => bytes.u8().map(error),
            // BrtCellBool, BrtFmlaBool
            4 | 10 => bytes.u8().map(|value| truth(value != 0)),
            // BrtCellReal, BrtFmlaNum
            5 | 9 => bytes.f64().map(|value| workbook.styles.number(value, style)),
            // BrtCellSt, BrtFmlaString
            6 | 8 => string(&mut bytes).map(Cell::new),
            // BrtCellIsst
            7 => bytes.u32().and_then(|index| workbook.strings.get(index as usize)).map(Cell::new),
            // BrtCellRString
            _ => {
                bytes.skip(1);
                string(&mut bytes).map(Cell::new)
            }
        };
        if let Some(cell) = cell.filter(|_| row < 1_048_576 && column < 16_384) {
            sheet.put(row, column, cell, budget);
        }
    }
    Ok(Some(sheet))
}
