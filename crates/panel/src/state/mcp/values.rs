//! What a server asks the person for: whether what is typed can be sent. The server checks it again.

use crate::state::form::ReviewRow;
use crate::state::text::t;
use edith_protocol::{FieldType, FormValue};

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// It is needed and missing.
    Missing,
    /// It is not a number.
    Number,
    /// It is not a date.
    Date,
    /// It is not an e-mail address.
    Email,
    /// It is not a web address.
    Url,
}

/// A problem in words.
pub fn problem_words(problem: Problem) -> &'static str {
    match problem {
        Problem::Missing => t("ask_missing"),
        Problem::Number => t("ask_no_number"),
        Problem::Date => t("ask_no_date"),
        Problem::Email => t("ask_no_email"),
        Problem::Url => t("ask_no_url"),
    }
}

/// What keeps a value from being sent.
pub fn problem(row: &ReviewRow) -> Option<Problem> {
    let question = &row.question;
    if row.value.is_empty() || row.is_tick() && !row.on {
        return question.required.then_some(Problem::Missing);
    }
    let FormValue::Text(text) = &row.value else { return None };
    let text = text.trim();
    let (fits, otherwise) = match question.kind {
        FieldType::Number => (text.replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite), Problem::Number),
        FieldType::Date => (is_date(text), Problem::Date),
        FieldType::Email => (is_email(text), Problem::Email),
        FieldType::Url => (is_url(text), Problem::Url),
        _ => (true, Problem::Missing),
    };
    (!fits).then_some(otherwise)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize, most: u32| {
        part.len() == digits && part.parse::<u32>().is_ok_and(|number| (1..=most).contains(&number))
    };
    matches!(parts.as_slice(), [year, month, day] if number(year, 4, 9999) && number(month, 2, 12) && number(day, 2, 31))
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    !name.is_empty()
        && !host.starts_with('.')
        && !host.ends_with('.')
        && !host.is_empty()
        && !text.contains(char::is_whitespace)
}

fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let begins = scheme.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    begins
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        && !rest.trim_start_matches('/').is_empty()
        && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::form::Review;
    use edith_protocol::AskId;
    use serde_json::{Value, json};

    fn found(kind: &str, required: bool, options: Value, value: Value) -> Option<Problem> {
        let question = json!({ "questionId": "q", "title": "T", "type": kind, "required": required, "options": options,
            "current": "", "value": "", "source": { "kind": "none" }, "confidence": 1.0, "state": "proposed" });
        let question = serde_json::from_value(question).unwrap();
        let mut review = Review::of(&AskId("a".into()), &[question]);
        review.say(0, serde_json::from_value(value).unwrap());
        problem(review.row(0).unwrap())
    }

    #[test]
    fn what_is_needed_must_be_there_and_the_rest_may_stay_empty() {
        for kind in ["text", "long_text", "number", "date", "email", "url", "choice"] {
            assert_eq!(found(kind, true, json!([]), json!(" ")), Some(Problem::Missing), "{kind}");
            assert_eq!(found(kind, false, json!([]), json!("")), None, "{kind}");
        }
        assert_eq!(found("choices", true, json!(["a"]), json!([])), Some(Problem::Missing));
        assert_eq!(found("choices", true, json!(["a"]), json!(["a"])), None);
    }

    #[test]
    fn a_value_has_the_form_that_is_asked_for() {
        for (kind, value, expected) in [
            ("number", "12.5", None),
            ("number", "-3", None),
            ("number", "12,5", None),
            ("number", "inf", Some(Problem::Number)),
            ("number", "12 lamps", Some(Problem::Number)),
            ("date", "2026-03-31", None),
            ("date", "2026-13-31", Some(Problem::Date)),
            ("date", "31.3.2026", Some(Problem::Date)),
            ("email", "ann@example.org", None),
            ("email", "ann@", Some(Problem::Email)),
            ("email", "ann at example.org", Some(Problem::Email)),
            ("url", "https://a.example/x", None),
            ("url", "mailto:ann@example.org", None),
            ("url", "a.example", Some(Problem::Url)),
            ("url", "https://", Some(Problem::Url)),
            ("text", "anything", None),
        ] {
            assert_eq!(found(kind, false, json!([]), json!(value)), expected, "{kind} {value}");
        }
    }
}
