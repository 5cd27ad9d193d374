//! `open_browser`: an address in a tab of its own.

use super::CallError;
use super::declare::{Operation, Tool, as_parsed, quoted};
use super::shape::arguments;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Contact, EffectClass, Facts, PageView, Sends, recognise};
use edith_words::{Sentence, say};

arguments! {
    /// Open an address in a new tab, which becomes the run's tab.
    pub struct OpenBrowser {
        /// The address as the model wrote it.
        url: String => "";
    }
}

impl Tool for OpenBrowser {
    const NAME: &'static str = "open_browser";
    const DESCRIPTION: &'static str = "Open an address in a new tab.";
    const EXAMPLE: &'static str = r#"{"url": "https://example.org/"}"#;
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        recognise::opens(&self.url)
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Open(HttpUrl::parse(&self.url)?))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(OpenTab { url: quoted(&as_parsed(&self.url)) })
    }

    fn sends(&self) -> Option<Sends> {
        Some(Sends::Address(self.url.clone()))
    }
}
