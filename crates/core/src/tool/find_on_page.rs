//! `find_on_page`: search in the whole page, also in what a look left out.

use super::declare::{Operation, Tool, quoted};
use super::{CallError, Fault};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Search the page's elements and text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindOnPage {
    /// What to search for.
    pub query: String,
}

impl Tool for FindOnPage {
    const SPEC: ToolSpec = ToolSpec {
        name: "find_on_page",
        description: "Search the whole page for words: elements (with their uids) and text, also what the look left out. Text that is found gets a uid too, to click, double-click, hover or drag it.",
        parameters: r#"{"type":"object","properties":{"query":{"type":"string","description":"words that stand on the page"}},"required":["query"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"query": "delivery time"}"#;
    const IS_LOOK: bool = true;
    const LOOKS_AFTER: bool = false;

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
