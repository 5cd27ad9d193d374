//! Whether a value fits a question, and how it looks there.

use crate::countries::{country, nation};
use crate::dates::{Date, month_named};
use crate::meaning::Meaning;
use crate::question::{Piece, Question, Way};
use crate::words::{NO, YES};
use edith_page::fold::{fold, words_in};
use edith_protocol::{FieldType, FormValue};
use std::collections::BTreeMap;

/// Why a value does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// It says nothing.
    Nothing,
    /// No such option.
    NoOption,
    /// It is not a date, or one without a day where a day is wanted.
    NoDate,
    /// It is no time.
    NoTime,
    /// It is not a number, or beyond the limits.
    NoNumber,
    /// It is not an address of that kind.
    NoAddress,
    /// It is longer than the field takes.
    TooLong,
    /// The field does not take that kind of file.
    WrongFile,
    /// A value of another shape is wanted.
    Shape,
}

/// The value as the question keeps it: options by their own words, dates as `2026-03-31`, numbers with a point.
///
/// # Errors
/// Why it does not fit.
pub fn fit(question: &Question, value: &FormValue) -> Result<FormValue, Misfit> {
    if value.is_empty() {
        return Err(Misfit::Nothing);
    }
    match question.kind {
        FieldType::Choices => {
            let all = match value {
                FormValue::Many(all) => all.clone(),
                FormValue::Text(text) if matched(&question.options, text, None).is_some() => vec![text.clone()],
                FormValue::Text(text) => text
                    .split([',', ';', '\n'])
                    .map(|one| one.trim().to_owned())
                    .filter(|one| !one.is_empty())
                    .collect(),
                FormValue::Rows(_) => return Err(Misfit::Shape),
            };
            let mut chosen = Vec::new();
            for one in all {
                let option = option_for(question, &one)?;
                if !chosen.contains(&option) {
                    chosen.push(option);
                }
            }
            Ok(FormValue::Many(chosen))
        }
        FieldType::Grid => {
            let FormValue::Rows(rows) = value else { return Err(Misfit::Shape) };
            let mut fitted = BTreeMap::new();
            for (row, choice) in rows {
                let row = matched(&question.rows, row, None).ok_or(Misfit::NoOption)?;
                let option = matched(&question.options, choice, None).ok_or(Misfit::NoOption)?;
                fitted.insert(row.clone(), option.clone());
            }
            Ok(FormValue::Rows(fitted))
        }
        // A single tick is answered by its words, or by yes.
        FieldType::Consent if question.parts.len() == 1 && question.options.len() == 1 => {
            let all = match value {
                FormValue::Many(all) => all.join(" "),
                FormValue::Text(text) => text.clone(),
                FormValue::Rows(_) => return Err(Misfit::Shape),
            };
            let agrees = fold(&all) == "true"
                || YES.contains(&fold(&all).as_str())
                || matched(&question.options, &all, None).is_some();
            if agrees { Ok(FormValue::Many(question.options.clone())) } else { Err(Misfit::NoOption) }
        }
        FieldType::Choice | FieldType::Consent => match value {
            FormValue::Text(text) => option_for(question, text).map(FormValue::Text),
            FormValue::Many(all) => match all.as_slice() {
                [one] => option_for(question, one).map(FormValue::Text),
                _ => Err(Misfit::Shape),
            },
            FormValue::Rows(_) => Err(Misfit::Shape),
        },
        _ => {
            let FormValue::Text(text) = value else { return Err(Misfit::Shape) };
            text_for(question, text.trim()).map(FormValue::Text)
        }
    }
}

fn option_for(question: &Question, text: &str) -> Result<String, Misfit> {
    if question.options.is_empty() {
        // The list shows its options only when it is opened: it is searched then.
        return Ok(text.trim().to_owned());
    }
    matched(&question.options, text, question.meaning).cloned().ok_or(Misfit::NoOption)
}

/// How women and men are addressed, the word that says least first.
const PREFIXES: [&[&str]; 2] = [
    &[
        "ms",
        "frau",
        "mme",
        "madame",
        "sra",
        "senora",
        "d a",
        "d ª",
        "dna",
        "dona",
        "da",
        "mrs",
        "miss",
        "mlle",
        "mademoiselle",
        "srta",
    ],
    &["mr", "mister", "herr", "m", "monsieur", "sr", "senor", "d", "don"],
];

/// The option that a text means: the same words; the same country, month, number, yes or no; else the only one that begins with them or has them.
pub(crate) fn matched<'o>(options: &'o [String], text: &str, meaning: Option<Meaning>) -> Option<&'o String> {
    let wanted = fold(text);
    if let Some(same) = options
        .iter()
        .find(|option| option.trim() == text.trim())
        .or_else(|| options.iter().find(|option| !wanted.is_empty() && fold(option) == wanted))
    {
        return Some(same);
    }
    if wanted.is_empty() {
        return None;
    }
    let by = |is: &dyn Fn(&str) -> bool| options.iter().find(|option| is(option));
    if let Some(code) = country(text).filter(|_| {
        options.len() > 2 || matches!(meaning, Some(Meaning::Country | Meaning::PhoneCountry | Meaning::Nationality))
    }) {
        let named = |option: &str| {
            country(option) == Some(code)
                || option.split(['(', ')', '+', ',', '–', '-']).any(|piece| country(piece) == Some(code))
        };
        if let Some(found) = by(&named) {
            return Some(found);
        }
    }
    if meaning == Some(Meaning::Nationality)
        && let Some(code) = nation(text)
        && let Some(found) = by(&|option| nation(option) == Some(code))
    {
        return Some(found);
    }
    if meaning == Some(Meaning::Region)
        && let Some(other) = crate::regions::other_way(text)
        && let Some(found) = by(&|option| fold(option) == other)
    {
        return Some(found);
    }
    if meaning == Some(Meaning::Prefix) {
        let class = |text: &str| PREFIXES.iter().position(|all| all.contains(&fold(text).as_str()));
        if let Some(wanted) = class(text) {
            // `Ms` says nothing that is not known, `Miss` does.
            let rank =
                |option: &&String| PREFIXES.get(wanted).and_then(|all| all.iter().position(|one| *one == fold(option)));
            let same = options.iter().filter(|option| class(option) == Some(wanted));
            if let Some(found) = same.min_by_key(rank) {
                return Some(found);
            }
        }
    }
    if let Some(month) = month_named(text) {
        let same = |option: &str| month_named(option) == Some(month);
        if let Some(found) = by(&same) {
            return Some(found);
        }
    }
    for words in [YES, NO, MALE, FEMALE, DIVERSE] {
        if words.contains(&wanted.as_str()) {
            let same = |option: &str| words.contains(&fold(option).as_str());
            if let Some(found) = by(&same) {
                return Some(found);
            }
            let begins = |option: &str| words_in(option).first().is_some_and(|word| words.contains(&word.as_str()));
            let all: Vec<&String> = options.iter().filter(|option| begins(option)).collect();
            if let [only] = all.as_slice() {
                return Some(only);
            }
        }
    }
    if let Some(number) = number_of(text.trim()) {
        let same = |option: &str| fold(option).parse::<f64>() == Ok(number);
        if let Some(found) = by(&same) {
            return Some(found);
        }
        let within: Vec<&String> = options.iter().filter(|option| in_range(option, number)).collect();
        if let [only] = within.as_slice() {
            return Some(only);
        }
        return None;
    }
    let only = |is: &dyn Fn(&str) -> bool| -> Option<&'o String> {
        let all: Vec<&String> = options.iter().filter(|option| is(&fold(option))).collect();
        // One option may be in the words of another: `good`, `very good`.
        let longest = all.iter().copied().max_by_key(|option| option.len())?;
        all.iter().all(|option| fold(longest).contains(&fold(option))).then_some(longest)
    };
    let long = wanted.chars().count() > 2;
    let one = |is: &dyn Fn(&str) -> bool| {
        let all: Vec<&String> = options.iter().filter(|option| is(&fold(option))).collect();
        if let [one] = all.as_slice() { Some(*one) } else { None }
    };
    one(&|option| long && option.starts_with(&format!("{wanted} ")))
        .or_else(|| one(&|option| long && format!(" {option} ").contains(&format!(" {wanted} "))))
        .or_else(|| {
            only(&|option| option.chars().count() > 3 && format!(" {wanted} ").contains(&format!(" {option} ")))
        })
}

const MALE: &[&str] = &[
    "male",
    "man",
    "m",
    "mr",
    "mannlich",
    "mann",
    "herr",
    "homme",
    "masculin",
    "monsieur",
    "hombre",
    "masculino",
    "varon",
    "senor",
    "sr",
];
const FEMALE: &[&str] = &[
    "female", "woman", "f", "w", "ms", "mrs", "weiblich", "frau", "femme", "feminin", "madame", "mme", "mujer",
    "femenino", "senora", "sra",
];
const DIVERSE: &[&str] =
    &["diverse", "divers", "non binary", "nonbinary", "other", "x", "d", "mx", "non binaire", "no binario"];

/// Whether an option is a range that holds a number: `3–5 years`, `under 18`, `10+`, `more than 5`.
pub(crate) fn in_range(option: &str, number: f64) -> bool {
    let mut numbers: Vec<f64> = Vec::new();
    let mut digits = String::new();
    let text: String = option.replace(['\u{a0}', '\u{202f}', '\''], "");
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() || (matches!(c, '.' | ',') && !digits.is_empty()) {
            digits.push(c);
        } else if !digits.is_empty() {
            let plain = digits.trim_end_matches(['.', ',']);
            numbers.extend(number_of(plain));
            digits.clear();
        }
    }
    let has = |words: &[&str]| crate::words::has_any(option, words);
    match numbers.as_slice() {
        [low, high] if low <= high => *low <= number && number <= *high,
        [low]
            if option.contains('+')
                || option.contains('>')
                || option.contains('≥')
                || has(&[
                    "more than",
                    "over",
                    "at least",
                    "or more",
                    "uber",
                    "mehr als",
                    "mindestens",
                    "und mehr",
                    "plus de",
                    "au moins",
                    "et plus",
                    "mas de",
                    "al menos",
                    "o mas",
                ]) =>
        {
            number > *low
                || (number >= *low
                    && (option.contains('+')
                        || option.contains('≥')
                        || has(&[
                            "at least",
                            "or more",
                            "mindestens",
                            "und mehr",
                            "au moins",
                            "et plus",
                            "al menos",
                            "o mas",
                        ])))
        }
        [high]
            if option.contains('<')
                || option.contains('≤')
                || has(&[
                    "less than",
                    "under",
                    "up to",
                    "unter",
                    "weniger als",
                    "bis",
                    "moins de",
                    "jusqu a",
                    "menos de",
                    "hasta",
                ]) =>
        {
            number < *high || (number <= *high && (option.contains('≤') || has(&["up to", "bis", "jusqu a", "hasta"])))
        }
        _ => false,
    }
}

/// A number as people write it: `1,200.50`, `1.200,50`, `3 000`.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect();
    let (point, comma) = (text.rfind('.'), text.rfind(','));
    let groups = |mark: char| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        !rest.is_empty()
            && !first.is_empty()
            && first.trim_start_matches('-').len() <= 3
            && first != "0"
            && rest.iter().all(|part| part.len() == 3)
    };
    let plain = match (point, comma) {
        (Some(point), Some(comma)) if comma > point => text.replace('.', "").replace(',', "."),
        (Some(_), Some(_)) => text.replace(',', ""),
        (None, Some(_)) if groups(',') => text.replace(',', ""),
        (None, Some(_)) => text.replace(',', "."),
        (Some(_), None) if groups('.') => text.replace('.', ""),
        _ => text,
    };
    plain.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn text_for(question: &Question, text: &str) -> Result<String, Misfit> {
    let limits = &question.limits;
    let fitted = match question.kind {
        FieldType::Date => {
            let date = Date::read(text, question.date).or_else(|| Date::read(text, None)).ok_or(Misfit::NoDate)?;
            let wants_day = match question.date {
                Some(form) => date.written(form).is_none(),
                None => date.day.is_none(),
            };
            let iso = date.iso();
            let beyond = |limit: &str, over: bool| {
                !limit.is_empty()
                    && Date::read(limit, None).is_some_and(|limit| if over { date > limit } else { date < limit })
            };
            if wants_day || beyond(&limits.min, false) || beyond(&limits.max, true) {
                return Err(Misfit::NoDate);
            }
            return Ok(iso);
        }
        FieldType::Time => time_of(text).ok_or(Misfit::NoTime)?,
        FieldType::Number => {
            let bare = text.trim_matches(|c: char| !c.is_ascii_digit() && c != '-');
            let number = number_of(bare).ok_or(Misfit::NoNumber)?;
            let limit = |text: &str| text.parse::<f64>().ok();
            let beyond = limit(&limits.min).is_some_and(|min| number < min)
                || limit(&limits.max).is_some_and(|max| number > max);
            let step = limit(&limits.step)
                .filter(|step| *step > 0.0 && question.parts.iter().any(|part| part.way == Way::Set));
            let off = step.is_some_and(|step| {
                let steps = (number - limit(&limits.min).unwrap_or(0.0)) / step;
                (steps - steps.round()).abs() > 1e-6
            });
            if beyond || off {
                return Err(Misfit::NoNumber);
            }
            format!("{number}")
        }
        FieldType::Email => {
            let parts: Vec<&str> = text.split('@').collect();
            let fits = matches!(parts.as_slice(), [name, host] if !name.is_empty() && host.contains('.'))
                && !text.contains(char::is_whitespace);
            if fits { text.to_owned() } else { return Err(Misfit::NoAddress) }
        }
        FieldType::Phone => {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            let fits = (4..=20).contains(&digits) && !text.chars().any(char::is_alphabetic);
            if fits { text.to_owned() } else { return Err(Misfit::NoAddress) }
        }
        FieldType::Url => {
            let bare = text.split("://").last().unwrap_or(text);
            if !bare.contains('.') || text.contains(char::is_whitespace) {
                return Err(Misfit::NoAddress);
            }
            // Fields for addresses refuse one without its scheme.
            if text.contains("://") { text.to_owned() } else { format!("https://{text}") }
        }
        FieldType::File => text.to_owned(),
        FieldType::Text => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => text.to_owned(),
    };
    let length = fitted.encode_utf16().count();
    if limits.max_length > 0 && length > limits.max_length as usize && question.kind != FieldType::File {
        return Err(Misfit::TooLong);
    }
    Ok(fitted)
}

/// A time as `14:30`.
fn time_of(text: &str) -> Option<String> {
    let lower = text.to_lowercase().replace("uhr", "").replace(['.', 'h'], ":");
    let (half, bare) = match () {
        () if lower.contains("pm") => (12, lower.replace("pm", "")),
        () if lower.contains("am") => (0, lower.replace("am", "")),
        () => (99, lower),
    };
    let mut parts = bare.trim().trim_end_matches(':').split(':').map(str::trim);
    let hour: u8 = parts.next()?.parse().ok()?;
    let minute: u8 = match parts.next() {
        Some(minute) => minute.parse().ok()?,
        None if half == 99 && !text.contains(|c: char| c.is_alphabetic()) => return None,
        None => 0,
    };
    let hour = match half {
        12 => hour % 12 + 12,
        0 => hour % 12,
        _ => hour,
    };
    (hour < 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

/// Whether a field that takes files takes one of that name and type.
pub fn takes_file(accept: &str, name: &str, mime: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| format!(".{}", ending.to_lowercase())).unwrap_or_default();
    let (kind, _) = mime.split_once('/').unwrap_or((mime, ""));
    let all = accept.split(',').map(|one| one.trim().to_lowercase()).filter(|one| !one.is_empty());
    let mut any = false;
    for one in all {
        any = true;
        let fits = one == "*/*"
            || one == "*"
            || (one.starts_with('.') && one == ending)
            || one == mime
            || one.strip_suffix("/*").is_some_and(|of| of == kind);
        if fits {
            return true;
        }
    }
    !any
}

/// What one element is to hold of a fitted value; none: nothing is entered there.
pub(crate) fn piece(question: &Question, piece: &Piece, options: &[String], value: &FormValue) -> Option<String> {
    let text = value.to_string();
    let date = || Date::read(&text, question.date).or_else(|| Date::read(&text, None));
    let number = |number: u16| {
        let same = |option: &&String| option.trim().parse::<u16>() == Ok(number);
        let padded = if number < 100 { format!("{number:02}") } else { number.to_string() };
        options.iter().find(same).cloned().unwrap_or(if options.is_empty() { padded } else { number.to_string() })
    };
    match piece {
        Piece::Whole if question.kind == FieldType::Date => {
            date()?.written(question.date.unwrap_or(crate::dates::DateForm::Iso))
        }
        Piece::Whole => match value {
            FormValue::Many(all) => Some(all.join("\n")),
            _ if question.parts.iter().all(|part| part.way == Way::Type) => {
                Some(crate::shapes::number(question, &text))
            }
            _ => Some(text),
        },
        Piece::Day => Some(number(u16::from(date()?.day?))),
        Piece::Year => Some(number(date()?.year)),
        Piece::Month => {
            let month = date()?.month;
            let named =
                options.iter().find(|option| words_in(option).iter().any(|word| month_named(word) == Some(month)));
            Some(named.cloned().unwrap_or_else(|| number(u16::from(month))))
        }
        Piece::Option(_) | Piece::Cell(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dates::DateForm;
    use crate::question::Limits;

    fn list(options: &[&str]) -> Question {
        Question {
            kind: FieldType::Choice,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            ..Question::default()
        }
    }

    #[test]
    fn an_option_is_found_by_what_it_means_or_not_at_all() {
        let countries = list(&["Deutschland", "Österreich", "Schweiz (CH)"]);
        let years = list(&["Less than 1 year", "1–3 years", "4–6 years", "More than 6 years"]);
        let yes = list(&["Ja", "Nein"]);
        let months = list(&[
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ]);
        let levels = list(&["Basic", "Good", "Very good", "Native"]);
        for (question, text, option) in [
            (&countries, "Germany", Some("Deutschland")),
            (&countries, "switzerland", Some("Schweiz (CH)")),
            (&countries, "France", None),
            (&years, "5", Some("4–6 years")),
            (&years, "0.5", Some("Less than 1 year")),
            (&years, "9", Some("More than 6 years")),
            (&yes, "yes", Some("Ja")),
            (&yes, "No", Some("Nein")),
            (&yes, "perhaps", None),
            (&months, "March", Some("März")),
            (&levels, "good", Some("Good")),
            (&levels, "Very good command", Some("Very good")),
            (&levels, "fluent", None),
        ] {
            let found = fit(question, &text.into()).ok();
            assert_eq!(found, option.map(FormValue::from), "{text}");
        }
    }

    #[test]
    fn values_keep_to_format_and_limits() {
        let of = |kind| Question { kind, ..Question::default() };
        let limited = |kind, min: &str, max: &str| Question {
            kind,
            limits: Limits { min: min.into(), max: max.into(), ..Limits::default() },
            ..Question::default()
        };
        let date = Question { date: Some(DateForm::DayFirst('/')), ..of(FieldType::Date) };
        let short = Question { limits: Limits { max_length: 5, ..Limits::default() }, ..of(FieldType::Text) };
        for (question, text, fitted) in [
            (&date, "4 May 1990", Some("1990-05-04")),
            (&date, "04/05/1990", Some("1990-05-04")),
            (&date, "May 1990", None),
            (&limited(FieldType::Number, "18", "99"), "17", None),
            (&limited(FieldType::Number, "", ""), "€ 1.200,50", Some("1200.5")),
            (&of(FieldType::Email), "ann@example.org", Some("ann@example.org")),
            (&of(FieldType::Email), "ann at example", None),
            (&of(FieldType::Phone), "+43 660 1234567", Some("+43 660 1234567")),
            (&of(FieldType::Phone), "none", None),
            (&of(FieldType::Url), "ann.example", Some("https://ann.example")),
            (&of(FieldType::Time), "2:30 pm", Some("14:30")),
            (&of(FieldType::Time), "14.30 Uhr", Some("14:30")),
            (&of(FieldType::Time), "soon", None),
            (&short, "abcdef", None),
        ] {
            assert_eq!(fit(question, &text.into()).ok(), fitted.map(FormValue::from), "{text}");
        }
        assert!(
            takes_file(".pdf,image/*", "cv.PDF", "application/pdf")
                && !takes_file(".pdf", "cv.docx", "application/msword")
                && takes_file("", "x", "")
        );
    }
}
