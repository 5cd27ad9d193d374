//! `scroll`: the page or a scrollable element.

use super::CallError;
use super::declare::{Operation, Tool, maybe_target};
use super::examine::name_of;
use super::shape::{Kind, arguments};
use edith_actions::action::Action;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_protocol::ScrollDirection;
use edith_words::{Sentence, say};

/// Amounts that tell no more than which of a page's links is followed: multiples of this, up to that, in pixels.
const ROUND: f64 = 100.0;
const MOST_ROUND: f64 = 1_600.0;

arguments! {
    pub struct Scroll {
        /// Where to.
        direction: ScrollDirection => "";
        /// CSS pixels; none: most of a screen.
        optional amount: Option<f64> as Kind::Number(Some((1.0, 100000.0))) => "";
        /// What to scroll; none: the page.
        optional uid: Option<u32> => "";
    }
}

impl Tool for Scroll {
    const NAME: &'static str = "scroll";
    const DESCRIPTION: &'static str = "Scroll the page, or what scrolls around an element. Clicks do not need it.";
    const EXAMPLE: &'static str = r#"{"direction": "down"}"#;

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        // How far is a choice among many, unless it is one of a few round figures.
        let is_round = |amount: f64| amount % ROUND == 0.0 && amount <= MOST_ROUND;
        match (self.amount, self.uid) {
            (Some(amount), _) if !is_round(amount) => Contact::Sends,
            (_, Some(_)) => Contact::Presses,
            (_, None) => Contact::Moves,
        }
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::Scroll {
            direction: self.direction,
            amount: self.amount,
            target: maybe_target(self.uid, page)?,
        }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let what = self.uid.map_or_else(|| say!(ThePage).into(), |uid| name_of(facts, uid));
        match self.direction {
            ScrollDirection::Up => say!(ScrollUp { what: what }),
            ScrollDirection::Down => say!(ScrollDown { what: what }),
            ScrollDirection::Left => say!(ScrollLeft { what: what }),
            ScrollDirection::Right => say!(ScrollRight { what: what }),
            ScrollDirection::Top => say!(ScrollTop { what: what }),
            ScrollDirection::Bottom => say!(ScrollEnd { what: what }),
        }
    }
}
