//! `screenshot`: a picture of the page.

use super::CallError;
use super::declare::{Operation, Tool, maybe_target};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// A picture of what is in view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Screenshot {
    /// Of this element alone; none: of what is in view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
}

impl Tool for Screenshot {
    const SPEC: ToolSpec = ToolSpec {
        name: "screenshot",
        description: "Take a picture of what is in view, or with uid of that element alone, whose pixels are those of click_at. Only for what the text of a look cannot tell: pictures, charts, maps, layout.",
        parameters: r#"{"type":"object","properties":{"uid":{"type":"integer","minimum":1,"maximum":4294967295,"description":"of this element alone"}},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;
    const LOOKS_AFTER: bool = false;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(maybe_target(self.uid, page)?.map_or(Operation::Picture, Operation::PictureOf))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        match self.uid {
            Some(uid) => say!(TakePictureOf { name: facts.name_of(uid) }),
            None => say!(TakePicture),
        }
    }
}
