//! A run's decisions, their results, and the user's actions meanwhile.

use super::answering::ReadOrNot;
use super::{Intent, Reached, Run, Served};
use crate::answer::checked::Checked as ComparedAnswer;
use crate::form::Sight;
use crate::history::PageText;
use crate::research::findings::Findings;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Framed, HeldRequests, LedToFile};
use edith_model::fence::Data;
use edith_model::{ModelError, ModelTurn};
use edith_page::UidTable;
use edith_port::{Arrival, ListedTool, ServerAsks};
use edith_protocol::{AskId, Recorded, StepAction, TabId, ToolCall, Usage};
use edith_records::profile::Put;
use edith_tools::ExternalTool;
use edith_tools::ending::{Checked, Claim};
use edith_words::Sentence;

/// What the driver is to do next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decide {
    /// Find the tab and take a first look.
    Start,
    /// Ask the model for a turn.
    AskModel,
    /// Wait until that time, in milliseconds since 1970.
    WaitUntil(f64),
    /// Open tabs for these sources of the research, by index in the plan, and start their runs.
    OpenSources(Vec<usize>),
    /// Wait for the end of a source's run.
    AwaitSource,
    /// Have the run that it works for ask about this limit, and wait until it is raised.
    AwaitRaise(Reached),
    /// Have the documents read that were not read yet.
    ReadDocuments,
    /// Put what the person wants of the documents' facts into the profile.
    StoreProfile,
    /// Start the runs of these questions, by index.
    AskQuestions(Vec<usize>),
    /// Start the runs of these calls of a form, by index.
    AskBatches(Vec<usize>),
    /// Search the documents for the question.
    Search,
    /// The same for the questions of a form.
    SearchForAnswers,
    /// Compare the quotes of this answer with the documents.
    Compare(String),
    /// Compare what this answer claims of a form's questions with its sources.
    CompareClaims(String),
    /// Read this call and examine its target.
    Prepare(ToolCall),
    /// Carry this out.
    Act(Box<Intent>),
    /// Find out after a restart whether this was done.
    Probe(Box<Intent>),
    /// Look for evidence of this on the page.
    Confirm(Claim),
    /// Wait for the person.
    Hold,
    /// Nothing more: release everything and report the end.
    Finish,
}

/// The result of a decision.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Input {
    /// The tab was found, or there is none.
    Started(Box<Acted>),
    /// The model answered.
    Turn(ModelTurn),
    /// The model did not.
    ModelFailed(ModelError, Served),
    /// The wait is over.
    Waited,
    /// The call, or one of a run that works for this one, would cross this limit, so the model is not asked.
    LimitReached(Reached),
    /// The limit was raised.
    Raised,
    /// The model is not asked, for what this sentence says.
    NotAsked(String),
    /// The run's time is over.
    OutOfTime,
    /// Sources were started.
    SourcesOpened(Vec<Opened>),
    /// A source's run is over.
    SourceEnded(Box<Run>),
    /// Documents were read, or not; and what a form's first look at them shows.
    DocumentsRead(Vec<ReadOrNot>, Sight),
    /// What became of each fact, by its question; or why nothing was stored.
    ProfileStored(Result<Vec<Put>, String>),
    /// Questions' runs were started, or not.
    QuestionsAsked(Vec<(usize, Result<(), String>)>),
    /// What the search found.
    Searched(Vec<Data>),
    /// An answer with its quotes compared.
    Compared(Box<ComparedAnswer>),
    /// What a model claims of a form's questions, as far as its sources say it; none: it cannot be read.
    AnswersCompared(Option<crate::form::Compared>),
    /// The call was read.
    Prepared(Box<Intent>),
    /// The call makes no sense: a sentence for the model.
    Malformed(String),
    /// The call rests on what an earlier one of its turn left undone, or left behind: a sentence for the model.
    Skipped(String),
    /// The call was understood but cannot be done here: it names a missing element or document.
    Unfit {
        /// For the model.
        told: String,
        /// For the person.
        said: Sentence,
    },
    /// An empty tab was opened for a page.
    TabOpened(TabId),
    /// The action's result.
    Acted(Box<Acted>),
    /// The tab or its session was lost while the action reached the page.
    Interrupted,
    /// The evidence for the claim that the task is done, and the claim with its citations of documents compared, if it has any.
    Confirmed(Checked, Option<Box<ComparedAnswer>>),
    /// The fate of an interrupted effect, and the page.
    Probed(Verdict, Box<Acted>),
}

/// The result of an action or look.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Acted {
    /// The tool's own words, without the look.
    pub text: String,
    /// Why it could not be done, for the person, if reported.
    pub said: Option<String>,
    /// Whether it succeeded.
    pub ok: bool,
    /// Others' words in it: a page that was read, the tabs, a dialog.
    pub data: Vec<Data>,
    /// The page now.
    pub look: Option<PageText>,
    /// What the page shows now, in a number that does not depend on uids: see [`super::content`].
    pub(crate) content: Option<u64>,
    /// A picture, as a data URL.
    pub picture: Option<String>,
    /// The run's current tab.
    pub tab: Option<TabId>,
    /// The tab whose page opened the current one just now.
    pub(crate) opener: Option<TabId>,
    /// The address of the page now.
    pub url: String,
    /// Whether a dialog is open now.
    pub dialog_open: bool,
    /// Whether it led elsewhere (another document, a dialog, another tab): what the rest of its turn rests on may be gone.
    pub(crate) cuts_turn: bool,
    /// The elements' current numbers.
    pub uids: UidTable,
    /// See [`super::Tabs::print`]; none: it was not looked at.
    pub(crate) print: Option<u64>,
    /// An empty tab found at the start.
    pub(crate) blank_tab: Option<TabId>,
    /// The page that the task names and that is not open: it is opened before the model is asked.
    pub(crate) first_page: Option<HttpUrl>,
    /// The user ended debugging in the browser's own bar.
    pub stopped_by_user: bool,
    /// A source's findings, compared with the pages.
    pub found: Option<Findings>,
    /// Whether the page may be meant for the person alone.
    pub private: bool,
    /// What it led to that was not saved.
    pub files: Vec<LedToFile>,
    /// What it led to that was not sent: it is asked about before anything else.
    pub(crate) held: Option<HeldRequests>,
    /// What was sent beside that, as method and address.
    pub(crate) sent: Vec<String>,
    /// How its tab came to the page.
    pub(crate) arrived: Option<Arrived>,
    /// Whether the page proved that something was copied.
    pub(crate) copied: bool,
    /// Whether it is not known what became of it.
    pub(crate) unsure: bool,
    /// The document whose password is needed.
    pub(crate) locked: Option<(edith_protocol::Document, edith_documents::call::Failure)>,
    /// The document that a PDF became, and the origin that showed it.
    pub(crate) viewed: Option<(edith_protocol::Document, String)>,
    /// What a look found of the form that is filled in.
    pub(crate) form: Option<Box<crate::form::FormLook>>,
    /// What it acted on and brought, for doing it again; and all lines of text that came with it.
    pub(crate) recorded: Option<Box<Recorded>>,
    /// See `recorded`.
    pub(crate) news: Vec<String>,
    /// The tools that the page offers, if it was looked at: see [`super::Tabs::page_tools`].
    pub(crate) page_tools: Option<Vec<(String, String)>>,
    /// The tools of servers that were found at the start.
    pub tools: Vec<ListedTool>,
    /// Those that a search found.
    pub(crate) found_tools: Vec<ExternalTool>,
    /// What a server asks for before it goes on with the call.
    pub(crate) asks: Option<Box<ServerAsks>>,
    /// What asking a model for a server has used.
    pub(crate) usage: Usage,
}

/// How a tab came to a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arrived {
    /// The page's address.
    pub url: String,
    /// What the tab saw of it.
    pub arrival: Arrival,
    /// Whether the run may read it.
    pub shown: bool,
    /// The frames of other sites that it shows.
    pub frames: Vec<Framed>,
}

/// A user's action on a run in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// Stop now.
    Stop,
    /// Stop because a new task in the conversation replaces it.
    Replace,
    /// Begin nothing new.
    Pause,
    /// The same, while the person does a part in its tab.
    TakeOver,
    /// Go on.
    Resume,
    /// Words for the run.
    Say {
        /// These.
        text: String,
        /// Texts in them that the person did not type.
        pasted: Vec<String>,
    },
    /// A discarded tab continues under another id.
    TabMoved {
        /// Its old id.
        from: TabId,
        /// Its new id.
        to: TabId,
    },
    /// Retry or skip a step of the plan.
    Step {
        /// Which step.
        id: String,
        /// What to do with it.
        action: StepAction,
    },
    /// The answer to an ask.
    Answer {
        /// Which ask.
        ask_id: AskId,
        /// What the person says.
        answer: edith_protocol::AskAnswer,
    },
    /// Nobody is there to answer an ask.
    LeftOpen(AskId),
}

/// What the driver does with the work in progress after a user's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disposition {
    /// It goes on.
    GoesOn,
    /// It is dropped, and the run decides again.
    IsDropped,
}

/// What is known of an interrupted effect, with the reason in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It happened.
    Done(String),
    /// It did not, and never will by itself.
    NotDone(String),
    /// Neither is certain.
    Unknown(String),
}

/// A source that was started, or could not be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Opened {
    /// Its index in the plan.
    pub at: usize,
    /// Its tab, or why there is none.
    pub tab: Result<TabId, String>,
}

/// What accompanies an answer's words.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Others' words in it.
    pub data: Vec<Data>,
    pub look: Option<PageText>,
    pub picture: Option<String>,
    /// The origin of the page it reports.
    pub from: String,
}
