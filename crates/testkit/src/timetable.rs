//! What schedules go by, moved by hand: a place's clock, the alarm, and what the person was told.

use edith_core::port::{Notice, Notices, Timetable, Zone};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A place's lead over UTC in minutes, at a moment.
type Lead = Rc<dyn Fn(f64) -> i32>;

/// A timetable and the notices that were shown.
#[derive(Clone)]
pub struct ManualTimetable {
    lead: Rc<RefCell<Lead>>,
    wake: Rc<Cell<Option<f64>>>,
    notices: Rc<RefCell<Vec<Notice>>>,
    watched: Rc<Cell<bool>>,
}

impl Default for ManualTimetable {
    fn default() -> Self {
        let utc: Lead = Rc::new(|_| 0);
        Self { lead: Rc::new(RefCell::new(utc)), wake: Rc::default(), notices: Rc::default(), watched: Rc::default() }
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

    /// The person has a page of the extension before them, or not.
    pub fn watch(&self, watched: bool) {
        self.watched.set(watched);
    }

    /// What the person was told.
    pub fn notices(&self) -> Vec<Notice> {
        self.notices.borrow().clone()
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

impl Notices for ManualTimetable {
    fn tell(&self, notice: Notice) {
        self.notices.borrow_mut().push(notice);
    }

    fn tell_away(&self, notice: Notice) {
        if !self.watched.get() {
            self.tell(notice);
        }
    }
}
