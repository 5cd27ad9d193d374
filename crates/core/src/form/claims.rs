//! What a model claims: a value for a question, and the words that it stands on.

use crate::research::loose::{is_one_of, json_in, pick, text, text_of};
use edith_protocol::FormValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const ANSWERS: [&str; 5] = ["answers", "fields", "questions", "values", "results"];
const ID: [&str; 5] = ["id", "questionid", "question", "field", "key"];
const VALUE: [&str; 4] = ["value", "answer", "text", "choice"];
const SOURCE: [&str; 4] = ["source", "from", "document", "origin"];
const PAGE: [&str; 3] = ["page", "pagenumber", "p"];
const QUOTE: [&str; 5] = ["quote", "quotes", "evidence", "words", "citation"];
const SURE: [&str; 3] = ["confidence", "certainty", "score"];

/// A value for a question as a model gives it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claim {
    /// The question's id.
    pub id: String,
    /// Empty: the model found none.
    pub value: FormValue,
    /// `task`, `profile`, `page`, or a document's name; empty: it names none.
    pub source: String,
    /// A document's page, from 1.
    pub page: Option<u32>,
    /// The words, copied.
    pub quotes: Vec<String>,
    /// From 0 to 1.
    pub confidence: f64,
}

/// Reads the claims of an answer; none: it is no JSON of that kind.
pub(crate) fn read(answer: &str) -> Option<Vec<Claim>> {
    json_in(answer, claims)
}

/// Why a check objects to answers, by the question's id.
pub(crate) fn reasons(answer: &str) -> Vec<(String, String)> {
    let of = |value: &Value| {
        let items = match value {
            Value::Array(items) => items,
            Value::Object(map) => match pick(map, &ANSWERS) {
                Some(Value::Array(items)) => items,
                _ => return None,
            },
            _ => return None,
        };
        let one = |item: &Value| item.as_object().map(|map| (text_of(map, &ID), text_of(map, &["reason", "why"])));
        Some(items.iter().filter_map(one).collect())
    };
    json_in(answer, of).unwrap_or_default()
}

fn claims(value: &Value) -> Option<Vec<Claim>> {
    match value {
        Value::Array(items) => items.iter().map(|item| item.as_object().and_then(claim)).collect(),
        Value::Object(map) => match pick(map, &ANSWERS) {
            Some(Value::Array(items)) => items.iter().map(|item| item.as_object().and_then(claim)).collect(),
            // By id, instead of a list.
            Some(Value::Object(by_id)) => by_id.iter().map(|(id, item)| keyed(id, item)).collect(),
            _ if map.keys().any(|key| is_one_of(key, &ID)) => Some(vec![claim(map)?]),
            _ if map.keys().all(|key| key.starts_with('q')) && !map.is_empty() => {
                map.iter().map(|(id, item)| keyed(id, item)).collect()
            }
            _ => None,
        },
        _ => None,
    }
}

fn keyed(id: &str, item: &Value) -> Option<Claim> {
    let mut map = item.as_object().cloned().unwrap_or_else(|| Map::from_iter([("value".to_owned(), item.clone())]));
    map.insert("id".to_owned(), Value::String(id.to_owned()));
    claim(&map)
}

fn claim(map: &Map<String, Value>) -> Option<Claim> {
    let id = text_of(map, &ID);
    if id.is_empty() {
        return None;
    }
    let quotes = match pick(map, &QUOTE) {
        Some(Value::Array(items)) => items.iter().map(text).collect(),
        Some(one) => vec![text(one)],
        None => Vec::new(),
    };
    let sure = pick(map, &SURE).and_then(|value| value.as_f64().or_else(|| value.as_str()?.parse().ok()));
    let sure = sure.map_or(0.5, |sure| if sure > 1.0 { sure / 100.0 } else { sure });
    Some(Claim {
        id,
        value: pick(map, &VALUE).map(value).unwrap_or_default(),
        source: text_of(map, &SOURCE),
        page: pick(map, &PAGE)
            .and_then(|page| u32::try_from(page.as_u64().or_else(|| page.as_str()?.trim().parse().ok())?).ok()),
        quotes: quotes.into_iter().filter(|quote| !quote.trim().is_empty()).collect(),
        confidence: sure.clamp(0.0, 1.0),
    })
}

fn value(given: &Value) -> FormValue {
    match given {
        Value::Array(items) => FormValue::Many(items.iter().map(text).filter(|text| !text.is_empty()).collect()),
        Value::Object(rows) => {
            FormValue::Rows(rows.iter().map(|(row, choice)| (row.clone(), text(choice))).collect::<BTreeMap<_, _>>())
        }
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        other => FormValue::Text(text(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_however_they_are_wrapped() {
        let one =
            r#"{"id": "q1", "value": "Ann", "source": "cv.pdf", "page": 2, "quote": "Ann Miller", "confidence": 0.9}"#;
        for text in [
            format!(r#"{{"answers": [{one}]}}"#),
            format!("Here they are:\n```json\n[{one}]\n```"),
            r#"{"answers": {"q1": {"value": "Ann", "from": "cv.pdf", "page": "2", "quotes": ["Ann Miller"], "confidence": 90}}}"#.to_owned(),
        ] {
            let read = read(&text).unwrap();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0], Claim { id: "q1".into(), value: "Ann".into(), source: "cv.pdf".into(), page: Some(2), quotes: vec!["Ann Miller".into()], confidence: 0.9 });
        }
        assert_eq!(read("I do not know."), None);
        assert_eq!(read(r#"{"answers": []}"#), Some(Vec::new()));
        let empty = read(r#"[{"id": "q1", "value": null}]"#).unwrap();
        assert!(empty[0].value.is_empty());
    }
}
