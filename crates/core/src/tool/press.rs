//! How a mouse button is pressed on an element: what every clicking tool takes and does alike.

use crate::gate::{EffectClass, ElementFacts, Facts, recognise};
use edith_protocol::{Modifier, MouseButton};
use serde::{Deserialize, Serialize};

/// The press of a click.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Press {
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

/// The JSON Schema of a tool that presses: the properties of [`Press`] with further ones behind the uid, and the names of those that must be there.
macro_rules! press_schema {
    ($further:literal, $required:literal) => {
        concat!(
            r#"{"type":"object","properties":{"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"the element's uid"},"#,
            $further,
            r#""button":{"type":"string","enum":["left","right","middle"],"description":"default left"},"#,
            r#""count":{"type":"integer","minimum":1,"maximum":3,"description":"2 for a double click; default 1"},"#,
            r#""modifiers":{"type":"array","items":{"type":"string","enum":["Alt","Control","Meta","Shift"]},"description":"keys held meanwhile"},"#,
            r#""hold_ms":{"type":"integer","minimum":0,"maximum":10000,"description":"how long the button is held down"}},"#,
            r#""required":["#,
            $required,
            r#"],"additionalProperties":false}"#
        )
    };
}
pub(super) use press_schema;

impl Press {
    /// The button.
    pub fn button(&self) -> MouseButton {
        self.button.unwrap_or_default()
    }

    /// How often it is pressed.
    pub fn count(&self) -> u8 {
        self.count.unwrap_or(1)
    }

    pub(super) fn class(&self, facts: &Facts) -> EffectClass {
        match self.button() {
            // A context menu opens, nothing else.
            MouseButton::Right => EffectClass::Acts,
            MouseButton::Left | MouseButton::Middle => recognise::click(facts.element(self.uid), facts),
        }
    }

    pub(super) fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        facts.element(self.uid).filter(|_| self.button() != MouseButton::Right)
    }
}
