//! What the head of a refusal tells.

/// The head of a server's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// The HTTP status.
    pub status: u16,
    /// `Retry-After`.
    pub retry_after: Option<String>,
    /// `retry-after-ms`, which some servers send as well.
    pub retry_after_ms: Option<String>,
    /// `Server`, which tells local servers apart.
    pub server: Option<String>,
}
