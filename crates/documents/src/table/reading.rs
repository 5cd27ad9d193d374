//! What a column's cells mean: numbers as people write them, with their unit, and dates. A column is read in one way, or not at all.

use super::decimal::Decimal;
use crate::{Cell, CellValue};

/// A number with what is beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    pub number: Decimal,
    /// `EUR`, `%`, `kg`; empty for none.
    pub unit: String,
}

/// How a column writes what it holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// `.` or `,`; none if no cell tells.
    pub point: Option<char>,
    /// Whether `3/4/2021` is the third of April; none if no cell tells.
    pub day_first: Option<bool>,
    /// A cell that can be read in two ways: `1.234`.
    pub ambiguous: bool,
    /// Whether some cells have a decimal point and others a decimal comma.
    pub mixed: bool,
}

/// How these cells are written.
pub(crate) fn style<'a>(cells: impl Iterator<Item = &'a Cell>) -> Style {
    let mut style = Style::default();
    for cell in cells.filter(|cell| cell.value.is_none()) {
        if let Some((day, month)) = slashed(cell.text.trim()) {
            if day > 12 {
                style.day_first = Some(true);
            } else if month > 12 {
                style.day_first = Some(false);
            }
            continue;
        }
        let Some((digits, _, _)) = parts(&cell.text) else { continue };
        match point(&digits) {
            Point::Is(point) => {
                style.mixed |= style.point.is_some_and(|known| known != point);
                style.point = Some(point);
            }
            Point::Unclear => style.ambiguous = true,
            Point::None => {}
        }
    }
    style
}

/// A cell as a number in this style; none for a text. Without a known point, `1.234` is none.
pub(super) fn amount(cell: &Cell, style: Style) -> Option<Amount> {
    if let Some(value) = &cell.value {
        let CellValue::Number(number) = value else { return None };
        let number = Decimal::parse(number)?;
        let unit = parts(&cell.text).map(|(_, _, unit)| unit).unwrap_or_default();
        let number = if unit == "%" { number.hundredfold()? } else { number };
        return Some(Amount { number, unit });
    }
    amount_of(&cell.text, style)
}

/// A text as a number in this style.
pub(crate) fn amount_of(text: &str, style: Style) -> Option<Amount> {
    let (digits, negative, unit) = parts(text)?;
    let point = match (point(&digits), style.point) {
        (Point::Is(point), None) => Some(point),
        (Point::Is(point), Some(known)) => (point == known).then_some(point),
        (Point::None, known) => Some(known.unwrap_or('.')),
        (Point::Unclear, known) => Some(known?),
    }?;
    let group = if point == '.' { ',' } else { '.' };
    let (whole, fraction) = digits.split_once(point).unwrap_or((&digits, ""));
    if fraction.contains(|c: char| !c.is_ascii_digit()) {
        return None;
    }
    let groups: Vec<&str> = whole.split([group, '\'', ' ']).collect();
    let (first, rest) = groups.split_first()?;
    if !rest.is_empty() && (first.is_empty() || first.len() > 3 || rest.iter().any(|group| group.len() != 3)) {
        return None;
    }
    let number = Decimal::parse(&format!("{}.{fraction}", groups.concat()))?;
    Some(Amount { number: if negative { number.negated() } else { number }, unit })
}

/// Digits with separators, whether negative, and the unit.
fn parts(text: &str) -> Option<(String, bool, String)> {
    let text = text.trim();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    // A point before the first digit belongs to the number.
    let start = if text.get(..start)?.ends_with(['.', ',']) { start - 1 } else { start };
    let (before, digits, after) = (text.get(..start)?, text.get(start..end)?, text.get(end..)?);
    // In parentheses it is negative: `(12.50)`, `(12.50) €`.
    let bracketed = before.matches('(').count() == 1 && after.matches(')').count() == 1;
    let (before, after) =
        (before.replacen('(', "", usize::from(bracketed)), after.replacen(')', "", usize::from(bracketed)));
    let is_sign = |c: char| matches!(c, '-' | '\u{2212}' | '–' | '+');
    let signs: Vec<char> = before.chars().filter(|c| is_sign(*c)).collect();
    let after = after.trim();
    let trailing = after.starts_with(['-', '\u{2212}']);
    // `12,-` and `12.–` are whole amounts.
    let after = after.strip_prefix([',', '.']).map_or(after, |rest| rest.trim_start_matches(is_sign));
    if signs.len() + usize::from(trailing) > 1 {
        return None;
    }
    let signed = trailing || signs.first().is_some_and(|sign| *sign != '+');
    let negative = bracketed != signed;
    let unit_before = before.trim_matches(|c: char| c.is_whitespace() || is_sign(c));
    let unit_after = after.trim_matches(|c: char| c.is_whitespace() || c == '-' || c == '\u{2212}');
    // `A12` and `Room 12` are names; only currencies stand before their number.
    let named = unit_before.contains(char::is_alphabetic)
        && !matches!(unit_before, "US$" | "Fr." | "SFr.")
        && !(unit_before.len() == 3
            && unit_before.chars().all(|c| c.is_ascii_uppercase())
            && before.ends_with(char::is_whitespace));
    if named {
        return None;
    }
    let unit = match (unit(unit_before)?, unit(unit_after)?) {
        (before, after) if before.is_empty() || before == after => after,
        (before, after) if after.is_empty() => before,
        _ => return None,
    };
    let digits: String = digits
        .chars()
        .map(|c| match c {
            '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
            '’' => '\'',
            c => c,
        })
        .collect();
    digits
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' '))
        .then_some((digits, negative, unit))
}

/// A unit's one name; none for what is not a unit.
fn unit(text: &str) -> Option<String> {
    let name = match text {
        "€" | "EUR" | "Euro" | "euro" | "euros" | "Euros" => "EUR",
        "$" | "US$" | "USD" => "USD",
        "£" | "GBP" => "GBP",
        "¥" | "JPY" => "JPY",
        "Fr." | "SFr." | "CHF" => "CHF",
        "%" | "percent" | "Prozent" => "%",
        other => other,
    };
    let is_unit = name.chars().count() <= 8
        && name
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '%' | '‰' | '°' | '²' | '³' | '/' | '$' | '₹' | '₽' | '₩' | '.'));
    is_unit.then(|| name.to_owned())
}

enum Point {
    None,
    Is(char),
    Unclear,
}

/// Which character is the decimal point of these digits.
fn point(digits: &str) -> Point {
    let marks: Vec<(usize, char)> = digits.char_indices().filter(|(_, c)| matches!(c, '.' | ',')).collect();
    let spaced = digits.contains([' ', '\'']);
    match marks.as_slice() {
        [] => Point::None,
        [(at, mark)] => {
            let whole = digits.get(..*at).unwrap_or_default();
            let thousands = digits.len() - at - 1 == 3 && !whole.is_empty() && whole.len() <= 3 && whole != "0";
            if thousands && !spaced { Point::Unclear } else { Point::Is(*mark) }
        }
        [(_, first), .., (_, last)] if first != last => Point::Is(*last),
        // `1.234.567`: the other one is the point.
        [(_, mark), ..] => Point::Is(if *mark == '.' { ',' } else { '.' }),
    }
}

/// A cell as a date, `YYYY-MM-DD` with a time if there is one: texts of that form compare as the dates do.
pub(super) fn date(cell: &Cell, style: Style) -> Option<String> {
    match &cell.value {
        Some(CellValue::Date(date)) => Some(date.clone()),
        Some(_) => None,
        None => date_of(&cell.text, style),
    }
}

/// A text as a date.
pub(super) fn date_of(text: &str, style: Style) -> Option<String> {
    let text = text.trim();
    if let Some((first, second)) = slashed(text) {
        let year: u32 = text.rsplit('/').next()?.parse().ok()?;
        let (day, month) = if style.day_first? { (first, second) } else { (second, first) };
        return checked(year, month, day);
    }
    if text.len() >= 10 && text.is_char_boundary(10) {
        let (head, tail) = text.split_at(10);
        let numbers: Vec<&str> = head.split('-').collect();
        if let [year, month, day] = numbers.as_slice()
            && year.len() == 4
            && (tail.is_empty() || tail.starts_with(['T', ' ']))
        {
            let date = checked(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
            return Some(format!("{date}{}", tail.replace(' ', "T")));
        }
    }
    let words: Vec<&str> = text.split(['.', ' ', ',']).filter(|word| !word.is_empty()).collect();
    let [first, second, year] = words.as_slice() else { return None };
    let year: u32 = if year.len() == 4 { year.parse().ok()? } else { return None };
    match (first.parse(), second.parse(), month(first), month(second)) {
        (Ok(day), Ok(month), _, _) if text.contains('.') => checked(year, month, day),
        (Ok(day), Err(_), _, Some(month)) => checked(year, month, day),
        (Err(_), Ok(day), Some(month), _) => checked(year, month, day),
        _ => None,
    }
}

fn checked(year: u32, month: u32, day: u32) -> Option<String> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    ((1..=12).contains(&month) && (1..=days).contains(&day)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// The first two numbers of `3/4/2021`.
fn slashed(text: &str) -> Option<(u32, u32)> {
    let parts: Vec<&str> = text.split('/').collect();
    let [first, second, year] = parts.as_slice() else { return None };
    (year.len() == 4 && year.parse::<u32>().is_ok()).then_some(())?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

/// A month's number by its English, German, French or Spanish name, or the first letters of one.
fn month(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january januar janvier enero jänner",
        "february februar février febrero",
        "march märz mars marzo mrz",
        "april avril abril",
        "may mai mayo",
        "june juni juin junio",
        "july juli juillet julio",
        "august août agosto",
        "september septembre septiembre",
        "october oktober octobre octubre",
        "november novembre noviembre",
        "december dezember décembre diciembre",
    ];
    let word = word.to_lowercase();
    if word.chars().count() < 3 {
        return None;
    }
    let at = NAMES.iter().position(|names| names.split(' ').any(|name| name.starts_with(&word)))?;
    u32::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<Option<String>> {
        let cells: Vec<Cell> = texts.iter().map(|text| Cell::new(*text)).collect();
        let style = style(cells.iter());
        cells
            .iter()
            .map(|cell| {
                amount(cell, style).map(|amount| format!("{} {}", amount.number, amount.unit).trim().to_owned())
            })
            .collect()
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (text, expected) in [
            ("1.234,56", "1234.56"),
            ("1,234.56", "1234.56"),
            ("1\u{202f}234,56", "1234.56"),
            ("1'234.50 CHF", "1234.50 CHF"),
            ("12 %", "12 %"),
            ("(12.50)", "-12.50"),
            ("(12,50) €", "-12.50 EUR"),
            ("EUR 5", "5 EUR"),
            ("€ 24.90", "24.90 EUR"),
            ("-$5.25", "-5.25 USD"),
            ("12,5-", "-12.5"),
            ("\u{2212}3.5", "-3.5"),
            ("0.125", "0.125"),
            (".5", "0.5"),
            ("1.234.567", "1234567"),
            ("12 kg", "12 kg"),
            ("12,- €", "12 EUR"),
            ("+7", "7"),
        ] {
            assert_eq!(read(&[text]), [Some(expected.to_owned())], "{text}");
        }
        for text in [
            "",
            "n/a",
            "1.234",
            "12 and 13",
            "2021-03-05",
            "5/6",
            "--5",
            "12.34.5",
            "Room 12 of the house",
            "Room 12",
            "A12",
            "ISO9001",
            "(12",
            "x 5",
        ] {
            assert_eq!(read(&[text]), [None], "{text}");
        }
        assert_eq!(read(&["1.234", "2,5"]), [Some("1234".into()), Some("2.5".into())]);
        assert_eq!(read(&["1.234", "2.5"]), [Some("1.234".into()), Some("2.5".into())]);
    }

    #[test]
    fn dates_are_read() {
        let style = Style { day_first: Some(true), ..Style::default() };
        for (text, expected) in [
            ("2021-03-05", "2021-03-05"),
            ("2021-03-05 14:30", "2021-03-05T14:30"),
            ("5.3.2021", "2021-03-05"),
            ("05.03.2021", "2021-03-05"),
            ("5 March 2021", "2021-03-05"),
            ("March 5, 2021", "2021-03-05"),
            ("5. März 2021", "2021-03-05"),
            ("5/3/2021", "2021-03-05"),
        ] {
            assert_eq!(date_of(text, style).as_deref(), Some(expected), "{text}");
        }
        for text in ["31.2.2021", "2021-13-01", "1.2.3", "yesterday", "12.50", "3 4 2021"] {
            assert_eq!(date_of(text, style), None, "{text}");
        }
        assert_eq!(date_of("5/3/2021", Style::default()), None);
    }
}
