//! What the server answers, and what its authorization server knows.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// What the endpoint answers a request with.
pub enum McpReply {
    /// The `result`.
    Result(Value),
    /// 403: the token lacks this scope.
    NeedsScope(&'static str),
}

pub(super) type Answer = Box<dyn Fn(&Value) -> McpReply + Send + Sync>;

pub(super) struct Inner {
    pub(super) origin: String,
    /// Whether everybody is answered.
    pub(super) is_open: bool,
    pub(super) answer: Answer,
    pub(super) state: Mutex<State>,
}

/// What the authorization server knows.
#[derive(Default)]
pub(super) struct State {
    /// Redirect addresses by client ID.
    pub(super) clients: BTreeMap<String, String>,
    pub(super) codes: BTreeMap<String, Grant>,
    /// Scopes by access token.
    pub(super) access: BTreeMap<String, String>,
    pub(super) refresh: BTreeMap<String, Grant>,
    pub(super) count: u32,
    pub(super) notes: Vec<String>,
}

#[derive(Clone)]
pub(super) struct Grant {
    pub(super) client: String,
    pub(super) scope: String,
    /// Only a code has one.
    pub(super) challenge: String,
}

impl Inner {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
