//! The parts of a run's state, by purpose.

use crate::replay::Replay;
use crate::run::limit::Raised;
use crate::run::mode::Work;
use crate::run::planned::Turn;
use edith_gate::{Answers, Clipboard, Commitment, ContactLog, Grants, LedToFile, Meant, Places, Site, Terms};
use edith_model::ChatMessage;
use edith_model::fence::Data;
use edith_page::UidTable;
use edith_protocol::{ConversationId, Document, Origin, Proof, Reference, RunId, Settings, Suggestion, TabId, Usage};
use edith_tools::ExternalTool;
use edith_tools::ending::Deeds;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};

/// The start of a new run.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id.
    pub id: RunId,
    /// Its conversation.
    pub conversation: ConversationId,
    /// The work, as it begins.
    pub work: Work,
    /// The task.
    pub prompt: String,
    /// The tab the user named.
    pub tab: Option<TabId>,
    /// The user's settings.
    pub settings: Settings,
    /// What was said in the conversation before.
    pub earlier: Vec<ChatMessage>,
    /// Permanent grants.
    pub grants: Grants,
    /// Milliseconds since 1970.
    pub now: f64,
}

/// The work and its rules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    /// In the user's words.
    pub prompt: String,
    /// The same with what they did not type marked as quoted; empty: they typed all of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub typed: String,
    /// Further words that the user typed for it: those of the research that it works for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) words: Vec<String>,
    /// Start time, in milliseconds since 1970.
    pub started_at: f64,
    /// The same in words, by the person's clock and with its zone. Told once, so that the beginning of the prompts stays.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub today: String,
    /// What the person wants every task to know, in their words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub instructions: String,
    /// The user's settings at the start; they apply to its end.
    pub settings: Settings,
    /// How far the person has raised its limits.
    #[serde(skip_serializing_if = "Raised::is_none")]
    pub(crate) raised: Raised,
    /// What was said in the conversation before this run.
    pub earlier: Vec<ChatMessage>,
    /// The address of the page that the person wrote as the one to begin on; empty: none. It is their own word for its site.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page: String,
    /// What is in its words that the person did not type, piece by piece.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pasted: Vec<String>,
    /// Its references.
    pub references: Vec<Reference>,
    /// Their text for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub references_data: Option<Data>,
    /// Its documents.
    pub documents: Vec<Document>,
    /// How many of these, from the start, belong to earlier tasks of the conversation.
    pub earlier_documents: usize,
    /// Its picture files as its models are shown them: names and data URLs. Empty where none of them sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<(String, String)>,
    /// The name of the saved prompt that its words come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_name: Option<String>,
    /// Whether it uses a tab of its own, whatever the current one is.
    pub own_tab: bool,
    /// The tools of servers that it may call; the first 40 are offered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) external_tools: Vec<ExternalTool>,
    /// Whether there are more, which are searched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) more_tools: bool,
    /// Its unattended permissions; none: a person watches and is asked.
    pub terms: Option<Terms>,
    /// What it does again, if it is a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<Box<Replay>>,
    /// The message of its conversation that it replaces, along with all later ones.
    pub replaces: Option<String>,
    /// Whether these stay until it has answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keeps_replaced: bool,
    /// Whether its conversation may be named after it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub names_conversation: bool,
}

impl Task {
    /// The task with what the person did not type marked as quoted.
    pub(crate) fn own_words(&self) -> &str {
        if self.typed.is_empty() { &self.prompt } else { &self.typed }
    }

    /// The documents that the person gave. What pages showed and servers answered is given to no page, and no word of it is the person's.
    pub(crate) fn given(&self) -> Vec<Document> {
        self.documents.iter().filter(|document| document.shown_by.is_empty()).cloned().collect()
    }
}

/// Where a run works.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tabs {
    /// The tab it works in.
    pub current: Option<TabId>,
    /// An empty tab the user was looking at, in which the first page may be opened.
    pub blank: Option<TabId>,
    /// The address that the task names and that was opened before the model was asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) first_page: String,
    /// Every tab it attached to, to be released at the end.
    pub attached: Vec<TabId>,
    /// The tabs it opened itself.
    pub opened: Vec<TabId>,
    /// Tabs that pages of its tabs opened, each with the tab of that page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) openers: Vec<(TabId, TabId)>,
    /// The address of the page it last looked at.
    pub url: String,
    /// Whether a JavaScript dialog is open.
    pub dialog_open: bool,
    /// The elements' numbers.
    pub uids: UidTable,
    /// A fingerprint of what the page showed when it was last looked at, kept for a model that is code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) print: Option<u64>,
    /// Whether it showed something else the time before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) changed: bool,
    /// The tools that the page offered when it was last looked at: what looks call each, and everything about it in short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) page_tools: Vec<(String, String)>,
}

/// What the gate judges a run's calls by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Guard {
    /// What the user allowed.
    pub grants: Grants,
    /// The origin of the user's tab at the start; empty: none.
    pub home: String,
    /// The sites it has visited.
    pub places: Places,
    /// Its contacts with sites.
    pub contacts: ContactLog,
    /// Which addresses answered its pages.
    pub(crate) answers: Answers,
    /// What it knows of the clipboard.
    pub(crate) clipboard: Clipboard,
    /// The sites of the tabs that the person had open at the start.
    pub open: Vec<Site>,
    /// Consecutive refusals.
    pub refusals: u32,
    /// What led to unsaved files, oldest first.
    pub held_files: Vec<LedToFile>,
    /// The fields into which it entered secrets, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) secret_fields: Vec<SecretField>,
    /// What links of documents it has opened.
    #[serde(skip_serializing_if = "Linked::is_none")]
    pub(crate) linked: Linked,
    /// What the last action committed to: a question of the page that follows is about that.
    pub committed: Option<Commitment>,
    /// What was just done with leave, about which the page may ask whether it is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) meant: Option<Meant>,
}

/// A field into which a run entered a secret. Its value is covered wherever it is shown: that it is the one that was entered says its place alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SecretField {
    /// The origin of its document.
    pub origin: String,
    /// Its name.
    pub name: String,
    /// Who wrote the secret.
    pub source: Origin,
}

/// What links of documents a run has opened.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Linked {
    /// Their addresses.
    pub addresses: BTreeSet<String>,
    /// The origins of the documents that they led to.
    pub documents: BTreeSet<String>,
}

impl Linked {
    fn is_none(&self) -> bool {
        self.addresses.is_empty()
    }
}

/// A run's counters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Model turns so far.
    pub step: u32,
    /// Tokens used.
    pub usage: Usage,
    /// Of these, by the last model turn.
    pub step_usage: Usage,
    /// Asks so far: their ids count on.
    pub asks: u32,
    /// Progress events so far: they are stored by number.
    pub progress: u32,
    /// Milliseconds worked, without waiting for the user.
    pub worked_ms: f64,
    /// Consecutive turns that only looked.
    pub(crate) looks_in_a_row: u32,
    /// What came of the calls of the present turn.
    pub(crate) turn: Turn,
    /// The turn of the last call that was counted so.
    pub(crate) looked_at: u32,
    /// Consecutive turns with only malformed calls.
    pub(crate) malformed_in_a_row: u32,
    /// Its different failed actions since the last that worked: a fingerprint of each, and what it was, for the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) failed: Vec<(u64, String)>,
    /// Fingerprints of its last actions with their results, oldest first.
    pub recent: VecDeque<u64>,
    /// Fingerprints of what it saw since its last action.
    pub looked: VecDeque<u64>,
    /// How many looks repeated one of these.
    pub(crate) equal_looks: u32,
}

/// The evidence for and against completion.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Completion {
    /// What it did to pages.
    pub(crate) deeds: Deeds,
    /// The last action, if it failed: `task_complete` is then questioned once.
    pub(crate) last_failure: Option<String>,
    /// Whether `task_complete` was questioned since the last action.
    pub questioned: bool,
    /// Evidence of completion found by code at the end.
    pub evidence: Vec<Proof>,
    /// What the last turn offers the person to do next.
    pub suggestions: Vec<Suggestion>,
    /// The id of the server that refused its keys, for which it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused_key: Option<String>,
}
