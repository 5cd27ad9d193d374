//! Yields the worker's only thread during long work: whoever cannot be heard cannot stop anything.

use crate::port::Clock;
use futures_util::FutureExt;
use std::cell::Cell;
use std::future::Future;

/// How long to work before yielding, in milliseconds; anything heard in between is answered well within 50.
const SLICE_MS: f64 = 8.0;
/// Bytes processed between two looks at the clock.
pub(super) const BYTES: usize = 4_096;

/// When to yield.
pub(crate) struct Breath<'a> {
    clock: Option<&'a dyn Clock>,
    since: Cell<f64>,
}

impl<'a> Breath<'a> {
    /// Never: the work is done at once.
    pub(crate) fn never() -> Self {
        Self { clock: None, since: Cell::new(0.0) }
    }

    /// After each slice of time by this clock.
    pub(crate) fn by(clock: &'a dyn Clock) -> Self {
        Self { clock: Some(clock), since: Cell::new(clock.now()) }
    }

    /// Yields, if it is time.
    pub(crate) async fn take(&self) {
        if let Some(clock) = self.clock
            && clock.now() - self.since.get() >= SLICE_MS
        {
            clock.sleep(0).await;
            self.since.set(clock.now());
        }
    }
}

/// The result of work that never yields; none would mean that it did.
pub(crate) fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
    work.now_or_never()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::{Read, flow};
    use async_trait::async_trait;
    use std::cell::RefCell;
    use std::time::Instant;

    /// A clock of this thread's CPU time, in milliseconds; where the system does not provide it, of elapsed time.
    struct Worked {
        began: Instant,
        last: Cell<f64>,
        stretches: RefCell<Vec<f64>>,
    }

    impl Worked {
        fn note(&self) {
            let now = self.now();
            self.stretches.borrow_mut().push(now - self.last.get());
            self.last.set(now);
        }
    }

    #[async_trait(?Send)]
    impl Clock for Worked {
        fn now(&self) -> f64 {
            let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
            let ran = ran.and_then(|ran| ran.split(' ').next()?.parse::<f64>().ok()).map(|ran| ran / 1e6);
            ran.unwrap_or_else(|| self.began.elapsed().as_secs_f64() * 1e3)
        }

        fn zone_minutes(&self) -> i32 {
            0
        }

        async fn sleep(&self, _ms: u64) {
            self.note();
        }
    }

    #[test]
    fn a_long_text_is_compared_in_slices() {
        let text: String = (0..8_000_u64).map(|n| format!("word{} ", n.wrapping_mul(2_654_435_761) % 99_991)).collect();
        let clock = Worked { began: Instant::now(), last: Cell::new(0.0), stretches: RefCell::default() };
        clock.last.set(clock.now());
        let reads = [Read { origin: "https://mail.example", text: &text, private: true }];
        let breath = Breath::by(&clock);
        let found = at_once(flow::leaks(&text, &reads, "", &breath)).unwrap();
        assert_eq!(at_once(flow::is_opaque(&text, &reads, "", &breath)), Some(false));
        clock.note();
        assert_eq!(found.len(), 1);
        let stretches = clock.stretches.borrow();
        let (longest, all) = (stretches.iter().copied().fold(0.0, f64::max), stretches.iter().sum::<f64>());
        println!("{} characters: {} slices, the longest {longest:.0} of {all:.0} ms", text.len(), stretches.len());
        // This is not the optimised build, so only the share counts.
        assert!(longest * 6.0 < all, "{longest} of {all} ms at one go");
    }
}
