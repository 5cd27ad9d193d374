//! `step_done`: the goal of a plan's step is reached.

use super::CallError;
use super::declare::{Offered, Operation, Tool};
use super::shape::{Kind, arguments};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};
use serde_json::Value;

arguments! {
    /// Say that the step's goal is reached.
    pub struct StepDone {
        /// What later steps need, by name.
        optional outputs: Option<Value> as Kind::Loose(<Output as super::shape::Arguments>::FIELDS) => "what later steps need: {name: value}";
    }
}

arguments! {
    /// What the model is told that outputs look like.
    pub struct Output {
        /// A value under a name of the model's choice.
        optional name: Option<String> => "a value under a name of your choice";
    }
}

impl Tool for StepDone {
    const NAME: &'static str = "step_done";
    const DESCRIPTION: &'static str =
        "End this step: the page shows that its goal is reached. Give the values that later steps need.";
    const OFFERED: Offered = Offered::EndsStep;
    const EXAMPLE: &'static str = r#"{"outputs": {"price": "24.90"}}"#;

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Ends
    }

    fn contact(&self) -> Contact {
        Contact::None
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::StepDone(self.outputs.clone().unwrap_or_default()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(StepReached)
    }
}
