//! Events, broadcast by the worker to every extension page.

use crate::{Arguments, Ask, ConversationId, RunId, SourceShown};
use serde::{Deserialize, Serialize};

/// A runtime message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type")]
pub enum Event {
    /// Something happened in a run.
    #[serde(rename = "agent_progress")]
    Progress(Progress),
    /// Streamed tokens of the model's text.
    #[serde(rename = "agent_delta", rename_all = "camelCase")]
    Delta {
        /// The run (for CHAT: an id made for this reply).
        run_id: RunId,
        /// The conversation.
        conversation_id: ConversationId,
        /// The new piece of text.
        text: String,
    },
    /// A person must answer.
    #[serde(rename = "agent_ask")]
    Ask(Ask),
    /// A run is over.
    #[serde(rename = "agent_done")]
    Done(Done),
}

/// One thing that happened in a run. Told when a tool starts (no `result`) and again when it is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The run.
    pub run_id: RunId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The model turn this belongs to, from 1; 0 before the first.
    pub step: u32,
    /// What is happening, in words for the person.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub timestamp: f64,
    /// The tool call's id; start and end of one call share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// The tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The tool's arguments, secrets masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Arguments>,
    /// The tool's answer, as the model reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Whether the tool did what it was asked; only with `result`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// A picture of the page, as a data URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// Tokens used by the run so far, and their price; a research counts its sources in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Of these, what the model turn that this belongs to took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_usage: Option<Usage>,
    /// The research this run works for, on one of its sources. Such a run has no `agent_done`: its end is told in the
    /// research's `sources`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_run_id: Option<RunId>,
    /// Of a research, whenever one of its sources moved on: all of them, in the order of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SourceShown>>,
}

/// Tokens used, as the model's server counts them (estimated from the texts where it does not), and what they cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens sent.
    pub prompt_tokens: u64,
    /// Tokens received.
    pub completion_tokens: u64,
    /// Of those sent, how many the server had cached.
    pub cached_tokens: u64,
    /// Their price, in the currency of the prices that are set (US dollars, if nobody changed them). None: the model's
    /// price is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
}

impl Usage {
    /// Tokens in all, as limits count them: what was cached counts too.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens + self.completion_tokens
    }
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.prompt_tokens += other.prompt_tokens;
        self.completion_tokens += other.completion_tokens;
        self.cached_tokens += other.cached_tokens;
        self.price = match (self.price, other.price) {
            (Some(one), Some(more)) => Some(one + more),
            (one, more) => one.or(more),
        };
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Done, as far as the model and the checks can tell. Whether code found that it is so, [`Done::evidence`] tells.
    Completed,
    /// A part of it was done.
    Partial,
    /// The person did not allow what it takes.
    Refused,
    /// The user stopped it.
    Stopped,
    /// It could not go on.
    Failed,
    /// It waits for something only the user can give.
    NeedsInput,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// The run.
    pub run_id: RunId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// How it ended.
    pub outcome: Outcome,
    /// The answer, or why it ended.
    pub summary: String,
    /// What code found on the pages that shows it; empty: nothing, and what the model says stands alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Proof>,
    /// Tokens used in all.
    pub usage: Usage,
}

/// Something a page shows that proves what was done or answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proof {
    /// What stands there: a confirmation, a title, a field with its value, a count before and after.
    pub text: String,
    /// The page's address.
    pub url: String,
}
