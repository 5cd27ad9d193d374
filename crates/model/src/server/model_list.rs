//! The answer of `GET {base}/models`.

use crate::ModelError;
use edith_protocol::{ListedPrice, ModelDetails};
use serde_json::Value;

/// Tokens of a model's context, as named by OpenRouter and Together, Groq, vLLM, LM Studio and Mistral, Anthropic, llama.cpp.
const CONTEXT: [&str; 6] = [
    "/context_length",
    "/context_window",
    "/max_model_len",
    "/max_context_length",
    "/max_input_tokens",
    "/meta/n_ctx_train",
];

/// A server's models, in its order, with what it says about each.
///
/// # Errors
/// When the answer is no such list.
pub(crate) fn models(body: &[u8]) -> Result<Vec<ModelDetails>, ModelError> {
    let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
    if body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<') {
        return Err(broken("it is a web page, not a list of models; the base URL may be wrong"));
    }
    let answer: Value = serde_json::from_slice(body).map_err(|error| broken(&error.to_string()))?;
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Err(super::fault::in_answer(error));
    }
    // OpenAI says `data`, some say `models`, some send the bare list.
    let list = answer.get("data").or_else(|| answer.get("models")).unwrap_or(&answer).as_array();
    let list = list.ok_or_else(|| broken("it is not a list of models; the base URL may be wrong"))?;
    Ok(list.iter().filter_map(details).collect())
}

fn details(model: &Value) -> Option<ModelDetails> {
    let field = |name: &str| model.get(name).and_then(Value::as_str);
    let id = field("id").or_else(|| field("name")).or_else(|| model.as_str())?.to_owned();
    let context = CONTEXT.iter().find_map(|path| model.pointer(path)?.as_u64()).filter(|tokens| *tokens > 0);
    Some(ModelDetails { id, context, price: price(model) })
}

/// A price for a million tokens, from OpenRouter's price of one, which is a text: `"0.000003"`. Its `-1` means that it varies.
fn price(model: &Value) -> Option<ListedPrice> {
    let of = |name: &str| -> Option<f64> {
        let price: f64 = model.pointer(&format!("/pricing/{name}"))?.as_str()?.parse().ok()?;
        // Rounded to millionths of a dollar per million, so that 0.0000003 does not become 0.29999999999999993.
        (price >= 0.0 && price.is_finite()).then(|| (price * 1e12).round() / 1e6)
    };
    Some(ListedPrice { prompt: of("prompt")?, completion: of("completion")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        models(body.as_bytes()).unwrap().into_iter().map(|model| model.id).collect()
    }

    #[test]
    fn lists_are_read_in_every_common_form() {
        for (body, expected) in [
            (r#"{"object":"list","data":[{"id":"b"},{"id":"a"}]}"#, vec!["b", "a"]),
            (r#"{"models":[{"name":"x"}]}"#, vec!["x"]),
            (r#"["x", {"id":"y"}, 3]"#, vec!["x", "y"]),
            (r#"{"data":[]}"#, vec![]),
        ] {
            assert_eq!(names(body), expected, "{body}");
        }
    }

    #[test]
    fn what_is_told_of_a_model_is_kept() {
        let body = r#"{"data":[
            {"id":"anthropic/claude-sonnet-4.5","context_length":1000000,
             "pricing":{"prompt":"0.000003","completion":"0.000015"}},
            {"id":"openrouter/auto","context_length":2000000,"pricing":{"prompt":"-1","completion":"-1"}},
            {"id":"cheap","context_window":131072,"pricing":{"prompt":"0.0000003","completion":"0"}},
            {"id":"odd","context_length":"long","pricing":{"prompt":3}},
            {"id":"wild","pricing":{"prompt":"inf","completion":"NaN"}}]}"#;
        let listed = models(body.as_bytes()).unwrap();
        let told: Vec<_> = listed
            .iter()
            .map(|model| (model.context, model.price.map(|price| (price.prompt, price.completion))))
            .collect();
        assert_eq!(
            told,
            [
                (Some(1_000_000), Some((3.0, 15.0))),
                (Some(2_000_000), None),
                (Some(131_072), Some((0.3, 0.0))),
                (None, None),
                (None, None)
            ]
        );
    }

    #[test]
    fn other_answers_are_errors() {
        for body in ["", "<html>", "{}", "3", r#"{"error":{"message":"no"}}"#, r#"{"data":null}"#] {
            assert!(models(body.as_bytes()).is_err(), "{body}");
        }
    }
}
