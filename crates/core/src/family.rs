//! What a research has to do with the runs of its sources: it starts them, hears of their ends, and stops them with its own.

use crate::port::StoreError;
use crate::router::Router;
use crate::run::Run;
use edith_protocol::{RunId, TabId};
use futures_channel::mpsc::UnboundedReceiver;
use futures_util::StreamExt;
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;

/// A run's hold on the runs that work for it.
pub struct Family {
    router: Rc<Router>,
    parent: RunId,
    ended: RefCell<UnboundedReceiver<Run>>,
}

impl Family {
    /// The runs of this research; `ended` brings each when it is over.
    pub fn new(router: Rc<Router>, parent: RunId, ended: UnboundedReceiver<Run>) -> Self {
        Self { router, parent, ended: RefCell::new(ended) }
    }

    /// The tab of a source's run that is going on already.
    pub fn tab_of(&self, run: &RunId) -> Option<TabId> {
        self.router.tab_of(run)
    }

    /// Stores the run of a source and lets it go on by itself.
    ///
    /// # Errors
    /// When it cannot be stored; then it is not started.
    pub async fn start(&self, run: Run) -> Result<(), StoreError> {
        // Boxed, since a run's driver would otherwise contain itself.
        Box::pin(self.router.start_source(run)).await
    }

    /// The next run of a source that is over. Never comes back when there is none.
    pub async fn next_ended(&self) -> Run {
        let ended = poll_fn(|context| self.ended.borrow_mut().poll_next_unpin(context)).await;
        match ended {
            Some(run) => run,
            // The router is gone, and this run with it.
            None => std::future::pending().await,
        }
    }

    /// Stops every run of a source and comes back when all are over.
    pub async fn stop_all(&self) {
        Box::pin(self.router.stop_sources(&self.parent)).await;
        while self.router.has_sources(&self.parent) {
            self.next_ended().await;
        }
    }
}
