//! `task_complete`: the task is done.

use super::declare::{Offer, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, ExtractData, Fault};
use crate::ending::Claim;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};
use serde_json::{Value, json};

arguments! {
    /// Say that the task is done.
    pub struct TaskComplete {
        /// What was done and found.
        summary: String => "for the user";
        /// Words of the page that show it, a line for each; code looks for them there.
        optional evidence: Option<String> => "the page's own words that show it";
    }
}

impl Tool for TaskComplete {
    const NAME: &'static str = "task_complete";
    const DESCRIPTION: &'static str = "End the task: all of it is done.";
    const OFFERED: Offered = Offered::EndsTask;
    const COMPLETES_TASK: bool = true;
    const EXAMPLE: &'static str =
        r#"{"summary": "The lamp is in the cart; the total is 24.90.", "evidence": "Total: 24.90"}"#;
    const SEVERAL: Option<&'static str> = Some("evidence");

    fn check(&self) -> Result<(), Fault> {
        not_empty("summary", &self.summary)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Ends
    }

    fn contact(&self) -> Contact {
        Contact::None
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Complete(Claim::new(&self.summary, self.evidence.as_deref())))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Finish { summary: quoted(&self.summary) })
    }

    fn stands_for(&self, offer: Offer) -> Option<(&'static str, Value)> {
        if offer.step {
            return Some((super::StepDone::NAME, json!({ "outputs": { "answer": self.summary } })));
        }
        // In research both mean the same.
        offer.source.then(|| (ExtractData::NAME, json!({ "data": self.summary })))
    }
}
