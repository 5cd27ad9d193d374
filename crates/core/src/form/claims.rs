//! What a model claims: a value for a question, and the words that it rests on.

use crate::research::loose::{json_in, pick, text, text_of};
use edith_protocol::FormValue;
use edith_protocol::Gather as _;
use edith_tools::{mended, unfenced};
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

/// The claims of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claims {
    pub all: Vec<Claim>,
    /// Whether the answer is complete: then it has nothing for what it does not name.
    pub is_whole: bool,
}

/// Reads the claims of an answer, also of one that is cut or broken in the middle; none: there are none in it.
pub(crate) fn read(answer: &str) -> Option<Claims> {
    if let Some(all) = json_in(answer, listed) {
        return Some(Claims { all, is_whole: true });
    }
    let all: Vec<Claim> = objects_in(answer).iter().filter_map(claim).collect();
    (!all.is_empty()).then_some(Claims { all, is_whole: false })
}

/// The objects of a text that are there whole, without those in others.
fn objects_in(text: &str) -> Vec<Map<String, Value>> {
    let text = mended(unfenced(text));
    let mut objects = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find('{')) {
        let begin = from + at;
        let rest = text.get(begin..).unwrap_or_default();
        let mut read = serde_json::Deserializer::from_str(rest).into_iter::<Map<String, Value>>();
        from = begin + 1;
        if let Some(Ok(object)) = read.next() {
            from = begin + read.byte_offset().max(1);
            objects.push(object);
        }
    }
    objects
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
        Some(items.iter().filter_map(Value::as_object).map(reason).collect())
    };
    json_in(answer, of).unwrap_or_else(|| objects_in(answer).iter().map(reason).collect())
}

fn reason(map: &Map<String, Value>) -> (String, String) {
    (text_of(map, &ID), text_of(map, &["reason", "why"]))
}

/// The claims of a list. A list of quotes, or an empty one in the middle of a cut answer, is none.
fn listed(value: &Value) -> Option<Vec<Claim>> {
    let each = |items: &[Value]| items.iter().map(|item| item.as_object().and_then(claim)).collect();
    match value {
        Value::Array(items) if !items.is_empty() => each(items),
        Value::Object(map) => match pick(map, &ANSWERS) {
            Some(Value::Array(items)) => each(items),
            // By id, instead of a list.
            Some(Value::Object(by_id)) => by_id.iter().map(|(id, item)| keyed(id, item)).collect(),
            _ if map.keys().all(|key| is_id(key)) && !map.is_empty() => {
                map.iter().map(|(id, item)| keyed(id, item)).collect()
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_id(key: &str) -> bool {
    key.strip_prefix('q').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

fn keyed(id: &str, item: &Value) -> Option<Claim> {
    let mut map =
        item.as_object().cloned().unwrap_or_else(|| std::iter::once(("value".to_owned(), item.clone())).gathered());
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
            FormValue::Rows(rows.iter().map(|(row, choice)| (row.clone(), text(choice))).gathered::<BTreeMap<_, _>>())
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
            let Claims { all: read, is_whole } = read(&text).unwrap();
            assert!(is_whole, "{text}");
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0], Claim { id: "q1".into(), value: "Ann".into(), source: "cv.pdf".into(), page: Some(2), quotes: vec!["Ann Miller".into()], confidence: 0.9 });
        }
        assert_eq!(read("I do not know."), None);
        assert_eq!(read(r#"{"answers": []}"#), Some(Claims { all: Vec::new(), is_whole: true }));
        let empty = read(r#"[{"id": "q1", "value": null}]"#).unwrap();
        assert!(empty.all[0].value.is_empty());
    }

    #[test]
    fn a_cut_answer_keeps_the_claims_that_are_whole() {
        let one = |id: &str| format!(r#"{{"id": "{id}", "value": {{"Deutsch": "C2"}}, "quote": ["C2"], "page": 1}}"#);
        let whole = format!(r#"{{"answers": [{}, {}, {}]}}"#, one("q1"), one("q2"), one("q3"));
        // With its list closed it is whole.
        for cut in 1..whole.len() - 1 {
            let found = read(&whole[..cut]);
            let ends = whole.match_indices("\"page\": 1}").filter(|(at, end)| at + end.len() <= cut).count();
            let ids: Vec<String> = found.iter().flat_map(|found| &found.all).map(|claim| claim.id.clone()).collect();
            assert_eq!(ids, (1..=ends).map(|at| format!("q{at}")).collect::<Vec<_>>(), "cut at {cut}");
            assert!(found.is_none_or(|found| !found.is_whole), "cut at {cut}");
        }
        // A quotation mark that is not escaped spoils one claim and no other.
        let broken =
            format!(r#"{{"answers": [{}, {{"id": "q2", "value": "the "best" of"}}, {}]}}"#, one("q1"), one("q3"));
        let found = read(&broken).unwrap();
        assert_eq!((found.all.len(), found.is_whole), (2, false), "{found:?}");
    }
}
