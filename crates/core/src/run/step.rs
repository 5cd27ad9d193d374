//! What a run decides, what comes of it, and what the user does meanwhile.

use super::{Intent, Run};
use crate::ending::{Checked, Claim};
use crate::gate::LedToFile;
use crate::history::Look;
use crate::research::findings::Findings;
use edith_model::fence::Data;
use edith_model::{ChatRequest, ModelError, ModelTurn};
use edith_page::UidTable;
use edith_protocol::{AskId, TabId, ToolCall};
use edith_words::Sentence;

/// What the driver is to do next.
#[derive(Debug, Clone, PartialEq)]
pub enum Decide {
    /// Find the tab and take a first look.
    Start,
    /// Ask the model for a turn.
    AskModel(ChatRequest),
    /// Wait until that time, in milliseconds since 1970.
    WaitUntil(f64),
    /// Open tabs for these sources of the research, by their place in the plan, and start their runs.
    OpenSources(Vec<usize>),
    /// Wait until the run of a source is over.
    AwaitSource,
    /// Read this call and examine its target.
    Prepare(ToolCall),
    /// Carry this out.
    Act(Box<Intent>),
    /// Find out after a restart whether this was done.
    Probe(Box<Intent>),
    /// Look at the page for what shows that this is true.
    Confirm(Claim),
    /// Wait for the person.
    Hold,
    /// Nothing more: let go of everything and say how it ended.
    Finish,
}

/// What came of what was decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The tab was found, or there is none.
    Started(Box<Acted>),
    /// The model answered.
    Turn(ModelTurn),
    /// The model did not.
    ModelFailed(ModelError),
    /// The wait is over.
    Waited,
    /// The model is not asked: the call would cross a limit. The sentence says which.
    LimitReached(String),
    /// The time for this run is over.
    OutOfTime,
    /// Sources were started.
    SourcesOpened(Vec<Opened>),
    /// The run of a source is over.
    SourceEnded(Box<Run>),
    /// The call was read.
    Prepared(Box<Intent>),
    /// The call makes no sense: a sentence for the model.
    Malformed(String),
    /// The call was understood and cannot be done here: it names an element or a document that is not there.
    Unfit {
        /// For the model.
        told: String,
        /// For the person.
        said: Sentence,
    },
    /// An empty tab was opened for what is to be opened.
    TabOpened(TabId),
    /// The action came to something.
    Acted(Box<Acted>),
    /// The tab or its session was lost while the action reached the page.
    Interrupted,
    /// What the page shows of the claim that the task is done.
    Confirmed(Checked),
    /// What became of an effect that was under way, and what the page shows.
    Probed(Verdict, Box<Acted>),
}

/// What an action, or a look, came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Acted {
    /// The tool's own words, without the look.
    pub text: String,
    /// Why it could not be done, for the person, where that is told.
    pub said: Option<String>,
    /// Whether it did what it was asked.
    pub ok: bool,
    /// What somebody else said in it: the page that was read, the tabs, a dialog.
    pub data: Vec<Data>,
    /// What the page shows now.
    pub look: Option<Look>,
    /// A picture, as a data URL.
    pub picture: Option<String>,
    /// The tab the run works in now.
    pub tab: Option<TabId>,
    /// The address of the page now.
    pub url: String,
    /// Whether a dialog is open now.
    pub dialog_open: bool,
    /// Whether what the model expected is no longer sure (another page, a dialog, another tab), so that the rest of
    /// its turn is not done.
    pub cuts_turn: bool,
    /// The numbers of elements, as they are now.
    pub uids: UidTable,
    /// An empty tab found at the start.
    pub blank_tab: Option<TabId>,
    /// The user ended debugging in the browser's own bar.
    pub stopped_by_user: bool,
    /// What was found on a source, compared with the pages.
    pub found: Option<Findings>,
    /// Whether what the page shows may be meant for the person alone.
    pub private: bool,
    /// What it led to that was not saved.
    pub files: Vec<LedToFile>,
}

/// What the user does to a run while it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// Stop now.
    Stop,
    /// Stop now, since a new task in the same conversation takes its place.
    Replace,
    /// Begin nothing new.
    Pause,
    /// Go on.
    Resume,
    /// A word in the middle.
    Say(String),
    /// A tab was put out of memory, and lives on under another id.
    TabMoved {
        /// The id that it had.
        from: TabId,
        /// The id that it has.
        to: TabId,
    },
    /// The answer to an ask.
    Answer {
        /// Which ask.
        ask_id: AskId,
        /// What the person says.
        answer: edith_protocol::AskAnswer,
    },
}

/// What the driver does with the work that is under way when the user acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// It goes on.
    GoesOn,
    /// It is dropped, and the run decides anew.
    IsDropped,
}

/// What is known of an effect that was under way. Each has its reason in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It happened.
    Done(String),
    /// It did not, and never will by itself.
    NotDone(String),
    /// Neither is certain.
    Unknown(String),
}

/// A source that was started, or could not be.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// Its place in the plan.
    pub at: usize,
    /// The tab it works in, or why there is none.
    pub tab: Result<TabId, String>,
}

/// What an answer to a call shows beside its words.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// What somebody else said in it.
    pub data: Vec<Data>,
    /// What the page shows.
    pub look: Option<Look>,
    /// A picture, as a data URL.
    pub picture: Option<String>,
    /// The origin of the page it tells of.
    pub from: String,
}
