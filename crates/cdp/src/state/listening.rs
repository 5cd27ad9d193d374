//! What is known of a tab's event listeners.

use crate::wire::protocol::runtime::{ContextId, ObjectId};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// An isolated world the debugger made beside a document's own.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub context: ContextId,
    /// Handle of the document in its own world, where nothing is run.
    pub document: ObjectId,
}

/// The known listeners of one document: the tab's, or a cross-site frame's.
#[derive(Debug, Default)]
pub(crate) struct Listeners {
    pub world: Option<World>,
    /// Whether the document's script knows the events that point elements out.
    pub(crate) is_awaited: bool,
    /// Node numbers already pointed out.
    pub known: HashSet<u64>,
    /// When it was last asked, and how long that took, in milliseconds.
    pub asked: Option<(f64, f64)>,
    /// How long the previous time took. A document's first answer comes amid other work and does not reflect its size.
    pub(crate) took_before: f64,
}

#[derive(Debug, Default)]
pub(crate) struct Listening {
    /// The tab's document count, which tells documents apart.
    pub commits: u64,
    /// The name of the events that point elements out.
    pub word: Option<Value>,
    /// By session; none: the tab's own document.
    pub of: HashMap<Option<String>, Listeners>,
    /// The page crashed when asked: never ask again.
    pub(crate) is_shy: bool,
}

impl Listening {
    /// Forgets another document's listeners.
    pub(crate) fn turn_to(&mut self, commits: u64) {
        if self.commits != commits {
            *self = Self { commits, is_shy: self.is_shy, ..Self::default() };
        }
    }
}
