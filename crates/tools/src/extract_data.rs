//! `extract_data`: hands over a source's findings and ends its work. In research it replaces `task_complete`.

use super::CallError;
use super::declare::{Offered, Operation, Tool};
use super::shape::{Kind, arguments};
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};
use serde_json::Value;

arguments! {
    /// Hand over what was found.
    pub struct ExtractData {
        /// The facts with their quotes, in any shape that research knows.
        data: Value as Kind::Loose(<Extracted as super::shape::Arguments>::FIELDS) => "what was found";
    }
}

arguments! {
    /// What the model is told to hand over.
    pub struct Extracted {
        /// The facts.
        facts: Vec<Fact> => "";
        /// What else is to be known.
        optional summary: Option<String> => "what was not found, or should be known besides the facts";
    }
}

arguments! {
    /// A fact, and what shows it.
    pub struct Fact {
        /// In the model's words.
        fact: String => "one fact, in your words, figures as on the page";
        /// In the page's.
        quote: String => "the words of the page that show it, letter by letter";
        /// Where.
        url: String => "address of the page it stands on";
    }
}

impl Tool for ExtractData {
    const NAME: &'static str = "extract_data";
    const DESCRIPTION: &'static str = "End your work on this source and hand over what you found: facts, each with the exact words of the page that show it. Every quote is compared with the page.";
    const OFFERED: Offered = Offered::EndsSource;
    const EXAMPLE: &'static str = r#"{"data": {"facts": [{"fact": "The lamp costs 24.90.", "quote": "Desk lamp, black € 24.90", "url": "https://shop.example/lamp"}]}}"#;
    // It only looks: the page is read once more, which is repeated after a restart.
    const IS_LOOK: bool = true;

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
