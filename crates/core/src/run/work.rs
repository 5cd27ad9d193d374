//! What each mode has of its own: a run has no state of a mode that it is not in.

use crate::http_url::HttpUrl;
use crate::research::Research;
use crate::research::findings::Findings;
use edith_protocol::{Mode, RunId};
use serde::{Deserialize, Serialize};

/// What a run's mode has of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mode", content = "state", rename_all = "lowercase")]
pub enum Work {
    /// Talk, without tools and without a tab.
    Chat,
    /// Work in a tab with tools.
    Agent,
    /// Divide a question, let a run work on each source, and write the answer.
    Research(Box<Research>),
    /// Work on one source of a research.
    Source(Box<SourceWork>),
}

/// One source of a research, as the run that works on it sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceWork {
    /// The research.
    pub parent: RunId,
    /// Where it begins.
    pub address: Option<HttpUrl>,
    /// What it is to find out, without the sentences around it.
    #[serde(default)]
    pub goal: String,
    /// What it has found.
    pub found: Option<Findings>,
}

impl Work {
    /// Of a mode that has just begun. A source's run begins by [`super::Run::for_source`].
    pub fn new(mode: Mode) -> Self {
        match mode {
            Mode::Chat => Self::Chat,
            Mode::Agent | Mode::Source => Self::Agent,
            Mode::Research => Self::Research(Box::default()),
        }
    }

    /// Its mode.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Chat => Mode::Chat,
            Self::Agent => Mode::Agent,
            Self::Research(_) => Mode::Research,
            Self::Source(_) => Mode::Source,
        }
    }
}
