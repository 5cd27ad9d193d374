//! `click`: a mouse click on an element.

use super::CallError;
use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::press::Press;
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{ClipboardUse, Contact, EffectClass, ElementFacts, Facts, PageView};
use edith_protocol::MouseButton;
use edith_words::{Sentence, say};

arguments! {
    /// Click an element.
    pub struct Click {
        /// The element.
        uid: u32 => "";
        /// How.
        inline press: Press;
    }
}

impl Tool for Click {
    const NAME: &'static str = "click";
    const DESCRIPTION: &'static str = "Click an element.";
    const EXAMPLE: &'static str = r#"{"uid": 12}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        self.press.class(self.uid, facts)
    }

    fn contact(&self) -> Contact {
        self.press.contact()
    }

    fn clipboard(&self, facts: &Facts) -> ClipboardUse {
        self.press.clipboard(self.uid, facts)
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let press = &self.press;
        Ok(Operation::Perform(Action::Click {
            target: target(self.uid, page)?,
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
        let press = &self.press;
        let name = name_of(facts, self.uid);
        if let Some(ms) = press.hold_ms.filter(|ms| *ms > 0) {
            return say!(ClickHold { name: name, ms: ms });
        }
        let keys = press.modifiers.iter().map(|key| format!("{key:?}")).collect::<Vec<_>>().join("+");
        match (press.button(), press.count(), keys.is_empty()) {
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
