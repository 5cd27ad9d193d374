//! The arguments of a tool call.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The arguments of a tool call, by name. Untyped on purpose: every tool has its own, tools of servers too, and the user sees what the model
/// wrote, valid or not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Arguments(pub Map<String, Value>);

impl From<Value> for Arguments {
    /// A value that is not an object has no arguments.
    fn from(value: Value) -> Self {
        match value {
            Value::Object(fields) => Self(fields),
            _ => Self::default(),
        }
    }
}
