//! What schedules go by, moved by hand: a place's clock and the alarm.

use edith_core::port::{Timetable, Zone};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A place's lead over UTC in minutes, at a moment.
type Lead = Rc<dyn Fn(f64) -> i32>;

/// A place's clock and the alarm.
#[derive(Clone)]
pub struct ManualTimetable {
    lead: Rc<RefCell<Lead>>,
    wake: Rc<Cell<Option<f64>>>,
}

impl Default for ManualTimetable {
    fn default() -> Self {
        let utc: Lead = Rc::new(|_| 0);
        Self { lead: Rc::new(RefCell::new(utc)), wake: Rc::default() }
    }
}

impl ManualTimetable {
    /// Carries the machine to another place: its lead over UTC in minutes at a moment.
    pub fn go_to(&self, lead: impl Fn(f64) -> i32 + 'static) {
        *self.lead.borrow_mut() = Rc::new(lead);
    }

    /// When the worker is to be woken.
    pub fn wakes_at(&self) -> Option<f64> {
        self.wake.get()
    }
}

impl Zone for ManualTimetable {
    fn lead_minutes(&self, at: f64) -> i32 {
        (self.lead.borrow())(at)
    }
}

impl Timetable for ManualTimetable {
    fn wake(&self, at: Option<f64>) {
        self.wake.set(at);
    }
}
