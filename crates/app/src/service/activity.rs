//! Whether the worker has something to do, to keep it alive.

use std::cell::Cell;
use std::rc::Rc;

/// Counts activities, and reports when they begin and end.
#[derive(Clone)]
pub(super) struct Activity(Rc<Inner>);

struct Inner {
    count: Cell<usize>,
    changed: Box<dyn Fn(bool)>,
}

/// An activity, ended on drop.
pub(super) struct Active(Rc<Inner>);

impl Activity {
    /// `changed` is called on each change.
    pub(super) fn new(changed: impl Fn(bool) + 'static) -> Self {
        Self(Rc::new(Inner { count: Cell::new(0), changed: Box::new(changed) }))
    }

    pub(super) fn is_active(&self) -> bool {
        self.0.count.get() > 0
    }

    pub(super) fn enter(&self) -> Active {
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
