//! Why a command was refused.

use serde::{Deserialize, Serialize};

/// Why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct ErrorBody {
    /// A stable word for programs.
    pub code: ErrorCode,
    /// One plain sentence for people.
    pub message: String,
}

impl ErrorBody {
    /// An error with its code and its sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The words for why a command was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The schedule's last run is still on.
    AlreadyRunning,
    /// The document has no name, or its bytes are no base64.
    BadDocument,
    /// The message is no command, or a field has another form.
    BadRequest,
    /// The cron expression or the mode makes no sense.
    BadSchedule,
    /// A run is going on in the conversation, so nothing of it can be replaced.
    Busy,
    /// The document is too large, or there are too many.
    DocumentLimit,
    /// There is nothing to do.
    EmptyPrompt,
    /// The title is empty.
    EmptyTitle,
    /// The sender is no page of the extension.
    Forbidden,
    /// The answer could not be written.
    Internal,
    /// The model server did not answer as it should.
    ModelFailed,
    /// What is imported is no conversation.
    NotAConversation,
    /// The worker is shutting down.
    NotStarted,
    /// The model server is there and refuses requests from extensions.
    OriginRefused,
    /// The browser's storage failed, or a later worker has taken over.
    StorageFailed,
    /// The browser did not close the tabs.
    TabsFailed,
    /// The ask is not open.
    UnknownAsk,
    /// There is no such conversation.
    UnknownConversation,
    /// There is no such document.
    UnknownDocument,
    /// There is no such message in the conversation.
    UnknownMessage,
    /// There is no such run.
    UnknownRun,
    /// There is no such schedule.
    UnknownSchedule,
    /// Any other word, from a later version. Never sent.
    #[serde(other)]
    Other,
}
