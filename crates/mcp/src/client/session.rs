//! What the older revisions have: a handshake, mostly a session, and answers of ours to requests of the server.

use super::about::Revision;
use super::body::refusal;
use super::error::{Fail, Refusal};
use super::headers::Headers;
use super::line::{Line, after_sending};
use super::modern::ACCEPT;
use super::notices::Change;
use super::shared::Shared;
use edith_http::{HttpAnswer, HttpRequest};
use serde_json::Value;
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use url::Url;

/// Shortest, longest and usual wait before a stream is asked for again, in milliseconds.
pub(crate) const RETRY_MS: (u64, u64, u64) = (100, 60_000, 1_000);

/// How the server is spoken to, once that is known.
#[derive(Clone)]
pub(crate) enum Link {
    /// Each request on its own.
    Modern,
    /// By a session, or what older revisions have in place of one.
    Session(Rc<Session>),
}

impl Link {
    /// Whether a request can be sent: without its stream, the first transport would take it and have nowhere to answer.
    pub(crate) fn stands(&self) -> bool {
        match self {
            Self::Modern => true,
            Self::Session(session) => !session.is_sse || !session.shared.is_gone(),
        }
    }
}

/// What was agreed on with a server.
pub(crate) struct Session {
    pub(crate) revision: Cell<Revision>,
    pub(crate) id: Option<String>,
    pub(crate) post_to: Url,
    /// Whether all that the server says comes on the shared stream.
    pub(crate) is_sse: bool,
    /// The stream that belongs to no request.
    pub(crate) shared: Shared,
}

impl Session {
    fn headers(&self, accept: &str) -> Headers {
        let mut headers = Headers::from([(Cow::Borrowed("accept"), accept.to_owned())]);
        if !self.is_sse {
            headers.insert(Cow::Borrowed("mcp-protocol-version"), self.revision.get().as_str().to_owned());
        }
        headers.extend(self.id.clone().map(|id| (Cow::Borrowed("mcp-session-id"), id)));
        headers
    }

    /// Posts a message.
    pub(crate) async fn post(&self, line: &Line, message: String) -> Result<HttpAnswer, Fail> {
        let own = self.headers(ACCEPT);
        line.send("POST", &self.post_to, own, Some(message)).await.map_err(after_sending)
    }

    /// Posts a message that has no answer.
    pub(crate) async fn tell(&self, line: &Line, message: String) -> Result<(), Fail> {
        let answer = self.post(line, message).await?;
        if answer.status >= 400 {
            return Err(Fail::from(refusal(answer, None).await));
        }
        Ok(())
    }

    /// Posts a message in the background; nothing depends on it.
    pub(crate) fn mention(self: &Rc<Self>, line: &Rc<Line>, message: String) {
        let (session, owner) = (Rc::clone(self), Rc::clone(line));
        line.background(async move { drop(session.tell(&owner, message).await) });
    }

    /// The request for a stream: a new one, or one that goes on after an event.
    pub(crate) fn listening(&self, line: &Line, after: Option<&str>) -> HttpRequest {
        let mut own = self.headers("text/event-stream");
        own.extend(after.map(|id| (Cow::Borrowed("last-event-id"), id.to_owned())));
        line.request("GET", &line.endpoint.url, own, None)
    }

    /// Whether a refusal means that the server no longer knows this session, and so did nothing.
    pub(crate) fn is_over(&self, refusal: &Refusal) -> bool {
        // Not all servers say it by the status that the specification names.
        let says_so = || refusal.status == 400 && refusal.text.to_ascii_lowercase().contains("session");
        self.id.is_some() && (refusal.status == 404 || says_so())
    }

    /// Ends the session, in the background.
    pub(crate) fn end(self: &Rc<Self>, line: &Rc<Line>) {
        self.shared.close();
        if self.id.is_some() {
            let request = line.request("DELETE", &self.post_to, self.headers(ACCEPT), None);
            let http = Rc::clone(&line.ports.http);
            line.background(async move { drop(http.send(request).await) });
        }
    }

    /// Passes on which list changed, if a message says so.
    pub(crate) fn noticed(&self, method: &str, params: &Value) {
        self.shared.changed(Change::of(method, params));
    }
}
