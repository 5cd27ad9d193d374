//! State specific to each mode: a run has none of another mode.

use crate::answer::questions::Answering;
use crate::form::{Answer, Beside, FormWork};
use crate::http_url::HttpUrl;
use crate::plan::Plan;
use crate::research::Research;
use crate::research::findings::Findings;
use edith_forms::Question;
use edith_protocol::{Citation, FormQuality, FormValue, Mode, Profile, RunId};
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

/// One question about documents, from its run's view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct QuestionWork {
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
    pub(super) fn of(parent: RunId) -> Self {
        Self { parent: Some(parent), ..Self::default() }
    }
}

/// One source of a research, from its run's view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SourceWork {
    /// The research.
    pub parent: RunId,
    /// Its starting address.
    pub address: Option<HttpUrl>,
    /// What to find out, without the sentences around it.
    #[serde(default)]
    pub goal: String,
    /// Its findings.
    pub found: Option<Findings>,
}

/// A few questions of a form, from the view of the run that looks for their answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct AnswersWork {
    /// The form's run.
    pub parent: Option<RunId>,
    /// Whether the documents are sent whole, and not only what searches find.
    pub whole: bool,
    /// How much care it is given.
    pub quality: FormQuality,
    /// The questions.
    pub questions: Vec<Question>,
    /// The answers that it goes over, by question, each with the words that it stands on; empty: it looks for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<(FormValue, String)>,
    /// The person's profile.
    pub profile: Profile,
    /// What the page says.
    pub page: String,
    /// What stands around the questions on the page, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// What was found; of a check, what was objected to.
    pub answers: Vec<Answer>,
    /// The questions that the answer does not come to, by id: it could not be read, or is cut before them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

impl Work {
    /// For a mode that has just begun. A source's run begins with [`super::Run::for_source`].
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
