//! What is known of who listens in a tab's documents.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// An isolated world that the debugger made beside a document's own.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub context: Value,
    /// Handle of the document in its own world, where nothing is run.
    pub document: Value,
}

/// What is known of the listeners of one document: the tab's, or that of a frame of another site.
#[derive(Debug, Default)]
pub(crate) struct Listeners {
    pub world: Option<World>,
    /// Whether the document's script was told which events point elements out.
    pub is_awaited: bool,
    /// What was pointed out, by the debugger's node numbers.
    pub known: HashSet<u64>,
    /// When it was last asked, and how long that took, in milliseconds.
    pub asked: Option<(f64, f64)>,
    /// How long the time before took. A document's first answer comes while much else goes on in it, and says nothing about its size.
    pub took_before: f64,
}

/// What is known of the listeners of a tab.
#[derive(Debug, Default)]
pub(crate) struct Listening {
    /// How many documents the tab had had: tells documents apart.
    pub commits: u64,
    /// The name of the events by which elements are pointed out.
    pub word: Option<Value>,
    /// By session; none: the tab's own document.
    pub of: HashMap<Option<String>, Listeners>,
    /// The page crashed while it was asked: it is never asked again.
    pub is_shy: bool,
}

impl Listening {
    /// Forgets what is known of another document.
    pub fn turn_to(&mut self, commits: u64) {
        if self.commits != commits {
            *self = Self { commits, is_shy: self.is_shy, ..Self::default() };
        }
    }
}
