//! `read_page`: the page's text, paged.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::{Kind, arguments};
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Read the page's text from a place on.
    pub struct ReadPage {
        /// Characters to skip; none: 0.
        optional offset: Option<usize> as Kind::Whole(0, 100_000_000) => "";
    }
}

impl Tool for ReadPage {
    const NAME: &'static str = "read_page";
    const DESCRIPTION: &'static str = "Read the page's whole text with its links' addresses, in parts.";
    const EXAMPLE: &'static str = r#"{"offset": 5000}"#;
    const IS_LOOK: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Read { offset: self.offset.unwrap_or(0) })
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        match self.offset {
            None | Some(0) => say!(ReadText),
            Some(offset) => say!(ReadTextFrom { offset: offset.to_string() }),
        }
    }
}
