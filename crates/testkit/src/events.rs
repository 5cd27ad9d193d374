//! Everything that was broadcast.

use edith_port::Events;
use edith_protocol::{Ask, Done, Event, Progress};
use std::cell::RefCell;
use std::rc::Rc;

/// A log of events.
#[derive(Clone, Default)]
pub struct EventLog(Rc<RefCell<Vec<Event>>>);

impl EventLog {
    /// All events so far.
    pub fn all(&self) -> Vec<Event> {
        self.0.borrow().clone()
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// The last run's end.
    pub fn done(&self) -> Option<Done> {
        self.0.borrow().iter().rev().find_map(|event| match event {
            Event::Done(done) => Some(done.clone()),
            _ => None,
        })
    }

    /// The last ask.
    pub fn ask(&self) -> Option<Ask> {
        self.0.borrow().iter().rev().find_map(|event| match event {
            Event::Ask(ask) => Some(ask.clone()),
            _ => None,
        })
    }

    /// Progress events with a tool's answer.
    pub fn answers(&self) -> Vec<Progress> {
        let of = |event: &Event| match event {
            Event::Progress(progress) if progress.result.is_some() => Some(progress.clone()),
            _ => None,
        };
        self.0.borrow().iter().filter_map(of).collect()
    }
}

impl Events for EventLog {
    fn emit(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}
