//! Answers to questions about documents, as events report them.

use serde::{Deserialize, Serialize};

/// Questions per command, at most.
pub const MAX_QUESTIONS: usize = 100;

/// The state of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    /// Waiting for its turn.
    #[default]
    Pending,
    /// Being answered.
    Working,
    /// Answered, also if the answer is that the documents do not say. All of it was found there.
    Done,
    /// It has an answer that was not found in the documents, in whole or in part, also after the model was asked for it once more.
    Unconfirmed,
    /// It has no answer; `answer` says why.
    Failed,
    /// Stopped by the user.
    Stopped,
}

/// One question about documents with its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerShown {
    /// The question.
    pub question: String,
    /// Its state.
    pub state: QuestionState,
    /// The answer in Markdown, or why there is none; empty until then.
    #[serde(default)]
    pub answer: String,
    /// What the answer rests on, in the order of its marks.
    #[serde(default)]
    pub citations: Vec<Citation>,
}

/// Words of a document that an answer rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// The document.
    pub document_id: String,
    /// Its name.
    pub name: String,
    /// The page, from 1.
    pub page: u32,
    /// The words.
    pub quote: String,
    /// Whether code found the words on that page.
    pub confirmed: bool,
}
