//! A model's prompt, and the turn it answers with.

use crate::{Content, Continuation, Known};
use edith_protocol::{Document, Reference, StepShown, Suggestion, ToolCall, Usage};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One message of the prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ChatMessage {
    /// The rules; first and once.
    System {
        /// Its text.
        content: String,
    },
    /// The person, or the driver on the person's behalf.
    User {
        /// What it says.
        content: Content,
    },
    /// The model.
    Assistant {
        /// Its text; may be empty if there are calls.
        content: String,
        /// The calls it made.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall>,
        /// What its server wants back with them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        continuation: Option<Continuation>,
    },
    /// A tool's answer.
    Tool {
        /// The call it answers.
        tool_call_id: String,
        /// Text and pictures.
        content: Content,
    },
}

impl ChatMessage {
    /// The rules.
    pub fn system(content: impl Into<String>) -> Self {
        Self::System { content: content.into() }
    }

    /// The person.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::User { content: content.into() }
    }

    /// The model, without calls.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self::with_calls(content, Vec::new())
    }

    /// The model, with the calls it made and nothing that its server wants back.
    pub fn with_calls(content: impl Into<String>, tool_calls: Vec<ToolCall>) -> Self {
        Self::Assistant { content: content.into(), tool_calls, continuation: None }
    }

    /// Its text as sent to a model.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::System { content } | Self::Assistant { content, .. } => Cow::Borrowed(content),
            Self::User { content } | Self::Tool { content, .. } => content.text(),
        }
    }

    /// The data URLs of its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        let content = match self {
            Self::System { .. } | Self::Assistant { .. } => None,
            Self::User { content } | Self::Tool { content, .. } => Some(content),
        };
        content.into_iter().flat_map(Content::pictures)
    }

    /// Replaces each picture with a note, for a model that accepts none.
    pub fn omit_pictures(&mut self) {
        match self {
            Self::System { .. } | Self::Assistant { .. } => {}
            Self::User { content } | Self::Tool { content, .. } => content.omit_pictures(),
        }
    }

    /// The answer to a call.
    pub fn tool(call: impl Into<String>, content: impl Into<Content>) -> Self {
        Self::Tool { tool_call_id: call.into(), content: content.into() }
    }
}

/// A tool as described to the model.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// The tool's name.
    pub name: Cow<'static, str>,
    /// When and how to use it.
    pub description: Cow<'static, str>,
    /// The arguments' JSON Schema, as JSON text.
    pub parameters: Cow<'static, str>,
    /// Whether somebody else describes it, so that a model server may refuse it: the turn is done without it then.
    pub foreign: bool,
}

/// A model's input for one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// System first; every call paired with its answer.
    pub messages: Vec<ChatMessage>,
    /// Empty for CHAT.
    pub tools: Vec<ToolSpec>,
    /// Most tokens of the answer.
    pub max_completion_tokens: u32,
    /// What the messages are about, as data.
    pub brief: Brief,
}

/// What a turn is about, as data. It is not sent to servers but serves models that are code, which would otherwise have to parse the messages and
/// would mistake EDITH's words, or a document's, for the person's.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Brief {
    /// The kind of turn wanted.
    pub purpose: Purpose,
    /// The task or question, in the person's words; for a source's run, what to find out there.
    pub task: String,
    /// What the person added during the run, oldest first.
    pub said: Vec<String>,
    /// The steps of the plan so far; with [`Purpose::PlanStep`] the one to work on is the one that is being worked on.
    pub plan: Vec<StepShown>,
    /// The task's documents.
    pub documents: Vec<Document>,
    /// The task's references.
    pub references: Vec<Reference>,
    /// Index of the run's first own message, after the rules and earlier runs.
    pub begins: usize,
    /// The page and the last call, as data.
    pub known: Known,
}

/// The kind of turn wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A reply, without tools.
    Chat,
    /// The next step of a task.
    #[default]
    Task,
    /// The next step on one source of a research.
    Source,
    /// A plan of a task, as JSON `{steps: [{text, done_when, effects, sites}], message}`; without steps the message is the answer.
    Plan,
    /// The next call for a step of a plan, ended by `step_done` or `step_failed`. The brief's task is the step's text.
    PlanStep,
    /// What of a plan was reached, as JSON `{steps: [{step, reached, words, why}], message}`.
    PlanCheck,
    /// The plan of a research.
    ResearchPlan,
    /// The answer of a research.
    ResearchReport,
}

/// One complete model turn, never a cut or broken one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelTurn {
    /// The text.
    pub text: String,
    /// The calls, with arguments as the model wrote them.
    pub tool_calls: Vec<ToolCall>,
    /// Tokens, if the server reports them.
    pub usage: Option<Usage>,
    /// The server hit the token limit, so the text or last call is cut.
    pub cut_at_limit: bool,
    /// The text was to be an action and is not clearly one: what to tell the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unclear: Option<String>,
    /// The text has what looks like a call, but the model has tools and may mean its words: what to tell it, once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resembles_call: Option<String>,
    /// What the server wants back with the calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continuation: Option<Continuation>,
    /// The server refused the request's pictures, and answered without having seen them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_pictures: bool,
    /// The tools of others that the server refuses, by name: the model was told that it does not have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What the person may ask for instead; only a model that is code says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
}
