//! What the handlers of all sites share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::state::State;

/// How long the board's and the late pages' answers take.
pub const LATE: Duration = Duration::from_millis(300);

/// What the handlers share.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) state: Arc<Mutex<State>>,
    /// Scripts that a test gave, for the page `libraries`.
    pub(super) script: Arc<Mutex<Vec<u8>>>,
    /// The second origin, without a slash at its end.
    pub(super) other: Arc<str>,
}

impl Site {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
