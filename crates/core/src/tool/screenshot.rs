//! `screenshot`: a picture of the page.

use super::kit::{Plan, Tool};
use super::{CallError, Facts, PageView};
use crate::gate::EffectClass;
use crate::model::ToolSpec;
use crate::words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// A picture of what is in view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Screenshot {}

impl Tool for Screenshot {
    const SPEC: ToolSpec = ToolSpec {
        name: "screenshot",
        description: "Take a picture of what is in view. Only for what the text of a look cannot tell: pictures, charts, maps, layout.",
        parameters: r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = "{}";
    const IS_LOOK: bool = true;
    const LOOKS_AFTER: bool = false;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn plan(&self, _page: &dyn PageView) -> Result<Plan, CallError> {
        Ok(Plan::Picture)
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(TakePicture)
    }
}
