//! The worker's log for diagnosing problems. Codes and numbers only: nothing that a user, a page or a model wrote.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The severity of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// For EDITH's developers.
    Debug,
    /// A normal event.
    Info,
    /// A failure that was recovered from.
    Warn,
    /// A failure that was not.
    Error,
}

impl LogLevel {
    /// Its stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// The time in milliseconds since 1970.
    pub at: f64,
    /// Its severity.
    pub level: LogLevel,
    /// The event, e.g. `run.delete`.
    pub code: String,
    /// The details, e.g. `error: full`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
}
