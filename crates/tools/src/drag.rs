//! `drag`: one element onto another.

use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::shape::arguments;
use super::{CallError, Fault};
use edith_actions::action::Action;
use edith_gate::{EffectClass, Facts, PageView, recognise};
use edith_words::{Sentence, say};

arguments! {
    /// Drag an element.
    pub struct Drag {
        /// What is dragged.
        from_uid: u32 => "";
        /// Where it is dropped.
        to_uid: u32 => "";
        /// Where inside it: CSS pixels from its left edge; none: in its middle.
        optional to_x: Option<f64> => "point in it";
        /// The same from its top edge.
        optional to_y: Option<f64> => "";
    }
}

impl Tool for Drag {
    const NAME: &'static str = "drag";
    const DESCRIPTION: &'static str = "Drag one element onto another.";
    const EXAMPLE: &'static str = r#"{"from_uid": 12, "to_uid": 31}"#;

    fn check(&self) -> Result<(), Fault> {
        if self.from_uid == self.to_uid {
            return Err(Fault { argument: "to_uid", problem: "must not be from_uid".to_owned() });
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
        say!(Drag { from: name_of(facts, self.from_uid), to: name_of(facts, self.to_uid) })
    }
}
