//! `switch_tab`: work in another tab.

use super::CallError;
use super::declare::{Operation, Tool};
use super::shape::arguments;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_protocol::TabId;
use edith_words::{Sentence, say};

arguments! {
    /// Work in another tab from now on.
    pub struct SwitchTab {
        /// The tab, as `list_tabs` numbers it.
        tab_id: TabId => "";
    }
}

impl Tool for SwitchTab {
    const NAME: &'static str = "switch_tab";
    const DESCRIPTION: &'static str = "Work in another tab.";
    const EXAMPLE: &'static str = r#"{"tab_id": 7}"#;
    const MOVES: bool = true;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Navigates
    }

    fn contact(&self) -> Contact {
        Contact::Moves
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::SwitchTab(self.tab_id))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(SwitchTab { tab: self.tab_id.to_string() })
    }
}
