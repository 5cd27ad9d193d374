//! `drag`: one element onto another.

use super::declare::{Operation, Tool, target};
use super::{CallError, Fault};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView, recognise};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Drag an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drag {
    /// What is dragged.
    pub from_uid: u32,
    /// Where it is dropped.
    pub to_uid: u32,
    /// Where inside it: CSS pixels from its left edge; none: in its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_x: Option<f64>,
    /// The same from its top edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_y: Option<f64>,
}

impl Tool for Drag {
    const SPEC: ToolSpec = ToolSpec {
        name: "drag",
        description: "Drag one element and drop it on another.",
        parameters: r#"{"type":"object","properties":{"from_uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"uid of what is dragged"},"to_uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"uid of where it is dropped"},"to_x":{"type":"number","description":"place inside it, in pixels from its left edge; default its middle"},"to_y":{"type":"number","description":"and from its top edge"}},"required":["from_uid","to_uid"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"from_uid": 12, "to_uid": 31}"#;

    fn check(&self) -> Result<(), Fault> {
        if self.from_uid == self.to_uid {
            return Err(Fault { argument: "to_uid", problem: "must be another element than from_uid".to_owned() });
        }
        match (self.to_x, self.to_y) {
            (Some(_), None) => Err(Fault { argument: "to_y", problem: "is missing".to_owned() }),
            (None, Some(_)) => Err(Fault { argument: "to_x", problem: "is missing".to_owned() }),
            _ => Ok(()),
        }
    }

    fn uids(&self) -> Vec<u32> {
        vec![self.from_uid, self.to_uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        recognise::drop_on(facts.element(self.to_uid))
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let at = self.to_x.zip(self.to_y).map(|(x, y)| [x, y]);
        Ok(Operation::Perform(Action::Drag { from: target(self.from_uid, page)?, to: target(self.to_uid, page)?, at }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        say!(Drag { from: facts.name_of(self.from_uid), to: facts.name_of(self.to_uid) })
    }
}
