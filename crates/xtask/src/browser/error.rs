//! What can go wrong with a browser, and how long it is waited for.

use std::path::PathBuf;
use std::time::Duration;

/// How long one call to the browser may take when its caller does not say.
pub const CALL_DEADLINE: Duration = Duration::from_secs(30);

/// How often a condition is looked at again while it is waited for.
pub(super) const POLL: Duration = Duration::from_millis(25);

/// What can go wrong while a browser is started or driven.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// No usable browser was found on this machine.
    #[error(transparent)]
    NotFound(#[from] crate::chromium::ChromiumError),
    /// The process could not be started, or its profile not be made.
    #[error("the browser could not be started: {0}")]
    Start(#[source] std::io::Error),
    /// It started but never said where it listens.
    #[error("the browser did not open its debugging port within {seconds} s; it said: {said}")]
    NoPort {
        /// How long it was waited for.
        seconds: u64,
        /// The end of its error output.
        said: String,
    },
    /// The WebSocket could not be opened, or broke.
    #[error("the connection to the browser failed: {0}")]
    Socket(String),
    /// The browser has gone away.
    #[error("the browser closed the connection during {method}")]
    Closed {
        /// The call that was under way.
        method: String,
    },
    /// A call was not answered in time.
    #[error("{method} was not answered within {milliseconds} ms")]
    Deadline {
        /// The call.
        method: String,
        /// Its deadline.
        milliseconds: u128,
    },
    /// The browser answered a call with an error.
    #[error("{method}: {message}")]
    Refused {
        /// The call.
        method: String,
        /// The browser's own words.
        message: String,
    },
    /// Script that was evaluated in a page threw.
    #[error("the page's script threw: {0}")]
    Script(String),
    /// A condition did not become true.
    #[error("still not so after {milliseconds} ms: {what}{last}")]
    StillNot {
        /// The condition.
        what: String,
        /// How long it was waited for.
        milliseconds: u128,
        /// What was seen last, if anything.
        last: String,
    },
    /// An answer had another shape than the protocol promises.
    #[error("{method} answered without {field}")]
    Shape {
        /// The call.
        method: &'static str,
        /// What was missing.
        field: &'static str,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The extension refused a command.
    #[error("the extension refused {command}: {code}: {message}")]
    Command {
        /// The command's type.
        command: String,
        /// The error's code.
        code: String,
        /// The error's words.
        message: String,
    },
    /// The folder has no usable extension.
    #[error("{0} holds no manifest.json with a key, so the extension has no fixed id")]
    NoExtension(PathBuf),
}
