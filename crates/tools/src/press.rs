//! Pressing a mouse button on an element: the common part of the clicking tools.

use super::shape::{Kind, arguments};
use edith_gate::{ClipboardUse, Contact, EffectClass, ElementFacts, Facts, recognise};
use edith_protocol::{Modifier, MouseButton};

arguments! {
    /// The press of a click.
    #[derive(Default)]
    pub struct Press {
        /// None: the left one.
        optional button: Option<MouseButton> => "";
        /// 1 to 3; none: once.
        optional count: Option<u8> as Kind::Whole(1, 3) => "2: double click";
        /// Keys held meanwhile.
        optional modifiers: Vec<Modifier> => "";
        /// How long the button is held down, in milliseconds; none: not longer than a click takes.
        optional hold_ms: Option<u64> as Kind::Whole(0, 10_000) => "";
    }
}

impl Press {
    pub fn button(&self) -> MouseButton {
        self.button.unwrap_or_default()
    }

    /// How often it is pressed.
    pub fn count(&self) -> u8 {
        self.count.unwrap_or(1)
    }

    /// What the page notices: which element was pressed, or also how, which tells more than a choice among what it shows.
    pub(super) fn contact(&self) -> Contact {
        let is_plain = self.button() == MouseButton::Left
            && self.count() == 1
            && self.modifiers.is_empty()
            && self.hold_ms.unwrap_or_default() == 0;
        if is_plain { Contact::Presses } else { Contact::Sends }
    }

    pub(super) fn class(&self, uid: u32, facts: &Facts) -> EffectClass {
        match self.button() {
            // A context menu opens, nothing else.
            MouseButton::Right => EffectClass::Acts,
            MouseButton::Left | MouseButton::Middle => recognise::click(facts.element(uid), facts),
        }
    }

    /// A press of the middle button pastes into fields, on some systems.
    pub(super) fn clipboard(&self, uid: u32, facts: &Facts) -> ClipboardUse {
        let Some(element) = facts.element(uid) else { return ClipboardUse::None };
        match self.button() {
            MouseButton::Middle if element.kind.takes_text() => ClipboardUse::PastesSelection,
            _ => ClipboardUse::of_press(element),
        }
    }

    pub(super) fn followed<'a>(&self, uid: u32, facts: &'a Facts) -> Option<&'a ElementFacts> {
        facts.element(uid).filter(|_| self.button() != MouseButton::Right)
    }
}
