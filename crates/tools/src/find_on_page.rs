//! `find_on_page`: searches the whole page, even what a look left out.

use super::declare::{Operation, Tool, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Search the page's elements and text.
    pub struct FindOnPage {
        /// What to search for.
        query: String => "";
    }
}

impl Tool for FindOnPage {
    const NAME: &'static str = "find_on_page";
    const DESCRIPTION: &'static str =
        "Search the whole page, also what a look leaves out. Text that is found gets a uid.";
    const EXAMPLE: &'static str = r#"{"query": "delivery time"}"#;
    const IS_LOOK: bool = true;

    fn check(&self) -> Result<(), Fault> {
        super::declare::not_empty("query", &self.query)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Find(self.query.clone()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(SearchPage { query: quoted(&self.query) })
    }
}
