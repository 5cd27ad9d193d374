//! Tasks offered under an answer.

use crate::Mode;
use serde::{Deserialize, Serialize};

/// A task that the person may start next with one press; nothing is done before. What it has of a page's words is short and in quotes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// The task's words.
    pub text: String,
    /// Whether the first `…` of the text stands for words that the person puts in before the task is sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blank: bool,
    /// The mode of the task; an agent's without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

impl Suggestion {
    /// What stands for the words to put in.
    pub const BLANK: char = '…';

    /// A task that is started as it is.
    pub fn task(text: impl Into<String>) -> Self {
        Self { text: text.into(), blank: false, mode: None }
    }

    /// A task with words to put in.
    pub fn with_blank(text: impl Into<String>) -> Self {
        Self { blank: true, ..Self::task(text) }
    }
}
