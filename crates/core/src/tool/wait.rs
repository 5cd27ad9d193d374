//! `wait`: for a given time.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Wait a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wait {
    /// So many milliseconds, 10,000 at most.
    pub ms: u64,
}

impl Tool for Wait {
    const SPEC: ToolSpec = ToolSpec {
        name: "wait",
        description: "Do nothing for a while, then look. Only where time itself matters, as in games and countdowns; for something to come use wait_for_page_update.",
        parameters: r#"{"type":"object","properties":{"ms":{"type":"integer","minimum":1,"maximum":10000,"description":"milliseconds"}},"required":["ms"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"ms": 2000}"#;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Pause { ms: self.ms }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(WaitFor { ms: self.ms })
    }
}
