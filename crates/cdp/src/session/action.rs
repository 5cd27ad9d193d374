//! What is known of one action while it is carried out.

use super::Session;
use super::calls::Pending;
use crate::wire::errors::Result;
use crate::wire::protocol::Input;
use edith_actions::action::ToolAnswer;
use edith_page::page_api::Note;
use futures_util::future::LocalBoxFuture;
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// An action in a tab. It lives as long as the action, even one that is abandoned, so nothing of it reaches the next; it derefs to the tab.
pub(crate) struct ActionScope<'a> {
    tab: &'a Session,
    /// Whether it may only begin with the page as witness.
    pub(crate) needs_witness: bool,
    /// The frame it acts in; 0: the top one.
    pub(crate) frame: Cell<i32>,
    /// What it did, once it began to reach the page.
    pub(crate) reached: RefCell<Option<String>>,
    /// Whether it sent input such as a button or key.
    pub(crate) sent: Cell<bool>,
    /// What was pressed instead of the target.
    pub(crate) missed: RefCell<Option<Note>>,
    /// The answer of the page's tool that it called.
    pub(crate) answer: RefCell<Option<ToolAnswer>>,
    /// The command that makes the browser pause requests, on its way.
    pub(crate) pausing: RefCell<Option<LocalBoxFuture<'static, Result>>>,
}

impl Deref for ActionScope<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.tab
    }
}

impl<'a> ActionScope<'a> {
    pub(crate) fn new(tab: &'a Session, needs_witness: bool) -> Self {
        Self {
            tab,
            needs_witness,
            frame: Cell::new(0),
            reached: RefCell::default(),
            sent: Cell::new(false),
            missed: RefCell::default(),
            answer: RefCell::default(),
            pausing: RefCell::default(),
        }
    }

    /// Sends keys, what the pointer does, or a text.
    pub(crate) fn input<I: Input>(&self, input: I) -> Pending<'_, ()> {
        if input.changes_page() {
            self.sent.set(true);
        }
        self.tab.enter(&input)
    }

    /// Describes it, in the past tense.
    pub(crate) fn say(&self, note: String) {
        *self.reached.borrow_mut() = Some(note);
    }
}
