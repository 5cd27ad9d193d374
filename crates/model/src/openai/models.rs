//! The answer of `GET {base}/models`.

use crate::ModelError;
use serde_json::Value;

/// The names of a server's models, in its order.
///
/// # Errors
/// When the answer is no such list.
pub(super) fn model_names(body: &[u8]) -> Result<Vec<String>, ModelError> {
    let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
    if body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<') {
        return Err(broken("it is a web page, not a list of models; the base URL may be wrong"));
    }
    let answer: Value = serde_json::from_slice(body).map_err(|error| broken(&error.to_string()))?;
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Err(crate::server::fault::in_answer(error));
    }
    // OpenAI says `data`, some say `models`, some send the bare list.
    let list = answer.get("data").or_else(|| answer.get("models")).unwrap_or(&answer).as_array();
    let list = list.ok_or_else(|| broken("it is not a list of models; the base URL may be wrong"))?;
    let name = |model: &Value| {
        let field = |name: &str| model.get(name).and_then(Value::as_str);
        field("id").or_else(|| field("name")).or_else(|| model.as_str()).map(str::to_owned)
    };
    Ok(list.iter().filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_in_every_common_form() {
        for (body, expected) in [
            (r#"{"object":"list","data":[{"id":"b"},{"id":"a"}]}"#, vec!["b", "a"]),
            (r#"{"models":[{"name":"x"}]}"#, vec!["x"]),
            (r#"["x", {"id":"y"}, 3]"#, vec!["x", "y"]),
            (r#"{"data":[]}"#, vec![]),
        ] {
            assert_eq!(model_names(body.as_bytes()).unwrap(), expected, "{body}");
        }
    }

    #[test]
    fn other_answers_are_errors() {
        for body in ["", "<html>", "{}", "3", r#"{"error":{"message":"no"}}"#, r#"{"data":null}"#] {
            assert!(model_names(body.as_bytes()).is_err(), "{body}");
        }
    }
}
