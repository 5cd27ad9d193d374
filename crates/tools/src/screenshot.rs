//! `screenshot`: a picture of the page.

use super::CallError;
use super::declare::{Offered, Operation, Tool, maybe_target};
use super::examine::name_of;
use super::shape::arguments;
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// A picture of what is in view.
    pub struct Screenshot {
        /// Of this element alone; none: of what is in view.
        optional uid: Option<u32> => "";
    }
}

impl Tool for Screenshot {
    const NAME: &'static str = "screenshot";
    const DESCRIPTION: &'static str =
        "See what is in view, or one element in the pixels of click_at: for pictures, charts, layout.";
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;
    const OFFERED: Offered = Offered::ToSee;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn contact(&self) -> Contact {
        // A page can see the numbers that are drawn into it for the picture, and that an element is scrolled into view.
        if self.uid.is_some() { Contact::Presses } else { Contact::Moves }
    }

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(maybe_target(self.uid, page)?.map_or(Operation::Picture, Operation::PictureOf))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        match self.uid {
            Some(uid) => say!(TakePictureOf { name: name_of(facts, uid) }),
            None => say!(TakePicture),
        }
    }
}
