//! Why a command was refused.

use serde::{Deserialize, Serialize};

/// Why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct ErrorBody {
    /// A stable code for programs.
    pub code: ErrorCode,
    /// One plain sentence for the user.
    pub message: String,
}

impl ErrorBody {
    /// An error with its code and sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Reasons why a command was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The schedule's previous run is still running.
    AlreadyRunning,
    /// The address is none that documents are fetched from, or leads into the user's own network.
    AddressRefused,
    /// The document has no name, or its bytes are not base64.
    BadDocument,
    /// The message is not a command, or a field has the wrong shape.
    BadRequest,
    /// The profile is too long, or holds something secret.
    BadProfile,
    /// The server with tools has no usable address, or there are too many.
    BadServer,
    /// The prompt has no name or no text, is too long, or another one has its name.
    BadPrompt,
    /// The cron expression or the mode is invalid.
    BadSchedule,
    /// A run is active in the conversation, so its messages cannot be replaced.
    Busy,
    /// The run cannot be done again without a model.
    CannotReplay,
    /// The document is too large, or there are too many.
    DocumentLimit,
    /// The address or the tab gave no file.
    DocumentNotFetched,
    /// There is nothing to do.
    EmptyPrompt,
    /// The title is empty.
    EmptyTitle,
    /// The sender is not a page of the extension.
    Forbidden,
    /// The answer could not be serialised.
    Internal,
    /// The model server does not accept the key.
    KeyRefused,
    /// The model server failed.
    ModelFailed,
    /// Nothing answers at the model server's address.
    ModelUnreachable,
    /// The document is encrypted: its password is needed.
    NeedsPassword,
    /// The document has no such page.
    NoPage,
    /// The import contains something other than conversations.
    NotAConversation,
    /// The worker is shutting down.
    NotStarted,
    /// The model server is running but refuses requests from extensions.
    OriginRefused,
    /// The address answered with a page to sign in instead of a file.
    SignInNeeded,
    /// The server with tools did not do it; the sentence says why.
    ServerFailed,
    /// The browser's storage failed, or a later worker has taken over.
    StorageFailed,
    /// The browser did not close the tabs.
    TabsFailed,
    /// There are more than 100 questions.
    TooManyQuestions,
    /// The ask is no longer open.
    UnknownAsk,
    /// There is no such conversation.
    UnknownConversation,
    /// There is no such document.
    UnknownDocument,
    /// There is no such message in the conversation.
    UnknownMessage,
    /// There is no such saved prompt.
    UnknownPrompt,
    /// There is no such run.
    UnknownRun,
    /// There is no such schedule.
    UnknownSchedule,
    /// There is no such server with tools.
    UnknownServer,
    /// The run's plan has no such step, or nothing can be done with it now.
    UnknownStep,
    /// The document is damaged, of a kind that is not read, or reading it did not end.
    UnreadableDocument,
    /// The password does not open the document.
    WrongPassword,
    /// Any other code, from a later version. Never sent.
    #[serde(other)]
    Other,
}
