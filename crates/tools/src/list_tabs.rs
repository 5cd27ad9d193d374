//! `list_tabs`: the browser's tabs.

use super::CallError;
use super::declare::{AnswerOf, Operation, Tool};
use super::shape::arguments;
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// List the open tabs with their ids, titles and addresses.
    pub struct ListTabs {
    }
}

impl Tool for ListTabs {
    const NAME: &'static str = "list_tabs";
    const DESCRIPTION: &'static str = "List the open tabs.";
    const EXAMPLE: &'static str = "{}";
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Tabs;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::ListTabs)
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(ListTabs)
    }
}
