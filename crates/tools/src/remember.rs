//! `remember`: a note that the model keeps when older rounds are no longer sent to it.

use super::declare::{Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Keep a note.
    pub struct Remember {
        /// The note.
        text: String => "";
    }
}

impl Tool for Remember {
    const NAME: &'static str = "remember";
    const DESCRIPTION: &'static str = "Keep a note: of older steps you see only your notes.";
    const EXAMPLE: &'static str = r#"{"text": "Lamp A costs 24.90, lamp B 31.00; shop C is still to be seen."}"#;
    const TOUCHES_PAGE: bool = false;

    fn check(&self) -> Result<(), Fault> {
        not_empty("text", &self.text)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        Contact::None
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Remember(self.text.trim().to_owned()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Remember { text: quoted(&self.text) })
    }
}
