//! Web sockets to wait for: a message sent because of an action is answered over the same socket. Chatty sockets, and those that never answer, are
//! recognised and not waited for.

use std::collections::HashMap;

/// How long to wait for an answer, in milliseconds.
pub(crate) const ANSWER: f64 = 1_000.0;
/// Longest wait for a message and its consequences, in milliseconds.
pub(crate) const TALK: f64 = 1_600.0;
/// Messages outside actions at most this many milliseconds apart are ticks.
const TICK: f64 = 2_000.0;
/// This many ticks make a ticker.
const TICKS: u32 = 3;
/// After this many unanswered messages, no answer is expected any more.
const UNANSWERED: u32 = 2;

type Key = (String, String);

#[derive(Debug, Default)]
struct Socket {
    ticks: u32,
    ticked: f64,
    unanswered: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Sockets(HashMap<Key, Socket>);

impl Sockets {
    /// A message came at `now`, outside an action.
    pub(super) fn ticked(&mut self, key: &Key, now: f64) {
        let socket = self.0.entry(key.clone()).or_default();
        socket.ticks = if now - socket.ticked < TICK { socket.ticks + 1 } else { 1 };
        socket.ticked = now;
    }

    pub(super) fn answered(&mut self, key: &Key, answered: bool) {
        let socket = self.0.entry(key.clone()).or_default();
        socket.unanswered = if answered { 0 } else { socket.unanswered + 1 };
    }

    /// Whether a message over it is worth waiting for an answer.
    pub(crate) fn converses(&self, key: &Key) -> bool {
        self.0.get(key).is_none_or(|socket| socket.ticks < TICKS && socket.unanswered < UNANSWERED)
    }

    pub(super) fn forget(&mut self, key: &Key) {
        self.0.remove(key);
    }
}
