//! `go_back`: one page back.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// One page back in the tab's history.
    pub struct GoBack {
    }
}

impl Tool for GoBack {
    const NAME: &'static str = "go_back";
    const DESCRIPTION: &'static str = "One page back.";
    const EXAMPLE: &'static str = "{}";
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::GoBack))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GoBack)
    }
}
