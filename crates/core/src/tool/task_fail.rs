//! `task_fail`: the task cannot be done, or only in part.

use super::declare::{Operation, Tool, not_empty, quoted};
use super::{CallError, Fault};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Say that the task is not done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskFail {
    /// Why it cannot be done.
    pub reason: String,
    /// What was done all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<String>,
}

impl Tool for TaskFail {
    const SPEC: ToolSpec = ToolSpec {
        name: "task_fail",
        description: "End the task without having done everything asked for: it cannot be done, was refused, or is done only in part.",
        parameters: r#"{"type":"object","properties":{"reason":{"type":"string","description":"what is not done and why, for the user"},"done":{"type":"string","description":"what was done all the same; leave it out if nothing was"}},"required":["reason"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str =
        r#"{"reason": "The page says that the password is wrong.", "done": "The address is filled in."}"#;
    const LOOKS_AFTER: bool = false;

    fn check(&self) -> Result<(), Fault> {
        not_empty("reason", &self.reason)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Ends
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let done = self.done.as_deref().unwrap_or_default().trim().to_owned();
        Ok(Operation::Fail { reason: self.reason.trim().to_owned(), done })
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GiveUp { reason: quoted(&self.reason) })
    }
}
