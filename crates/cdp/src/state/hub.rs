//! Where a tab's events arrive: each is folded into the tab's state at once, then everything that waits for a state looks again.

use crate::state::TabState;
use crate::wire::transport::{CdpEvent, DetachReason};
use edith_core::port::Clock;
use edith_protocol::TabId;
use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A tab's event feed. The owner of the transport pushes, the tab waits.
pub struct EventHub {
    clock: Rc<dyn Clock>,
    state: RefCell<TabState>,
    waiting: RefCell<Vec<Waker>>,
}

impl EventHub {
    /// A hub for one tab, to be fed from before the tab is attached.
    pub fn new(clock: Rc<dyn Clock>) -> Rc<Self> {
        Rc::new(Self { clock, state: RefCell::default(), waiting: RefCell::default() })
    }

    /// Whether an event of this name means anything here; the others need not even be converted and pushed.
    pub fn wants(method: &str) -> bool {
        crate::state::WANTED.contains(&method)
    }

    /// Takes in an event of the tab or of one of its child sessions.
    pub fn push(&self, event: &CdpEvent) {
        let now = self.clock.now();
        self.change(|state| state.apply(event, now));
    }

    /// The debugger was detached from the tab.
    pub fn detached(&self, reason: DetachReason) {
        self.change(|state| state.detached = Some(reason));
    }

    /// The tab opened another one (`tabs.onCreated` with this tab as its opener).
    pub fn note_opened_tab(&self, tab: TabId) {
        self.change(|state| {
            if !state.opened_tabs.contains(&tab) {
                state.opened_tabs.push(tab);
            }
        });
    }

    /// Changes the state and wakes whoever waits for it.
    pub(crate) fn change(&self, change: impl FnOnce(&mut TabState)) {
        change(&mut self.state.borrow_mut());
        let waiting = std::mem::take(&mut *self.waiting.borrow_mut());
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Reads the state.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&TabState) -> T) -> T {
        read(&self.state.borrow())
    }

    /// Waits until the state has what is looked for. Has no deadline of its own.
    pub(crate) fn when<T>(&self, mut look: impl FnMut(&TabState) -> Option<T>) -> impl Future<Output = T> {
        poll_fn(move |context| match look(&self.state.borrow()) {
            Some(found) => Poll::Ready(found),
            None => {
                let mut waiting = self.waiting.borrow_mut();
                if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                    waiting.push(context.waker().clone());
                }
                Poll::Pending
            }
        })
    }
}
