//! `/v1/embeddings`: vectors that put words of one meaning at one place, as a real model would, and all other words apart.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

/// How many numbers a vector has.
const LENGTH: usize = 1_024;

/// Words that mean about the same.
#[rustfmt::skip]
const MEANINGS: &[&[&str]] = &[
    &["pet", "pets", "animal", "animals", "dog", "dogs", "cat", "cats"],
    &["car", "cars", "vehicle", "vehicles", "automobile", "automobiles"],
    &["rent", "rents", "payment", "payments", "cost", "costs", "price", "prices"],
    &["doctor", "doctors", "physician", "physicians"],
];

/// Words that mean nothing.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "at", "be", "do", "for", "if", "in", "is", "it", "of", "on", "or", "the", "to", "we",
    "what",
];

/// The vector of a text.
pub fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; LENGTH];
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    for word in words.filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str())) {
        let meaning = MEANINGS
            .iter()
            .find(|words| words.contains(&word.as_str()))
            .and_then(|words| words.first())
            .copied()
            .unwrap_or(&word);
        let mut hasher = DefaultHasher::new();
        meaning.hash(&mut hasher);
        if let Some(number) = vector.get_mut(hasher.finish() as usize % LENGTH) {
            *number += 1.0;
        }
    }
    vector
}

/// The answer to a request, or why there is none.
pub(super) fn answer(request: &Value) -> Result<Value, String> {
    let model =
        request["model"].as_str().filter(|model| !model.is_empty()).ok_or("you must provide a model parameter")?;
    let texts: Vec<&str> = match &request["input"] {
        Value::String(text) => vec![text],
        Value::Array(texts) => texts.iter().map(Value::as_str).collect::<Option<_>>().ok_or("'$.input' is invalid")?,
        _ => return Err("'$.input' is invalid".to_owned()),
    };
    if texts.is_empty() || texts.len() > 2_048 || texts.contains(&"") {
        return Err("'$.input' is invalid".to_owned());
    }
    let data: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| json!({ "object": "embedding", "index": index, "embedding": vector(text) }))
        .collect();
    let tokens = texts.iter().map(|text| text.len() / 4).sum::<usize>();
    let usage = json!({ "prompt_tokens": tokens, "total_tokens": tokens });
    Ok(json!({ "object": "list", "data": data, "model": model, "usage": usage }))
}
