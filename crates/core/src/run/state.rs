//! A run and where it stands, as it is stored.

use super::{Completion, Counters, Guard, Intent, SourceWork, Tabs, Task, Work};
use crate::ending::Claim;
use crate::history::Transcript;
use crate::research::Research;
use edith_protocol::{Ask, ConversationId, Outcome, RunId};
use serde::{Deserialize, Serialize};

/// One task being worked on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The conversation it is in.
    pub conversation: ConversationId,
    /// What is to be done, and by which rules.
    pub task: Task,
    /// What its mode has of its own.
    pub work: Work,
    /// Where it is.
    pub state: State,
    /// Held by the user: nothing new is begun.
    pub paused: bool,
    /// What was said and done.
    pub transcript: Transcript,
    /// Where it works.
    pub tabs: Tabs,
    /// What the gate judges its calls by.
    pub guard: Guard,
    /// How far it has come.
    pub counters: Counters,
    /// What speaks for and against its being done.
    pub completion: Completion,
    /// Whether its conversation has it: only the first time it makes one that is not there.
    pub recorded: bool,
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

impl Run {
    /// Its research.
    pub fn research(&self) -> Option<&Research> {
        match &self.work {
            Work::Research(research) => Some(research),
            Work::Chat | Work::Agent | Work::Source(_) => None,
        }
    }

    pub(super) fn research_mut(&mut self) -> Option<&mut Research> {
        match &mut self.work {
            Work::Research(research) => Some(research),
            Work::Chat | Work::Agent | Work::Source(_) => None,
        }
    }

    /// The source it works on.
    pub fn source(&self) -> Option<&SourceWork> {
        match &self.work {
            Work::Source(source) => Some(source),
            Work::Chat | Work::Agent | Work::Research(_) => None,
        }
    }

    /// The research it works for.
    pub fn parent(&self) -> Option<&RunId> {
        self.source().map(|source| &source.parent)
    }
}
