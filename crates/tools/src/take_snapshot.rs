//! `take_snapshot`: a look at the page.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::arguments;
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Look at the page: its elements with their uids, and its text.
    pub struct TakeSnapshot {
    }
}

impl Tool for TakeSnapshot {
    const NAME: &'static str = "take_snapshot";
    const DESCRIPTION: &'static str = "Look at the whole page; actions do so already.";
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Look)
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(LookAtPage)
    }
}
