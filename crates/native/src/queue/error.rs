//! What can go wrong with a queue.

use std::fmt::Display;

/// Why something could not be done with a queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The server is not there, refuses, or has no JetStream.
    #[error("the queue's server: {0}")]
    Server(String),
    /// What lies there is not of this program.
    #[error("what lies in the queue cannot be read: {0}")]
    Unreadable(String),
}

impl QueueError {
    pub(super) fn server(error: impl Display) -> Self {
        Self::Server(error.to_string())
    }
}

impl From<std::io::Error> for QueueError {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}
