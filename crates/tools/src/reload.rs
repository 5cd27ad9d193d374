//! `reload`: the page again.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Reload the page.
    pub struct Reload {
    }
}

impl Tool for Reload {
    const NAME: &'static str = "reload";
    const DESCRIPTION: &'static str = "Reload the page; what was entered is lost.";
    const EXAMPLE: &'static str = "{}";
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Reload))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Reload)
    }
}
