//! Days and moments by their form: which days a line covers, and whether it has a time of day or a date.

use super::super::words::folded;

/// The days from Monday, in each language.
const NAMES: &[[&str; 7]] = &[
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
    ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"],
];
const MONTHS: &[[&str; 12]] = &[
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    [
        "januar",
        "februar",
        "marz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    [
        "janvier",
        "fevrier",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "aout",
        "septembre",
        "octobre",
        "novembre",
        "decembre",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
];
/// Between the first and the last of several days.
const TO: &[&str] = &["-", "–", "to", "through", "bis", "a", "au", "al", "hasta"];
const WORKDAYS: &[&str] = &["weekdays", "weekday", "werktags", "wochentags", "laborables"];
const WEEKEND: &[&str] = &["weekend", "weekends", "wochenende"];
const DAILY: &[&str] = &["daily", "taglich", "diario", "everyday"];
/// Every day, in two words and more.
const EVERY: &[[&str; 2]] = &[["every", "day"], ["tous", "jours"], ["todos", "dias"], ["jeden", "tag"]];

/// Some of the seven days, from Monday.
pub(super) type Days = [bool; 7];

/// The words of a text, and the dashes between them, as compared; with whether each is written large.
fn tokens(text: &str) -> Vec<(String, bool)> {
    let mut out: Vec<(String, bool)> = Vec::new();
    let mut open = false;
    for c in text.chars() {
        match (c.is_alphanumeric(), open) {
            (true, true) => {
                if let Some((word, _)) = out.last_mut() {
                    word.push_str(&folded(c));
                }
            }
            (true, false) => out.push((folded(c), c.is_uppercase())),
            (false, _) if matches!(c, '-' | '–') => out.push((c.to_string(), false)),
            (false, _) => {}
        }
        open = c.is_alphanumeric();
    }
    out
}

/// The day that a word names, also several of them (`mondays`) and a part of it (`Montagabend`).
pub(super) fn day(word: &str) -> Option<usize> {
    NAMES.iter().find_map(|names| names.iter().position(|name| word.starts_with(name)))
}

/// The day of an abbreviation that is written large: `Mo`, `Tue`.
fn short_day(word: &str) -> Option<usize> {
    let length = word.len();
    let is_it = |name: &str| (2..=3).contains(&length) && name.starts_with(word);
    NAMES.iter().find_map(|names| names.iter().position(|name| is_it(name)))
}

/// The days that a text names; none if it names none.
pub(super) fn days(text: &str) -> Option<Days> {
    let has_time = has_clock(text);
    let all = tokens(text);
    let mut found: Days = [false; 7];
    let (mut last, mut ranges) = (None, false);
    let mark = |found: &mut Days, from: usize, to: usize| {
        for (at, is_it) in found.iter_mut().enumerate() {
            *is_it |= if from <= to { (from..=to).contains(&at) } else { at >= from || at <= to };
        }
    };
    for (at, (word, is_large)) in all.iter().enumerate() {
        let named = day(word).or_else(|| short_day(word).filter(|_| *is_large && has_time));
        let next =
            all.get(at + 1..).and_then(|rest| rest.iter().take(2).find(|(next, _)| next != "les" && next != "los"));
        match named {
            Some(day) => {
                mark(&mut found, last.filter(|_| ranges).unwrap_or(day), day);
                (last, ranges) = (Some(day), false);
            }
            None if last.is_some() && TO.contains(&word.as_str()) => ranges = true,
            None => {
                (last, ranges) = (None, false);
                if WORKDAYS.contains(&word.as_str()) {
                    mark(&mut found, 0, 4);
                } else if WEEKEND.contains(&word.as_str()) {
                    mark(&mut found, 5, 6);
                } else if DAILY.contains(&word.as_str())
                    || EVERY.iter().any(|[a, b]| word == a && next.is_some_and(|(next, _)| next == b))
                {
                    mark(&mut found, 0, 6);
                }
            }
        }
    }
    found.contains(&true).then_some(found)
}

/// Whether a text has a time of day: `9:00`, `14 h`, `8 am`, `7 bis 12 Uhr`.
pub(super) fn has_clock(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..bytes.len()).filter(|at| digit(*at) && !at.checked_sub(1).is_some_and(digit));
    starts.into_iter().any(|at| {
        let digits = (at..bytes.len()).take_while(|at| digit(*at)).count();
        let rest = text.get(at + digits..).unwrap_or_default();
        let minutes = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count() == 2;
        let is_minutes = rest.strip_prefix(':').is_some_and(minutes);
        let word: String =
            rest.trim_start().chars().take_while(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
        digits <= 2 && (is_minutes || matches!(word.as_str(), "h" | "am" | "pm" | "uhr" | "o"))
    })
}

pub(super) fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|names| names.contains(&word))
}

/// Whether a text has a date: a day beside a month's name, or figures with dots or strokes.
pub(super) fn has_date(text: &str) -> bool {
    let words = tokens(text);
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let beside = |pair: &[(String, bool)]| matches!(pair, [(a, _), (b, _)] if (is_number(a) && is_month(b)) || (is_month(a) && is_number(b)));
    let of = |three: &[(String, bool)]| matches!(three, [(a, _), (de, _), (b, _)] if is_number(a) && de == "de" && is_month(b));
    let is_figures = |word: &str| {
        let parts: Vec<&str> = word.trim_matches(|c: char| !c.is_ascii_digit()).split(['.', '/', '-']).collect();
        parts.len() == 3 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    words.windows(2).any(beside) || words.windows(3).any(of) || text.split_whitespace().any(is_figures)
}

/// A date as a number that grows with it, the year being that of others where none is given: `12 May 2025`, `09.05.2025`, `2025-05-09`.
pub(super) fn moment(text: &str) -> Option<i64> {
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<i64>().ok();
    let day_of = |year: i64, month: i64, day: i64| {
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((year * 12 + month) * 31 + day)
    };
    let figures = text.split_whitespace().find_map(|word| {
        let parts: Vec<i64> = word.split(['.', '/', '-']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
        match parts.as_slice() {
            [year, month, day] if *year > 31 => day_of(*year, *month, *day),
            // A stroke leaves open which of the two is the month.
            [day, month, year] if word.contains('.') => day_of(*year, *month, *day),
            _ => None,
        }
    });
    let words = tokens(text);
    let named = || {
        let at = words.iter().position(|(word, _)| is_month(word))?;
        let (word, _) = words.get(at)?;
        let month = MONTHS.iter().find_map(|names| names.iter().position(|name| name == word))? as i64 + 1;
        let beside = |at: Option<usize>| at.and_then(|at| words.get(at)).and_then(|(word, _)| number(word));
        let before = at.checked_sub(1).filter(|at| words.get(*at).is_none_or(|(word, _)| word != "de"));
        let before = before.or_else(|| at.checked_sub(2));
        let day = beside(before).filter(|day| (1..=31).contains(day)).or_else(|| beside(Some(at + 1)))?;
        let year = (at + 1..=at + 3).find_map(|at| beside(Some(at)).filter(|year| *year > 1000)).unwrap_or(0);
        day_of(year, month, day)
    };
    figures.or_else(named)
}

/// How long something is ago, as a number that grows with its date: `2 days ago`, `vor 3 Wochen`.
pub(super) fn since(own: &[String]) -> Option<i64> {
    const AGO: &[&str] = &["ago", "vor", "hace", "y"];
    let long = |word: &str| match () {
        () if begins(word, &["month", "monat", "mois", "mes"]) => Some(43_800),
        () if begins(word, &["year", "jahr", "an", "ano"]) => Some(525_600),
        () => None,
    };
    let is_ago = own.iter().any(|word| AGO.contains(&word.as_str()));
    own.windows(2).filter(|_| is_ago).find_map(|pair| match pair {
        [number, unit] => Some(-(number.parse::<i64>().ok()? * minutes_of(unit).or_else(|| long(unit))?)),
        _ => None,
    })
}

/// How many minutes a unit of time has, from a minute to a week.
pub(super) fn minutes_of(unit: &str) -> Option<i64> {
    match () {
        () if begins(unit, &["minut"]) => Some(1),
        () if begins(unit, &["hour", "stunde", "heure", "hora"]) => Some(60),
        () if begins(unit, &["day", "tag", "jour", "dia"]) => Some(1440),
        () if begins(unit, &["week", "woche", "semaine", "semana"]) => Some(10_080),
        () => None,
    }
}

fn begins(word: &str, some: &[&str]) -> bool {
    some.iter().any(|unit| word.starts_with(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_with_their_ranges() {
        let told =
            |text: &str| days(text).map(|days| days.iter().map(|day| if *day { 'x' } else { '.' }).collect::<String>());
        for (text, expected) in [
            ("Monday to Wednesday: 9:00 - 17:00", Some("xxx....")),
            ("Tue, Thu 9 am", Some(".x.x...")),
            ("Mo bis Fr 8 - 12 Uhr, So 10 Uhr", Some("xxxxx.x")),
            ("samstags und sonntags", Some(".....xx")),
            ("du vendredi au lundi", Some("x...xxx")),
            ("todos los días de 8:00 a 20:00", Some("xxxxxxx")),
            ("Weekdays 6 am to 10 pm, weekends 8 am to 6 pm.", Some("xxxxxxx")),
            ("So geht das", None),
            ("9:00 - 17:00", None),
        ] {
            assert_eq!(told(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn moments_are_known_by_their_form() {
        for (text, clock, date) in [
            ("from 9:30", true, false),
            ("à partir de 14 h", true, false),
            ("7 bis 12 Uhr", true, false),
            ("8 am", true, false),
            ("on 3 May", false, true),
            ("el 2 de abril", false, true),
            ("12.02.2026", false, true),
            ("12 hats for 9.50", false, false),
        ] {
            assert_eq!((has_clock(text), has_date(text)), (clock, date), "{text}");
        }
    }
}
