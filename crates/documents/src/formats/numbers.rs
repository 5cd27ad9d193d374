//! Numbers, dates and truth values as people write them in columns, where they can mean only one thing.

use crate::{Cell, CellValue};

/// How the numbers of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

/// The order of day and month in dates with slashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// What stands for "nothing" in a column of numbers.
const NOTHING: &[&str] = &["", "-", "–", "—", "n/a", "N/A", "NA", "na", "null", "NULL", "nan", "NaN", "None", "#N/A"];

/// Signs and codes of money that stand before or after an amount.
const MONEY: &[&str] = &[
    "€", "$", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "INR",
];

/// Gives the cells of columns their values, column by column: a column has numbers only if each cell is one or says nothing, and all can be written
/// in one style. Where `1,234` could be both, the style of the file's other columns decides, then `usual`: a style whose mark the cells have, and which
/// goes with the delimiter. Else there is no value. A column with leading zeros (`00123`) has no numbers but names.
pub(crate) fn set_values(rows: &mut [Vec<Cell>], usual: Option<Style>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let found: Vec<ColumnSense> = (0..columns).map(|column| kind_of_column(rows, column)).collect();
    let sure = |style| found.contains(&ColumnSense::Numbers(style));
    let of_file = match (sure(Style::Point), sure(Style::Comma)) {
        (true, false) => Some(Style::Point),
        (false, true) => Some(Style::Comma),
        _ => None,
    };
    let mark = usual.map(|style| if style == Style::Point { '.' } else { ',' });
    for row in rows {
        for (cell, found) in row.iter_mut().zip(&found) {
            let text = cell.text.as_str();
            cell.value = match found {
                ColumnSense::Numbers(style) => number(text, *style).map(CellValue::Number),
                ColumnSense::EitherStyle => {
                    let style = of_file.or(usual.filter(|_| mark.is_some_and(|mark| text.contains(mark))));
                    style.and_then(|style| number(text, style)).map(CellValue::Number)
                }
                ColumnSense::Dates(order) => date(text, *order).map(CellValue::Date),
                ColumnSense::Truth => truth(text).map(CellValue::Bool),
                ColumnSense::Text => None,
            };
        }
    }
}

/// Whether a text is a number in one of the styles, or a date. A header has none.
pub(crate) fn is_value(text: &str) -> bool {
    number(text, Style::Point).is_some()
        || number(text, Style::Comma).is_some()
        || date(text, Some(Order::DayFirst)).is_some()
        || date(text, Some(Order::MonthFirst)).is_some()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnSense {
    Numbers(Style),
    EitherStyle,
    Dates(Option<Order>),
    Truth,
    Text,
}

fn kind_of_column(rows: &[Vec<Cell>], column: usize) -> ColumnSense {
    let cells = || {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.text.as_str())
            .filter(|text| !NOTHING.contains(text))
    };
    if cells().next().is_none() {
        return ColumnSense::Text;
    }
    if cells().all(|text| truth(text).is_some()) {
        return ColumnSense::Truth;
    }
    let in_style = |style| cells().all(|text| !has_leading_zero(text) && number(text, style).is_some());
    match (in_style(Style::Point), in_style(Style::Comma)) {
        (true, true) if cells().all(|text| number(text, Style::Point) == number(text, Style::Comma)) => {
            return ColumnSense::Numbers(Style::Point);
        }
        (true, true) => return ColumnSense::EitherStyle,
        (true, false) => return ColumnSense::Numbers(Style::Point),
        (false, true) => return ColumnSense::Numbers(Style::Comma),
        (false, false) => {}
    }
    let in_order = |order| cells().all(|text| date(text, order).is_some());
    match (in_order(Some(Order::DayFirst)), in_order(Some(Order::MonthFirst))) {
        (true, false) => ColumnSense::Dates(Some(Order::DayFirst)),
        (false, true) => ColumnSense::Dates(Some(Order::MonthFirst)),
        _ if in_order(None) => ColumnSense::Dates(None),
        _ => ColumnSense::Text,
    }
}

/// `007` is a name; `0`, `0.7` and `-0,5` are numbers.
fn has_leading_zero(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    digits.len() > 1 && digits.starts_with('0') && digits.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// A number as a plain decimal, if the text is one in this style. Groups of three may be divided by blanks or apostrophes in both styles. Money may
/// stand before or after; brackets or a minus at the end are negative. A percentage has no value, because some mean `0.12` by `12 %` and some `12`.
pub(crate) fn number(text: &str, style: Style) -> Option<String> {
    let mut text = text.trim();
    if text.len() > 64 || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut is_negative = false;
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        (text, is_negative) = (inner.trim(), true);
    }
    let sign = |text: &mut &str, is_negative: &mut bool| {
        let rest = text.strip_prefix(['-', '−', '+']);
        if let (false, Some(rest)) = (*is_negative, rest) {
            *is_negative = !text.starts_with('+');
            *text = rest.trim_start();
        }
    };
    sign(&mut text, &mut is_negative);
    for money in MONEY {
        if let Some(rest) = text.strip_prefix(money).or_else(|| text.strip_suffix(money)) {
            text = rest.trim();
            sign(&mut text, &mut is_negative);
            break;
        }
    }
    if let (false, Some(rest)) = (is_negative, text.strip_suffix(['-', '−'])) {
        (text, is_negative) = (rest.trim_end(), true);
    }
    let (mark, group) = match style {
        Style::Point => ('.', ','),
        Style::Comma => (',', '.'),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok().filter(|e| e.abs() <= 400)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once(mark).unwrap_or((mantissa, ""));
    let is_fraction =
        fraction.bytes().all(|b| b.is_ascii_digit()) && (!fraction.is_empty() || !mantissa.ends_with(mark));
    let whole = ungrouped(whole, group)?;
    (is_fraction && !(whole.is_empty() && fraction.is_empty())).then(|| plain(is_negative, &whole, fraction, exponent))
}

/// Digits without the marks between groups of three: all groups are divided by the same mark and are whole, the first one does not begin with zero.
fn ungrouped(whole: &str, group: char) -> Option<String> {
    let Some(mark) = whole.chars().find(|c| !c.is_ascii_digit()) else { return Some(whole.to_owned()) };
    if mark != group && !matches!(mark, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’') {
        return None;
    }
    let mut groups = whole.split(mark);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(digits)
}

/// A plain decimal, as [`CellValue::Number`] wants it, with the point moved by an exponent.
pub(crate) fn plain(is_negative: bool, whole: &str, fraction: &str, exponent: i32) -> String {
    let mut digits = format!("{whole}{fraction}");
    let mut point = i64::try_from(whole.len()).unwrap_or_default() + i64::from(exponent);
    while point > i64::try_from(digits.len()).unwrap_or(i64::MAX) {
        digits.push('0');
    }
    while point < 1 {
        digits.insert(0, '0');
        point += 1;
    }
    let (whole, fraction) =
        digits.split_at_checked(usize::try_from(point).unwrap_or_default()).unwrap_or((&digits, ""));
    let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
    let sign = if is_negative && digits.bytes().any(|b| b != b'0') { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// A date, or a date and a time, in ISO 8601: `2024-03-01`, `2024/03/01`, `1.3.2024`, and `1/3/2024` if the order is known.
fn date(text: &str, order: Option<Order>) -> Option<String> {
    let text = text.trim();
    let (day, time) = text.split_once(['T', ' ']).map_or((text, None), |(day, time)| (day, Some(time.trim())));
    let mark = day.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = day.split(mark).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let (year, month, day) = match (mark, order) {
        ('-' | '/', _) if first.len() == 4 => (first, second, third),
        ('.', _) => (third, second, first),
        ('/', Some(Order::DayFirst)) => (third, second, first),
        ('/', Some(Order::MonthFirst)) => (third, first, second),
        _ => return None,
    };
    let read = |text: &str, lengths: std::ops::RangeInclusive<usize>, values: std::ops::RangeInclusive<u32>| {
        let is_number = lengths.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|value| is_number && values.contains(value))
    };
    let (year, month) = (read(year, 4..=4, 1..=9_999)?, read(month, 1..=2, 1..=12)?);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = read(day, 1..=2, 1..=last)?;
    let Some(time) = time else { return Some(format!("{year:04}-{month:02}-{day:02}")) };
    let mut clock = time.split(':');
    let hour = read(clock.next()?, 1..=2, 0..=23)?;
    let minute = read(clock.next()?, 2..=2, 0..=59)?;
    let second = clock.next().map_or(Some(0), |second| read(second, 2..=2, 0..=59))?;
    clock.next().is_none().then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}
