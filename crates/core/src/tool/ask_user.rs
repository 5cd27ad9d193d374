//! `ask_user`: a question to the person.

use super::kit::{Plan, Tool, not_empty, quoted};
use super::{CallError, Facts, Fault, PageView};
use crate::gate::EffectClass;
use crate::model::ToolSpec;
use serde::{Deserialize, Serialize};

/// Ask the person, and wait for the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskUser {
    /// The question.
    pub question: String,
}

impl Tool for AskUser {
    const SPEC: ToolSpec = ToolSpec {
        name: "ask_user",
        description: "Ask the user something only they can know or decide, and wait for the answer.",
        parameters: r#"{"type":"object","properties":{"question":{"type":"string","description":"one clear question"}},"required":["question"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"question": "Which size?"}"#;
    const LOOKS_AFTER: bool = false;

    fn check(&self) -> Result<(), Fault> {
        not_empty("question", &self.question)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Asks
    }

    fn plan(&self, _page: &dyn PageView) -> Result<Plan, CallError> {
        Ok(Plan::Ask(self.question.clone()))
    }

    fn describe(&self, _facts: &Facts) -> String {
        format!("Ask {}", quoted(&self.question))
    }
}
