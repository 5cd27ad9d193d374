//! What is sent to a model for one turn, and the turn it answers with.

use crate::Content;
use edith_protocol::{Document, Reference, ToolCall, Usage};
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
    /// The person, or the driver speaking in the person's place.
    User {
        /// What it says.
        content: Content,
    },
    /// The model.
    Assistant {
        /// Its text; may be empty beside calls.
        content: String,
        /// The calls it made.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall>,
    },
    /// A tool's answer.
    Tool {
        /// The call it answers.
        tool_call_id: String,
        /// What it says, and what it shows.
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
        Self::Assistant { content: content.into(), tool_calls: Vec::new() }
    }

    /// Its text as a model is sent it.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::System { content } | Self::Assistant { content, .. } => Cow::Borrowed(content),
            Self::User { content } | Self::Tool { content, .. } => content.text(),
        }
    }

    /// The answer to this call.
    pub fn tool(call: impl Into<String>, content: impl Into<Content>) -> Self {
        Self::Tool { tool_call_id: call.into(), content: content.into() }
    }
}

/// A tool as the model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// The tool's name.
    pub name: Cow<'static, str>,
    /// When and how to use it.
    pub description: Cow<'static, str>,
    /// JSON Schema of the arguments, as JSON text.
    pub parameters: Cow<'static, str>,
}

/// What is sent to the model for one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// System first; every call paired with its answer.
    pub messages: Vec<ChatMessage>,
    /// Empty for CHAT.
    pub tools: Vec<ToolSpec>,
    /// Tokens of the answer, at most.
    pub max_completion_tokens: u32,
    /// What the messages are about, as data.
    pub brief: Brief,
}

/// What a turn is about, as data. No server is sent it: it is for a model that is code, which would otherwise have to take apart the sentences that
/// the messages are made of, and would mistake EDITH's own words, or a document's, for the person's.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Brief {
    /// What kind of turn is wanted.
    pub purpose: Purpose,
    /// The task or question, in the person's own words; of a source's run what is to be found out there.
    pub task: String,
    /// What the person said in the middle, oldest first.
    pub said: Vec<String>,
    /// The documents that the task was given.
    pub documents: Vec<Document>,
    /// What the task refers to.
    pub references: Vec<Reference>,
    /// Place of the run's first own message; those before it are the rules and what was said in earlier runs.
    pub begins: usize,
}

/// What kind of turn is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A reply, without tools.
    Chat,
    /// The next step of a task.
    #[default]
    Task,
    /// The next step on one source of a research.
    Source,
    /// The plan of a research.
    ResearchPlan,
    /// The answer of a research.
    ResearchReport,
}

/// One whole model turn. A cut or broken turn is never one of these.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelTurn {
    /// The text.
    pub text: String,
    /// The calls, with arguments as the model wrote them.
    pub tool_calls: Vec<ToolCall>,
    /// Tokens, where the server tells.
    pub usage: Option<Usage>,
    /// The server stopped at the token limit, so the text or the last call is cut short.
    pub cut_at_limit: bool,
}
