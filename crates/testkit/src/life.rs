//! The life of one worker: every port call passes two boundaries, before and after, and the worker may die at any of them.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

#[derive(Default)]
struct Inner {
    passed: Cell<u64>,
    dies_at: Cell<Option<u64>>,
    dead: Cell<bool>,
    holds_at: Cell<Option<u64>>,
    takes_turns: Cell<bool>,
}

/// A worker's life, shared by its ports.
#[derive(Clone, Default)]
pub struct Life(Rc<Inner>);

impl Life {
    /// Boundaries passed so far.
    pub fn passed(&self) -> u64 {
        self.0.passed.get()
    }

    /// Makes the worker die at its `at`th boundary, counted from its start.
    pub fn die_at(&self, at: u64) {
        self.0.dies_at.set(Some(at));
    }

    /// Ends it now.
    pub fn end(&self) {
        self.0.dead.set(true);
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.0.dead.get()
    }

    /// Pauses at its `at`th boundary; none: resumes.
    pub fn hold_at(&self, at: Option<u64>) {
        self.0.holds_at.set(at);
    }

    /// Yields at every boundary, so that concurrent workers take turns.
    pub fn take_turns(&self) {
        self.0.takes_turns.set(true);
    }

    fn holds(&self) -> bool {
        self.0.holds_at.get().is_some_and(|at| self.0.passed.get() >= at)
    }

    /// A boundary. A worker that died at it does nothing more, not even fail.
    pub async fn pass(&self) {
        self.count();
        let mut waits = self.0.takes_turns.get();
        poll_fn(|_| {
            let stays = self.is_over() || self.holds() || std::mem::take(&mut waits);
            if stays { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
    }

    /// A boundary inside a call: the worker may die there, but a living one continues at once.
    pub async fn pass_at_once(&self) {
        self.count();
        if self.is_over() {
            std::future::pending::<()>().await;
        }
    }

    fn count(&self) {
        if !self.is_over() {
            self.0.passed.set(self.passed() + 1);
            self.0.dead.set(self.0.dies_at.get().is_some_and(|at| self.passed() >= at));
        }
    }
}
