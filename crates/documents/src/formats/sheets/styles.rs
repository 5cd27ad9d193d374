//! Number formats of a workbook, and cells made of raw values with them.

use super::code::{Section, Token, parse};
use super::days::moment;
use super::decimal::general;
use super::shown::{choose, show};
use crate::{Cell, CellValue, Hiding};
use std::collections::HashMap;

/// The formats that have a number and no code in the file (ECMA-376 part 1, 18.8.30). Those that follow the reader's country (14, 22 and the ranges of
/// East Asian dates) are shown in ISO 8601.
const BUILT_IN: &[(u16, &str)] = &[
    (1, "0"),
    (2, "0.00"),
    (3, "#,##0"),
    (4, "#,##0.00"),
    (5, "$#,##0;($#,##0)"),
    (6, "$#,##0;($#,##0)"),
    (7, "$#,##0.00;($#,##0.00)"),
    (8, "$#,##0.00;($#,##0.00)"),
    (9, "0%"),
    (10, "0.00%"),
    (11, "0.00E+00"),
    (12, "# ?/?"),
    (13, "# ??/??"),
    (14, "yyyy-mm-dd"),
    (15, "d-mmm-yy"),
    (16, "d-mmm"),
    (17, "mmm-yy"),
    (18, "h:mm AM/PM"),
    (19, "h:mm:ss AM/PM"),
    (20, "h:mm"),
    (21, "h:mm:ss"),
    (22, "yyyy-mm-dd h:mm"),
    (37, "#,##0;(#,##0)"),
    (38, "#,##0;(#,##0)"),
    (39, "#,##0.00;(#,##0.00)"),
    (40, "#,##0.00;(#,##0.00)"),
    (41, "#,##0;(#,##0);-"),
    (42, "$#,##0;($#,##0);-"),
    (43, "#,##0.00;(#,##0.00);-"),
    (44, "$#,##0.00;($#,##0.00);-"),
    (45, "mm:ss"),
    (46, "[h]:mm:ss"),
    (47, "mm:ss.0"),
    (48, "##0.0E+0"),
    (49, "@"),
];

/// The formats of a workbook's cells.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// Codes by number.
    pub(super) codes: HashMap<u16, String>,
    /// The number of the format of each style of cells.
    pub(super) formats: Vec<u16>,
    /// Whether the letters of each style have the colour of their ground; empty where the format's reader does not know.
    pub(super) unseen: Vec<bool>,
    /// Whether days are counted from 1904.
    pub(super) since_1904: bool,
    parsed: HashMap<u16, Vec<Section>>,
}

impl Styles {
    /// Why a cell of this style shows nothing of what it holds, if it does not.
    pub(super) fn hiding(&self, style: usize, cell: &Cell) -> Option<Hiding> {
        let says_something = !cell.text.is_empty() || cell.value.is_some();
        let shows_nothing = || {
            let format = self.formats.get(style).and_then(|format| self.codes.get(format));
            // The sections are for positive and negative numbers, zero, and text.
            let is_empty = format.is_some_and(|code| code.trim() == ";;;");
            is_empty || cell.text.is_empty() && cell.value.is_some()
        };
        match self.unseen.get(style) {
            _ if !says_something => None,
            _ if shows_nothing() => Some(Hiding::Marked),
            Some(true) => Some(Hiding::Colour),
            _ => None,
        }
    }

    /// A number in a cell of this style.
    pub(super) fn number(&mut self, value: f64, style: usize) -> Cell {
        let format = self.formats.get(style).copied().unwrap_or(0);
        let codes = &self.codes;
        let sections = self.parsed.entry(format).or_insert_with(|| {
            let own = codes.get(&format).map(String::as_str);
            let built_in = || BUILT_IN.iter().find(|(id, _)| *id == format).map(|(_, code)| *code);
            let east_asian = || matches!(format, 27..=31 | 36 | 50..=58).then_some("yyyy-mm-dd");
            own.or_else(built_in).or_else(east_asian).map(parse).unwrap_or_default()
        });
        cell(sections, value, self.since_1904)
    }
}

/// A number as its format shows it, and what it is.
fn cell(sections: &[Section], value: f64, since_1904: bool) -> Cell {
    if !value.is_finite() {
        return Cell::default();
    }
    let plain = CellValue::Number(if value == 0.0 { "0".to_owned() } else { value.to_string() });
    let Some((section, shows_sign)) = choose(sections, value) else {
        return Cell { text: general(value), value: Some(plain) };
    };
    let text = show(section, value, shows_sign, since_1904).unwrap_or_else(|| general(value));
    let is_elapsed = section.tokens.iter().any(|token| matches!(token, Token::Elapsed(_)));
    let date = moment(value, since_1904).filter(|_| section.is_date() && !is_elapsed).map(|moment| {
        let has_day = section.tokens.iter().any(|token| matches!(token, Token::Date('y' | 'm' | 'd' | 'e', _)));
        if !has_day && value < 1.0 {
            moment.time()
        } else if moment.is_midnight() {
            moment.date()
        } else {
            format!("{}T{}", moment.date(), moment.time())
        }
    });
    Cell { text, value: Some(date.map_or(plain, CellValue::Date)) }
}

/// A truth value.
pub(super) fn truth(value: bool) -> Cell {
    Cell { text: if value { "TRUE" } else { "FALSE" }.to_owned(), value: Some(CellValue::Bool(value)) }
}

/// An error by its number in the binary formats ([MS-XLS] 2.5.10).
pub(super) fn error(code: u8) -> Cell {
    let text = match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        0x2a => "#N/A",
        0x2b => "#GETTING_DATA",
        _ => "#ERROR",
    };
    Cell::new(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: &str, value: f64) -> String {
        cell(&parse(code), value, false).text
    }

    #[test]
    fn numbers_are_shown_as_excel_shows_them() {
        let cases = [
            ("0", 2.5, "3"),
            ("0.00", 2.675, "2.68"),
            ("0.00", 1.005, "1.01"),
            ("0.0", -0.04, "0.0"),
            ("#,##0.00", 1_234_567.891, "1,234,567.89"),
            ("#,##0", 999.5, "1,000"),
            ("0%", 0.125, "13%"),
            ("0.00%", 0.123_45, "12.35%"),
            ("$#,##0.00", -12.5, "-$12.50"),
            ("#,##0.00 [$€-407]", 1_000.0, "1,000.00 €"),
            ("[$CHF-807] #,##0.00", 5.0, "CHF 5.00"),
            ("#,##0;[Red](#,##0);\"nil\"", -1_234.0, "(1,234)"),
            ("#,##0;[Red](#,##0);\"nil\"", 0.0, "nil"),
            ("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", 0.0, "-"),
            ("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", -3.0, "(3.00)"),
            ("0.00E+00", 12_345.678, "1.23E+04"),
            ("##0.0E+0", 12_345.0, "12.3E+3"),
            ("0.0,,\"M\"", 12_345_678.0, "12.3M"),
            ("#.##", 0.5, ".5"),
            ("000-00-0000", 123_456_789.0, "123-45-6789"),
            ("00000", 42.0, "00042"),
            ("# ?/?", 2.5, "2 1/2"),
            ("# ?/8", 0.375, "3/8"),
            ("[<1]0.00;0", 0.25, "0.25"),
            ("[<1]0.00;0", 12.0, "12"),
            ("General \"units\"", 7.0, "7 units"),
            (";;;", 7.0, ""),
            ("@", 12.0, "12"),
            ("General", 0.1 + 0.2, "0.3"),
            ("General", 1.0 / 3.0, "0.333333333"),
            ("General", 123_456_789_012.0, "1.23457E+11"),
            ("General", 2.0 / 3.0 + 3.0, "3.666666667"),
            ("General", 0.000_012_345, "1.2345E-05"),
            ("General", -42.0, "-42"),
        ];
        for (code, value, expected) in cases {
            assert_eq!(shown(code, value), expected, "{code} of {value}");
        }
        assert_eq!(cell(&[], 4.35, false).value, Some(CellValue::Number("4.35".into())));
        assert_eq!(cell(&[], 1e21, false).value, Some(CellValue::Number("1000000000000000000000".into())));
        assert_eq!(cell(&[], 1e-7, false).value, Some(CellValue::Number("0.0000001".into())));
    }

    #[test]
    fn dates_are_shown_and_kept_in_iso_8601() {
        let cases = [
            ("yyyy-mm-dd", 45_352.0, "2024-03-01", "2024-03-01"),
            ("d/m/yy", 45_351.0, "29/2/24", "2024-02-29"),
            ("dddd, mmmm d", 45_352.0, "Friday, March 1", "2024-03-01"),
            ("mmm-yy", 1.0, "Jan-00", "1900-01-01"),
            ("d mmm yyyy", 60.0, "29 Feb 1900", "1900-02-29"),
            ("d mmm yyyy", 61.0, "1 Mar 1900", "1900-03-01"),
            ("h:mm AM/PM", 0.75, "6:00 PM", "18:00:00"),
            ("hh:mm:ss", 0.999_999_999, "00:00:00", "00:00:00"),
            ("m/d/yyyy h:mm", 45_352.5, "3/1/2024 12:00", "2024-03-01T12:00:00"),
            ("mm:ss.0", 0.000_75, "01:04.8", "00:01:04.800"),
        ];
        for (code, value, expected, iso) in cases {
            let cell = cell(&parse(code), value, false);
            assert_eq!(cell.text, expected, "{code} of {value}");
            assert_eq!(cell.value, Some(CellValue::Date(iso.into())), "{code} of {value}");
        }
        assert_eq!(shown("[h]:mm", 1.5), "36:00");
        assert_eq!(cell(&parse("[h]:mm"), 1.5, false).value, Some(CellValue::Number("1.5".into())));
        assert_eq!(cell(&parse("yyyy"), 0.0, true).text, "1904");
        assert_eq!(cell(&parse("yyyy-mm-dd"), -1.0, false).text, "-1");
        assert!(matches!(cell(&parse("yyyy-mm-dd"), 1e300, false).value, Some(CellValue::Number(_))));
    }
}
