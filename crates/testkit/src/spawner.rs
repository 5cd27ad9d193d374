//! Background work, advanced by hand.

use crate::Life;
use edith_port::Spawner;
use futures_util::future::LocalBoxFuture;
use std::cell::RefCell;
use std::rc::Rc;
use std::task::Context;

/// One worker's background work.
#[derive(Clone, Default)]
pub(crate) struct Tasks(Rc<RefCell<Vec<LocalBoxFuture<'static, ()>>>>);

impl Spawner for Tasks {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        self.0.borrow_mut().push(work);
    }
}

impl Tasks {
    /// Polls each task while the worker lives; returns whether any began or ended.
    pub(crate) fn turn(&self, life: &Life, context: &mut Context<'_>) -> bool {
        let mut tasks = std::mem::take(&mut *self.0.borrow_mut());
        let before = tasks.len();
        // Work in the same turn as a death comes after it.
        tasks.retain_mut(|task| life.is_over() || task.as_mut().poll(context).is_pending());
        let mut spawned = self.0.borrow_mut();
        let moved = tasks.len() != before || !spawned.is_empty();
        tasks.append(&mut spawned);
        *spawned = tasks;
        moved
    }
}
