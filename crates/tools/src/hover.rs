//! `hover`: the pointer over an element.

use super::CallError;
use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Point at an element.
    pub struct Hover {
        /// The element.
        uid: u32 => "";
    }
}

impl Tool for Hover {
    const NAME: &'static str = "hover";
    const DESCRIPTION: &'static str = "Move the pointer over an element: menus, tooltips.";
    const EXAMPLE: &'static str = r#"{"uid": 12}"#;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        Contact::Presses
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Hover { target: target(self.uid, page)? }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        say!(PointAt { name: name_of(facts, self.uid) })
    }
}
