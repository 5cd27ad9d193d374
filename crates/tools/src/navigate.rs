//! `navigate`: another address in the run's tab.

use super::CallError;
use super::declare::{Operation, Tool, as_parsed, quoted};
use super::shape::arguments;
use edith_actions::action::Action;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Contact, EffectClass, Facts, PageView, Sends, recognise};
use edith_words::{Sentence, say};

arguments! {
    /// Go to an address in the run's tab; where there is none, one is opened.
    pub struct Navigate {
        /// The address as the model wrote it.
        url: String => "";
    }
}

impl Tool for Navigate {
    const NAME: &'static str = "navigate";
    const DESCRIPTION: &'static str = "Open an address in this tab.";
    const EXAMPLE: &'static str = r#"{"url": "https://example.org/"}"#;
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        recognise::opens(&self.url)
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Navigate { url: HttpUrl::parse(&self.url)? }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(GoTo { url: quoted(&as_parsed(&self.url)) })
    }

    fn sends(&self) -> Option<Sends> {
        Some(Sends::Address(self.url.clone()))
    }
}
