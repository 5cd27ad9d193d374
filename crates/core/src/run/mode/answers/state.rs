//! What a run that looks for answers has of its own.

use crate::form::{Answer, Beside};
use edith_forms::Question;
use edith_protocol::{FormQuality, FormValue, Profile, RunId};
use serde::{Deserialize, Serialize};

/// A few questions of a form, from the view of the run that looks for their answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswersWork {
    /// The form's run.
    pub parent: Option<RunId>,
    /// Whether the documents are sent whole, and not only what searches find.
    pub whole: bool,
    /// How much care it is given.
    pub quality: FormQuality,
    /// The questions.
    pub questions: Vec<Question>,
    /// The answers that it goes over, by question, each with the words that it rests on; empty: it looks for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<(FormValue, String)>,
    /// What was found for its one question before and is doubted by the person; empty: nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doubted: String,
    /// The person's profile.
    pub profile: Profile,
    /// What the page says.
    pub page: String,
    /// What is around the questions on the page, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// What was found; of a check, what was objected to.
    pub answers: Vec<Answer>,
    /// The questions that the answer does not come to, by id: it could not be read, or is cut before them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}
