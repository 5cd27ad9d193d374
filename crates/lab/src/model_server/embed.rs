//! `/v1/embeddings`.

use serde_json::{Value, json};

use crate::vector::vector;

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
