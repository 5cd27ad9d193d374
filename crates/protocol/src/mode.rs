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
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 7] =
        [Self::Chat, Self::Agent, Self::Plan, Self::Research, Self::Source, Self::Documents, Self::Question];

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
        }
    }

    /// Whether only another run starts runs of this mode, as parts of itself.
    pub fn is_part(self) -> bool {
        matches!(self, Self::Source | Self::Question)
    }

    /// The mode with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}
