//! A question of a form with its answer.

use super::verify::Answer;
use edith_forms::{Question, actions};
use edith_protocol::{Document, FieldType, FormQuestion, FormSource, FormState, FormValue};
use edith_words::say;
use serde::{Deserialize, Serialize};

/// How often a value is written into a field that does not take it.
const TRIES: u8 = 3;
/// How often a button that opens an entry is pressed without one appearing: a press may be lost with the worker.
const PRESSES: u8 = 2;
/// What stands for a value that is not shown.
const DOTS: &str = "•••";

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormRow {
    /// As the page shows it now.
    pub question: Question,
    /// What it held at first.
    pub before: FormValue,
    /// What is to be filled in, or may be if the person wants it.
    pub value: FormValue,
    pub source: FormSource,
    /// From 0 to 1.
    pub confidence: f64,
    pub state: FormState,
    /// Why it was not filled in.
    #[serde(default)]
    pub reason: String,
    /// What the value was concluded from, if it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concluded_from: Vec<String>,
    /// Whether the value is to be written: the person said so.
    #[serde(default)]
    pub wanted: bool,
    /// Whether the page shows it.
    #[serde(default)]
    pub present: bool,
    /// How often it was written.
    #[serde(default)]
    pub tries: u8,
    /// Whether it was waited for, when the page did not show it.
    #[serde(default)]
    pub waited: bool,
    /// Whether its value is written although nobody sees the field: it was shown as such when the person switched it on.
    #[serde(default)]
    pub even_unseen: bool,
}

impl FormRow {
    pub(super) fn new(question: Question) -> Self {
        Self {
            before: question.current.clone(),
            question,
            value: FormValue::default(),
            source: FormSource::None,
            confidence: 0.0,
            state: FormState::Pending,
            reason: String::new(),
            concluded_from: Vec::new(),
            wanted: false,
            present: true,
            tries: 0,
            waited: false,
            even_unseen: false,
        }
    }

    /// Leaves it to the person if they have not switched on that nobody sees it.
    pub(crate) fn leaves_unseen(&mut self) -> bool {
        if !self.even_unseen {
            (self.state, self.wanted, self.reason) = (FormState::Empty, false, say!(FormUnseen).to_string());
        }
        !self.even_unseen
    }

    /// What is written into the page: a file by its name.
    pub(crate) fn entered(&self, documents: &[Document]) -> FormValue {
        match (&self.value, self.question.kind) {
            (FormValue::Text(id), FieldType::File) => {
                let name = documents.iter().find(|document| document.id == *id).map(|document| document.name.clone());
                FormValue::Text(name.unwrap_or_else(|| id.clone()))
            }
            (value, _) => value.clone(),
        }
    }

    pub(super) fn shown(&self) -> FormQuestion {
        let question = &self.question;
        let site = edith_gate::origin_of(&question.frame);
        let opens = if question.opens() { say!(FormEntries).to_string() } else { String::new() };
        let unseen = if question.unseen { say!(FormUnseen).to_string() } else { String::new() };
        let hint = [&unseen, &opens, &question.hint, &question.error, &site];
        let hint: Vec<&str> = hint.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let current = match question.kind {
            FieldType::Secret if question.holds => FormValue::Text(DOTS.to_owned()),
            FieldType::Secret => FormValue::default(),
            _ => self.before.clone(),
        };
        FormQuestion {
            question_id: question.id.clone(),
            title: question.title.clone(),
            section: question.section.clone(),
            hint: hint.join(" · "),
            kind: question.kind,
            required: question.required,
            options: question.options.clone(),
            rows: question.rows.clone(),
            current,
            value: self.value.clone(),
            source: self.source.clone(),
            confidence: self.confidence,
            state: self.state,
            reason: self.reason.clone(),
            concluded_from: self.concluded_from.clone(),
        }
    }

    /// How often its value is written before it is given up.
    pub(super) fn most_tries(&self) -> u8 {
        if self.question.opens() { PRESSES } else { TRIES }
    }

    /// Its state if nothing answers it. The number of entries stays as it is.
    pub(crate) fn unanswered(&self) -> FormState {
        if self.question.opens() { FormState::Kept } else { FormState::Empty }
    }

    /// Takes an answer that was found. What the profile holds stays, and the answer is shown beside it if it says something else.
    pub(crate) fn take(&mut self, answer: Answer) {
        if self.state == FormState::Kept && actions::reached(&self.question, &answer.value) {
            return;
        }
        let is_kept = self.state == FormState::Kept;
        (self.value, self.source, self.confidence) = (answer.value, answer.source, answer.confidence);
        // What was only concluded is shown, and filled in if the person says so.
        self.state = match answer.concluded || self.question.unseen {
            _ if is_kept => FormState::Kept,
            true => FormState::Empty,
            false => FormState::Proposed,
        };
        (self.reason, self.concluded_from) = (answer.reason, answer.concluded_from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_shown_and_off_until_the_person_switches_it_on() {
        for unseen in [true, false] {
            let mut row = FormRow::new(Question { title: "Account number".into(), unseen, ..Question::default() });
            row.take(Answer { value: "47".into(), source: FormSource::Profile, confidence: 0.9, ..Answer::default() });
            assert_eq!(row.state, if unseen { FormState::Empty } else { FormState::Proposed });
            assert_eq!(row.shown().hint.contains("This field is not visible"), unseen);
            assert_eq!(row.shown().value, "47".into());
        }
    }
}
