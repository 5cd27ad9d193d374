//! What becomes of the runs' tabs: closed, or living on under another id.

use super::Router;
use crate::run::Control;
use edith_protocol::{RunId, TabId};
use std::rc::Rc;

impl Router {
    /// A tab was closed.
    pub fn tab_closed(&self, tab: TabId) {
        self.claims.tab_is_gone(tab);
    }

    /// A tab lives on under another id. The runs of an earlier worker are told when they are known.
    pub fn tab_moved(self: &Rc<Self>, from: TabId, to: TabId) {
        if self.start.borrow().is_none() {
            self.tell_moved(from, to);
            return;
        }
        let (router, known) = (Rc::clone(self), self.started.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            if known.await.is_ok() {
                router.tell_moved(from, to);
            }
        }));
    }

    fn tell_moved(&self, from: TabId, to: TabId) {
        self.claims.tab_moved(from, to);
        let runs: Vec<RunId> = self.runs.borrow().keys().cloned().collect();
        for run in runs {
            // A run that is not in that tab does nothing about it, and one that ends needs no word.
            drop(self.send(&run, Control::TabMoved { from, to }));
        }
    }
}
