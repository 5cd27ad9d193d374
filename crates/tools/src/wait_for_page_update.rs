//! `wait_for_page_update`: until the page is quiet or shows a text.

use super::CallError;
use super::declare::{Operation, Tool, quoted};
use super::shape::{Kind, arguments};
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

/// The default wait, in milliseconds.
const DEFAULT_MS: u64 = 5_000;

arguments! {
    pub struct WaitForPageUpdate {
        /// At most so many milliseconds; none: 5,000.
        optional timeout_ms: Option<u64> as Kind::Whole(100, 30_000) => "";
        /// The text to wait for; none: until the page is quiet.
        optional text: Option<String> => "";
    }
}

impl Tool for WaitForPageUpdate {
    const NAME: &'static str = "wait_for_page_update";
    const DESCRIPTION: &'static str = "Wait until the page is quiet or shows text. Actions wait by themselves.";
    const EXAMPLE: &'static str = r#"{"timeout_ms": 5000, "text": "Done"}"#;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        // How long it waits before what it does next, the page sees.
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let text = self.text.clone().filter(|text| !text.trim().is_empty());
        Ok(Operation::Perform(Action::Wait { timeout_ms: self.timeout_ms.unwrap_or(DEFAULT_MS), text }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        match &self.text {
            Some(text) if !text.trim().is_empty() => say!(WaitUntilShown { text: quoted(text) }),
            Some(_) | None => say!(WaitForPage),
        }
    }
}
