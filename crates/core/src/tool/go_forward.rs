//! `go_forward`: one page forward.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// One page forward in the tab's history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoForward {}

impl Tool for GoForward {
    const SPEC: ToolSpec = ToolSpec {
        name: "go_forward",
        description: "Go one page forward in the tab's history, after go_back.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::GoForward))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GoForward)
    }
}
