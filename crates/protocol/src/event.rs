//! Events, broadcast by the worker to every extension page.

use crate::{
    AnswerShown, Arguments, Ask, ConversationId, DocumentProgress, FormEnd, FormShown, LanguageDownload, Recorded,
    RunId, SourceShown, StepShown, Suggestion,
};
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
        /// The new text.
        text: String,
    },
    /// The user must answer.
    #[serde(rename = "agent_ask")]
    Ask(Ask),
    /// A run ended.
    #[serde(rename = "agent_done")]
    Done(Done),
    /// A document is being fetched, read or indexed.
    #[serde(rename = "document_progress")]
    Document(DocumentProgress),
    /// A task waits for the download of one of the browser's language tools.
    #[serde(rename = "language_download")]
    LanguageDownload(LanguageDownload),
}

/// Progress of a run. Sent when a tool starts (without `result`) and when it ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The run.
    pub run_id: RunId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The model turn, from 1; 0 before the first.
    pub step: u32,
    /// The current activity, in words for the user.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub timestamp: f64,
    /// The tool call's id, shared by its start and end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// The tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The tool's arguments, secrets masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Arguments>,
    /// The tool's result as the model reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Whether the tool succeeded; only with `result`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// A screenshot as a data URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// The run's usage so far with its price; a research includes its sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// The part of this model turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_usage: Option<Usage>,
    /// The research that this source's run works for. Such a run sends no `agent_done`: its end is in the research's `sources`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_run_id: Option<RunId>,
    /// For a research, whenever a source changes: all sources in the plan's order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SourceShown>>,
    /// For questions about documents, whenever one changes: all in the order of the questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<AnswerShown>>,
    /// For a plan, whenever a step changes: all steps in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<StepShown>>,
    /// For a form, whenever a question changes: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Box<FormShown>>,
    /// With the `result` of a call that changed something: what it takes to do it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Box<Recorded>>,
    /// While the run waits for a model server that said it is busy: until when, and what it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitShown>,
}

/// A wait for a model server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WaitShown {
    /// When it is asked again, in milliseconds since 1970.
    pub until: f64,
    /// Why, in words for the user.
    pub reason: String,
}

/// Tokens used, as counted by the model's server or else estimated from the texts, and their price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens sent.
    pub prompt_tokens: u64,
    /// Tokens received.
    pub completion_tokens: u64,
    /// Sent tokens that the server had cached.
    pub cached_tokens: u64,
    /// Their price in the currency of the configured prices (US dollars by default). None if the model's price is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
}

impl Usage {
    /// All tokens as limits count them, cached ones included.
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
    /// Done, as far as the model and the checks can tell. [`Done::evidence`] shows whether code confirmed it.
    Completed,
    /// Done in part.
    Partial,
    /// The user refused something it needs.
    Refused,
    /// The user stopped it.
    Stopped,
    /// It could not continue.
    Failed,
    /// It needs something that only the user can provide.
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
    /// The answer, or the reason for the end. What it has from documents is cited as `[name, p. N]`; behind a citation that code did not find there it
    /// says so.
    pub summary: String,
    /// Evidence that code found on the pages; if empty, only the model claims the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Proof>,
    /// All tokens used.
    pub usage: Usage,
    /// The id of the model server that refused its keys, if the run failed for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_key: Option<String>,
    /// Of a form: what became of its questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<FormEnd>,
    /// What the person may do next, where the end is that something was not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
}

/// Evidence on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proof {
    /// The text on the page: a confirmation, a title, a field with its value, a count before and after.
    pub text: String,
    /// The page's address.
    pub url: String,
}
