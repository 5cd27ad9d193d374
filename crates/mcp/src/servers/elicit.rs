//! What a server asks the person for: its schema as the questions of a form, and their answers as the schema wants them.
//!
//! The schema is flat (2026-07-28, *Elicitation*): text with a format, numbers, ticks, and choices of one or several, titled or not.

use edith_protocol::Gather as _;
use edith_protocol::{FieldType, FormQuestion, FormSource, FormState, FormValue};
use edith_words::unseen::seen;
use edith_words::{Sentence, Word, say};
use serde_json::{Map, Number, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Fields of a form, at most.
const MOST_FIELDS: usize = 40;
/// Characters of a title, a hint or an option, at most.
const TEXT_CHARS: usize = 300;
/// Options of a choice, at most.
const MOST_OPTIONS: usize = 500;

/// The questions of a schema, in its own order.
pub(super) fn questions(schema: &Value) -> Vec<FormQuestion> {
    let required = required(schema);
    let fields = schema.get("properties").and_then(Value::as_object);
    let all = fields.into_iter().flatten().take(MOST_FIELDS);
    all.map(|(name, field)| question(name, field, required.contains(name.as_str()))).collect()
}

fn required(schema: &Value) -> BTreeSet<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).gathered()
}

fn question(name: &str, field: &Value, required: bool) -> FormQuestion {
    let options = options(field);
    let kind = kind(field, &options);
    let title = text(field, "title");
    let hint = [text(field, "description"), bounds(field)]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    FormQuestion {
        question_id: name.to_owned(),
        title: if title.is_empty() { shortened(name) } else { title },
        section: String::new(),
        hint,
        kind,
        required,
        options: options.iter().map(|(shown, _)| shown.clone()).collect(),
        rows: Vec::new(),
        current: FormValue::default(),
        value: field.get("default").map_or_else(FormValue::default, |default| shown(default, &options)),
        source: FormSource::None,
        confidence: 1.0,
        state: FormState::Proposed,
        reason: String::new(),
        concluded_from: Vec::new(),
    }
}

fn text(field: &Value, name: &str) -> String {
    shortened(field.get(name).and_then(Value::as_str).unwrap_or_default())
}

fn shortened(text: &str) -> String {
    text.split_whitespace().map(seen).collect::<Vec<_>>().join(" ").chars().take(TEXT_CHARS).collect()
}

fn kind(field: &Value, options: &[(String, Value)]) -> FieldType {
    let format = field.get("format").and_then(Value::as_str).unwrap_or_default();
    match field.get("type").and_then(Value::as_str) {
        Some("array") => FieldType::Choices,
        _ if !options.is_empty() => FieldType::Choice,
        Some("number" | "integer") => FieldType::Number,
        _ => match format {
            "email" => FieldType::Email,
            "uri" => FieldType::Url,
            "date" => FieldType::Date,
            _ => FieldType::Text,
        },
    }
}

/// What can be chosen: as it is shown, and the value that the server gets.
fn options(field: &Value) -> Vec<(String, Value)> {
    if field.get("type").and_then(Value::as_str) == Some("boolean") {
        return vec![(say!(Yes).to_string(), json!(true)), (say!(No).to_string(), json!(false))];
    }
    let of = field.get("items").unwrap_or(field);
    let titled = ["oneOf", "anyOf"].into_iter().find_map(|name| of.get(name)).and_then(Value::as_array);
    let named = || {
        let values = of.get("enum").and_then(Value::as_array).into_iter().flatten();
        // The names that 2025-06-18 had beside them.
        let names = field.get("enumNames").and_then(Value::as_array).cloned().unwrap_or_default();
        values
            .enumerate()
            .map(move |(at, value)| (names.get(at).and_then(Value::as_str).map(str::to_owned), value.clone()))
            .collect()
    };
    let all: Vec<(Option<String>, Value)> = match titled {
        Some(titled) => {
            let one = |option: &Value| {
                Some((option.get("title").and_then(Value::as_str).map(str::to_owned), option.get("const")?.clone()))
            };
            titled.iter().filter_map(one).collect()
        }
        None => named(),
    };
    let mut found: Vec<(String, Value)> = Vec::new();
    for (title, value) in all.into_iter().take(MOST_OPTIONS) {
        let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let title = title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| plain.clone());
        let title = shortened(&title);
        let is_taken = found.iter().any(|(other, _)| *other == title);
        found.push((if is_taken { shortened(&format!("{title} ({plain})")) } else { title }, value));
    }
    found
}

/// A value as the form shows it.
fn shown(value: &Value, options: &[(String, Value)]) -> FormValue {
    let one = |value: &Value| match options.iter().find(|(_, known)| known == value) {
        Some((title, _)) => title.clone(),
        None if !options.is_empty() => String::new(),
        None => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    match value {
        Value::Array(all) => FormValue::Many(all.iter().map(one).filter(|text| !text.is_empty()).collect()),
        Value::Null | Value::Object(_) => FormValue::default(),
        value => FormValue::Text(one(value)),
    }
}

/// The limits of a value, in words that are the same in all languages.
fn bounds(field: &Value) -> String {
    let of = |name: &str| field.get(name).and_then(Value::as_f64);
    let range = |from: Option<f64>, to: Option<f64>| match (from, to) {
        (Some(from), Some(to)) => format!("{from} – {to}"),
        (Some(from), None) => format!("≥ {from}"),
        (None, Some(to)) => format!("≤ {to}"),
        (None, None) => String::new(),
    };
    match field.get("type").and_then(Value::as_str) {
        Some("number" | "integer") => range(of("minimum"), of("maximum")),
        Some("array") => range(of("minItems"), of("maxItems")),
        Some("string") if field.get("format").and_then(Value::as_str) == Some("date-time") => {
            "2026-03-31T14:30:00Z".to_owned()
        }
        _ => String::new(),
    }
}

/// The answers as the schema wants them, or what is wrong with them by their questions.
pub(super) fn content(
    schema: &Value,
    values: &BTreeMap<String, FormValue>,
) -> Result<Map<String, Value>, BTreeMap<String, Sentence>> {
    let required = required(schema);
    let (mut content, mut wrong) = (Map::new(), BTreeMap::new());
    let fields = schema.get("properties").and_then(Value::as_object);
    for (name, field) in fields.into_iter().flatten().take(MOST_FIELDS) {
        match values.get(name).filter(|value| !value.is_empty()) {
            None if required.contains(name.as_str()) => {
                wrong.insert(name.clone(), say!(McpNeeded));
            }
            None => {}
            Some(value) => match typed(field, value) {
                Ok(value) => {
                    content.insert(name.clone(), value);
                }
                Err(why) => {
                    wrong.insert(name.clone(), *why);
                }
            },
        }
    }
    if wrong.is_empty() { Ok(content) } else { Err(wrong) }
}

fn typed(field: &Value, value: &FormValue) -> Result<Value, Box<Sentence>> {
    let options = options(field);
    let chosen = |text: &str| {
        let found = options.iter().find(|(title, value)| title == text || value.as_str() == Some(text));
        found
            .map(|(_, value)| value.clone())
            .ok_or_else(|| say!(McpNoOption { value: Word::Quoted(text.to_owned()) }).into())
    };
    let of = |name: &str| field.get(name).and_then(Value::as_f64);
    let within = |amount: f64, from: &str, to: &str| {
        of(from).is_none_or(|from| amount >= from) && of(to).is_none_or(|to| amount <= to)
    };
    let outside = || Box::new(say!(McpOutside { bounds: bounds(field) }));
    match (field.get("type").and_then(Value::as_str), value) {
        (Some("array"), FormValue::Many(all)) => {
            let all = all.iter().map(|text| chosen(text)).collect::<Result<Vec<_>, _>>()?;
            if within(all.len() as f64, "minItems", "maxItems") { Ok(Value::Array(all)) } else { Err(outside()) }
        }
        (Some("array"), FormValue::Text(text)) => Ok(Value::Array(vec![chosen(text)?])),
        (Some("number" | "integer"), FormValue::Text(text)) if options.is_empty() => {
            let amount = number(text, field.get("type").and_then(Value::as_str) == Some("integer"));
            let amount = amount.ok_or_else(|| Box::new(say!(McpNoNumber { value: Word::Quoted(text.clone()) })))?;
            let fits = within(amount.as_f64().unwrap_or(f64::NAN), "minimum", "maximum");
            if fits { Ok(Value::Number(amount)) } else { Err(outside()) }
        }
        (_, FormValue::Text(text)) if !options.is_empty() => chosen(text),
        (_, FormValue::Text(text)) => {
            let length = text.chars().count() as f64;
            if !within(length, "minLength", "maxLength") {
                let range = |name: &str| of(name).map(|figure| figure.to_string());
                let (from, to) = (range("minLength"), range("maxLength"));
                let bounds = [from.map(|from| format!("≥ {from}")), to.map(|to| format!("≤ {to}"))];
                return Err(
                    say!(McpLength { bounds: bounds.into_iter().flatten().collect::<Vec<_>>().join(", ") }).into()
                );
            }
            match field.get("format").and_then(Value::as_str) {
                Some(format) if !is_of_format(text, format) => {
                    Err(say!(McpFormat { value: Word::Quoted(text.clone()), format: format }).into())
                }
                _ => Ok(json!(text)),
            }
        }
        _ => Err(say!(McpNeeded).into()),
    }
}

/// A number as people write it, without signs between thousands.
fn number(text: &str, whole: bool) -> Option<Number> {
    let text = text.trim().replace(',', ".");
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    let amount: f64 = text.parse().ok()?;
    if !whole {
        return Number::from_f64(amount);
    }
    (amount.fract() == 0.0 && amount.abs() < 9e15).then(|| (amount as i64).into())
}

/// Only what is plainly not of a format is refused; the server knows better.
fn is_of_format(text: &str, format: &str) -> bool {
    let digits = |part: &str, count: usize| part.len() == count && part.chars().all(|c| c.is_ascii_digit());
    let is_date = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        matches!(parts.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
    };
    match format {
        "email" => text
            .split_once('@')
            .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !text.contains(' ')),
        "uri" => url::Url::parse(text).is_ok(),
        "date" => is_date(text),
        "date-time" => text.split_once(['T', 't', ' ']).is_some_and(|(date, time)| is_date(date) && time.len() >= 5),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "title": "Your name", "minLength": 2, "maxLength": 5 },
                "mail": { "type": "string", "format": "email", "default": "a@b.example" },
                "day": { "type": "string", "format": "date" },
                "count": { "type": "integer", "minimum": 1, "maximum": 10, "default": 3 },
                "share": { "type": "number" },
                "sure": { "type": "boolean", "default": true },
                "colour": { "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"] },
                "size": { "type": "string", "oneOf": [{ "const": "s", "title": "Small" }, { "const": "l", "title": "Large" }], "default": "l" },
                "tags": { "type": "array", "items": { "anyOf": [{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }] }, "minItems": 1, "maxItems": 2, "default": ["b"] },
            },
            "required": ["name", "count"],
        })
    }

    fn filled(values: &[(&str, FormValue)]) -> BTreeMap<String, FormValue> {
        values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    #[test]
    fn every_type_of_the_schema_is_a_question_and_its_answer_has_the_type() {
        let all = questions(&schema());
        let of = |name: &str| all.iter().find(|question| question.question_id == name).unwrap();
        assert_eq!((of("name").title.as_str(), of("name").required, of("mail").required), ("Your name", true, false));
        assert_eq!(
            (of("mail").kind, of("day").kind, of("count").kind),
            (FieldType::Email, FieldType::Date, FieldType::Number)
        );
        assert_eq!((of("sure").kind, of("tags").kind), (FieldType::Choice, FieldType::Choices));
        assert_eq!(
            (of("colour").options.clone(), of("size").value.clone()),
            (vec!["Red".to_owned(), "Green".to_owned()], "Large".into())
        );
        assert_eq!(
            (of("sure").value.clone(), of("tags").value.clone()),
            ("Yes".into(), FormValue::Many(vec!["B".into()]))
        );
        let answers = filled(&[
            ("name", "Ann".into()),
            ("mail", "x@y.example".into()),
            ("day", "2026-03-31".into()),
            ("count", "7".into()),
            ("share", "0,5".into()),
            ("sure", "No".into()),
            ("colour", "Green".into()),
            ("size", "Small".into()),
            ("tags", FormValue::Many(vec!["A".into(), "B".into()])),
            ("unasked", "stays here".into()),
        ]);
        let expected = json!({ "name": "Ann", "mail": "x@y.example", "day": "2026-03-31", "count": 7, "share": 0.5, "sure": false,
            "colour": "g", "size": "s", "tags": ["a", "b"] });
        assert_eq!(Value::Object(content(&schema(), &answers).unwrap()), expected);
    }

    #[test]
    fn what_does_not_fit_is_told_at_its_question() {
        let wrong = content(
            &schema(),
            &filled(&[
                ("name", "A".into()),
                ("mail", "nobody".into()),
                ("day", "31.3.2026".into()),
                ("count", "11".into()),
                ("share", "much".into()),
                ("colour", "Blue".into()),
                ("tags", FormValue::Many(Vec::new())),
            ]),
        )
        .unwrap_err();
        let names: Vec<&str> = wrong.keys().map(String::as_str).collect();
        assert_eq!(names, ["colour", "count", "day", "mail", "name", "share"]);
        let missing = content(&schema(), &BTreeMap::new()).unwrap_err();
        assert_eq!(missing.len(), 2);
        for count in ["1.5", "", "1e99"] {
            assert!(
                content(&schema(), &filled(&[("name", "Ann".into()), ("count", count.into())])).is_err(),
                "{count}"
            );
        }
    }
}
