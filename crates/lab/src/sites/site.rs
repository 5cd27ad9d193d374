//! Shared by all handlers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::state::State;

/// Delay of the board's and the late pages' answers.
pub const LATE: Duration = Duration::from_millis(300);

#[derive(Clone)]
pub(super) struct Site {
    pub(super) state: Arc<Mutex<State>>,
    /// Scripts given by tests, for the page `libraries`.
    pub(super) script: Arc<Mutex<Vec<u8>>>,
    /// Scripts of the libraries that forms are drawn with, by the form's kind.
    pub(super) form_scripts: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    /// The second origin, without a trailing slash.
    pub(super) other: Arc<str>,
}

impl Site {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
