//! `remember`: a note that the model keeps when older rounds are no longer sent to it.

use super::declare::{Operation, Tool, not_empty, quoted};
use super::{CallError, Fault};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Keep a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Remember {
    /// The note.
    pub text: String,
}

impl Tool for Remember {
    const SPEC: ToolSpec = ToolSpec {
        name: "remember",
        description: "Keep a short note for later in this task: figures you found, what is done. You see only the last rounds, but always your notes.",
        parameters: r#"{"type":"object","properties":{"text":{"type":"string","description":"the note"}},"required":["text"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"text": "Lamp A costs 24.90, lamp B 31.00; shop C is still to be seen."}"#;
    const LOOKS_AFTER: bool = false;

    fn check(&self) -> Result<(), Fault> {
        not_empty("text", &self.text)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Remember(self.text.trim().to_owned()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Remember { text: quoted(&self.text) })
    }
}
