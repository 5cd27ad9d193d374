//! What went wrong or is worth knowing, for whoever looks for a fault. Codes and numbers only: nothing that a person, a page or a model wrote.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much an entry matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// For whoever works on EDITH.
    Debug,
    /// What happened in the ordinary course.
    Info,
    /// Something failed, and is made up for.
    Warn,
    /// Something failed, and is not.
    Error,
}

impl LogLevel {
    /// Its name, as stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// How much it matters.
    pub level: LogLevel,
    /// What happened, e.g. `run.delete`.
    pub code: String,
    /// What it happened to, and how, e.g. `error: full`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
}
