//! A research's access to its sources' runs: it starts them, hears of their ends, and stops them with its own.

use crate::run::Run;
use async_trait::async_trait;
use edith_port::StoreError;
use edith_protocol::{RunId, TabId};
use futures_channel::mpsc::UnboundedReceiver;
use futures_util::StreamExt;
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;

/// What a research needs of the registry of runs.
#[async_trait(?Send)]
pub trait RunRegistry {
    /// A running run's tab.
    fn tab_of(&self, run: &RunId) -> Option<TabId>;
    /// Whether this run is running.
    fn is_running(&self, run: &RunId) -> bool;
    /// Stores a source's run and starts it.
    ///
    /// # Errors
    /// When it cannot be stored; then it is not started.
    async fn start_source(self: Rc<Self>, run: Run) -> Result<(), StoreError>;
    /// Stops a research's sources' runs.
    async fn stop_sources(&self, parent: &RunId);
    /// Whether one of its sources' runs is running.
    fn has_sources(&self, parent: &RunId) -> bool;
}

/// The runs of one research's sources.
pub struct SourceRuns {
    registry: Rc<dyn RunRegistry>,
    parent: RunId,
    ended: RefCell<UnboundedReceiver<Run>>,
}

impl SourceRuns {
    /// Those of this research; `ended` receives each when it is over.
    pub fn new(registry: Rc<dyn RunRegistry>, parent: RunId, ended: UnboundedReceiver<Run>) -> Self {
        Self { registry, parent, ended: RefCell::new(ended) }
    }

    /// The tab of a source's run that is already running.
    pub(crate) fn tab_of(&self, run: &RunId) -> Option<TabId> {
        self.registry.tab_of(run)
    }

    /// Whether this run is running already.
    pub(crate) fn is_running(&self, run: &RunId) -> bool {
        self.registry.is_running(run)
    }

    /// Stores a source's run and starts it.
    ///
    /// # Errors
    /// When it cannot be stored; then it is not started.
    pub(crate) async fn start(&self, run: Run) -> Result<(), StoreError> {
        Rc::clone(&self.registry).start_source(run).await
    }

    /// The next source's run to end. Never returns if there is none.
    pub(crate) async fn next_ended(&self) -> Run {
        let ended = poll_fn(|context| self.ended.borrow_mut().poll_next_unpin(context)).await;
        match ended {
            Some(run) => run,
            // The registry is gone, and this run with it.
            None => std::future::pending().await,
        }
    }

    /// Stops every source's run and returns when all are over.
    pub(crate) async fn stop_all(&self) {
        self.registry.stop_sources(&self.parent).await;
        while self.registry.has_sources(&self.parent) {
            self.next_ended().await;
        }
    }
}
