//! `click_at`: a mouse click at a point of an element, for what is drawn in it: canvases, maps, sliders.

use super::CallError;
use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::press::Press;
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{ClipboardUse, EffectClass, ElementFacts, Facts, PageView};
use edith_protocol::MouseButton;
use edith_words::{Sentence, say};

arguments! {
    /// Click at a point of an element.
    pub struct ClickAt {
        /// The element.
        uid: u32 => "";
        /// CSS pixels from its left edge.
        x: f64 => "";
        /// CSS pixels from its top edge.
        y: f64 => "";
        /// How.
        quiet press: Press;
    }
}

impl Tool for ClickAt {
    const NAME: &'static str = "click_at";
    const DESCRIPTION: &'static str =
        "Click a point inside an element, in its pixels from its top left corner: canvases, maps.";
    const EXAMPLE: &'static str = r#"{"uid": 12, "x": 40, "y": 25}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // The click is refused if another control is at the point, so this is what is hit.
        self.press.class(self.uid, facts)
    }

    fn clipboard(&self, facts: &Facts) -> ClipboardUse {
        self.press.clipboard(self.uid, facts)
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let press = &self.press;
        Ok(Operation::Perform(Action::ClickAt {
            target: target(self.uid, page)?,
            at: [self.x, self.y],
            button: press.button(),
            count: press.count(),
            modifiers: press.modifiers.clone(),
            hold_ms: press.hold_ms.unwrap_or_default(),
        }))
    }

    fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        self.press.followed(self.uid, facts)
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let (name, x, y) = (name_of(facts, self.uid), self.x.to_string(), self.y.to_string());
        match (self.press.button(), self.press.count()) {
            (MouseButton::Right, _) => say!(RightClickPoint { name: name, x: x, y: y }),
            (MouseButton::Middle, _) => say!(MiddleClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, 1) => say!(ClickPoint { name: name, x: x, y: y }),
            (MouseButton::Left, times) => say!(ClickPointTimes { name: name, x: x, y: y, times: u32::from(times) }),
        }
    }
}
