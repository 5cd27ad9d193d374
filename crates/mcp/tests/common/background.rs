//! Background work and a clock that moves only when everything waits.

use edith_port::Spawner;
use edith_testkit::ManualClock;
use futures_util::future::LocalBoxFuture;
use futures_util::task::{ArcWake, waker};
use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

#[derive(Clone, Default)]
pub(crate) struct Tasks(Rc<RefCell<Vec<LocalBoxFuture<'static, ()>>>>);

impl Spawner for Tasks {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        self.0.borrow_mut().push(work);
    }
}

struct Woken(AtomicBool);

impl ArcWake for Woken {
    fn wake_by_ref(woken: &Arc<Self>) {
        woken.0.store(true, Ordering::Relaxed);
    }
}

/// Runs to the end. The clock moves only when everything waits.
pub(crate) fn run<T>(work: impl Future<Output = T>, tasks: &Tasks, clock: &ManualClock) -> T {
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = waker(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    let mut work = pin!(work);
    let turn = |context: &mut Context<'_>| {
        let mut all = std::mem::take(&mut *tasks.0.borrow_mut());
        all.retain_mut(|task| task.as_mut().poll(context).is_pending());
        let mut new = tasks.0.borrow_mut();
        let is_new = !new.is_empty();
        all.append(&mut new);
        *new = all;
        is_new
    };
    let done = loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            break done;
        }
        let is_new = turn(&mut context);
        if !woken.0.swap(false, Ordering::Relaxed) && !is_new {
            assert!(clock.skip_to_next(), "everything waits for ever");
        }
    };
    // What is told in the background.
    for _ in 0..20 {
        turn(&mut context);
    }
    done
}
