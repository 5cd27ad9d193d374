//! The answers of OpenAI-compatible model servers, from bytes to a [`ModelTurn`](crate::ModelTurn) or a
//! [`ModelError`](crate::ModelError).
//!
//! Pure: the worker fetches and passes the bytes on. Servers differ in much, so this reads plain JSON values and takes what it finds,
//! and never trusts a header about what a body is.

mod address;
mod fault;
mod models;
mod reader;
mod retry_after;
mod sse;
mod turn;

pub use address::{AddressError, Endpoint};
pub use fault::classify;
pub use models::model_names;
pub use reader::AnswerReader;
pub use sse::{SseError, SseEvent, SseParser};

/// The head of a server's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The HTTP status.
    pub status: u16,
    /// `Retry-After`.
    pub retry_after: Option<String>,
    /// `retry-after-ms`, which some servers send as well.
    pub retry_after_ms: Option<String>,
    /// `Server`, which tells local servers apart.
    pub server: Option<String>,
}

/// What was asked of whom: needed to word a failure.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The address that was asked.
    pub endpoint: &'a Endpoint,
    /// The key, so that a server that repeats it does not bring it into a message; empty for none.
    pub api_key: &'a str,
    /// Milliseconds since 1970, for a `Retry-After` that is a date.
    pub now_ms: f64,
}

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
