//! Web sockets as something to wait for: what an action made the page send over one is answered over it. Sockets that talk all the time, or
//! whose messages are never answered, are known by that and not waited for.

use std::collections::HashMap;

/// An answer is waited for so long, in milliseconds.
pub(crate) const ANSWER: f64 = 1_000.0;
/// A message with all that follows on it is waited for at most so long, in milliseconds.
pub(crate) const TALK: f64 = 1_600.0;
/// Messages that come while nothing is done, each within so many milliseconds after the one before, make a ticker.
const TICK: f64 = 2_000.0;
/// So many of them do.
const TICKS: u32 = 3;
/// After so many messages without an answer, no further one is expected.
const UNANSWERED: u32 = 2;

/// Session and id of a socket.
type Key = (String, String);

#[derive(Debug, Default)]
struct Socket {
    ticks: u32,
    ticked: f64,
    unanswered: u32,
}

/// What is known of a tab's sockets.
#[derive(Debug, Default)]
pub(crate) struct Sockets(HashMap<Key, Socket>);

impl Sockets {
    /// A message came at `now` while nothing was done.
    pub fn ticked(&mut self, key: &Key, now: f64) {
        let socket = self.0.entry(key.clone()).or_default();
        socket.ticks = if now - socket.ticked < TICK { socket.ticks + 1 } else { 1 };
        socket.ticked = now;
    }

    /// A message was answered, or not.
    pub fn answered(&mut self, key: &Key, answered: bool) {
        let socket = self.0.entry(key.clone()).or_default();
        socket.unanswered = if answered { 0 } else { socket.unanswered + 1 };
    }

    /// Whether a message over it is worth waiting for an answer.
    pub fn converses(&self, key: &Key) -> bool {
        self.0.get(key).is_none_or(|socket| socket.ticks < TICKS && socket.unanswered < UNANSWERED)
    }

    /// It is closed.
    pub fn forget(&mut self, key: &Key) {
        self.0.remove(key);
    }
}
