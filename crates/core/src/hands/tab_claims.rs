//! Which tab belongs to which run: at most one.

use edith_protocol::{RunId, TabId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The shared claims of all runs.
#[derive(Clone, Default)]
pub struct TabClaims(Rc<RefCell<HashMap<TabId, RunId>>>);

impl TabClaims {
    /// Claims a tab for a run; returns whether the run has it.
    pub fn claim(&self, tab: TabId, run: &RunId) -> bool {
        let mut claims = self.0.borrow_mut();
        claims.entry(tab).or_insert_with(|| run.clone()) == run
    }

    /// Gives up every claim of a run.
    pub(crate) fn release(&self, run: &RunId) {
        self.0.borrow_mut().retain(|_, owner| owner != run);
    }

    /// A tab continues under another id.
    pub fn tab_moved(&self, from: TabId, to: TabId) {
        let mut claims = self.0.borrow_mut();
        if let Some(run) = claims.remove(&from) {
            claims.insert(to, run);
        }
    }

    /// Forgets a tab that was closed.
    pub fn tab_closed(&self, tab: TabId) {
        self.0.borrow_mut().remove(&tab);
    }
}
