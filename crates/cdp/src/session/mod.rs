//! An attached tab's session: its parts, and what is known of the page and of the action at hand. The calls are in `calls`, attaching in
//! `attach`; what is done with them lies above.

pub(crate) mod attach;
pub(crate) mod calls;

use crate::state::frames::Frames;
use crate::state::hub::EventHub;
use crate::state::listening::Listening;
use crate::wire::transport::{PageScript, Transport};
use edith_core::documents::Documents;
use edith_core::port::Clock;
use edith_core::port::Permit;
use edith_page::page_api::{Note, WalkOptions};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub(crate) struct Session {
    pub transport: Rc<dyn Transport>,
    pub page: Rc<dyn PageScript>,
    pub hub: Rc<EventHub>,
    pub clock: Rc<dyn Clock>,
    /// Where the bytes of documents are read from.
    pub documents: Option<Documents>,
    /// How the page was last read.
    pub walk: RefCell<WalkOptions>,
    /// Token of the document that was last looked at, and how many documents the tab had had by then.
    pub looked: RefCell<(String, u64)>,
    pub listening: RefCell<Listening>,
    /// Frames of other sites that were part of the last look.
    pub frames: RefCell<Frames>,
    /// The frame that the action at hand is in; 0: the top one.
    pub acting_in: Cell<i32>,
    /// The page's name for the action to come; empty: it has none.
    pub intent: RefCell<String>,
    /// Nothing is done to the page before this is given.
    pub leave: RefCell<Permit>,
    /// Whether the action at hand may begin only if the page knows of it.
    pub needs_witness: Cell<bool>,
    /// What the action at hand did, once it began to reach the page.
    pub reached: RefCell<Option<String>>,
    /// Whether the action at hand sent a button, a key or the like to the page.
    pub sent: Cell<bool>,
    /// How many changes of the document had been seen when the last action was over; none: nobody looked.
    pub settled: Cell<Option<u32>>,
    /// What got the press of the action at hand instead of what was aimed at.
    pub missed: RefCell<Option<Note>>,
    /// Where a mouse button is held down.
    pub held: Cell<Option<[f64; 2]>>,
}

impl Session {
    pub fn new(
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        walk: WalkOptions,
    ) -> Self {
        Self {
            transport,
            page,
            hub,
            clock,
            documents: None,
            walk: RefCell::new(walk),
            looked: RefCell::default(),
            listening: RefCell::default(),
            frames: RefCell::default(),
            acting_in: Cell::new(0),
            intent: RefCell::default(),
            leave: RefCell::default(),
            needs_witness: Cell::new(false),
            reached: RefCell::default(),
            sent: Cell::new(false),
            settled: Cell::new(None),
            missed: RefCell::default(),
            held: Cell::new(None),
        }
    }

    /// Waits for leave to do something to the page.
    pub async fn permitted(&self) {
        let leave = self.leave.borrow().clone();
        leave.given().await;
    }

    /// Words the action at hand, in the past tense.
    pub fn say(&self, note: String) {
        *self.reached.borrow_mut() = Some(note);
    }
}
