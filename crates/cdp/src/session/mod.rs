//! An attached tab's session, and what is known of the page. The calls are in `calls`, attaching in `attach`, what is known of the current action in
//! `action`.

pub(crate) mod action;
pub(crate) mod attach;
pub(crate) mod calls;
mod messages;
mod prompts;
mod watching;

use crate::state::frames::Frames;
use crate::state::hub::EventHub;
use crate::state::listening::Listening;
use crate::wire::overlay::Overlay;
use crate::wire::transport::{PageScript, Transport};
use edith_page::page_api::WalkOptions;
use edith_port::Clock;
use edith_port::Permit;
use edith_records::documents::Documents;
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
    /// The page's mark for the next action, which takes it as it begins to reach the page; empty: none.
    pub intent: RefCell<String>,
    /// Nothing is done to the page before this is granted.
    pub leave: RefCell<Permit>,
    /// The number of document changes seen by the end of the last action; none: unknown.
    pub settled: Cell<Option<u32>>,
    /// Where a mouse button is held down.
    pub held: Cell<Option<[f64; 2]>>,
    /// The name of the events by which pages tell what they want to send over sockets.
    pub(crate) word: String,
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
            word: format!("edith-{}", transport.secret()),
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
            intent: RefCell::default(),
            leave: RefCell::default(),
            settled: Cell::new(None),
            held: Cell::new(None),
            asks_told: RefCell::default(),
        }
    }

    /// Waits for permission to change the page.
    pub(crate) async fn permitted(&self) {
        let leave = self.leave.borrow().clone();
        leave.given().await;
    }
}
