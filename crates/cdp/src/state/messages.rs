//! Messages that pages send over web sockets while an action is carried out: the browser holds them up before they leave it, and they are judged as
//! requests are.

use crate::wire::protocol::network::FrameSent;
use edith_core::action::{HeldRequest, RequestJudge, SentRequest};
use std::collections::HashMap;

/// What a person is told instead of a method.
const METHOD: &str = "WebSocket";
/// The kind of a frame whose content is text (RFC 6455, section 5.2).
const TEXT: u64 = 1;
/// Most messages that wait for an answer: a question names as many.
const WAITING: usize = 64;

type Key = (String, String);

/// What is known of a tab's sockets and of what the browser holds up.
#[derive(Default)]
pub(crate) struct Messages {
    /// Whether the browser holds messages up.
    pub(crate) is_holding: bool,
    /// Whether it holds some up that may go.
    pub(crate) are_due: bool,
    /// Addresses of the sockets that were opened while the tab was watched.
    opened: HashMap<Key, String>,
    /// Messages that nobody has allowed, each with its [`HeldRequest::id`]. What is sent after them waits behind them.
    waiting: Vec<(String, SentRequest)>,
}

impl Messages {
    pub(crate) fn opened(&mut self, session: &str, id: &str, url: &str) {
        self.opened.insert((session.to_owned(), id.to_owned()), url.to_owned());
    }

    pub(crate) fn closed(&mut self, session: &str, id: &str) {
        self.opened.remove(&(session.to_owned(), id.to_owned()));
    }

    /// The message as a request. `page`: the address of the document, for sockets that were open before.
    pub(super) fn request(&self, session: &str, sent: FrameSent, page: &str) -> SentRequest {
        let opened = self.opened.get(&(session.to_owned(), sent.id().to_owned())).map_or(page, String::as_str);
        let url = match opened.strip_prefix("ws") {
            Some(rest) => format!("http{rest}"),
            None => opened.to_owned(),
        };
        SentRequest {
            method: "POST".to_owned(),
            url,
            headers: Vec::new(),
            body: content(sent.text()).to_owned(),
            is_ping: false,
            is_document: false,
            is_untold: sent.kind() != TEXT,
            is_apart: true,
        }
    }

    /// Takes a message in that the browser holds up. `held`: as what it is held back; none: it may go.
    pub(super) fn take(&mut self, request: SentRequest, held: Option<&HeldRequest>) {
        if let Some(held) = held.filter(|_| self.waiting.len() < WAITING) {
            self.waiting.push((held.id.clone(), request));
        }
        self.are_due = self.waiting.is_empty();
    }

    /// Judges what waits once more: it may have been allowed.
    pub(super) fn judge(&mut self, judge: &RequestJudge) {
        let waited = self.wait();
        self.waiting.retain(|(_, request)| judge(request).is_some());
        self.are_due |= waited && !self.wait();
    }

    /// Whether messages wait that nobody has allowed.
    pub(crate) fn wait(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The same for this one; none: for any.
    pub(super) fn waits(&self, id: Option<&str>) -> bool {
        self.waiting.iter().any(|(waiting, _)| id.is_none_or(|id| waiting == id))
    }

    /// The document whose sockets these were is gone, and what waited with it.
    pub(super) fn turn(&mut self) {
        self.waiting.clear();
        self.opened.clear();
    }

    /// The session is lost, and with it what the browser held up.
    pub(crate) fn lose(&mut self) {
        (self.is_holding, self.are_due) = (false, false);
        self.waiting.clear();
    }
}

/// As a person is asked about it.
pub(super) fn told(held: HeldRequest) -> HeldRequest {
    let url = held.url.strip_prefix("http").map_or_else(|| held.url.clone(), |rest| format!("ws{rest}"));
    HeldRequest { method: METHOD.to_owned(), url, ..held }
}

/// What a frame says beside the numbers of the protocol around it: Engine.IO writes `42["save",{…}]`.
fn content(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(['[', '{']) { rest } else { text }
}
