//! From values to calls: what is done to which element, and whether it was reached. Code, without a model.

use crate::dates::{Date, DateForm};
use crate::fit::{matched, piece};
use crate::question::{Piece, Question, QuestionElement, Way};
use edith_page::fold::fold;
use edith_protocol::{FieldType, FormValue};
use serde_json::{Value, json};

/// A call of a tool: its name and arguments.
pub type Call = (&'static str, Value);

/// The calls that bring a question to a fitted value, in the page's order. States are set and never toggled, and what is as wanted is left alone. A
/// file's value is the document's name.
pub fn calls(question: &Question, value: &FormValue) -> Vec<Call> {
    if reached(question, value) {
        return Vec::new();
    }
    question.parts.iter().filter_map(|part| call(question, part, value)).collect()
}

fn call(question: &Question, part: &QuestionElement, value: &FormValue) -> Option<Call> {
    let uid = part.uid;
    match part.way {
        Way::Tick => {
            let wanted = is_wanted(&part.piece, value);
            // A radio button is cleared by choosing another one.
            let is_radio = matches!(question.kind, FieldType::Choice | FieldType::Grid)
                || (question.kind == FieldType::Consent && question.parts.len() > 1);
            let changes = wanted != part.on && (wanted || !is_radio);
            changes.then(|| ("set_value", json!({ "uid": uid, "value": if wanted { "true" } else { "false" } })))
        }
        // The page is looked at after each: it may open something else.
        Way::Open => Some(("click", json!({ "uid": uid }))),
        way @ (Way::Type | Way::Set | Way::Choose | Way::Attach) => {
            let text = match piece(question, &part.piece, &part.options, value) {
                Some(text) => text,
                // It is emptied.
                None if value.is_empty() && matches!(way, Way::Type | Way::Set) => String::new(),
                None => return None,
            };
            let (tool, argument) = match way {
                Way::Type => ("type_text", "text"),
                Way::Set => ("set_value", "value"),
                Way::Attach => ("upload_file", "document"),
                _ => ("select_option", "value"),
            };
            Some((tool, json!({ "uid": uid, argument: text })))
        }
    }
}

/// Whether a tick is to be on.
fn is_wanted(piece: &Piece, value: &FormValue) -> bool {
    match (piece, value) {
        (Piece::Option(option), FormValue::Text(text)) => option == text,
        (Piece::Option(option), FormValue::Many(all)) => all.contains(option),
        (Piece::Cell(row, option), FormValue::Rows(rows)) => rows.get(row) == Some(option),
        _ => false,
    }
}

/// Whether a question, as the page shows it now, holds a value.
pub fn reached(question: &Question, value: &FormValue) -> bool {
    let (current, wanted) = (&question.current, value);
    if question.opens() {
        let count = |value: &FormValue| crate::fit::number_of(&value.to_string());
        return count(current) >= count(wanted);
    }
    match (current, wanted) {
        (FormValue::Rows(now), FormValue::Rows(rows)) => rows.iter().all(|(row, choice)| now.get(row) == Some(choice)),
        (FormValue::Many(now), FormValue::Many(all)) => {
            now.len() == all.len() && all.iter().all(|one| now.iter().any(|now| now == one || fold(now) == fold(one)))
        }
        (FormValue::Text(now), FormValue::Text(text)) if question.kind == FieldType::Date => {
            date_reached(question, now, text)
        }
        (FormValue::Text(now), FormValue::Text(text)) => holds(question, now, text),
        (now, wanted) => now.to_string() == wanted.to_string() && !wanted.is_empty(),
    }
}

/// Whether a question shows a value that was just entered. A calendar writes the day that was pressed in its own way: there day and month may be
/// either way round, which says nothing about what was there before.
pub fn entered(question: &Question, value: &FormValue) -> bool {
    let shows = |now: &str, text: &str| question.date == Some(DateForm::Drawn) && is_same_day(now, text);
    reached(question, value)
        || matches!((&question.current, value), (FormValue::Text(now), FormValue::Text(text)) if shows(now, text))
}

fn date_reached(question: &Question, now: &str, text: &str) -> bool {
    if text.trim().is_empty() {
        return now.trim().is_empty();
    }
    let wanted = Date::read(text, None);
    if question.parts.len() < 2 {
        let has = Date::read(now, question.date).or_else(|| Date::read(now, None));
        return wanted.is_some() && has == wanted;
    }
    // Of several lists each shows its piece.
    let pieces: Vec<String> = question
        .parts
        .iter()
        .filter_map(|part| piece(question, &part.piece, &part.options, &FormValue::Text(text.to_owned())))
        .collect();
    let shown: Vec<&str> = now.split(' ').collect();
    let same = |shown: &str, piece: &String| {
        fold(shown) == fold(piece) || shown.trim_start_matches('0') == piece.trim_start_matches('0')
    };
    !pieces.is_empty()
        && shown.len() == pieces.len()
        && shown.iter().zip(&pieces).all(|(shown, piece)| same(shown, piece))
}

fn holds(question: &Question, now: &str, text: &str) -> bool {
    let (now, text) = (now.trim(), text.trim());
    if now.is_empty() {
        return text.is_empty();
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    match question.kind {
        _ if now == text => true,
        FieldType::Phone if same_phone(&digits(now), &digits(text)) => true,
        // Pages group and mask figures in their own way.
        FieldType::Phone | FieldType::Number | FieldType::Time => {
            !digits(text).is_empty() && digits(now) == digits(text)
                || crate::fit::number_of(now).is_some() && crate::fit::number_of(now) == crate::fit::number_of(text)
        }
        // Of what is only suggested, the place after a comma is shown as well.
        FieldType::Choice
            if question.options.is_empty() && fold(now.split([',', '(']).next().unwrap_or(now)) == fold(text) =>
        {
            true
        }
        FieldType::Choice => fold(now) == fold(text) || matched(&[now.to_owned()], text, question.meaning).is_some(),
        FieldType::Email | FieldType::Url => {
            now.eq_ignore_ascii_case(text) || now.trim_end_matches('/').eq_ignore_ascii_case(text.trim_end_matches('/'))
        }
        FieldType::LongText => fold(now) == fold(text),
        FieldType::File => now.contains(text),
        _ => {
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            plain(now) == plain(text)
                || (digits(now) == digits(text) && !digits(text).is_empty() && text.chars().any(|c| c.is_ascii_digit()))
        }
    }
}

/// Whether a text as a page shows it is that day or month, whichever of day and month comes first.
fn is_same_day(now: &str, text: &str) -> bool {
    let wanted = Date::read(text, None);
    let forms = [DateForm::DayFirst('/'), DateForm::MonthFirst('/')].map(Some);
    let is_it = |form| Date::read(now, form).is_some_and(|said| Some(said) == wanted);
    wanted.is_some() && forms.into_iter().any(is_it)
}

/// Digits of a phone number that are enough to recognise it.
const PHONE: usize = 7;

/// Whether one of two phone numbers is the other without the country's code: some fields show it beside the number.
fn same_phone(now: &str, text: &str) -> bool {
    let (now, text) = (now.trim_start_matches('0'), text.trim_start_matches('0'));
    let (short, long) = if now.len() < text.len() { (now, text) } else { (text, now) };
    short.len() >= PHONE && long.ends_with(short) && long.len() - short.len() <= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(kind: FieldType, on: &[bool]) -> Question {
        let parts = on.iter().enumerate().map(|(at, on)| QuestionElement {
            uid: at as u32,
            way: Way::Tick,
            piece: Piece::Option(format!("o{at}")),
            on: *on,
            options: Vec::new(),
        });
        let chosen: Vec<String> =
            on.iter().enumerate().filter(|(_, on)| **on).map(|(at, _)| format!("o{at}")).collect();
        let current =
            if kind == FieldType::Choice { FormValue::Text(chosen.join("")) } else { FormValue::Many(chosen) };
        Question { kind, parts: parts.collect(), current, ..Question::default() }
    }

    #[test]
    fn ticks_are_set_and_those_that_are_as_wanted_are_left_alone() {
        let boxes = ticks(FieldType::Choices, &[true, false, true]);
        let wanted = FormValue::Many(vec!["o1".into(), "o2".into()]);
        assert_eq!(
            calls(&boxes, &wanted),
            [("set_value", json!({ "uid": 0, "value": "false" })), ("set_value", json!({ "uid": 1, "value": "true" }))]
        );
        let radios = ticks(FieldType::Choice, &[true, false]);
        assert_eq!(calls(&radios, &"o1".into()), [("set_value", json!({ "uid": 1, "value": "true" }))]);
        assert_eq!(calls(&radios, &"o0".into()), []);
    }

    #[test]
    fn a_calendar_may_show_its_day_either_way_round_and_a_month_by_name() {
        let shows = |date: Option<DateForm>, now: &str, value: &str| {
            let question = Question { kind: FieldType::Date, date, current: now.into(), ..Question::default() };
            entered(&question, &value.into())
        };
        for now in ["01/03/2027", "03/01/2027", "1.3.2027", "1 March 2027"] {
            assert!(shows(Some(DateForm::Drawn), now, "2027-03-01"), "{now}");
        }
        assert!(shows(Some(DateForm::Drawn), "March 2027", "2027-03"));
        assert!(!shows(Some(DateForm::Drawn), "02/03/2027", "2027-03-01"));
        assert!(!shows(Some(DateForm::Drawn), "March 2027", "2027-03-01"));
        assert!(!shows(Some(DateForm::Iso), "01/03/2027", "2027-03-01"), "what was typed says which it is");
        let found = Question {
            kind: FieldType::Date,
            date: Some(DateForm::Drawn),
            current: "03/01/2027".into(),
            ..Question::default()
        };
        assert!(!reached(&found, &"2027-03-01".into()), "what stood there may be the third of January");
    }

    #[test]
    fn what_a_page_makes_of_a_value_is_still_that_value() {
        let holds = |kind, now: &str, text: &str| {
            reached(&Question { kind, current: now.into(), ..Question::default() }, &text.into())
        };
        assert!(holds(FieldType::Phone, "+43 (660) 123-4567", "+43 660 1234567"));
        assert!(
            holds(FieldType::Phone, "0660 123 4567", "+43 660 1234567")
                && !holds(FieldType::Phone, "0660 123 4568", "+43 660 1234567")
        );
        assert!(holds(FieldType::Number, "52,000", "52000"));
        assert!(holds(FieldType::Text, "AT61 1904 3002", "AT6119043002"));
        assert!(
            !holds(FieldType::Text, "Ann", "Anna")
                && !holds(FieldType::Text, "", "Ann")
                && !holds(FieldType::Text, "Ann", "")
        );
        assert!(
            holds(FieldType::Date, "04.05.1990", "1990-05-04") && !holds(FieldType::Date, "05.04.1990", "1990-05-04")
        );
    }
}
