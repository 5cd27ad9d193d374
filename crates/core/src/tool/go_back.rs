//! `go_back`: one page back.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// One page back in the tab's history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoBack {}

impl Tool for GoBack {
    const SPEC: ToolSpec = ToolSpec {
        name: "go_back",
        description: "Go one page back in the tab's history.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::GoBack))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GoBack)
    }
}
