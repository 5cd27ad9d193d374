//! `close_tab`: close a tab.

use super::CallError;
use super::declare::{Operation, Tool};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_protocol::TabId;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Close a tab.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CloseTab {
    /// The tab, as `list_tabs` numbers it.
    pub tab_id: TabId,
}

impl Tool for CloseTab {
    const SPEC: ToolSpec = ToolSpec {
        name: "close_tab",
        description: "Close a tab that is no longer needed.",
        parameters: r#"{"type":"object","properties":{"tab_id":{"type":"integer","minimum":0,"maximum":2147483647,"description":"as list_tabs names it"}},"required":["tab_id"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"tab_id": 7}"#;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Acts
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::CloseTab(self.tab_id))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(CloseTab { tab: self.tab_id.to_string() })
    }
}
