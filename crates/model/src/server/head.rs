//! The head of a refusal.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub status: u16,
    /// `Retry-After`.
    pub retry_after: Option<String>,
    /// `retry-after-ms`, which some servers send as well.
    pub retry_after_ms: Option<String>,
    /// `Server`, which tells local servers apart.
    pub server: Option<String>,
}
