//! The stream of an older revision that belongs to no request: requests and notices of the server, and in 2024-11-05 everything.

use super::notices::Change;
use super::wire::{Incoming, is_id};
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::future::AbortHandle;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The stream, and who waits for what on it.
#[derive(Default)]
pub(crate) struct Shared {
    waiting: RefCell<BTreeMap<i64, Waiter>>,
    listeners: RefCell<Vec<UnboundedSender<Change>>>,
    carrier: RefCell<Option<AbortHandle>>,
    state: Cell<ConnectionState>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum ConnectionState {
    #[default]
    New,
    Open,
    Gone,
}

struct Waiter {
    inbox: UnboundedSender<Incoming>,
    /// Whether the server may ask something back on its behalf.
    may_ask: bool,
}

impl Shared {
    /// From now on, messages for this call come here.
    pub(crate) fn expect(&self, id: i64, may_ask: bool) -> UnboundedReceiver<Incoming> {
        let (inbox, messages) = unbounded();
        if self.state.get() != ConnectionState::Gone {
            self.waiting.borrow_mut().insert(id, Waiter { inbox, may_ask });
        }
        messages
    }

    pub(crate) fn unexpect(&self, id: i64) {
        self.waiting.borrow_mut().remove(&id);
    }

    /// Changes from now on. None: there is no stream to learn of them.
    pub(crate) fn listen(&self) -> Option<UnboundedReceiver<Change>> {
        let (sender, changes) = unbounded();
        (self.state.get() == ConnectionState::Open).then(|| self.listeners.borrow_mut().push(sender))?;
        Some(changes)
    }

    pub(crate) fn changed(&self, change: Option<Change>) {
        let Some(change) = change else { return };
        self.listeners.borrow_mut().retain(|listener| listener.unbounded_send(change.clone()).is_ok());
    }

    /// Whether the stream is still to be opened; from now on it is not.
    pub(crate) fn is_new(&self) -> bool {
        let is_new = self.state.get() == ConnectionState::New;
        if is_new {
            self.state.set(ConnectionState::Open);
        }
        is_new
    }

    /// Whether the stream has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.state.get() == ConnectionState::Gone
    }

    /// What carries the stream, and is ended with it.
    pub(crate) fn carried_by(&self, carrier: AbortHandle) {
        *self.carrier.borrow_mut() = Some(carrier);
    }

    /// Passes an answer on to its call. Answers to nobody, and late ones, end here.
    pub(crate) fn answered(&self, message: Incoming) {
        let Incoming::Answer { id: Some(id), .. } = &message else { return };
        let waiting = self.waiting.borrow();
        if let Some((_, waiter)) = waiting.iter().find(|(ours, _)| is_id(id, **ours)) {
            drop(waiter.inbox.unbounded_send(message));
        }
    }

    /// Passes a notice on to all calls.
    pub(crate) fn noticed(&self, message: &Incoming) {
        for waiter in self.waiting.borrow().values() {
            drop(waiter.inbox.unbounded_send(message.clone()));
        }
    }

    /// Hands a request that names no call of ours to the newest call that can wait for a person. Gives it back if there is none.
    pub(crate) fn asked(&self, message: Incoming) -> Option<Incoming> {
        let waiting = self.waiting.borrow();
        match waiting.values().rev().find(|waiter| waiter.may_ask) {
            Some(waiter) => waiter.inbox.unbounded_send(message).err().map(|error| error.into_inner()),
            None => Some(message),
        }
    }

    /// Ends the stream: whoever waits for something on it is told.
    pub(crate) fn close(&self) {
        if let Some(carrier) = self.carrier.borrow_mut().take() {
            carrier.abort();
        }
        self.gone();
    }

    /// The stream is over.
    pub(crate) fn gone(&self) {
        self.state.set(ConnectionState::Gone);
        self.waiting.borrow_mut().clear();
        self.listeners.borrow_mut().clear();
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.close();
    }
}
