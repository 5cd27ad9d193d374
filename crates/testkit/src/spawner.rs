//! Background work that goes on only when it is told to.

use crate::Life;
use edith_core::port::Spawner;
use futures_util::future::LocalBoxFuture;
use std::cell::RefCell;
use std::rc::Rc;
use std::task::Context;

/// Background work of one worker, polled by hand.
#[derive(Clone, Default)]
pub(crate) struct Tasks(Rc<RefCell<Vec<LocalBoxFuture<'static, ()>>>>);

impl Spawner for Tasks {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        self.0.borrow_mut().push(work);
    }
}

impl Tasks {
    /// Lets each go on as far as it can, while the worker lives. Answers whether any began or ended.
    pub(crate) fn turn(&self, life: &Life, context: &mut Context<'_>) -> bool {
        let mut tasks = std::mem::take(&mut *self.0.borrow_mut());
        let before = tasks.len();
        // What is done in the same turn as a death comes after it.
        tasks.retain_mut(|task| life.is_over() || task.as_mut().poll(context).is_pending());
        let mut spawned = self.0.borrow_mut();
        let moved = tasks.len() != before || !spawned.is_empty();
        tasks.append(&mut spawned);
        *spawned = tasks;
        moved
    }
}
