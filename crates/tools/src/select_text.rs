//! `select_text`: a part of an element's text selected, as a person does with the mouse.

use super::declare::{Operation, Tool, quoted, target};
use super::examine::name_of;
use super::shape::{Kind, arguments};
use super::{CallError, Fault};
use edith_actions::action::Action;
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    pub struct SelectText {
        /// The element that holds it.
        uid: u32 => "";
        /// The words to select.
        optional text: Option<String> => "";
        /// Or: the character it begins with, counted from 0.
        optional from: Option<u32> as Kind::Whole(0, u32::MAX as i64) => "or from character";
        /// The character it ends before.
        optional to: Option<u32> as Kind::Whole(0, u32::MAX as i64) => "to, exclusive";
    }
}

impl Tool for SelectText {
    const NAME: &'static str = "select_text";
    const DESCRIPTION: &'static str = "Select a part of an element's text, as with the mouse.";
    const EXAMPLE: &'static str = r#"{"uid": 12, "text": "the second word"}"#;

    fn check(&self) -> Result<(), Fault> {
        let has_text = self.text.as_deref().is_some_and(|text| !text.trim().is_empty());
        match (has_text, self.from, self.to) {
            (true, None, None) => Ok(()),
            (_, Some(from), Some(to)) if from < to => Ok(()),
            (_, Some(_), Some(_)) => Err(Fault { argument: "to", problem: "must be more than from".to_owned() }),
            _ => Err(Fault { argument: "text", problem: "is missing; give text, or from and to".to_owned() }),
        }
    }

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        // A control that would take the press is selected without one.
        EffectClass::Acts
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let range = self.from.zip(self.to);
        let text = self.text.clone().filter(|_| range.is_none()).unwrap_or_default();
        Ok(Operation::Perform(Action::SelectText { target: target(self.uid, page)?, text, range }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let name = name_of(facts, self.uid);
        match (&self.text, self.from, self.to) {
            (_, Some(from), Some(to)) => say!(SelectRange { from: from, to: to, name: name }),
            (text, ..) => say!(SelectPiece { text: quoted(text.as_deref().unwrap_or_default()), name: name }),
        }
    }
}
