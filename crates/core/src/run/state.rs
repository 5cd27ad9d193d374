//! A run's stored state.

use super::{Completion, Counters, Guard, Intent, Reached, Serving, Tabs, Task, Work};
use crate::history::Transcript;
use edith_protocol::{Ask, ConversationId, Outcome, RunId};
use edith_tools::ending::Claim;
use serde::{Deserialize, Serialize};

/// One task being worked on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// Its conversation.
    pub conversation: ConversationId,
    /// What is to be done, and by which rules.
    pub task: Task,
    /// What its mode has of its own.
    pub work: Work,
    /// Where it is.
    pub state: State,
    /// Paused by the user: nothing new is begun.
    pub paused: bool,
    /// Paused because they do a part in its tab.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) taken_over: bool,
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
    /// Which server it asks.
    #[serde(default, skip_serializing_if = "Serving::is_first")]
    pub serving: Serving,
    /// Whether its conversation has it: only the first write may create a missing conversation.
    pub recorded: bool,
    /// The last attempt to store it failed: it changes nothing until stored.
    #[serde(skip)]
    pub unstored: bool,
    /// What the open ask is about, if it is about no call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) asked: Option<Asked>,
    /// A document's id and the password that the person gave for it. It is never stored: after a restart they are asked again.
    #[serde(skip)]
    pub(crate) password: Option<(String, String)>,
}

/// What an ask is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Asked {
    /// The password of the document with this id.
    Password(String),
    /// What a server asks for before it goes on with a call.
    Server,
    /// Whether to go on outside the documents.
    Outside,
    /// Whether the plan is carried out.
    Plan,
    /// What to do with a step that failed too often.
    Step,
    /// What is filled into a form.
    Form,
    /// How to go on after several different actions have failed.
    HowToGoOn,
    /// Whether a limit is raised.
    Limit {
        /// The limit.
        reached: Reached,
        /// Where the run goes on if it is.
        back: Box<State>,
    },
}

/// A run's state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum State {
    /// Finding and looking at its tab.
    Starting,
    /// Waiting for the model.
    Thinking {
        /// Failed attempts at this turn.
        attempt: u32,
    },
    /// Waiting before asking the model again.
    BackingOff {
        /// Failed attempts at this turn.
        attempt: u32,
        /// Milliseconds since 1970.
        until: f64,
        /// What the server said, for the person.
        #[serde(default)]
        reason: String,
    },
    /// Waiting for the runs of sources or questions.
    Gathering,
    /// Waiting until the person raises a limit of the run that it works for.
    Capped {
        /// The limit.
        reached: Reached,
    },
    /// Reading the first pending call and examining its target.
    Preparing,
    /// Waiting for a person.
    Asking {
        /// What is asked.
        ask: Box<Ask>,
        /// The action asked about; none for a question.
        intent: Option<Box<Intent>>,
    },
    /// The intent is stored; its effect may be under way.
    Acting {
        /// What is done.
        intent: Box<Intent>,
    },
    /// The worker died during the effect: look at the page, repeat nothing.
    Unknown {
        /// What was done or not.
        intent: Box<Intent>,
    },
    /// Comparing the quotes of an answer with the documents.
    Comparing {
        /// The answer.
        text: String,
    },
    /// The model says that the task is done: look for evidence on the page.
    Ending {
        /// What it says.
        claim: Claim,
        /// The call that says so; none: words alone.
        intent: Option<Box<Intent>>,
    },
    /// Over.
    Done {
        /// How.
        outcome: Outcome,
        /// The answer, or the reason.
        summary: String,
    },
}
