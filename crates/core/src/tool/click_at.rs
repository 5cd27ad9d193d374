//! `click_at`: a mouse click at a point of an element, for what is drawn in it: canvases, maps, sliders.

use super::kit::{Plan, Tool, target};
use super::{CallError, ElementFacts, Facts, PageView};
use crate::action::{Action, Modifier, MouseButton};
use crate::gate::{EffectClass, recognise};
use crate::model::ToolSpec;
use crate::words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Click at a point of an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClickAt {
    /// The element.
    pub uid: u32,
    /// CSS pixels from its left edge.
    pub x: f64,
    /// CSS pixels from its top edge.
    pub y: f64,
    /// None: the left one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// 1 to 3; none: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Keys held meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// How long the button is held down, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_ms: Option<u64>,
}

impl Tool for ClickAt {
    const SPEC: ToolSpec = ToolSpec {
        name: "click_at",
        description: "Click at a point inside an element, in its own pixels from its top left corner: for canvases, maps, pictures, sliders. screenshot with the same uid shows it.",
        parameters: r#"{"type":"object","properties":{"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"the element's uid"},"x":{"type":"number","description":"pixels from its left edge"},"y":{"type":"number","description":"pixels from its top edge"},"button":{"type":"string","enum":["left","right","middle"],"description":"default left"},"count":{"type":"integer","minimum":1,"maximum":3,"description":"2 for a double click; default 1"},"modifiers":{"type":"array","items":{"type":"string","enum":["Alt","Control","Meta","Shift"]},"description":"keys held meanwhile"},"hold_ms":{"type":"integer","minimum":0,"maximum":10000,"description":"how long the button is held down"}},"required":["uid","x","y"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"uid": 12, "x": 40, "y": 25}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // The click is refused where something else with a name of its own is at the point, so this is what is hit.
        match self.button.unwrap_or_default() {
            MouseButton::Right => EffectClass::Acts,
            MouseButton::Left | MouseButton::Middle => recognise::click(facts.element(self.uid), facts),
        }
    }

    fn plan(&self, page: &dyn PageView) -> Result<Plan, CallError> {
        Ok(Plan::Perform(Action::ClickAt {
            target: target(self.uid, page)?,
            at: [self.x, self.y],
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
        let (name, x, y) = (facts.name_of(self.uid), self.x.to_string(), self.y.to_string());
        match (self.button.unwrap_or_default(), self.count.unwrap_or(1)) {
            (MouseButton::Right, _) => say!(RightClickPoint { name: name, x: x, y: y }),
            (MouseButton::Middle, _) => say!(MiddleClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, 1) => say!(ClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, times) => say!(ClickPointTimes { name: name, x: x, y: y, times: u32::from(times) }),
        }
    }
}
