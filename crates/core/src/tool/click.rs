//! `click`: a mouse click on an element.

use super::kit::{Plan, Tool, target};
use super::{CallError, ElementFacts, Facts, PageView};
use crate::action::{Action, Modifier, MouseButton};
use crate::gate::{EffectClass, recognise};
use crate::model::ToolSpec;
use crate::words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Click an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Click {
    /// The element.
    pub uid: u32,
    /// None: the left one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// 1 to 3; none: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Keys held meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// How long the button is held down, in milliseconds; none: not longer than a click takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_ms: Option<u64>,
}

impl Tool for Click {
    const SPEC: ToolSpec = ToolSpec {
        name: "click",
        description: "Click an element of the latest look.",
        parameters: r#"{"type":"object","properties":{"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"the element's uid"},"button":{"type":"string","enum":["left","right","middle"],"description":"default left"},"count":{"type":"integer","minimum":1,"maximum":3,"description":"2 for a double click; default 1"},"modifiers":{"type":"array","items":{"type":"string","enum":["Alt","Control","Meta","Shift"]},"description":"keys held meanwhile"},"hold_ms":{"type":"integer","minimum":0,"maximum":10000,"description":"how long the button is held down"}},"required":["uid"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"uid": 12}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        match self.button.unwrap_or_default() {
            // A context menu opens, nothing else.
            MouseButton::Right => EffectClass::Acts,
            MouseButton::Left | MouseButton::Middle => recognise::click(facts.element(self.uid), facts),
        }
    }

    fn plan(&self, page: &dyn PageView) -> Result<Plan, CallError> {
        Ok(Plan::Perform(Action::Click {
            target: target(self.uid, page)?,
            button: self.button.unwrap_or_default(),
            count: self.count.unwrap_or(1),
            modifiers: self.modifiers.clone(),
            hold_ms: self.hold_ms.unwrap_or_default(),
        }))
    }

    fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        facts.element(self.uid).filter(|_| self.button != Some(MouseButton::Right))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let name = facts.name_of(self.uid);
        if let Some(ms) = self.hold_ms.filter(|ms| *ms > 0) {
            return say!(ClickHold { name: name, ms: ms });
        }
        let keys = self.modifiers.iter().map(|key| format!("{key:?}")).collect::<Vec<_>>().join("+");
        match (self.button.unwrap_or_default(), self.count.unwrap_or(1), keys.is_empty()) {
            (MouseButton::Right, _, true) => say!(RightClick { name: name }),
            (MouseButton::Right, _, false) => say!(RightClickHolding { keys: keys, name: name }),
            (MouseButton::Middle, _, true) => say!(MiddleClick { name: name }),
            (MouseButton::Middle, _, false) => say!(MiddleClickHolding { keys: keys, name: name }),
            (MouseButton::Left, 2, true) => say!(DoubleClick { name: name }),
            (MouseButton::Left, 2, false) => say!(DoubleClickHolding { keys: keys, name: name }),
            (MouseButton::Left, 3, true) => say!(TripleClick { name: name }),
            (MouseButton::Left, 3, false) => say!(TripleClickHolding { keys: keys, name: name }),
            (MouseButton::Left, _, true) => say!(Click { name: name }),
            (MouseButton::Left, _, false) => say!(ClickHolding { keys: keys, name: name }),
        }
    }
}
