//! `inspect`: everything about one element that its line in a look leaves out.

use super::CallError;
use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::shape::arguments;
use edith_gate::{EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Read one element in full.
    pub struct Inspect {
        /// The element.
        uid: u32 => "";
    }
}

impl Tool for Inspect {
    const NAME: &'static str = "inspect";
    const DESCRIPTION: &'static str = "Read one element in full: address, attributes, text, value, all options, rows.";
    const EXAMPLE: &'static str = r#"{"uid": 12}"#;
    const IS_LOOK: bool = true;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Inspect(target(self.uid, page)?))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        say!(ReadInFull { name: name_of(facts, self.uid) })
    }
}
