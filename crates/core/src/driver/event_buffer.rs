//! Buffers events until what they follow from is stored.

use edith_port::Events;
use edith_protocol::Event;
use std::cell::RefCell;
use std::rc::Rc;

/// Passes events on, or holds them back.
pub struct EventBuffer {
    events: Rc<dyn Events>,
    held: RefCell<Option<Vec<Event>>>,
}

impl EventBuffer {
    /// Passes on to these.
    pub fn new(events: Rc<dyn Events>) -> Rc<Self> {
        Rc::new(Self { events, held: RefCell::default() })
    }

    /// Holds back what comes from now on.
    pub(crate) fn hold(&self) {
        self.held.borrow_mut().get_or_insert_default();
    }

    /// Passes on what was held back, and what comes from now on.
    pub(crate) fn release(&self) {
        let held = self.held.take();
        held.into_iter().flatten().for_each(|event| self.events.emit(event));
    }
}

impl Events for EventBuffer {
    fn emit(&self, event: Event) {
        let mut held = self.held.borrow_mut();
        match &mut *held {
            Some(held) => held.push(event),
            None => {
                drop(held);
                self.events.emit(event);
            }
        }
    }
}
