//! What the core knows of a language model: messages, tools, one streamed turn, and how it can fail.

use crate::words::{Sentence, say};
use async_trait::async_trait;
use edith_protocol::{Document, Reference, ToolCall, Usage};
use serde::{Deserialize, Serialize};
use std::time::Duration;

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
        /// Its text.
        content: String,
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
        /// Its text.
        content: String,
        /// A picture, as a data URL; sent only to models that take images.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
    },
}

/// A tool as the model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// The tool's name.
    pub name: &'static str,
    /// When and how to use it.
    pub description: &'static str,
    /// JSON Schema of the arguments, as JSON text.
    pub parameters: &'static str,
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

/// A model that can be asked for a turn.
#[async_trait(?Send)]
pub trait ChatModel {
    /// Asks for one turn; `on_text` is given each piece of text as it comes. Dropping the future ends the request.
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError>;
}

/// Why a model gave no turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ModelError {
    /// 401, 403.
    Unauthorized {
        /// What the server said.
        message: String,
    },
    /// 403 from a local server that does not know extensions.
    OriginRefused {
        /// The server's name, e.g. `Ollama`.
        server: String,
        /// The exact setting that helps.
        mend: String,
    },
    /// The quota is used up.
    QuotaExceeded {
        /// What the server said.
        message: String,
    },
    /// 404, mostly a wrong model name or base URL.
    NotFound {
        /// What the server said.
        message: String,
    },
    /// 400, 422 and the like.
    BadRequest {
        /// What the server said.
        message: String,
    },
    /// The prompt is longer than the model takes.
    ContextTooLong {
        /// What the server said.
        message: String,
    },
    /// 408, 409, 429.
    Busy {
        /// The HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// `Retry-After`, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// 5xx.
    ServerFailed {
        /// The HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// `Retry-After`, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// Nothing answers there, or the connection broke before the answer.
    Unreachable {
        /// The server's origin.
        server: String,
        /// What the network said.
        message: String,
    },
    /// A cut stream, an error event, HTML, broken JSON: the turn is void.
    BrokenAnswer {
        /// What was wrong.
        message: String,
    },
    /// No byte for too long, or an endless answer.
    Stalled {
        /// How long nothing came, in milliseconds.
        after_ms: u64,
    },
    /// The answer went past the byte budget.
    TooLarge {
        /// The budget.
        limit_bytes: u64,
    },
    /// A redirect to another origin, where the key must not go.
    Redirected {
        /// Where to.
        to: String,
    },
}

impl ModelError {
    /// In the person's words.
    pub fn said(&self) -> Sentence {
        match self {
            Self::Unauthorized { message } => say!(ModelUnauthorized { message: message }),
            Self::OriginRefused { server, mend } => refused_origin(server, mend),
            Self::QuotaExceeded { message } => say!(ModelQuota { message: message }),
            Self::NotFound { message } => say!(ModelNotFound { message: message }),
            Self::BadRequest { message } => say!(ModelBadRequest { message: message }),
            Self::ContextTooLong { message } => say!(ModelTooLong { message: message }),
            Self::Busy { status, message, .. } => say!(ModelBusy { status: *status, message: message }),
            Self::ServerFailed { status, message, .. } => say!(ModelFailed { status: *status, message: message }),
            Self::Unreachable { server, message } => say!(ModelUnreachable { server: server, message: message }),
            Self::BrokenAnswer { message } => say!(ModelBroken { message: message }),
            Self::Stalled { after_ms } => say!(ModelStalled { seconds: after_ms / 1000 }),
            Self::TooLarge { limit_bytes } => say!(ModelTooLarge { bytes: *limit_bytes }),
            Self::Redirected { to } => say!(ModelRedirected { to: to }),
        }
    }
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.said().fmt(f)
    }
}

impl std::error::Error for ModelError {}

/// Which server it is, and the setting that helps.
fn refused_origin(server: &str, mend: &str) -> Sentence {
    let mend = match server {
        "Ollama" => say!(MendOllama),
        "LM Studio" => say!(MendLmStudio),
        "" => say!(MendLocal { ollama: say!(MendOllama), lmstudio: say!(MendLmStudio) }),
        _ => return say!(ModelOriginRefused { server: server, mend: mend }),
    };
    let server = if server.is_empty() { say!(LocalServer).into() } else { crate::words::Word::from(server) };
    say!(ModelOriginRefused { server: server, mend: mend })
}

/// What to do after a failed model call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Not again: a person must mend something.
    Never,
    /// Up to two retries with growing pauses; the server's own wish goes first.
    BackOff {
        /// `Retry-After`, in milliseconds.
        wish_ms: Option<u64>,
    },
    /// Once, at once.
    Once,
    /// Once, with a shorter history.
    Compact,
}

impl ModelError {
    /// What to do after this failure (the fault table of the platform notes).
    pub fn retry(&self) -> Retry {
        match self {
            Self::Unauthorized { .. }
            | Self::OriginRefused { .. }
            | Self::QuotaExceeded { .. }
            | Self::NotFound { .. }
            | Self::BadRequest { .. }
            | Self::TooLarge { .. }
            | Self::Redirected { .. } => Retry::Never,
            Self::Busy { retry_after_ms, .. } | Self::ServerFailed { retry_after_ms, .. } => {
                Retry::BackOff { wish_ms: *retry_after_ms }
            }
            Self::Unreachable { .. } => Retry::BackOff { wish_ms: None },
            Self::BrokenAnswer { .. } | Self::Stalled { .. } => Retry::Once,
            Self::ContextTooLong { .. } => Retry::Compact,
        }
    }
}

/// No byte from the server for this long ends a turn that has begun to come. Models that think are silent for up to two minutes.
pub const STALL_LIMIT: Duration = Duration::from_secs(150);
/// The same before its first byte: a model on a person's own machine may read a long prompt for ten minutes.
pub const FIRST_BYTE_LIMIT: Duration = Duration::from_secs(660);
/// Bytes of one answer, at most: far over any real turn, far under what hurts the worker.
pub const ANSWER_LIMIT_BYTES: u64 = 8 * 1024 * 1024;
