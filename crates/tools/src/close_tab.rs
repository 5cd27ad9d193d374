//! `close_tab`: close a tab.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::arguments;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_protocol::TabId;
use edith_words::{Sentence, say};

arguments! {
    pub struct CloseTab {
        /// The tab, as `list_tabs` numbers it.
        tab_id: TabId => "";
    }
}

impl Tool for CloseTab {
    const NAME: &'static str = "close_tab";
    const DESCRIPTION: &'static str = "Close a tab.";
    const EXAMPLE: &'static str = r#"{"tab_id": 7}"#;
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Acts
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::CloseTab(self.tab_id))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(CloseTab { tab: self.tab_id.to_string() })
    }
}
