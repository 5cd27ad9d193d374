//! Whether the worker has something to do, so that it is kept alive.

use std::cell::Cell;
use std::rc::Rc;

/// Counts what is going on, and tells when that begins and ends.
#[derive(Clone)]
pub(super) struct Activity(Rc<Inner>);

struct Inner {
    count: Cell<usize>,
    changed: Box<dyn Fn(bool)>,
}

/// Something that is going on until this is dropped.
pub(super) struct Active(Rc<Inner>);

impl Activity {
    /// `changed` is told of each change.
    pub fn new(changed: impl Fn(bool) + 'static) -> Self {
        Self(Rc::new(Inner { count: Cell::new(0), changed: Box::new(changed) }))
    }

    pub fn is_active(&self) -> bool {
        self.0.count.get() > 0
    }

    /// Something more goes on.
    pub fn enter(&self) -> Active {
        self.0.count.set(self.0.count.get() + 1);
        if self.0.count.get() == 1 {
            (self.0.changed)(true);
        }
        Active(Rc::clone(&self.0))
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        self.0.count.set(self.0.count.get().saturating_sub(1));
        if self.0.count.get() == 0 {
            (self.0.changed)(false);
        }
    }
}
