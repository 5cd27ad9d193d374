//! `handle_dialog`: the answer to an open JavaScript dialog.

use super::CallError;
use super::declare::{Offered, Operation, Tool, quoted};
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{EffectClass, Facts, PageView, Sends, recognise};
use edith_words::{Sentence, say};

arguments! {
    /// Answer the open dialog.
    pub struct HandleDialog {
        /// OK or Cancel.
        accept: bool => "";
        /// What to enter in a prompt.
        optional text: Option<String> => "";
    }
}

impl Tool for HandleDialog {
    const NAME: &'static str = "handle_dialog";
    const DESCRIPTION: &'static str =
        "Answer the JavaScript dialog that is open: OK (accept) or Cancel, and a text for a prompt.";
    const OFFERED: Offered = Offered::InDialogs;
    const EXAMPLE: &'static str = r#"{"accept": false}"#;

    fn class(&self, facts: &Facts) -> EffectClass {
        EffectClass::AnswersDialog(recognise::dialog(self.accept, facts))
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::HandleDialog { accept: self.accept, text: self.text.clone() }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let message = facts.dialog.as_ref().map(|dialog| quoted(&dialog.message));
        let text = self.text.as_ref().filter(|_| self.accept).map(|text| quoted(text));
        match (self.accept, text, message) {
            (true, Some(text), Some(message)) => say!(AnswerOkWithTo { text: text, message: message }),
            (true, Some(text), None) => say!(AnswerOkWith { text: text }),
            (true, None, Some(message)) => say!(AnswerOkTo { message: message }),
            (true, None, None) => say!(AnswerOk),
            (false, _, Some(message)) => say!(AnswerCancelTo { message: message }),
            (false, _, None) => say!(AnswerCancel),
        }
    }

    fn sends(&self) -> Option<Sends> {
        self.text.clone().map(Sends::Text)
    }
}
