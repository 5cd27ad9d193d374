//! `POST {base}/embeddings`: vectors of texts.

use crate::ModelError;
use crate::server::fault;
use async_openai::types::embeddings::{CreateEmbeddingRequest, EmbeddingInput};
use serde_json::Value;

pub(super) fn body(model: &str, texts: &[String]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&CreateEmbeddingRequest {
        model: model.to_owned(),
        input: EmbeddingInput::StringArray(texts.to_vec()),
        ..CreateEmbeddingRequest::default()
    })
}

/// The vectors, one for each of so many texts, in the texts' order.
///
/// # Errors
/// When there is not exactly one for each text, or they differ in length, are empty, or hold anything but numbers.
pub(super) fn vectors(answer: &[u8], texts: usize) -> Result<Vec<Vec<f32>>, ModelError> {
    let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
    if answer.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<') {
        return Err(broken("it is a web page, not vectors; the base URL may be wrong"));
    }
    let answer: Value = serde_json::from_slice(answer).map_err(|error| broken(&error.to_string()))?;
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Err(fault::in_answer(error));
    }
    let data = answer.get("data").and_then(Value::as_array);
    let data = data.ok_or_else(|| broken("it has no vectors; the model may not make any"))?;
    if data.len() != texts {
        return Err(broken(&format!("{} vectors for {texts} texts", data.len())));
    }
    let mut vectors = vec![Vec::new(); texts];
    for (at, made) in data.iter().enumerate() {
        // Not every server sends them in order, and not every one numbers them.
        let index = made.get("index").and_then(Value::as_u64).map_or(Some(at), |index| usize::try_from(index).ok());
        let place = index.and_then(|index| vectors.get_mut(index)).filter(|place| place.is_empty());
        let place = place.ok_or_else(|| broken("the vectors are numbered wrongly"))?;
        *place = numbers(made).filter(|vector| !vector.is_empty()).ok_or_else(|| broken("a vector is not numbers"))?;
    }
    let length = vectors.first().map_or(0, Vec::len);
    match vectors.iter().find(|vector| vector.len() != length) {
        Some(other) => Err(broken(&format!("vectors of {length} and of {} numbers", other.len()))),
        None => Ok(vectors),
    }
}

fn numbers(made: &Value) -> Option<Vec<f32>> {
    let number = |value: &Value| value.as_f64().map(|number| number as f32).filter(|number| number.is_finite());
    made.get("embedding")?.as_array()?.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(answer: &Value, texts: usize) -> Result<Vec<Vec<f32>>, String> {
        vectors(answer.to_string().as_bytes(), texts).map_err(|error| error.to_string())
    }

    #[test]
    fn vectors_come_in_the_order_of_their_texts() {
        let one = |index: usize| json!({ "object": "embedding", "index": index, "embedding": [index, 0.5] });
        let expected = Ok(vec![vec![0.0, 0.5], vec![1.0, 0.5], vec![2.0, 0.5]]);
        assert_eq!(read(&json!({ "data": [one(2), one(0), one(1)] }), 3), expected);
        let bare = |x: u32| json!({ "embedding": [x, 0.5] });
        assert_eq!(read(&json!({ "data": [bare(0), bare(1), bare(2)] }), 3), expected);
    }

    #[test]
    fn what_does_not_fit_the_texts_is_refused() {
        let made = |index: u32, vector: Value| json!({ "index": index, "embedding": vector });
        for (data, words) in [
            (json!([made(0, json!([1]))]), "1 vectors for 2 texts"),
            (json!([made(0, json!([1])), made(1, json!([1])), made(2, json!([1]))]), "3 vectors for 2 texts"),
            (json!([made(0, json!([1, 2])), made(1, json!([1]))]), "vectors of 2 and of 1 numbers"),
            (json!([made(0, json!([1])), made(0, json!([1]))]), "numbered wrongly"),
            (json!([made(0, json!([1])), made(7, json!([1]))]), "numbered wrongly"),
            (json!([made(0, json!([])), made(1, json!([]))]), "not numbers"),
            (json!([made(0, json!([1])), made(1, json!(["1"]))]), "not numbers"),
            (json!([made(0, json!([1])), made(1, json!([1e300]))]), "not numbers"),
            (json!([made(0, json!([1])), made(1, json!("AACAPw=="))]), "not numbers"),
            (json!([made(0, json!([1])), {}]), "not numbers"),
            (json!({}), "no vectors"),
        ] {
            let said = read(&json!({ "data": data }), 2).unwrap_err();
            assert!(said.contains(words), "{data}: {said}");
        }
        assert!(vectors(b"<html>", 1).is_err() && vectors(b"", 1).is_err() && vectors(b"[]", 1).is_err());
        let limited = json!({ "error": { "message": "slow down", "type": "rate_limit" } });
        assert!(matches!(vectors(limited.to_string().as_bytes(), 1), Err(ModelError::Busy { .. })));
    }

    #[test]
    fn the_request_has_what_the_api_needs_and_nothing_else() {
        let body = body("m", &["a".to_owned(), "b".to_owned()]).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({ "model": "m", "input": ["a", "b"] }));
    }
}
