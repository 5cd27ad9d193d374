//! The modes of runs.

use serde::{Deserialize, Serialize};

/// The kind of work a run does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Chat without tools or a tab.
    Chat,
    /// Work in a tab with tools.
    #[default]
    Agent,
    /// Make a plan, have it approved, and carry it out step by step.
    Plan,
    /// Split a question, let a run work on each source, and write the answer.
    Research,
    /// Work on one source; started by a research itself.
    Source,
    /// Answer questions from documents.
    Documents,
    /// Answer one question from documents; started by a run of [`Mode::Documents`] itself.
    Question,
    /// Fill in the form of a page.
    Form,
    /// Find the answers to a few questions of a form; started by a run of [`Mode::Form`] itself.
    Answers,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 9] = [
        Self::Chat,
        Self::Agent,
        Self::Plan,
        Self::Research,
        Self::Source,
        Self::Documents,
        Self::Question,
        Self::Form,
        Self::Answers,
    ];

    /// Its name in commands, stored values and `RUN_LIST`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Agent => "agent",
            Self::Plan => "plan",
            Self::Research => "research",
            Self::Source => "source",
            Self::Documents => "documents",
            Self::Question => "question",
            Self::Form => "form",
            Self::Answers => "answers",
        }
    }

    /// Whether only another run starts runs of this mode, as parts of itself.
    pub fn is_part(self) -> bool {
        matches!(self, Self::Source | Self::Question | Self::Answers)
    }

    /// The mode with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}
