//! A clock that moves only when everything waits for it: sleeping takes no time in tests.

use async_trait::async_trait;
use edith_port::Clock;
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A manually moved clock.
#[derive(Clone, Default)]
pub struct ManualClock {
    now: Rc<Cell<f64>>,
    sleepers: Rc<RefCell<Vec<(f64, Waker)>>>,
}

impl ManualClock {
    /// Sets the time, in milliseconds since 1970.
    pub fn set(&self, now: f64) {
        self.now.set(now);
    }

    /// Jumps to the next wake-up; returns whether there was one.
    pub fn skip_to_next(&self) -> bool {
        let next = self.sleepers.borrow().iter().map(|(until, _)| *until).fold(f64::INFINITY, f64::min);
        if next.is_infinite() {
            return false;
        }
        self.now.set(self.now.get().max(next));
        let sleepers = std::mem::take(&mut *self.sleepers.borrow_mut());
        for (until, waker) in sleepers {
            if until <= self.now.get() {
                waker.wake();
            } else {
                self.sleepers.borrow_mut().push((until, waker));
            }
        }
        true
    }

    /// Advances by this many milliseconds; sleepers wake when time passes next.
    pub fn advance(&self, ms: f64) {
        self.now.set(self.now.get() + ms);
    }

    /// Forgets sleepers: their worker died.
    pub fn forget_sleepers(&self) {
        self.sleepers.borrow_mut().clear();
    }
}

#[async_trait(?Send)]
impl Clock for ManualClock {
    fn now(&self) -> f64 {
        self.now.get()
    }

    fn zone_minutes(&self) -> i32 {
        0
    }

    async fn sleep(&self, ms: u64) {
        let until = self.now.get() + ms as f64;
        poll_fn(|context| {
            if self.now.get() >= until {
                return Poll::Ready(());
            }
            self.sleepers.borrow_mut().push((until, context.waker().clone()));
            Poll::Pending
        })
        .await;
    }
}
