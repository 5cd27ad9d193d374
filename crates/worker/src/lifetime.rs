//! Keeps the worker alive while something runs, and restarts it if it was killed.
//!
//! Chrome terminates a worker after 30 s without a `chrome.*` call or event, even in the middle of a model's stream. An attached debugger keeps
//! alive only the instance that attached it. So while anything runs a call is made every 20 s, and an alarm wakes the next worker, which
//! continues from the journal.

use crate::ports::check;
use edith_port::Log;
use gloo_timers::callback::Interval;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Well under Chrome's 30 s.
const CALL_EVERY_MS: u32 = 20_000;
/// Chrome's minimum.
const ALARM_EVERY_MINUTES: f64 = 0.5;
/// The alarm's name. `background.js` listens to it only to be woken.
const ALARM: &str = "edith-unfinished-runs";

/// Keeps this worker alive until it is dropped.
pub(crate) fn keep_alive() -> Interval {
    Interval::new(CALL_EVERY_MS, || spawn_local(async { drop(edith_chrome::runtime::keep_alive().await) }))
}

/// Whether the worker must stay alive.
pub(crate) struct Lifetime {
    calls: RefCell<Option<Interval>>,
    log: Rc<dyn Log>,
}

impl Lifetime {
    /// A worker with nothing to do yet.
    pub(crate) fn new(log: Rc<dyn Log>) -> Rc<Self> {
        Rc::new(Self { calls: RefCell::default(), log })
    }

    /// Reports whether anything is running.
    pub(crate) fn set_active(&self, active: bool) {
        let mut calls = self.calls.borrow_mut();
        if active && calls.is_some() {
            return;
        }
        *calls = active.then(keep_alive);
        // Without the alarm, a killed worker returns at the next event.
        let log = Rc::clone(&self.log);
        spawn_local(async move {
            let set = if active {
                edith_chrome::alarms::every(ALARM, ALARM_EVERY_MINUTES).await
            } else {
                edith_chrome::alarms::clear(ALARM).await
            };
            check(&*log, "alarm.lifetime", set.map(drop));
        });
    }
}
