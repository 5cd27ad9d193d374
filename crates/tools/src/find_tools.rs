//! `find_tools`: searches the tools of servers that there is no room to offer.

use super::declare::{Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Search the tools of servers.
    pub struct FindTools {
        /// What to search for.
        query: String => "words of what the tool is to do";
    }
}

impl Tool for FindTools {
    const NAME: &'static str = "find_tools";
    const DESCRIPTION: &'static str = "Servers have more tools than are listed here. Search their names and descriptions for words; those that are found can be called from then on.";
    const OFFERED: Offered = Offered::WithMoreTools;
    const EXAMPLE: &'static str = r#"{"query": "create issue"}"#;
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;

    fn check(&self) -> Result<(), Fault> {
        not_empty("query", &self.query)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        Contact::None
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::FindTools(self.query.clone()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(FindTools { query: quoted(&self.query) })
    }
}
