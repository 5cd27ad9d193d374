//! What all kinds of model servers share: addresses, deadlines, refusals, event streams.

mod address;
pub(crate) mod fault;
mod head;
mod kind;
mod left_out;
mod line;
mod model_list;
mod reader;
mod retry_after;

use serde_json::Value;

pub(crate) use kind::Kind;
pub(crate) use left_out::Refused;
pub(crate) use line::{Line, Network};
pub(crate) use model_list::models;
pub(crate) use reader::{AnswerReader, Assemble};

/// Sets a field of a JSON object.
pub(crate) fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}
