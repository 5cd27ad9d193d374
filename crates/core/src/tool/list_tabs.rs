//! `list_tabs`: the browser's tabs.

use super::CallError;
use super::declare::{AnswerOf, Operation, Tool};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// List the open tabs with their ids, titles and addresses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListTabs {}

impl Tool for ListTabs {
    const SPEC: ToolSpec = ToolSpec {
        name: "list_tabs",
        description: "List the open tabs with their ids, titles and addresses.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Tabs;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::ListTabs)
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(ListTabs)
    }
}
