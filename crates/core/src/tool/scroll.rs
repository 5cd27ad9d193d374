//! `scroll`: the page or a scrollable element.

use super::CallError;
use super::declare::{Operation, Tool, maybe_target};
use crate::action::Action;
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_protocol::ScrollDirection;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Scroll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scroll {
    /// Where to.
    pub direction: ScrollDirection,
    /// CSS pixels; none: most of a screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// What to scroll; none: the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
}

impl Tool for Scroll {
    const SPEC: ToolSpec = ToolSpec {
        name: "scroll",
        description: "Scroll the page, or a scrollable element. Elements out of view need no scrolling before a click.",
        parameters: r#"{"type":"object","properties":{"direction":{"type":"string","enum":["up","down","top","bottom"]},"amount":{"type":"number","minimum":1,"maximum":100000,"description":"pixels; default most of a screen"},"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"scrollable element; default the page"}},"required":["direction"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"direction": "down"}"#;

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Scroll {
            direction: self.direction,
            amount: self.amount,
            target: maybe_target(self.uid, page)?,
        }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let what = self.uid.map_or_else(|| say!(ThePage).into(), |uid| facts.name_of(uid));
        match self.direction {
            ScrollDirection::Up => say!(ScrollUp { what: what }),
            ScrollDirection::Down => say!(ScrollDown { what: what }),
            ScrollDirection::Top => say!(ScrollTop { what: what }),
            ScrollDirection::Bottom => say!(ScrollEnd { what: what }),
        }
    }
}
