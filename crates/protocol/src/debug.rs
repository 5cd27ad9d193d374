//! What a finished run sent to models and got from them, for finding out why it did what it did.

use crate::{Mode, Outcome, Progress, RunId, Settings, Usage};
use serde::{Deserialize, Serialize};

/// An entry of a run's record of requests. Secrets are covered, and pictures are left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum DebugEntry {
    /// A run began, or went on in another worker: its messages are numbered again from here.
    Begin {
        /// The run: the finished one, or one that worked for it.
        run_id: RunId,
        /// Milliseconds since 1970.
        at: f64,
        /// EDITH's version.
        version: String,
        /// What kind of run it is.
        mode: Mode,
        /// The settings that it works by.
        settings: Box<Settings>,
    },
    /// A request to a model and what came of it.
    Request {
        /// The run.
        run_id: RunId,
        /// When it was made, in milliseconds since 1970.
        at: f64,
        /// How long it took, in milliseconds.
        ms: f64,
        /// Who was asked; none: the built-in interpreter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server: Option<Box<DebugServer>>,
        /// Tokens of the answer, at most.
        max_completion_tokens: u32,
        /// The names of the tools that were offered.
        tools: Vec<String>,
        /// The messages in which it differs from all requests before, numbered from 0 over all requests since `begin`.
        added: Vec<DebugMessage>,
        /// Its messages in order, as ranges of numbers: the first, and how many.
        messages: Vec<[u32; 2]>,
        /// What was answered; none: nothing, because it failed or the run went on without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Box<DebugAnswer>>,
        /// Why it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<String>,
    },
    /// The run is over.
    End {
        /// The run.
        run_id: RunId,
        /// Milliseconds since 1970.
        at: f64,
        /// How it ended.
        outcome: Outcome,
        /// Its last words.
        summary: String,
        /// What it used.
        usage: Usage,
        /// Requests that are not in the record, which is full.
        left_out: u32,
        /// What it told meanwhile, as `agent_progress`; of very much the last part.
        events: Vec<Progress>,
    },
}

/// The server that was asked, without its keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DebugServer {
    /// Its id.
    pub id: String,
    /// Its protocol; empty: known by its address.
    pub kind: String,
    /// Scheme, host and port of its address.
    pub origin: String,
    /// The model.
    pub model: String,
    /// How the model calls tools.
    pub tools: String,
    /// Whether it gets fewer and shorter tools.
    pub small: bool,
    /// The sampling temperature; none: the server's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

/// A message of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DebugMessage {
    /// `system`, `user`, `assistant` or `tool`.
    pub role: String,
    /// Its text. What was said in earlier tasks of the conversation is left out: it is in the conversation.
    pub text: String,
    /// The calls that the model made with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<DebugCall>,
    /// The call that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// How many pictures it has.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pictures: u32,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DebugCall {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments as they were sent back to the model. In an answer they are not told, since it is not known yet which of them is a secret: the
    /// next request has them, and the event with this `callId`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<String>,
}

/// A model's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DebugAnswer {
    /// Its text.
    pub text: String,
    /// Its calls.
    pub calls: Vec<DebugCall>,
    /// What it used, as far as its server told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Whether it was cut at the limit of tokens.
    pub cut_at_limit: bool,
    /// Why its text was not clearly an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unclear: Option<String>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
