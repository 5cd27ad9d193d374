//! Workbooks of Excel 97 to 2003, and of Excel 5 and 95 ([MS-XLS]): a stream of records in a compound file.

use super::grid::{Budget, Sheet};
use super::records::{Bytes, rk};
use super::strings::Strings;
use super::styles::{Styles, error, truth};
use super::xls_strings::{Segments, shared, unicode};
use crate::formats::reading::ReadError;
use crate::{Block, BlockKind, Cell};
use encoding_rs::{Encoding, WINDOWS_1252};

const BOF: u16 = 0x0809;
const EOF: u16 = 0x000a;
const CONTINUE: u16 = 0x003c;
const FILE_PASS: u16 = 0x002f;

/// A record: its number and where its content is in the stream.
struct Record<'b> {
    number: u16,
    content: &'b [u8],
}

/// The records of a stream from a place on.
fn records(stream: &[u8], from: usize) -> impl Iterator<Item = Record<'_>> {
    let mut bytes = Bytes::new(stream.get(from..).unwrap_or_default());
    std::iter::from_fn(move || {
        let number = bytes.u16()?;
        let length = usize::from(bytes.u16()?);
        Some(Record { number, content: bytes.take(length)? })
    })
}

/// What comes before the sheets.
struct Globals {
    /// Whether strings are UTF-16, as they are since Excel 97.
    unicode: bool,
    charset: &'static Encoding,
    strings: Strings,
    styles: Styles,
    /// The sheets' names, where their records begin, and whether they are hidden.
    sheets: Vec<(String, usize, bool)>,
}

/// Whether the stream's records are encrypted, and how: the content of the record that says so.
pub(super) fn encryption(stream: &[u8]) -> Option<&[u8]> {
    let globals = records(stream, 0).take_while(|record| record.number != EOF);
    globals.filter(|record| record.number == FILE_PASS).map(|record| record.content).next()
}

/// A string of bytes in the file's charset, or of UTF-16, after its length in one or two bytes.
fn text(bytes: &mut Bytes<'_>, globals: &Globals, wide_length: bool) -> Option<String> {
    let length = if wide_length { usize::from(bytes.u16()?) } else { usize::from(bytes.u8()?) };
    if globals.unicode {
        return unicode(bytes, length);
    }
    Some(globals.charset.decode_without_bom_handling(bytes.take(length)?).0.into_owned())
}

/// The charset of a code page.
fn charset(code_page: u16) -> &'static Encoding {
    let label = match code_page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 | 32_768 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

fn globals(stream: &[u8], budget: &mut Budget) -> Result<Globals, ReadError> {
    let mut globals = Globals {
        unicode: true,
        charset: WINDOWS_1252,
        strings: Strings::default(),
        styles: Styles::default(),
        sheets: Vec::new(),
    };
    let mut all = records(stream, 0).peekable();
    let first = all.peek().filter(|record| record.number == BOF);
    let Some(first) = first else {
        return Err(ReadError::Damaged { what: "its workbook has no beginning".into() });
    };
    // 0x0600 is Excel 97 and later, 0x0500 Excel 5 and 95.
    globals.unicode = Bytes::new(first.content).u16().is_some_and(|version| version >= 0x0600);
    while let Some(record) = all.next() {
        let mut bytes = Bytes::new(record.content);
        match record.number {
            EOF => break,
            0x0042 => globals.charset = bytes.u16().map_or(WINDOWS_1252, charset),
            0x0022 => globals.styles.since_1904 = bytes.u16() == Some(1),
            // BoundSheet8
            0x0085 => {
                let place = bytes.u32().and_then(|place| usize::try_from(place).ok());
                let is_hidden = bytes.u8().is_some_and(|state| state & 3 != 0);
                let is_sheet = bytes.u8() == Some(0);
                let name = text(&mut bytes, &globals, false);
                globals
                    .sheets
                    .extend(name.zip(place).filter(|_| is_sheet).map(|(name, place)| (name, place, is_hidden)));
            }
            // Format
            0x041e => {
                let id = bytes.u16();
                let code = text(&mut bytes, &globals, globals.unicode);
                globals.styles.codes.extend(id.zip(code));
            }
            // XF
            0x00e0 => {
                bytes.skip(2);
                globals.styles.formats.push(bytes.u16().unwrap_or(0));
            }
            // SST
            0x00fc => {
                let mut parts = vec![record.content];
                while let Some(next) = all.next_if(|next| next.number == CONTINUE) {
                    parts.push(next.content);
                }
                globals.strings = shared(Segments::new(parts), budget);
            }
            _ => {}
        }
    }
    Ok(globals)
}

/// Reads a workbook's stream; `part` reads one after the other sheet and says how many there are.
pub(super) fn read(
    stream: &[u8],
    budget: &mut Budget,
    limit: usize,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<(Vec<Sheet>, usize), ReadError> {
    let mut globals = globals(stream, budget)?;
    let listed = std::mem::take(&mut globals.sheets);
    let total = listed.len();
    let mut sheets = Vec::new();
    for (index, (name, place, is_hidden)) in listed.into_iter().take(limit).enumerate() {
        let mut sheet = Sheet::new(name);
        sheet.hidden.sheet = is_hidden;
        read_sheet(stream, place, &mut globals, &mut sheet, budget);
        sheets.push(sheet);
        progress(index + 1, total);
    }
    Ok((sheets, total))
}

fn read_sheet(stream: &[u8], place: usize, globals: &mut Globals, sheet: &mut Sheet, budget: &mut Budget) {
    let mut depth = 0;
    // The cell of a formula whose text follows in a record of its own.
    let mut waiting: Option<(u32, u32)> = None;
    let mut all = records(stream, place).peekable();
    while let Some(record) = all.next() {
        if budget.is_spent() {
            return;
        }
        let mut bytes = Bytes::new(record.content);
        match record.number {
            BOF => depth += 1,
            EOF if depth <= 1 => return,
            EOF => depth -= 1,
            // What is inside a chart is not the sheet's.
            _ if depth > 1 => {}
            // Row: its flags come after its columns, its height and two words that are not used.
            0x0208 => {
                let row = bytes.u16().map(u32::from);
                bytes.skip(10);
                let is_hidden = bytes.u16().is_some_and(|flags| flags & 0x20 != 0);
                sheet.hidden.rows.extend(row.filter(|_| is_hidden));
            }
            // ColInfo
            0x007d => {
                let columns = bytes.u16().zip(bytes.u16());
                bytes.skip(4);
                let is_hidden = bytes.u16().is_some_and(|flags| flags & 1 != 0);
                let columns = columns.filter(|_| is_hidden);
                sheet.hidden.columns.extend(columns.map(|(first, last)| (u32::from(first), u32::from(last))));
            }
            // String
            0x0207 => {
                let mut parts = vec![record.content];
                while let Some(next) = all.next_if(|next| next.number == CONTINUE) {
                    parts.push(next.content);
                }
                let text = if globals.unicode {
                    let mut segments = Segments::new(parts);
                    segments.u16().and_then(|length| segments.characters(usize::from(length)))
                } else {
                    text(&mut bytes, globals, true)
                };
                if let Some(((row, column), text)) = waiting.take().zip(text) {
                    sheet.put(row, column, Cell::new(text), budget);
                }
            }
            // TxO: the text of a box or a comment, in the record that follows.
            0x01b6 if globals.unicode => {
                bytes.skip(10);
                let length = bytes.u16().unwrap_or(0);
                let mut parts = Vec::new();
                while let Some(next) = all.next_if(|next| next.number == CONTINUE) {
                    parts.push(next.content);
                }
                let text = Segments::new(parts).characters(usize::from(length)).unwrap_or_default();
                if !text.trim().is_empty() {
                    sheet.beside.push(Block::new(BlockKind::Note, text.trim()));
                }
            }
            number => {
                waiting = cells(number, &mut bytes, globals, sheet, budget)
                    .or(waiting.filter(|_| matches!(number, 0x04bc | 0x0221 | 0x0236)))
            }
        }
    }
}

/// Puts the cells of a record; gives the place of a formula whose text is to follow.
fn cells(
    number: u16,
    bytes: &mut Bytes<'_>,
    globals: &mut Globals,
    sheet: &mut Sheet,
    budget: &mut Budget,
) -> Option<(u32, u32)> {
    if !matches!(number, 0x0006 | 0x00bd | 0x00d6 | 0x00fd | 0x0203 | 0x0204 | 0x0205 | 0x027e | 0x0206 | 0x0406) {
        return None;
    }
    let row = u32::from(bytes.u16()?);
    let mut column = u32::from(bytes.u16()?);
    // MulRk: a style and a number for each column, then the last column.
    if number == 0x00bd {
        let mut pair = bytes.clone();
        while let Some((style, value)) = pair.u16().zip(pair.u32()) {
            let cell = globals.styles.number(rk(value), usize::from(style));
            sheet.put(row, column, cell, budget);
            column += 1;
        }
        return None;
    }
    let style = usize::from(bytes.u16()?);
    let cell = match number {
        // LabelSst
        0x00fd => globals.strings.get(bytes.u32()? as usize).map(Cell::new),
        // Label, RString
        0x0204 | 0x00d6 => text(bytes, globals, true).map(Cell::new),
        // Number
        0x0203 => bytes.f64().map(|value| globals.styles.number(value, style)),
        // Rk
        0x027e => bytes.u32().map(|value| globals.styles.number(rk(value), style)),
        // BoolErr
        0x0205 => {
            let value = bytes.u8()?;
            Some(if bytes.u8()? == 0 { truth(value != 0) } else { error(value) })
        }
        // Formula: a number, or FFFF at its end and what it is at its start.
        _ => {
            let value = bytes.take(8)?;
            match value {
                [0, _, _, _, _, _, 0xff, 0xff] => return Some((row, column)),
                [1, _, value, _, _, _, 0xff, 0xff] => Some(truth(*value != 0)),
                [2, _, value, _, _, _, 0xff, 0xff] => Some(error(*value)),
                [.., 0xff, 0xff] => None,
                value => Bytes::new(value).f64().map(|value| globals.styles.number(value, style)),
            }
        }
    };
    sheet.put(row, column, cell?, budget);
    None
}
