//! `task_fail`: the task cannot be done, or only in part.

use super::declare::{Offer, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault, StepFailed};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};
use serde_json::{Value, json};

arguments! {
    /// Say that the task is not done.
    pub struct TaskFail {
        /// Why it cannot be done.
        reason: String => "for the user";
        /// What was done all the same.
        optional done: Option<String> => "";
    }
}

impl Tool for TaskFail {
    const NAME: &'static str = "task_fail";
    const DESCRIPTION: &'static str = "End the task: not done, or only in part.";
    const OFFERED: Offered = Offered::EndsTask;
    const EXAMPLE: &'static str =
        r#"{"reason": "The page says that the password is wrong.", "done": "The address is filled in."}"#;

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
        let done = self.done.as_deref().unwrap_or_default().trim().to_owned();
        Ok(Operation::Fail { reason: self.reason.trim().to_owned(), done })
    }

    fn stands_for(&self, offer: Offer) -> Option<(&'static str, Value)> {
        offer.step.then(|| (StepFailed::NAME, json!({ "reason": self.reason })))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GiveUp { reason: quoted(&self.reason) })
    }
}
