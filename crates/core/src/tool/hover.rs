//! `hover`: the pointer over an element.

use super::CallError;
use super::declare::{Operation, Tool, target};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Point at an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hover {
    /// The element.
    pub uid: u32,
}

impl Tool for Hover {
    const SPEC: ToolSpec = ToolSpec {
        name: "hover",
        description: "Move the pointer over an element and leave it there, to open menus and tooltips.",
        parameters: r#"{"type":"object","properties":{"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"the element's uid"}},"required":["uid"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"uid": 12}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Hover { target: target(self.uid, page)? }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        say!(PointAt { name: facts.name_of(self.uid) })
    }
}
