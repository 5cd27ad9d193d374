//! Messages of JSON-RPC, as they are sent and as they come.

use super::error::{RpcError, brief};
use serde_json::{Map, Value, json};

/// What a server sends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Incoming {
    /// The answer to one of our requests; without an id when the server could not read ours.
    Answer { id: Option<Value>, outcome: Result<Value, RpcError> },
    /// A request of an older revision's server.
    Request { id: Value, method: String, params: Value },
    /// Something that wants no answer.
    Notice { method: String, params: Value },
}

/// The messages in a text: one, or an array of them. None if the text is not JSON; what is not a message among them is left out.
pub(crate) fn parse(text: &str) -> Option<Vec<Incoming>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str(text).ok()? {
        Value::Array(all) => Some(all.into_iter().filter_map(message).collect()),
        one => Some(message(one).into_iter().collect()),
    }
}

fn message(value: Value) -> Option<Incoming> {
    let Value::Object(mut value) = value else { return None };
    let id = value.remove("id").filter(|id| id.is_string() || id.is_number());
    if let Some(method) = value.get("method").map(|method| method.as_str().map(str::to_owned)) {
        let (method, params) = (method?, value.remove("params").unwrap_or_default());
        return Some(match id {
            Some(id) => Incoming::Request { id, method, params },
            None => Incoming::Notice { method, params },
        });
    }
    if let Some(Value::Object(mut error)) = value.remove("error") {
        let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
        let message = brief(message, 1_000);
        let code = error.get("code").and_then(Value::as_i64)?;
        return Some(Incoming::Answer { id, outcome: Err(RpcError { code, message, data: error.remove("data") }) });
    }
    let result = value.remove("result")?;
    Some(Incoming::Answer { id, outcome: Ok(result) })
}

/// Whether an answer's id is that of our request. Our ids are whole numbers; some servers write them as `1.0`.
pub(crate) fn is_id(id: &Value, ours: i64) -> bool {
    id.as_i64() == Some(ours) || (id.is_f64() && id.as_f64() == Some(ours as f64))
}

pub(crate) fn request(id: i64, method: &str, params: &Map<String, Value>) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

pub(crate) fn notice(method: &str, params: Option<Value>) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "method": method });
    if let (Some(params), Some(object)) = (params, message.as_object_mut()) {
        object.insert("params".to_owned(), params);
    }
    message.to_string()
}

/// The answer to a request of the server.
pub(crate) fn answer(id: &Value, outcome: Result<Value, (i64, &str)>) -> String {
    match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
    .to_string()
}
