//! Requests under way, including web socket messages: which are worth waiting for, and when those end whose end is never reported.

use super::arrivals::host_in;
use super::sockets::{ANSWER, Sockets, TALK};
use crate::wire::protocol::network::{self, RequestWillBeSent, ResponseReceived};
use std::collections::{BTreeMap, HashMap};

/// Most addresses remembered as polled.
const POLLED: usize = 256;
/// How many words of a query or body identify a request.
const TOLD: usize = 60;
/// Requests within this many milliseconds after an action may still be its own.
const AFTERMATH: f64 = 1_000.0;
/// The end of a fetch whose body the page does not read is never reported: it counts as over after this many silent milliseconds.
pub(crate) const UNREAD: f64 = 100.0;

/// A request that may be waited for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Request {
    /// Position in order of start.
    pub(crate) seq: u64,
    /// In milliseconds.
    pub started: f64,
    /// Whether the response's headers came.
    pub answered: bool,
    /// When last heard of, in milliseconds.
    pub heard: f64,
    pub fetch: bool,
    /// Whether it is a web socket message.
    pub socket: bool,
    /// Whether it never ends (event streams).
    pub endless: bool,
    /// Whether the page polls this address.
    pub(crate) polled: bool,
    /// Its document.
    pub loader: String,
    /// The host that it goes to.
    site: String,
}

impl Request {
    /// When it expires if nothing more is heard; none: its end will be reported.
    pub(crate) fn over_at(&self) -> Option<f64> {
        if self.socket {
            let end =
                if self.answered { (self.heard + UNREAD).min(self.started + TALK) } else { self.started + ANSWER };
            return Some(end);
        }
        (self.fetch && self.answered).then_some(self.heard + UNREAD)
    }
}

type Key = (String, String);

#[derive(Debug, Default)]
pub(crate) struct Requests {
    /// Whether an action is being performed: requests starting long after one are the page's own.
    pub acting: bool,
    /// When the last action was over, in milliseconds.
    pub(crate) idle_since: f64,
    under_way: HashMap<Key, Request>,
    next: u64,
    polled: BTreeMap<String, u32>,
    sockets: Sockets,
}

impl Requests {
    pub(crate) fn next_number(&self) -> u64 {
        self.next
    }

    /// Requests under way at `now`, numbered from `since` on, that are worth waiting for.
    pub(crate) fn pending(&self, since: u64, now: f64) -> impl Iterator<Item = &Request> {
        self.under_way
            .values()
            .filter(move |r| r.seq >= since && !r.endless && !r.polled && r.over_at().is_none_or(|end| now < end))
    }

    /// The host of a request that has not been answered; none: it is over, or nobody waits for such a one.
    pub(crate) fn awaited(&self, session: &str, id: &str) -> Option<&str> {
        let request = self.under_way.get(&key(session, id))?;
        (!request.answered).then_some(request.site.as_str())
    }

    pub(crate) fn answered(&mut self, session: &str, answer: ResponseReceived, now: f64) {
        if let Some(request) = self.under_way.get_mut(&key(session, answer.id())) {
            request.answered = true;
            request.heard = now;
            request.endless |= is_stream(answer.mime()) || answer.kind() == "EventSource";
        }
    }

    /// A part of an answer came.
    pub(crate) fn goes_on(&mut self, session: &str, id: &str, now: f64) {
        if let Some(request) = self.under_way.get_mut(&key(session, id)) {
            request.heard = now;
        }
    }

    /// A request is over; returns what was known of it.
    pub(crate) fn end(&mut self, session: &str, id: &str) -> Option<Request> {
        self.under_way.remove(&key(session, id))
    }

    pub(crate) fn socket_closed(&mut self, session: &str, id: &str) {
        let key = key(session, id);
        self.under_way.remove(&key);
        self.sockets.forget(&key);
    }

    /// Forgets the requests under way, whose end will not be reported.
    pub(crate) fn clear(&mut self) {
        self.under_way.clear();
    }

    pub(crate) fn forget_session(&mut self, gone: &str) {
        self.under_way.retain(|(session, _), _| session != gone);
    }

    /// The tab has another document: the old one's requests no longer matter.
    pub(crate) fn turn_to(&mut self, loader: &str) {
        self.polled.clear();
        self.under_way.retain(|_, request| request.loader == loader);
    }

    /// Whether requests starting now are the page's own, not an action's.
    fn is_idle(&self, now: f64) -> bool {
        !self.acting && now - self.idle_since > AFTERMATH
    }

    /// A request starts; returns whether it is new and may be waited for.
    pub(crate) fn begin(&mut self, session: &str, asked: RequestWillBeSent, now: f64) -> bool {
        let kind = asked.kind();
        if !matches!(kind, "Document" | "Script" | "XHR" | "Fetch") {
            return false;
        }
        let key = key(session, asked.id());
        // A redirect continues the same request.
        if asked.redirection().is_some() && self.under_way.contains_key(&key) {
            return false;
        }
        let address = identity(asked.request());
        if kind != "Document" && self.is_idle(now) {
            if self.polled.len() >= POLLED {
                self.polled.clear();
            }
            *self.polled.entry(address.clone()).or_default() += 1;
        }
        let polled = kind != "Document" && self.polled.get(&address).is_some_and(|times| *times >= 2);
        let request = Request {
            fetch: kind == "Fetch",
            polled,
            loader: asked.loader().to_owned(),
            site: host_in(asked.request().url()),
            ..self.begun(now)
        };
        self.under_way.insert(key, request);
        true
    }

    fn begun(&mut self, now: f64) -> Request {
        let seq = self.next;
        self.next += 1;
        Request {
            seq,
            started: now,
            answered: false,
            heard: now,
            fetch: false,
            socket: false,
            endless: false,
            polled: false,
            loader: String::new(),
            site: String::new(),
        }
    }

    /// The page sent a message over a socket; during an action, because of it.
    pub(crate) fn socket_sent(&mut self, session: &str, id: &str, now: f64) {
        if !self.acting {
            return;
        }
        let key = key(session, id);
        if let Some(before) = self.under_way.get(&key) {
            if before.over_at().is_some_and(|end| now < end) {
                return;
            }
            self.sockets.answered(&key, before.answered);
        }
        if !self.sockets.converses(&key) {
            self.under_way.remove(&key);
            return;
        }
        let request = Request { socket: true, ..self.begun(now) };
        self.under_way.insert(key, request);
    }

    pub(crate) fn socket_received(&mut self, session: &str, id: &str, now: f64) {
        let (key, is_idle) = (key(session, id), self.is_idle(now));
        match self.under_way.get_mut(&key) {
            Some(message) if message.over_at().is_some_and(|end| now < end) => {
                message.answered = true;
                message.heard = now;
            }
            _ if is_idle => self.sockets.ticked(&key, now),
            _ => {}
        }
    }
}

fn key(session: &str, id: &str) -> Key {
    (session.to_owned(), id.to_owned())
}

/// Method, address, query and body without the numbers that polling varies. Single-endpoint applications tell their requests apart in the query or
/// body.
pub(super) fn identity(request: network::Request) -> String {
    let url = request.url();
    let (path, query) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    let told = [query, request.body()].map(|part| unnumbered(part.split(is_between).take(TOLD)));
    format!("{} {path}{}", request.method(), told.concat())
}

/// A text without the numbers that the same text has each time.
pub(super) fn unnumbered<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for word in words {
        out.push(' ');
        out.push_str(if word.contains(|c: char| c.is_ascii_digit()) { "#" } else { word });
    }
    out
}

/// Whether a character stands between words.
pub(super) fn is_between(c: char) -> bool {
    !c.is_alphanumeric()
}

fn is_stream(mime: &str) -> bool {
    matches!(mime, "text/event-stream" | "multipart/x-mixed-replace" | "application/x-ndjson")
}
