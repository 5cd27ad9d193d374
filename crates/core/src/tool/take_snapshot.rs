//! `take_snapshot`: a look at the page.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Look at the page: its elements with their uids, and its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TakeSnapshot {}

impl Tool for TakeSnapshot {
    const SPEC: ToolSpec = ToolSpec {
        name: "take_snapshot",
        description: "Look at the page: its elements with their uids, and its text. Actions already answer with a look, so use this only when the page may have changed by itself.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Look)
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(LookAtPage)
    }
}
