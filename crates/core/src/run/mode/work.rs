//! State specific to each mode: a run has none of another mode.

use super::answers::AnswersWork;
use super::question::QuestionWork;
use super::source::SourceWork;
use crate::answer::questions::Answering;
use crate::form::FormWork;
use crate::plan::Plan;
use crate::research::Research;
use edith_protocol::Mode;
use serde::{Deserialize, Serialize};

/// A mode's own state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mode", content = "state", rename_all = "lowercase")]
pub(crate) enum Work {
    /// Talk, without tools and without a tab.
    Chat,
    /// Work in a tab with tools.
    Agent,
    /// Make a plan, have it approved, and carry it out.
    Plan(Box<Plan>),
    /// Divide a question, let a run work on each source, and write the answer.
    Research(Box<Research>),
    /// Work on one source of a research.
    Source(Box<SourceWork>),
    /// Have documents read, and let a run answer each question.
    Documents(Box<Answering>),
    /// Answer one question from documents.
    Question(Box<QuestionWork>),
    /// Fill in the form of a page.
    Form(Box<FormWork>),
    /// Look for the answers to a few of its questions.
    Answers(Box<AnswersWork>),
}

impl Work {
    /// For a mode that has just begun. A source's run begins with [`crate::run::Run::for_source`].
    pub(crate) fn new(mode: Mode) -> Self {
        match mode {
            Mode::Chat => Self::Chat,
            Mode::Agent | Mode::Source => Self::Agent,
            Mode::Plan => Self::Plan(Box::default()),
            Mode::Documents => Self::Documents(Box::default()),
            Mode::Question => Self::Question(Box::default()),
            Mode::Form => Self::Form(Box::default()),
            Mode::Answers => Self::Answers(Box::default()),
            Mode::Research => Self::Research(Box::default()),
        }
    }

    pub(crate) fn mode(&self) -> Mode {
        match self {
            Self::Chat => Mode::Chat,
            Self::Agent => Mode::Agent,
            Self::Plan(_) => Mode::Plan,
            Self::Research(_) => Mode::Research,
            Self::Source(_) => Mode::Source,
            Self::Documents(_) => Mode::Documents,
            Self::Question(_) => Mode::Question,
            Self::Form(_) => Mode::Form,
            Self::Answers(_) => Mode::Answers,
        }
    }
}
