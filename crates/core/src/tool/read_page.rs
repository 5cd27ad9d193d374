//! `read_page`: the page's text, paged.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Read the page's text from a place on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadPage {
    /// Characters to skip; none: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
}

impl Tool for ReadPage {
    const SPEC: ToolSpec = ToolSpec {
        name: "read_page",
        description: "Read the page's whole text with the addresses of its links, and what long fields hold, one part at a time. The answer names the offset of the next part.",
        parameters: r#"{"type":"object","properties":{"offset":{"type":"integer","minimum":0,"maximum":100000000,"description":"characters to skip; default 0"}},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"offset": 5000}"#;
    const IS_LOOK: bool = true;
    const LOOKS_AFTER: bool = false;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Read { offset: self.offset.unwrap_or(0) })
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        match self.offset {
            None | Some(0) => say!(ReadText),
            Some(offset) => say!(ReadTextFrom { offset: offset.to_string() }),
        }
    }
}
