//! The small ports: time, events, randomness, background work.

use crate::overlay::Overlays;
use async_trait::async_trait;
use edith_chrome::ChromeError;
use edith_port::{Clock, Entropy, Events, Log, LogArg, Spawner};
use edith_protocol::{Event, LogLevel};
use futures_util::future::LocalBoxFuture;
use gloo_timers::future::TimeoutFuture;
use std::rc::Rc;

/// The browser's clock.
pub(crate) struct JsClock;

#[async_trait(?Send)]
impl Clock for JsClock {
    fn now(&self) -> f64 {
        edith_chrome::time::now()
    }

    fn zone_minutes(&self) -> i32 {
        edith_chrome::time::zone_minutes()
    }

    async fn sleep(&self, ms: u64) {
        // A timer takes at most 2^31 - 1 ms, 24 days; no wait here is longer.
        let ms = u32::try_from(ms).unwrap_or(u32::MAX).min(i32::MAX as u32);
        TimeoutFuture::new(ms).await;
    }
}

/// Runtime messages to every open extension page. They also say that what is drawn over pages may have changed.
pub(crate) struct ChromeEvents(pub(crate) Rc<Overlays>);

impl Events for ChromeEvents {
    fn emit(&self, event: Event) {
        edith_chrome::runtime::broadcast(&event);
        self.0.run_changed();
    }
}

/// The browser's random numbers.
pub(crate) struct CryptoEntropy;

impl Entropy for CryptoEntropy {
    fn id(&self) -> String {
        // A UUID has 122 random bits; a digit of a second one brings it safely over 128.
        let more: String = edith_chrome::random::uuid().chars().filter(|c| *c != '-').take(8).collect();
        format!("{}-{more}", edith_chrome::random::uuid())
    }
}

/// The browser's microtasks.
pub(crate) struct TaskSpawner;

impl Spawner for TaskSpawner {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        wasm_bindgen_futures::spawn_local(work);
    }
}

/// Logs a browser error that cannot be handled any better.
pub(crate) fn check(log: &dyn Log, code: &'static str, result: Result<(), ChromeError>) {
    if let Err(error) = result {
        log.write(LogLevel::Warn, code, &[("error", LogArg::Word(error.kind()))]);
    }
}
