//! The parts of a run's state, by what they are for.

use crate::ending::Deeds;
use crate::gate::{Grants, LedToFile, Places, Terms};
use edith_model::ChatMessage;
use edith_model::fence::Data;
use edith_page::UidTable;
use edith_protocol::{ConversationId, Document, Mode, Proof, Reference, RunId, Settings, TabId, Usage};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What a new run starts from.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id.
    pub id: RunId,
    /// The conversation it is in.
    pub conversation: ConversationId,
    /// What kind of work it is.
    pub mode: Mode,
    /// The task.
    pub prompt: String,
    /// The tab the user named.
    pub tab: Option<TabId>,
    /// The user's settings.
    pub settings: Settings,
    /// What was said in the conversation before.
    pub earlier: Vec<ChatMessage>,
    /// What the user allowed for good.
    pub grants: Grants,
    /// Milliseconds since 1970.
    pub now: f64,
}

/// What is to be done, and by which rules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    /// In the user's words.
    pub prompt: String,
    /// When it was started, in milliseconds since 1970.
    pub started_at: f64,
    /// The user's settings when it started; they hold to its end.
    pub settings: Settings,
    /// What was said in the conversation before this run.
    pub earlier: Vec<ChatMessage>,
    /// What it refers to.
    pub references: Vec<Reference>,
    /// What these say, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub references_data: Option<Data>,
    /// The documents it may give to pages.
    pub documents: Vec<Document>,
    /// How many of these, the first ones, were given earlier in the conversation.
    pub earlier_documents: usize,
    /// Whether it works in a tab of its own, whatever the current one is.
    pub own_tab: bool,
    /// What it may do unattended; none: a person watches, and is asked.
    pub terms: Option<Terms>,
    /// The message of its conversation that it takes the place of, with all that came after it.
    pub replaces: Option<String>,
}

/// Where a run works.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tabs {
    /// The tab it works in.
    pub current: Option<TabId>,
    /// An empty tab the user was looking at, which the first page may be opened in.
    pub blank: Option<TabId>,
    /// Every tab it attached to, so that all are let go at the end.
    pub attached: Vec<TabId>,
    /// The tabs that it opened itself.
    pub opened: Vec<TabId>,
    /// The address of the page it looked at last.
    pub url: String,
    /// Whether a JavaScript dialog is open.
    pub dialog_open: bool,
    /// The numbers given to elements.
    pub uids: UidTable,
}

/// What the gate judges a run's calls by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Guard {
    /// What the user allowed.
    pub grants: Grants,
    /// Where it began: the origin of the tab that the user was in; empty: in none.
    pub home: String,
    /// The sites it has been on.
    pub places: Places,
    /// Refusals in a row.
    pub refusals: u32,
    /// What led to files that were not saved, oldest first.
    pub held_files: Vec<LedToFile>,
}

/// How far a run has come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Model turns so far.
    pub step: u32,
    /// Tokens used.
    pub usage: Usage,
    /// Of these, by the last model turn.
    pub step_usage: Usage,
    /// Asks made so far: their ids count on.
    pub asks: u32,
    /// Progress events so far: they are stored under their number.
    pub progress: u32,
    /// Milliseconds that it has worked; waiting for the user does not count.
    pub worked_ms: f64,
    /// Turns in a row that only looked.
    pub looks_in_a_row: u32,
    /// Turns in a row whose calls were all malformed.
    pub malformed_in_a_row: u32,
    /// Fingerprints of its last actions with what came of them, oldest first.
    pub recent: VecDeque<u64>,
    /// Fingerprints of what it saw since its last action.
    pub looked: VecDeque<u64>,
    /// How many looks showed one of these again.
    pub equal_looks: u32,
}

/// What speaks for and against a run's being done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Completion {
    /// What it has done to the pages.
    pub deeds: Deeds,
    /// The last action, if it failed: `task_complete` is questioned once then.
    pub last_failure: Option<String>,
    /// Whether `task_complete` was questioned since the last action.
    pub questioned: bool,
    /// What code found at the end that shows that it is done.
    pub evidence: Vec<Proof>,
}
