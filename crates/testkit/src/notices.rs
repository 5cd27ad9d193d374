//! The notifications that were shown.

use edith_port::{Notice, Notices};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A log of notifications.
#[derive(Clone, Default)]
pub struct NoticeLog {
    notices: Rc<RefCell<Vec<Notice>>>,
    watched: Rc<Cell<bool>>,
}

impl NoticeLog {
    /// Whether the person sees a page of the extension.
    pub fn watch(&self, watched: bool) {
        self.watched.set(watched);
    }

    /// All so far, oldest first.
    pub fn all(&self) -> Vec<Notice> {
        self.notices.borrow().clone()
    }
}

impl Notices for NoticeLog {
    fn show(&self, notice: Notice) {
        self.notices.borrow_mut().push(notice);
    }

    fn show_if_away(&self, notice: Notice) {
        if !self.watched.get() {
            self.show(notice);
        }
    }
}
