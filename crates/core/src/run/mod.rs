//! An agent run as data: a serializable value that says what to do next ([`Run::decide`]) and takes in what came of it
//! ([`Run::apply`]). Nothing here awaits, so the worker may die between any two steps and the run goes on from its
//! last stored value.

mod apply;
mod asks;
mod calls;
mod condense;
mod ending;
mod faults;
mod provenance;
mod repeats;
mod report;
mod research;
mod trail;
mod unknown;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod unknown_tests;

use crate::action::Action;
use crate::ending::{Checked, Claim, Deeds};
use crate::gate::{Concern, EffectClass, Facts, Grants, LedToFile, Places, Terms};
use crate::history::Entry;
use crate::http_url::HttpUrl;
use crate::research::Research;
use crate::research::findings::Findings;
use crate::tool::{Offer, Plan};
use edith_model::{ChatMessage, ChatRequest, ModelError, ModelTurn};
use edith_page::UidTable;
use edith_protocol::{
    Ask, AskId, ConversationId, Document, Event, Outcome, Proof, Reference, RunId, RunInfo, RunState, Settings, TabId,
    ToolCall, Usage,
};
use edith_words::Sentence;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

pub use apply::{Control, Work};
pub(crate) use condense::condense;
pub use research::Opened;
pub use unknown::{Evidence, Seen, Verdict};

/// What kind of work a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Talk, without tools and without a tab.
    Chat,
    /// Work in a tab with tools.
    Agent,
    /// Divide a question, let a run work on each source, and write the answer.
    Research,
    /// Work on one source of a research.
    Source,
}

impl Mode {
    /// Its name in `RUN_LIST`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Agent => "agent",
            Self::Research => "research",
            Self::Source => "source",
        }
    }
}

/// One task being worked on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The conversation it is in.
    pub conversation: ConversationId,
    /// What kind of work it is.
    pub mode: Mode,
    /// The task in the user's words.
    pub prompt: String,
    /// When it was started, in milliseconds since 1970.
    pub started_at: f64,
    /// The user's settings when it started; they hold to its end.
    pub settings: Settings,
    /// Where it is.
    pub state: State,
    /// Held by the user: nothing new is begun.
    pub paused: bool,
    /// Model turns so far.
    pub step: u32,
    /// What was said in the conversation before this run.
    pub earlier: Vec<ChatMessage>,
    /// What was said and done in this run, oldest first.
    pub entries: Vec<Entry>,
    /// Calls of the last turn that are not answered yet; the first is the one being worked on.
    pub pending: VecDeque<ToolCall>,
    /// What the user said in the middle, not yet told to the model.
    pub said: Vec<String>,
    /// What the user allowed.
    pub grants: Grants,
    /// The numbers given to elements.
    pub uids: UidTable,
    /// The tab it works in.
    pub tab: Option<TabId>,
    /// An empty tab the user was looking at, which the first page may be opened in.
    pub blank_tab: Option<TabId>,
    /// Every tab it attached to, so that all are let go at the end.
    pub tabs: Vec<TabId>,
    /// The address of the page it looked at last.
    pub url: String,
    /// Whether a JavaScript dialog is open.
    pub dialog_open: bool,
    /// Tokens used.
    pub usage: Usage,
    /// Of these, by the last model turn.
    #[serde(default)]
    pub step_usage: Usage,
    /// Asks made so far: their ids count on.
    pub asks: u32,
    /// Turns in a row that only looked.
    pub looks_in_a_row: u32,
    /// Turns in a row whose calls were all malformed.
    pub malformed_in_a_row: u32,
    /// Whether the last action failed, and what it was: `task_complete` is questioned once then.
    pub last_failure: Option<String>,
    /// Whether `task_complete` was questioned since the last action.
    pub completion_questioned: bool,
    /// The history is sent in its short form since the model said it is too long.
    pub compacted: bool,
    /// Progress events told so far: they are stored under their number.
    pub told: u32,
    /// Of a research: its plan and what became of it.
    #[serde(default)]
    pub research: Option<Box<Research>>,
    /// The research this run works for.
    #[serde(default)]
    pub parent: Option<RunId>,
    /// Where a source's run begins.
    #[serde(default)]
    pub source: Option<HttpUrl>,
    /// What a source's run is to find out, without the sentences around it.
    #[serde(default)]
    pub goal: Option<String>,
    /// What a source's run has found.
    #[serde(default)]
    pub found: Option<Findings>,
    /// What the task refers to.
    #[serde(default)]
    pub refers: Vec<Reference>,
    /// The same, fenced, for the model.
    #[serde(default)]
    pub refers_text: String,
    /// Whether it works in a tab of its own, whatever the current one is.
    #[serde(default)]
    pub own_tab: bool,
    /// What it may do unattended; none: a person watches, and is asked.
    #[serde(default)]
    pub terms: Option<Terms>,
    /// The documents it may give to pages.
    #[serde(default)]
    pub documents: Vec<Document>,
    /// How many of these, the first ones, were given earlier in the conversation.
    #[serde(default)]
    pub earlier_documents: usize,
    /// Where it began: the origin of the tab that the user was in; empty: in none.
    #[serde(default)]
    pub home: String,
    /// The sites it has been on.
    #[serde(default)]
    pub places: Places,
    /// The tabs that it opened itself.
    #[serde(default)]
    pub own_tabs: Vec<TabId>,
    /// Refusals in a row.
    #[serde(default)]
    pub refusals: u32,
    /// Fingerprints of its last actions with what came of them, oldest first.
    #[serde(default)]
    pub recent: VecDeque<u64>,
    /// Fingerprints of what it saw since its last action, and how many looks showed one of them again.
    #[serde(default)]
    pub looked: VecDeque<u64>,
    /// See `looked`.
    #[serde(default)]
    pub equal_looks: u32,
    /// What the model wants to remember when older rounds are no longer sent.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Milliseconds that it has worked; waiting for the user does not count.
    #[serde(default)]
    pub worked_ms: f64,
    /// Whether its conversation has it: only the first time it makes one that is not there.
    #[serde(default)]
    pub recorded: bool,
    /// The message of its conversation that it takes the place of, with all that came after it.
    #[serde(default)]
    pub replaces: Option<String>,
    /// What it has done to the pages.
    #[serde(default)]
    pub deeds: Deeds,
    /// What code found at the end that shows that it is done.
    #[serde(default)]
    pub evidence: Vec<Proof>,
    /// What led to files that were not saved, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<LedToFile>,
    /// The last attempt to store it failed: it changes nothing before it is stored.
    #[serde(skip)]
    pub unstored: bool,
}

/// Where a run is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum State {
    /// Its tab is being found and looked at.
    Starting,
    /// The model is to answer; `attempt` counts failed tries of this turn.
    Thinking {
        /// Failed tries so far.
        attempt: u32,
    },
    /// The model is asked again at that time.
    BackingOff {
        /// Failed tries so far.
        attempt: u32,
        /// Milliseconds since 1970.
        until: f64,
    },
    /// The runs of a research work on their sources.
    Gathering,
    /// The first pending call is being read and its target examined.
    Preparing,
    /// A person must answer.
    Asking {
        /// What is asked.
        ask: Box<Ask>,
        /// The action it is about; none for a question.
        intent: Option<Box<Intent>>,
    },
    /// The intent is stored; its effect may be under way.
    Acting {
        /// What is done.
        intent: Box<Intent>,
    },
    /// The worker died while the effect was under way: the page is looked at, nothing is repeated.
    Unknown {
        /// What was done or not.
        intent: Box<Intent>,
    },
    /// The model says that the task is done: the page is looked at for what shows it.
    Ending {
        /// What it says.
        claim: Claim,
        /// The call that says it; none: it said it in words alone.
        intent: Option<Box<Intent>>,
    },
    /// Over.
    Done {
        /// How.
        outcome: Outcome,
        /// The answer, or why.
        summary: String,
    },
}

/// A tool call that was read, with all that is needed to carry it out: what is stored before the browser is touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// The call.
    pub call: ToolCall,
    /// What it does to the world.
    pub class: EffectClass,
    /// What is known of its targets.
    pub facts: Facts,
    /// How it is carried out.
    pub plan: Plan,
    /// What it does, for the person, in the person's language.
    pub text: String,
    /// The same for the model; empty in what an earlier version stored: then `text` is English.
    #[serde(default)]
    pub english: String,
    /// The arguments for the person, secrets masked.
    pub shown_args: serde_json::Value,
    /// Whether it only looks.
    pub only_looks: bool,
    /// The exact action for an approval.
    pub shown: edith_protocol::ActionShown,
    /// What the person is asked about besides what it does.
    #[serde(default)]
    pub concerns: Vec<Concern>,
    /// What speaks against it, where that was found out before it was judged.
    #[serde(skip)]
    pub traced: Option<Vec<Concern>>,
    /// What exactly the person is asked about: it is done only if it still is that. None: it is not asked about.
    #[serde(default)]
    pub seal: Option<String>,
    /// By what it is found out after a restart whether it was done.
    #[serde(default)]
    pub trace: Trace,
}

/// By what it is found out after a restart whether an intent was done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trace {
    /// When it was stored, in milliseconds since 1970.
    pub at: f64,
    /// Token of the document that it is done in.
    pub document: String,
    /// How often it was begun anew, since it was certain that it had not been done.
    pub tries: u32,
    /// The empty tab that was opened for it.
    pub opened: Option<TabId>,
}

impl Intent {
    /// The same as it is asked about: with what speaks against it, where each value came from, and sealed.
    fn with(mut self, concerns: Vec<Concern>) -> Self {
        for concern in &concerns {
            let Some(value) = &concern.value else { continue };
            match self.shown.values.iter_mut().find(|shown| shown.field == value.field) {
                Some(shown) => shown.source.clone_from(&value.source),
                None => self.shown.values.push(value.clone()),
            }
        }
        if self.facts.origin != self.shown.origin
            || matches!(self.plan, Plan::Open(_) | Plan::Perform(Action::Navigate { .. }))
        {
            self.shown.origin = concerns.first().map_or(self.shown.origin, |concern| concern.origin.clone());
        }
        self.seal = Some(crate::gate::seal(&self.call, &self.facts));
        self.concerns = concerns;
        self
    }

    /// What it does, for the model.
    pub fn in_english(&self) -> &str {
        if self.english.is_empty() { &self.text } else { &self.english }
    }

    /// How the page knows it.
    pub fn mark(&self, run: &RunId) -> String {
        format!("{run}/{}/{}", self.call.id, self.trace.tries)
    }
}

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

/// What a page shows, as text for the model, fenced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The fenced text.
    pub text: String,
    /// Whether it is the whole view, and not only changes since an earlier one.
    pub whole: bool,
}

/// What a new run starts from.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id.
    pub id: RunId,
    /// The conversation it is in.
    pub conversation: ConversationId,
    /// What kind of work it is.
    pub mode: Mode,
    /// The task.
    pub prompt: String,
    /// The tab the user named.
    pub tab: Option<TabId>,
    /// The user's settings.
    pub settings: Settings,
    /// What was said in the conversation before.
    pub earlier: Vec<ChatMessage>,
    /// What the user allowed for good.
    pub grants: Grants,
    /// Milliseconds since 1970.
    pub now: f64,
}

impl Run {
    /// A run that has not begun.
    pub fn new(new: NewRun) -> Self {
        Self {
            state: match new.mode {
                Mode::Chat | Mode::Research => State::Thinking { attempt: 0 },
                Mode::Agent | Mode::Source => State::Starting,
            },
            research: (new.mode == Mode::Research).then(Box::default),
            parent: None,
            source: None,
            goal: None,
            found: None,
            worked_ms: 0.0,
            places: Places::default(),
            own_tabs: Vec::new(),
            refusals: 0,
            recent: VecDeque::new(),
            looked: VecDeque::new(),
            equal_looks: 0,
            notes: Vec::new(),
            files: Vec::new(),
            unstored: false,
            recorded: false,
            replaces: None,
            deeds: Deeds::default(),
            evidence: Vec::new(),
            terms: None,
            documents: Vec::new(),
            earlier_documents: 0,
            home: String::new(),
            refers: Vec::new(),
            refers_text: String::new(),
            own_tab: false,
            id: new.id,
            conversation: new.conversation,
            mode: new.mode,
            prompt: new.prompt,
            started_at: new.now,
            settings: new.settings,
            paused: false,
            step: 0,
            earlier: new.earlier,
            entries: Vec::new(),
            pending: VecDeque::new(),
            said: Vec::new(),
            grants: new.grants,
            uids: UidTable::default(),
            tab: new.tab,
            blank_tab: None,
            tabs: Vec::new(),
            url: String::new(),
            dialog_open: false,
            usage: Usage::default(),
            step_usage: Usage::default(),
            asks: 0,
            looks_in_a_row: 0,
            malformed_in_a_row: 0,
            last_failure: None,
            completion_questioned: false,
            compacted: false,
            told: 0,
        }
    }

    /// What to do next. The same state always decides the same.
    pub fn decide(&self) -> Decide {
        match &self.state {
            State::Starting
            | State::Thinking { .. }
            | State::BackingOff { .. }
            | State::Preparing
            | State::Ending { .. }
                if self.paused =>
            {
                Decide::Hold
            }
            State::Starting => Decide::Start,
            State::Thinking { .. } => Decide::AskModel(self.request()),
            State::BackingOff { until, .. } => Decide::WaitUntil(*until),
            State::Gathering => match self.sources_to_start() {
                sources if sources.is_empty() || self.paused => Decide::AwaitSource,
                sources => Decide::OpenSources(sources),
            },
            // A turn without calls never gets here; should one, the model is asked again.
            State::Preparing => {
                self.pending.front().cloned().map_or_else(|| Decide::AskModel(self.request()), Decide::Prepare)
            }
            State::Asking { .. } => Decide::Hold,
            State::Acting { intent } if self.unstored && intent.changes_something() => Decide::Hold,
            State::Acting { intent } => Decide::Act(intent.clone()),
            State::Unknown { intent } => Decide::Probe(intent.clone()),
            State::Ending { claim, .. } => Decide::Confirm(claim.clone()),
            State::Done { .. } => Decide::Finish,
        }
    }

    /// Milliseconds it may go on working; none: as long as it takes.
    pub fn time_left(&self) -> Option<u64> {
        let limit = f64::from(self.settings.max_run_seconds) * 1000.0;
        (limit > 0.0).then(|| (limit - self.worked_ms).max(0.0) as u64)
    }

    /// Whether the person is told of its end by a notification of its own: not of a chat's, of a source's, or of a schedule's, which has its
    /// own rules.
    pub fn is_told_by_itself(&self) -> bool {
        self.mode != Mode::Chat && self.parent.is_none() && self.terms.is_none()
    }

    /// Every tab that it has: those it was in, and the one it is in.
    pub fn all_tabs(&self) -> impl Iterator<Item = TabId> + '_ {
        self.tabs.iter().chain(&self.tab).copied()
    }

    /// Whether it is over.
    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Done { .. })
    }

    /// The open ask.
    pub fn ask(&self) -> Option<&Ask> {
        match &self.state {
            State::Asking { ask, .. } => Some(ask),
            _ => None,
        }
    }

    /// How `RUN_LIST` tells it.
    pub fn info(&self) -> RunInfo {
        RunInfo {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            mode: self.mode.name().to_owned(),
            state: self.public_state(),
            step: self.step,
            max_steps: self.settings.max_steps,
            prompt: self.prompt.clone(),
            tab_id: self.tab,
            ask: self.ask().cloned(),
            started_at: self.started_at,
            usage: self.usage,
            outcome: match &self.state {
                State::Done { outcome, .. } => Some(*outcome),
                _ => None,
            },
            parent_run_id: self.parent.clone(),
            sources: self.sources_shown(),
        }
    }

    fn public_state(&self) -> RunState {
        match &self.state {
            State::Done { .. } => RunState::Done,
            _ if self.paused => RunState::Paused,
            State::Starting => RunState::Starting,
            State::Thinking { .. } => RunState::Thinking,
            State::BackingOff { .. } => RunState::BackingOff,
            State::Asking { .. } => RunState::Asking,
            State::Gathering
            | State::Preparing
            | State::Acting { .. }
            | State::Unknown { .. }
            | State::Ending { .. } => RunState::Acting,
        }
    }

    fn request(&self) -> ChatRequest {
        ChatRequest {
            messages: crate::history::messages(self),
            tools: match self.mode {
                Mode::Chat | Mode::Research => Vec::new(),
                Mode::Agent | Mode::Source => crate::tool::offered(self.offer()),
            },
            max_completion_tokens: self.settings.max_completion_tokens,
            brief: crate::history::brief(self),
        }
    }

    /// What decides which tools the model has.
    pub(crate) fn offer(&self) -> Offer {
        Offer {
            dialog_open: self.dialog_open,
            source: self.mode == Mode::Source,
            documents: !self.documents.is_empty(),
        }
    }

    fn next_ask_id(&mut self) -> AskId {
        self.asks += 1;
        AskId(format!("{}-ask-{}", self.id, self.asks))
    }

    fn finish(&mut self, outcome: Outcome, summary: impl Into<String>, now: f64) -> Vec<Event> {
        self.cancel_pending("Not done: the run ended before.", now);
        let (outcome, summary) = self.with_findings(outcome, summary.into());
        if outcome != Outcome::Completed {
            self.evidence.clear();
        }
        self.state = State::Done { outcome, summary };
        Vec::new()
    }
}
