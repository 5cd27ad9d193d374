//! `step_failed`: the goal of a plan's step cannot be reached.

use super::declare::{Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Say that the step's goal is not reached.
    pub struct StepFailed {
        /// Why.
        reason: String => "what is in the way, for the one who plans";
    }
}

impl Tool for StepFailed {
    const NAME: &'static str = "step_failed";
    const DESCRIPTION: &'static str =
        "End this step without having reached its goal: it cannot be done as planned. What is left is planned again.";
    const OFFERED: Offered = Offered::EndsStep;
    const EXAMPLE: &'static str = r#"{"reason": "The lamp is sold out."}"#;

    fn check(&self) -> Result<(), Fault> {
        not_empty("reason", &self.reason)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Ends
    }

    fn contact(&self) -> Contact {
        Contact::None
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::StepFailed(self.reason.trim().to_owned()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GiveUp { reason: quoted(&self.reason) })
    }
}
