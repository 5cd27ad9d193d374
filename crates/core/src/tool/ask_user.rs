//! `ask_user`: a question to the person.

use super::declare::{AnswerOf, Operation, Tool, not_empty, quoted};
use super::{CallError, Fault};
use crate::gate::{EffectClass, Facts, PageView};
use edith_model::ToolSpec;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// Ask the person, and wait for the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskUser {
    /// The question.
    pub question: String,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// Answers that are offered, at most: more are no choice at a glance.
const MOST_OPTIONS: usize = 8;

impl Tool for AskUser {
    const SPEC: ToolSpec = ToolSpec {
        name: "ask_user",
        description: "Ask the user something only they can know or decide, and wait for the answer.",
        parameters: r#"{"type":"object","properties":{"question":{"type":"string","description":"one clear question"},"options":{"type":"array","items":{"type":"string"},"description":"answers to choose from, where there are few"}},"required":["question"],"additionalProperties":false}"#,
    };
    const EXAMPLE: &'static str = r#"{"question": "Which size?", "options": ["S", "M"]}"#;
    const LOOKS_AFTER: bool = false;
    const ANSWER: AnswerOf = AnswerOf::Person;

    fn check(&self) -> Result<(), Fault> {
        not_empty("question", &self.question)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Asks
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Ask(self.question.clone()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Ask { question: quoted(&self.question) })
    }

    fn choices(&self) -> Vec<String> {
        let mut choices: Vec<String> = Vec::new();
        for option in self.options.iter().map(|option| option.trim()) {
            if !option.is_empty() && !choices.iter().any(|known| known == option) {
                choices.push(option.to_owned());
            }
        }
        choices.truncate(MOST_OPTIONS);
        choices
    }
}
