//! Browser errors and deadlines.

use std::path::PathBuf;
use std::time::Duration;

/// Default deadline of a call to the browser.
pub const CALL_DEADLINE: Duration = Duration::from_secs(30);

/// How often a condition is polled.
pub(super) const POLL: Duration = Duration::from_millis(25);

#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error(transparent)]
    NotFound(#[from] crate::chromium::ChromiumError),
    #[error("the browser could not be started: {0}")]
    Start(#[source] std::io::Error),
    /// It started but never said where it listens.
    #[error("the browser did not open its debugging port within {seconds} s; it said: {said}")]
    NoPort {
        seconds: u64,
        /// The end of its error output.
        said: String,
    },
    #[error("the connection to the browser failed: {0}")]
    Socket(String),
    #[error("the browser closed the connection during {method}")]
    Closed { method: String },
    #[error("{method} was not answered within {milliseconds} ms")]
    Deadline { method: String, milliseconds: u128 },
    #[error("{method}: {message}")]
    Refused { method: String, message: String },
    #[error("the page's script threw: {0}")]
    Script(String),
    #[error("still not true after {milliseconds} ms: {what}{last}")]
    StillNot { what: String, milliseconds: u128, last: String },
    #[error("{method} answered without {field}")]
    Shape { method: &'static str, field: &'static str },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the extension refused {command}: {code}: {message}")]
    Command { command: String, code: String, message: String },
    #[error("{0} holds no manifest.json with a key, so the extension has no fixed id")]
    NoExtension(PathBuf),
}
