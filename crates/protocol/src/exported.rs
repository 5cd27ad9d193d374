//! Conversations in files.

use crate::{Conversation, Progress, run_ids};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An exported conversation, `{conversation, steps}`, unparsed until it is read: a file may hold anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exported(Value);

impl From<Value> for Exported {
    fn from(entry: Value) -> Self {
        Self(entry)
    }
}

impl Exported {
    /// The conversation, and the progress events of its runs.
    ///
    /// # Errors
    /// It is not a conversation.
    pub fn read(mut self) -> Result<(Conversation, Vec<Progress>), serde_json::Error> {
        let mut part = |name: &str| self.0.get_mut(name).map(Value::take).unwrap_or_default();
        // What a file says its tasks have read is not believed.
        let conversation = Conversation { private_sources: None, ..crate::json::from_value(part("conversation"))? };
        let steps = crate::json::from_value::<Option<Vec<Progress>>>(part("steps"))?.unwrap_or_default();
        let runs = run_ids(&conversation.messages);
        // Steps of unrelated runs would be stored where nothing finds them.
        Ok((conversation, steps.into_iter().filter(|step| runs.contains(&step.run_id)).collect()))
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Exported {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Exported".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        /// A conversation in an export file.
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its shape is looked at")]
        struct Fields {
            /// The conversation as stored.
            conversation: Conversation,
            /// Its runs' progress events.
            steps: Option<Vec<Progress>>,
        }
        Fields::json_schema(generator)
    }
}
