//! `extract_data`: hands over what was found on a source of a research, and ends the work on it. In research it stands in the place of
//! `task_complete`.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Hand over what was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtractData {
    /// The facts with their quotes, in any shape that [`crate::research::findings::Findings::read`] knows.
    pub data: Value,
}

impl Tool for ExtractData {
    const SPEC: ToolSpec = ToolSpec {
        name: "extract_data",
        description: "End your work on this source and hand over what you found: facts, each with the exact words of the page that show it. Every quote is compared with the page.",
        parameters: r#"{"type":"object","properties":{"data":{"type":"object","description":"what was found","properties":{"facts":{"type":"array","items":{"type":"object","properties":{"fact":{"type":"string","description":"one fact, in your words, figures as on the page"},"quote":{"type":"string","description":"the words of the page that show it, letter by letter"},"url":{"type":"string","description":"address of the page it stands on"}},"required":["fact","quote","url"]}},"summary":{"type":"string","description":"what was not found, or needs to be known beside the facts"}},"required":["facts"]}},"required":["data"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"data": {"facts": [{"fact": "The lamp costs 24.90.", "quote": "Desk lamp, black € 24.90", "url": "https://shop.example/lamp"}]}}"#;
    // It only looks: the page is read once more, and done again after a restart.
    const IS_LOOK: bool = true;
    const LOOKS_AFTER: bool = false;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Ends
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Extract(self.data.clone()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(HandOver)
    }
}
