//! `reload`: the page anew.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Load the page anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reload {}

impl Tool for Reload {
    const SPEC: ToolSpec = ToolSpec {
        name: "reload",
        description: "Load the page anew. What was entered and not sent is lost.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Reload))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Reload)
    }
}
