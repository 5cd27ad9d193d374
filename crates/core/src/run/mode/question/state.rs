//! What a question's run has of its own.

use edith_protocol::{Citation, RunId};
use serde::{Deserialize, Serialize};

/// One question about documents, from its run's view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct QuestionWork {
    /// The run with all questions; none: it is one itself.
    pub parent: Option<RunId>,
    /// Whether the documents are sent whole, and not only what a search finds.
    pub whole: bool,
    /// What the answer rests on.
    pub citations: Vec<Citation>,
    /// What is needed that is not in the documents; empty: nothing.
    pub outside: String,
}

impl QuestionWork {
    /// A question of this run.
    pub(in crate::run) fn of(parent: RunId) -> Self {
        Self { parent: Some(parent), ..Self::default() }
    }
}
