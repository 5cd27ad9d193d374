//! The sources of a research, as its events report them.

use crate::{RunId, TabId};
use serde::{Deserialize, Serialize};

/// The state of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SourceState {
    /// Waiting for its turn.
    Waiting,
    /// Its run is working.
    Working,
    /// Its run reported its findings.
    Done,
    /// It had no result.
    Failed,
    /// Stopped by the user.
    Stopped,
}

/// One source of a research.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceShown {
    /// Its run.
    pub run_id: RunId,
    /// What to look for.
    pub description: String,
    /// Its first address.
    pub url: String,
    /// Its state.
    pub state: SourceState,
    /// Why it ended; empty while it works.
    #[serde(default)]
    pub text: String,
    /// Model turns used.
    #[serde(default)]
    pub step: u32,
    /// Its tab; null for none.
    #[serde(default)]
    pub tab_id: Option<TabId>,
    /// Other tabs it opened.
    #[serde(default)]
    pub tabs: Vec<TabId>,
    /// Facts found.
    #[serde(default)]
    pub facts: u64,
    /// Facts that could not be confirmed on the page.
    #[serde(default)]
    pub flagged: u64,
}
