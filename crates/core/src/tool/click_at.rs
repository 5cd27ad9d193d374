//! `click_at`: a mouse click at a point of an element, for what is drawn in it: canvases, maps, sliders.

use super::CallError;
use super::declare::{Operation, Tool, target};
use super::press::{Press, press_schema};
use crate::action::Action;
use crate::gate::{EffectClass, ElementFacts, Facts, PageView};
use edith_model::ToolSpec;
use edith_protocol::MouseButton;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Click at a point of an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClickAt {
    /// Which element, and how.
    #[serde(flatten)]
    pub press: Press,
    /// CSS pixels from its left edge.
    pub x: f64,
    /// CSS pixels from its top edge.
    pub y: f64,
}

impl Tool for ClickAt {
    const SPEC: ToolSpec = ToolSpec {
        name: "click_at",
        description: "Click at a point inside an element, in its own pixels from its top left corner: for canvases, maps, pictures, sliders. screenshot with the same uid shows it.",
        parameters: press_schema!(
            r#""x":{"type":"number","description":"pixels from its left edge"},"y":{"type":"number","description":"pixels from its top edge"},"#,
            r#""uid","x","y""#
        ),
    };
    const EXAMPLE: &'static str = r#"{"uid": 12, "x": 40, "y": 25}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.press.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // The click is refused where something else with a name of its own is at the point, so this is what is hit.
        self.press.class(facts)
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let press = &self.press;
        Ok(Operation::Perform(Action::ClickAt {
            target: target(press.uid, page)?,
            at: [self.x, self.y],
            button: press.button(),
            count: press.count(),
            modifiers: press.modifiers.clone(),
            hold_ms: press.hold_ms.unwrap_or_default(),
        }))
    }

    fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        self.press.followed(facts)
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let (name, x, y) = (facts.name_of(self.press.uid), self.x.to_string(), self.y.to_string());
        match (self.press.button(), self.press.count()) {
            (MouseButton::Right, _) => say!(RightClickPoint { name: name, x: x, y: y }),
            (MouseButton::Middle, _) => say!(MiddleClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, 1) => say!(ClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, times) => say!(ClickPointTimes { name: name, x: x, y: y, times: u32::from(times) }),
        }
    }
}
