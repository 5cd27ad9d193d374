//! `scroll`: the page or a scrollable element.

use super::CallError;
use super::declare::{Operation, Tool, maybe_target};
use super::shape::{Kind, arguments};
use crate::action::Action;
use crate::gate::{Contact, EffectClass, Facts, PageView};
use edith_protocol::ScrollDirection;
use edith_words::{Sentence, say};

arguments! {
    pub(crate) struct Scroll {
        /// Where to.
        direction: ScrollDirection => "";
        /// CSS pixels; none: most of a screen.
        optional amount: Option<f64> as Kind::Number(Some((1.0, 100000.0))) => "pixels; default most of a screen";
        /// What to scroll; none: the page.
        optional uid: Option<u32> => "scrollable element; default the page";
    }
}

impl Tool for Scroll {
    const NAME: &'static str = "scroll";
    const DESCRIPTION: &'static str =
        "Scroll the page, or a scrollable element. Elements out of view need no scrolling before a click.";
    const EXAMPLE: &'static str = r#"{"direction": "down"}"#;

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        // How far is a choice among many.
        if self.amount.is_some() || self.uid.is_some() { Contact::Presses } else { Contact::Moves }
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
