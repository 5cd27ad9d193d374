//! `ask_user`: a question to the person.

use super::declare::{AnswerOf, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{Contact, EffectClass, Facts, PageView};
use edith_words::{Sentence, say};

arguments! {
    /// Ask the person, and wait for the answer.
    pub struct AskUser {
        /// The question.
        question: String => "";
        /// Answers to choose from.
        optional options: Vec<String> => "";
    }
}

/// Answers that are offered, at most: more cannot be taken in at a glance.
const MOST_OPTIONS: usize = 8;

impl Tool for AskUser {
    const NAME: &'static str = "ask_user";
    const DESCRIPTION: &'static str = "Ask the user what only they know or can decide.";
    const OFFERED: Offered = Offered::Always;
    const EXAMPLE: &'static str = r#"{"question": "Which size?", "options": ["S", "M"]}"#;
    const TOUCHES_PAGE: bool = false;
    const ANSWER: AnswerOf = AnswerOf::Person;

    fn check(&self) -> Result<(), Fault> {
        not_empty("question", &self.question)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Asks
    }

    fn contact(&self) -> Contact {
        Contact::None
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
