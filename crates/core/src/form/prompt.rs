//! A form's questions as a model reads them.

use edith_forms::{DateForm, Question};
use edith_protocol::{FieldType, FormValue};
use serde_json::{Map, Value, json};

/// Options of one question that are sent, at most: countries fit, a list of all towns is answered by its words.
const OPTIONS: usize = 300;

/// The questions, a line of JSON each. They are the page's words.
pub(crate) fn lines(questions: &[Question]) -> String {
    questions.iter().map(|question| format!("{}\n", line(question, None))).collect()
}

/// The same with the answers that are gone over.
pub(crate) fn lines_with(questions: &[(Question, FormValue, String)]) -> String {
    questions.iter().map(|(question, value, quote)| format!("{}\n", line(question, Some((value, quote))))).collect()
}

fn line(question: &Question, answer: Option<(&FormValue, &str)>) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        line.insert(name.to_owned(), value);
    };
    put("id", json!(question.id));
    put("question", json!(question.title));
    for (name, text) in [("section", &question.section), ("hint", &question.hint)] {
        if !text.is_empty() {
            put(name, json!(text));
        }
    }
    if question.entry > 0 {
        put("entry", json!(question.entry));
    }
    if question.opens() {
        put("entries_now", json!(question.current));
    }
    put("type", if question.opens() { json!("entries") } else { json!(question.kind) });
    if !question.options.is_empty() {
        put("options", json!(question.options.iter().take(OPTIONS).collect::<Vec<_>>()));
    }
    if !question.rows.is_empty() {
        put("rows", json!(question.rows));
    }
    let limits = &question.limits;
    if limits.max_length > 0 {
        put("max_characters", json!(limits.max_length));
    }
    for (name, text) in [("min", &limits.min), ("max", &limits.max)] {
        if !text.is_empty() {
            put(name, json!(text));
        }
    }
    if question.kind == FieldType::Date {
        put(
            "format",
            json!(if matches!(
                question.date,
                Some(DateForm::IsoMonth | DateForm::MonthYear(_) | DateForm::MonthYearShort(_))
            ) {
                "2026-03"
            } else {
                "2026-03-31"
            }),
        );
    }
    if let Some((value, quote)) = answer {
        put("answer", json!(value));
        put("quote", json!(quote));
    }
    Value::Object(line)
}
