//! `wait`: for a given time.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::{Kind, arguments};
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Wait a while.
    pub struct Wait {
        /// So many milliseconds, 10,000 at most.
        ms: u64 as Kind::Whole(1, 10_000) => "";
    }
}

impl Tool for Wait {
    const NAME: &'static str = "wait";
    const DESCRIPTION: &'static str = "Let time pass.";
    const EXAMPLE: &'static str = r#"{"ms": 2000}"#;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        // How long it waits before what it does next, the page sees.
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Pause { ms: self.ms }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(WaitFor { ms: self.ms })
    }
}
