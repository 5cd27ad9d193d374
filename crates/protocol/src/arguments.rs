//! The arguments of a tool call.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The arguments of a tool call, by name. Open by nature: each tool has its own, tools of other servers too, and a person is shown what the
/// model wrote, whether or not a schema knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Arguments(pub Map<String, Value>);

impl From<Value> for Arguments {
    /// What is no object has no arguments.
    fn from(value: Value) -> Self {
        match value {
            Value::Object(fields) => Self(fields),
            _ => Self::default(),
        }
    }
}
