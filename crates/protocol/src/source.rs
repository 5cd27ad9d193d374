//! The sources of a research, as its events tell them.

use crate::{RunId, TabId};
use serde::{Deserialize, Serialize};

/// How a source stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SourceState {
    /// Others are before it.
    Waiting,
    /// Its run is going on.
    Working,
    /// Its run has told what it found.
    Done,
    /// It gave nothing.
    Failed,
    /// The user stopped it.
    Stopped,
}

/// One source of a research.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceShown {
    /// The run that works on it.
    pub run_id: RunId,
    /// What is looked for there.
    pub description: String,
    /// Where it begins.
    pub url: String,
    /// How it stands.
    pub state: SourceState,
    /// Why it ended as it did; empty while it works.
    #[serde(default)]
    pub text: String,
    /// Model turns it took.
    #[serde(default)]
    pub step: u32,
    /// The tab it works in; null for none.
    #[serde(default)]
    pub tab_id: Option<TabId>,
    /// The other tabs it opened.
    #[serde(default)]
    pub tabs: Vec<TabId>,
    /// Facts that were found.
    #[serde(default)]
    pub facts: u64,
    /// Of them, how many could not be confirmed on the page.
    #[serde(default)]
    pub flagged: u64,
}
