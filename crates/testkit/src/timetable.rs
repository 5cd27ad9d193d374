//! What schedules depend on, moved by hand: the local clock and the alarm.

use edith_port::{Timetable, Zone};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The place's offset from UTC in minutes, by moment.
type Lead = Rc<dyn Fn(f64) -> i32>;

/// A local clock and the alarm.
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
    /// Moves the machine to another place: its offset from UTC in minutes, by moment.
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
