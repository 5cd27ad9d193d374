//! Where a value comes from, in words, and how it is edited.

use super::review::ReviewRow;
use crate::state::documents::place::Opening;
use crate::state::text::{fill, key, t};
use edith_protocol::{FieldType, FormQuestion, FormSource, FormState, FormValue};

/// Below this confidence a value is marked.
const UNSURE: f64 = 0.7;

/// Where a value comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// In words.
    pub words: String,
    /// The quoted words; empty for none.
    pub quote: String,
    /// The place in a document.
    pub place: Option<Opening>,
}

/// Where a row's value comes from. `documents`: ids and names.
pub fn told(row: &ReviewRow, documents: &[(String, String)]) -> Told {
    let question = &row.question;
    let only = |words: &str| Told { words: words.to_owned(), ..Told::default() };
    if row.value.is_empty() {
        return only(if question.reason.is_empty() { t("form_from_none") } else { &question.reason });
    }
    if row.is_edited() {
        return only(t("form_from_person"));
    }
    let quoted = |words: &str, quote: &str| Told { quote: quote.to_owned(), ..only(words) };
    match &question.source {
        FormSource::Profile => only(t("form_from_profile")),
        FormSource::Document { document_id, .. } if question.kind == FieldType::File => {
            Told { place: Some(Opening::start(document_id)), ..only(t("form_from_files")) }
        }
        FormSource::Document { document_id, page, quote } => {
            let name = documents.iter().find(|(id, _)| id == document_id).map(|(_, name)| name.as_str());
            let page = *page.max(&1);
            let number = page.to_string();
            let values = [("name", name.unwrap_or(t("form_a_document"))), ("page", &number)];
            let words = fill(key("form_from_document"), &values);
            let place = Opening { page, quote: quote.clone(), ..Opening::start(document_id) };
            Told { words, quote: quote.clone(), place: Some(place) }
        }
        FormSource::Task { quote } => quoted(t("form_from_task"), quote),
        FormSource::Page { quote } => quoted(t("form_from_page"), quote),
        FormSource::Person => only(t("form_from_person")),
        FormSource::None => only(t("form_from_none")),
    }
}

/// Whether a value that was found is to be looked at twice: it was concluded, or the model was not sure.
pub fn is_unsure(question: &FormQuestion) -> bool {
    let found = !question.value.is_empty() && !matches!(question.source, FormSource::Person | FormSource::None);
    found && (question.confidence < UNSURE || question.state == FormState::Empty)
}

/// Whether a value can be looked for again: not what only the person says, and not a file.
pub fn is_asked_again(question: &FormQuestion) -> bool {
    let is_persons = question.state == FormState::Yours || matches!(question.kind, FieldType::Secret | FieldType::File);
    !is_persons && question.kind != FieldType::Consent
}

/// The type of the field in which a value is edited. A value that such a field would not show is edited as text.
pub fn native(kind: FieldType, value: &FormValue) -> &'static str {
    let FormValue::Text(text) = value else { return "text" };
    let is_empty = text.is_empty();
    match kind {
        FieldType::Email => "email",
        FieldType::Phone => "tel",
        FieldType::Url => "url",
        FieldType::Number if is_empty || is_number(text) => "number",
        FieldType::Date if is_empty || has_shape(text, "0000-00-00") => "date",
        FieldType::Time if is_empty || has_shape(text, "00:00") => "time",
        _ => "text",
    }
}

/// A number as HTML writes it: no infinity, no sign before, a digit after the point.
fn is_number(text: &str) -> bool {
    let (first, last) = (text.trim_start_matches('-').chars().next(), text.chars().next_back());
    let digits = [first, last].iter().all(|one| one.is_some_and(|c| c.is_ascii_digit()));
    digits && text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether a text has digits where the shape has a 0, and else its characters.
fn has_shape(text: &str, shape: &str) -> bool {
    text.chars().count() == shape.chars().count()
        && text.chars().zip(shape.chars()).all(|(c, of)| if of == '0' { c.is_ascii_digit() } else { c == of })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::form::Review;
    use serde_json::json;

    fn row(question: serde_json::Value) -> ReviewRow {
        let mut whole = json!({ "questionId": "q", "title": "T", "type": "text", "required": false, "current": "",
            "value": "Ann", "source": { "kind": "profile" }, "confidence": 0.9, "state": "proposed" });
        whole.as_object_mut().unwrap().extend(question.as_object().unwrap().clone());
        let question: FormQuestion = serde_json::from_value(whole).unwrap();
        Review::of(&edith_protocol::AskId("a".into()), &[question]).row(0).unwrap().clone()
    }

    #[test]
    fn every_source_is_told_and_a_document_is_opened_at_its_words() {
        let documents = [("d".to_owned(), "CV.pdf".to_owned())];
        let words = |question| told(&row(question), &documents);
        let quoted = json!({ "source": { "kind": "document", "documentId": "d", "page": 2, "quote": "Ann Lee" } });
        let of_document = words(quoted);
        assert_eq!((of_document.words.as_str(), of_document.quote.as_str()), ("from CV.pdf, p.\u{a0}2", "Ann Lee"));
        assert_eq!(of_document.place.unwrap().address(), "document.html#id=d&page=2&quote=Ann%20Lee");
        let gone = words(json!({ "source": { "kind": "document", "documentId": "x", "page": 0, "quote": "" } }));
        assert_eq!((gone.words.as_str(), gone.place.unwrap().page), ("from a document, p.\u{a0}1", 1));
        let file = json!({ "type": "file", "value": "d", "source": { "kind": "document", "documentId": "d", "page": 1, "quote": "" } });
        assert_eq!(words(file).words, "one of your files");
        for (source, expected) in [
            (json!({ "kind": "profile" }), "from your profile"),
            (json!({ "kind": "task", "quote": "I am Ann" }), "from your task"),
            (json!({ "kind": "page" }), "from this page"),
            (json!({ "kind": "person" }), "from you"),
            (json!({ "kind": "none" }), "no source"),
        ] {
            assert_eq!(words(json!({ "source": source })).words, expected);
        }
        assert_eq!(words(json!({ "source": { "kind": "task", "quote": "I am Ann" } })).quote, "I am Ann");
        assert_eq!(words(json!({ "value": "", "reason": "The CV names two." })).words, "The CV names two.");
    }

    #[test]
    fn an_edited_value_is_the_persons() {
        let mut row = row(json!({}));
        row.value = "Anna".into();
        assert_eq!(told(&row, &[]).words, "from you");
        row.value = "".into();
        assert_eq!(told(&row, &[]).words, "no source");
    }

    #[test]
    fn doubts_are_marked_in_what_was_found() {
        for (question, expected) in [
            (json!({}), false),
            (json!({ "confidence": 0.5 }), true),
            (json!({ "state": "empty" }), true),
            (json!({ "confidence": 0.0, "source": { "kind": "person" } }), false),
            (json!({ "confidence": 0.0, "value": "", "source": { "kind": "none" } }), false),
        ] {
            assert_eq!(is_unsure(&row(question.clone()).question), expected, "{question}");
        }
    }

    #[test]
    fn no_field_hides_a_value() {
        for (kind, value, expected) in [
            (FieldType::Date, "2026-03-31", "date"),
            (FieldType::Date, "", "date"),
            (FieldType::Date, "March 2026", "text"),
            (FieldType::Date, "2026-03", "text"),
            (FieldType::Time, "14:30", "time"),
            (FieldType::Time, "half past two", "text"),
            (FieldType::Number, "-12.5", "number"),
            (FieldType::Number, "1e3", "number"),
            (FieldType::Number, "12,5", "text"),
            (FieldType::Number, "+12", "text"),
            (FieldType::Number, "12.", "text"),
            (FieldType::Number, "inf", "text"),
            (FieldType::Email, "ann at example", "email"),
            (FieldType::Text, "2026-03-31", "text"),
        ] {
            assert_eq!(native(kind, &value.into()), expected, "{kind:?} {value}");
        }
        assert_eq!(native(FieldType::Date, &FormValue::Many(vec![])), "text");
    }
}
