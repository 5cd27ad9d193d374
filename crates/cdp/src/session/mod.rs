//! An attached tab's session, and what is known of the page and the current action. The calls are in `calls`, attaching in `attach`.

pub(crate) mod attach;
pub(crate) mod calls;
mod prompts;
mod watching;

use crate::state::frames::Frames;
use crate::state::hub::EventHub;
use crate::state::listening::Listening;
use crate::wire::errors::Result;
use crate::wire::overlay::Overlay;
use crate::wire::transport::{PageScript, Transport};
use edith_core::action::ToolAnswer;
use edith_core::documents::Documents;
use edith_core::port::Clock;
use edith_core::port::Permit;
use edith_page::page_api::{Note, WalkOptions};
use futures_util::future::LocalBoxFuture;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub(crate) struct Session {
    pub transport: Rc<dyn Transport>,
    pub page: Rc<dyn PageScript>,
    pub hub: Rc<EventHub>,
    pub clock: Rc<dyn Clock>,
    pub documents: Option<Documents>,
    /// None: nothing is shown of what is done.
    pub(crate) overlay: Option<Rc<dyn Overlay>>,
    /// The options of the last walk.
    pub walk: RefCell<WalkOptions>,
    /// Token of the last document looked at, and the number of documents the tab had had by then.
    pub looked: RefCell<(String, u64)>,
    pub(crate) listening: RefCell<Listening>,
    /// Other sites' frames in the last look.
    pub frames: RefCell<Frames>,
    /// The current action's frame; 0: the top one.
    pub(crate) acting_in: Cell<i32>,
    /// The page's mark for the coming action; empty: none.
    pub intent: RefCell<String>,
    /// Nothing is done to the page before this is granted.
    pub leave: RefCell<Permit>,
    /// Whether the current action may only begin with the page as witness.
    pub(crate) needs_witness: Cell<bool>,
    /// What the current action did, once it began to reach the page.
    pub reached: RefCell<Option<String>>,
    /// Whether the current action sent input such as a button or key.
    pub sent: Cell<bool>,
    /// The number of document changes seen by the end of the last action; none: unknown.
    pub settled: Cell<Option<u32>>,
    /// What took the current action's press instead of the target.
    pub missed: RefCell<Option<Note>>,
    /// What the tool of the page that the current action called answered.
    pub(crate) answer: RefCell<Option<ToolAnswer>>,
    /// The command that makes the browser pause requests, on its way.
    pub(crate) pausing: RefCell<Option<LocalBoxFuture<'static, Result>>>,
    /// Where a mouse button is held down.
    pub held: Cell<Option<[f64; 2]>>,
    /// The frames whose page tells what it asks the browser for, and the number of documents the tab had had by then.
    asks_told: RefCell<(u64, Vec<i32>)>,
}

impl Session {
    pub(crate) fn new(
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
            overlay: None,
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
            answer: RefCell::default(),
            pausing: RefCell::default(),
            held: Cell::new(None),
            asks_told: RefCell::default(),
        }
    }

    /// Waits for permission to change the page.
    pub(crate) async fn permitted(&self) {
        let leave = self.leave.borrow().clone();
        leave.given().await;
    }

    /// Describes the current action, in the past tense.
    pub(crate) fn say(&self, note: String) {
        *self.reached.borrow_mut() = Some(note);
    }
}
