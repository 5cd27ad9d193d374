//! Dates as people write them, and as fields want them.

use edith_page::fold::{plain, words_in};
use serde::{Deserialize, Serialize};

/// A day, or a month where the day is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Date {
    /// The year, four digits.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1; none: only the month is known.
    pub day: Option<u8>,
}

/// How a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateForm {
    /// `2026-03-31`.
    Iso,
    /// `2026-03`.
    IsoMonth,
    /// What a calendar is opened for: `2026-03-31`, or `2026-03` where it may be one of months.
    Drawn,
    /// Day, month, year with this between them.
    DayFirst(char),
    /// Month, day, year with this between them.
    MonthFirst(char),
    /// Year, month, day with this between them.
    YearFirst(char),
    /// Month and year with this between them.
    MonthYear(char),
    /// Day, month and the last two figures of the year with this between them.
    DayFirstShort(char),
    /// Month, day and the last two figures of the year with this between them.
    MonthFirstShort(char),
    /// Month and the last two figures of the year with this between them.
    MonthYearShort(char),
}

/// The months in English, German, French and Spanish, without accents.
const MONTHS: [[&str; 4]; 12] = [
    ["january", "januar", "janvier", "enero"],
    ["february", "februar", "fevrier", "febrero"],
    ["march", "marz", "mars", "marzo"],
    ["april", "april", "avril", "abril"],
    ["may", "mai", "mai", "mayo"],
    ["june", "juni", "juin", "junio"],
    ["july", "juli", "juillet", "julio"],
    ["august", "august", "aout", "agosto"],
    ["september", "september", "septembre", "septiembre"],
    ["october", "oktober", "octobre", "octubre"],
    ["november", "november", "novembre", "noviembre"],
    ["december", "dezember", "decembre", "diciembre"],
];
/// Short forms that are not beginnings of these.
const SHORT: [(&str, u8); 4] = [("mrz", 3), ("maerz", 3), ("janner", 1), ("sept", 9)];

/// The month that a word names, also cut to three letters.
pub(crate) fn month_named(word: &str) -> Option<u8> {
    let word = plain(word.trim_end_matches('.'));
    if word.len() < 3 {
        return None;
    }
    let short = || SHORT.iter().find(|(short, _)| *short == word).map(|(_, month)| *month);
    let at = MONTHS
        .iter()
        .position(|names| names.iter().any(|name| *name == word || (word.len() <= 4 && name.starts_with(&word))));
    at.and_then(|at| u8::try_from(at + 1).ok()).or_else(short)
}

impl Date {
    /// A date that exists.
    pub fn new(year: u16, month: u8, day: Option<u8>) -> Option<Self> {
        let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let exists = day.is_none_or(|day| (1..=days).contains(&day)) && (1900..=2200).contains(&year);
        exists.then_some(Self { year, month, day })
    }

    /// Reads a whole text as a date. Day and month in figures are told apart by the form, else by the separator: a point means the day first, a
    /// slash only if one of them is not a month.
    pub fn read(text: &str, form: Option<DateForm>) -> Option<Self> {
        let text = text.trim();
        let date = text.split_once('T').map_or(text, |(date, _)| date);
        let parts: Vec<&str> = date.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let words = ["de", "del", "of", "the", "den", "le", "el", "st", "nd", "rd", "th"];
        let parts: Vec<&str> =
            parts.into_iter().filter(|part| !words.contains(&part.to_lowercase().as_str())).collect();
        let number = |part: &str| {
            let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (!digits.is_empty() && digits.len() <= 4).then(|| digits.parse::<u16>().ok()).flatten()
        };
        let small = |part: &str| number(part).and_then(|number| u8::try_from(number).ok());
        let is_year = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        match parts.as_slice() {
            [year, month, day] if is_year(year) => {
                Self::new(number(year)?, small(month).or_else(|| month_named(month))?, Some(small(day)?))
            }
            [year, month] if is_year(year) => {
                Self::new(number(year)?, small(month).or_else(|| month_named(month))?, None)
            }
            [month, year] if is_year(year) => {
                Self::new(number(year)?, small(month).or_else(|| month_named(month))?, None)
            }
            [first, second, year] => {
                let year = if year.len() == 2 && form.is_some() {
                    number(year).map(|short| if short > 40 { 1900 + short } else { 2000 + short })
                } else {
                    number(year).filter(|_| is_year(year))
                }?;
                if let Some(month) = month_named(first) {
                    return Self::new(year, month, Some(small(second)?));
                }
                if let Some(month) = month_named(second) {
                    return Self::new(year, month, Some(small(first)?));
                }
                let (first, second) = (small(first)?, small(second)?);
                match form {
                    Some(DateForm::MonthFirst(_) | DateForm::MonthFirstShort(_)) => {
                        Self::new(year, first, Some(second))
                    }
                    Some(DateForm::DayFirst(_) | DateForm::DayFirstShort(_)) => Self::new(year, second, Some(first)),
                    _ if first > 12 || date.contains('.') => Self::new(year, second, Some(first)),
                    _ if second > 12 => Self::new(year, first, Some(second)),
                    // It may be either.
                    _ if first == second => Self::new(year, second, Some(first)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The dates that are in a text.
    pub fn all_in(text: &str, form: Option<DateForm>) -> Vec<Self> {
        let pieces: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';'))
            .filter(|word| !word.is_empty())
            .collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < pieces.len() {
            let longest = (1..=5).rev().find_map(|length| {
                let some = pieces.get(at..at + length)?;
                Some((length, Self::read(&some.join(" "), form)?))
            });
            at += longest.map_or(1, |(length, _)| length);
            found.extend(longest.map(|(_, date)| date));
        }
        found
    }

    /// The date in that form; none: it needs a day that is not known.
    pub fn written(self, form: DateForm) -> Option<String> {
        let Self { year, month, day } = self;
        Some(match form {
            DateForm::IsoMonth => format!("{year:04}-{month:02}"),
            DateForm::MonthYear(between) => format!("{month:02}{between}{year:04}"),
            DateForm::Iso => format!("{year:04}-{month:02}-{:02}", day?),
            DateForm::Drawn => self.iso(),
            DateForm::DayFirst(between) => format!("{:02}{between}{month:02}{between}{year:04}", day?),
            DateForm::MonthFirst(between) => format!("{month:02}{between}{:02}{between}{year:04}", day?),
            DateForm::YearFirst(between) => format!("{year:04}{between}{month:02}{between}{:02}", day?),
            DateForm::DayFirstShort(between) => format!("{:02}{between}{month:02}{between}{:02}", day?, year % 100),
            DateForm::MonthFirstShort(between) => format!("{month:02}{between}{:02}{between}{:02}", day?, year % 100),
            DateForm::MonthYearShort(between) => format!("{month:02}{between}{:02}", year % 100),
        })
    }

    /// As it is kept: `2026-03-31` or `2026-03`.
    pub fn iso(self) -> String {
        self.written(DateForm::Iso).or_else(|| self.written(DateForm::IsoMonth)).unwrap_or_default()
    }
}

/// The form that words such as `dd/mm/yyyy`, `TT.MM.JJJJ` or `JJ/MM/AAAA` describe, anywhere in a text.
pub(crate) fn described(text: &str) -> Option<DateForm> {
    let lower = text.to_lowercase();
    // Blanks around the signs are how it is drawn: `DD / MM / YYYY`.
    let lower = [" / ", " . ", " - "].iter().fold(lower, |text, sign| text.replace(sign, sign.trim()));
    lower.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ':' | '"' | '“' | '”')).find_map(|word| {
        let between = word.chars().find(|c| matches!(c, '/' | '.' | '-'))?;
        let parts: Vec<&str> = word.trim_end_matches('.').split(between).filter(|part| !part.is_empty()).collect();
        let all =
            |part: &str, letters: &str| part.len() >= 2 && part.len() <= 4 && part.chars().all(|c| letters.contains(c));
        let is_day = |part: &str| part.len() == 2 && (all(part, "d") || all(part, "t") || all(part, "j"));
        let is_month = |part: &str| part.len() == 2 && all(part, "m");
        let is_year = |part: &str| part.len() >= 2 && (all(part, "y") || all(part, "a") || all(part, "j"));
        match parts.as_slice() {
            [day, month, year] if is_day(day) && is_month(month) && is_year(year) && year.len() == 2 => {
                Some(DateForm::DayFirstShort(between))
            }
            [month, day, year] if is_month(month) && is_day(day) && is_year(year) && year.len() == 2 => {
                Some(DateForm::MonthFirstShort(between))
            }
            [day, month, year] if is_day(day) && is_month(month) && is_year(year) => Some(DateForm::DayFirst(between)),
            [month, day, year] if is_month(month) && is_day(day) && is_year(year) => {
                Some(DateForm::MonthFirst(between))
            }
            [year, month, day] if is_year(year) && year.len() == 4 && is_month(month) && is_day(day) => {
                Some(DateForm::YearFirst(between))
            }
            [month, year] if is_month(month) && is_year(year) && year.len() == 2 => {
                Some(DateForm::MonthYearShort(between))
            }
            [month, year] if is_month(month) && is_year(year) => Some(DateForm::MonthYear(between)),
            parts => sample(parts, between),
        }
    })
}

/// The form of a sample such as `31.12.1990`, if its day is obvious or it has points.
fn sample(parts: &[&str], between: char) -> Option<DateForm> {
    let number = |part: &str| part.parse::<u8>().ok().filter(|_| part.len() <= 2);
    let is_year = |part: &str| part.len() == 4 && part.parse::<u16>().is_ok_and(|year| (1900..=2200).contains(&year));
    match parts {
        [first, second, year] if is_year(year) => match (number(first)?, number(second)?) {
            (13..=31, 1..=12) => Some(DateForm::DayFirst(between)),
            (1..=12, 13..=31) => Some(DateForm::MonthFirst(between)),
            (1..=12, 1..=12) if between == '.' => Some(DateForm::DayFirst(between)),
            _ => None,
        },
        [year, month, day] if is_year(year) && number(month).is_some() && number(day).is_some() => {
            Some(DateForm::YearFirst(between))
        }
        _ => None,
    }
}

/// The form that is usual in a language; none: it is not known.
pub(crate) fn usual(language: &str) -> Option<DateForm> {
    let language = language.to_lowercase();
    Some(match language.get(..2)? {
        "de" | "pl" | "cs" | "fi" | "no" | "nb" | "da" | "ru" | "tr" => DateForm::DayFirst('.'),
        "fr" | "es" | "it" | "pt" => DateForm::DayFirst('/'),
        "nl" => DateForm::DayFirst('-'),
        "sv" => DateForm::Iso,
        "en" if language == "en-us" => DateForm::MonthFirst('/'),
        "en" if language.len() > 2 => DateForm::DayFirst('/'),
        _ => return None,
    })
}

/// What a list holds that takes a part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateList {
    Days,
    Months,
    Years,
}

/// Whether options are the days of a month, the months, or years.
pub(crate) fn list_of(options: &[String]) -> Option<DateList> {
    let numbers: Vec<u16> = options.iter().filter_map(|option| option.trim().parse().ok()).collect();
    let months =
        options.iter().filter(|option| words_in(option).iter().any(|word| month_named(word).is_some())).count();
    let others = options.len() - numbers.len();
    match () {
        () if months == 12 => Some(DateList::Months),
        () if others > 2 || numbers.len() < 5 => None,
        () if numbers.len() == 31 && numbers.contains(&31) => Some(DateList::Days),
        () if numbers.len() == 12 && numbers.contains(&12) => Some(DateList::Months),
        () if numbers.iter().all(|year| (1900..=2100).contains(year)) => Some(DateList::Years),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u16, month: u8, day: u8) -> Option<Date> {
        Date::new(year, month, Some(day))
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for text in [
            "2026-03-31",
            "31.03.2026",
            "31/03/2026",
            "03/31/2026",
            "31 March 2026",
            "March 31, 2026",
            "31. März 2026",
            "31 mars 2026",
            "31 de marzo de 2026",
            "31st of March 2026",
            "2026-03-31T10:00",
            "31 mrz. 2026",
        ] {
            assert_eq!(Date::read(text, None), date(2026, 3, 31), "{text}");
        }
        for text in ["03.2026", "03/2026", "2026-03", "March 2026", "März 2026"] {
            assert_eq!(Date::read(text, None), Date::new(2026, 3, None), "{text}");
        }
        for text in [
            "",
            "03/04/2026",
            "31.02.2026",
            "12",
            "31.3.26",
            "0-0-0",
            "March",
            "2026",
            "1.2.3.4",
            "http://a.example/2026-03-31/x",
        ] {
            assert_eq!(Date::read(text, None), None, "{text}");
        }
        assert_eq!(Date::read("03/04/2026", Some(DateForm::MonthFirst('/'))), date(2026, 3, 4));
        assert_eq!(Date::read("03/04/2026", Some(DateForm::DayFirst('/'))), date(2026, 4, 3));
        assert_eq!(
            Date::all_in("born on 4 May 1990 in Graz (since 2019-07-01)", None),
            [date(1990, 5, 4).unwrap(), date(2019, 7, 1).unwrap()]
        );
    }

    #[test]
    fn forms_are_read_from_their_description() {
        for (text, form) in [
            ("dd/mm/yyyy", DateForm::DayFirst('/')),
            ("Format: TT.MM.JJJJ", DateForm::DayFirst('.')),
            ("(JJ/MM/AAAA)", DateForm::DayFirst('/')),
            ("DD-MM-AAAA", DateForm::DayFirst('-')),
            ("MM/DD/YYYY", DateForm::MonthFirst('/')),
            ("yyyy-mm-dd", DateForm::YearFirst('-')),
            ("MM/YYYY", DateForm::MonthYear('/')),
            ("MM / YY", DateForm::MonthYearShort('/')),
            ("DD / MM / YYYY", DateForm::DayFirst('/')),
            ("TT.MM.JJ", DateForm::DayFirstShort('.')),
            ("e.g. 24/12/1990", DateForm::DayFirst('/')),
            ("12-24-1990", DateForm::MonthFirst('-')),
            ("z. B. 01.02.1990", DateForm::DayFirst('.')),
            ("1990-12-24", DateForm::YearFirst('-')),
        ] {
            assert_eq!(described(text), Some(form), "{text}");
        }
        for text in ["e.g. 4", "and/or", "m/w/d", "Mr./Mrs.", "01/02/1990", "24/7", "1.2.3", ""] {
            assert_eq!(described(text), None, "{text}");
        }
        assert_eq!(date(2026, 3, 4).unwrap().written(DateForm::DayFirst('.')).unwrap(), "04.03.2026");
        assert_eq!(date(2026, 3, 4).unwrap().written(DateForm::MonthFirstShort('/')).unwrap(), "03/04/26");
        assert_eq!(Date::new(2026, 3, None).unwrap().written(DateForm::Iso), None);
    }
}
