//! The way to a server: what is needed for it, and how a request is sent.

use super::error::{Fail, McpError, brief};
use super::headers::{Headers, is_name, is_value};
use edith_http::{Http, HttpAnswer, HttpError, HttpRequest};
use edith_port::{Clock, Spawner};
use edith_protocol::Gather as _;
use futures_util::future::{Either, select};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use url::Url;

/// Longest that connecting, or a list, may take.
pub(crate) const PATIENCE_MS: u64 = 20_000;

/// What the client needs from outside.
#[derive(Clone)]
pub struct ClientPorts {
    /// The network.
    pub http: Rc<dyn Http>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// Background work.
    pub spawner: Rc<dyn Spawner>,
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Transport {
    /// What it answers to: one address, or the deprecated transport with two.
    #[default]
    Auto,
    /// One address, and nothing else.
    Http,
    /// The transport of 2024-11-05 at once.
    Sse,
}

/// A server's place. It has no `Debug`: its headers may carry secrets.
#[derive(Clone)]
pub struct Endpoint {
    /// The address.
    pub url: Url,
    /// How it is spoken to.
    pub transport: Transport,
    /// Headers that every request carries. Those of the protocol win over them, and what is not a header is left out.
    pub headers: BTreeMap<String, String>,
}

/// The way to one server.
pub(crate) struct Line {
    pub(crate) ports: ClientPorts,
    pub(crate) endpoint: Endpoint,
    authorization: RefCell<Option<String>>,
    last_id: Cell<i64>,
}

impl Line {
    pub(crate) fn new(ports: ClientPorts, endpoint: Endpoint) -> Self {
        Self { ports, endpoint, authorization: RefCell::default(), last_id: Cell::default() }
    }

    pub(crate) fn authorize(&self, header: Option<String>) {
        *self.authorization.borrow_mut() = header;
    }

    /// A new id, used once.
    pub(crate) fn id(&self) -> i64 {
        self.last_id.set(self.last_id.get() + 1);
        self.last_id.get()
    }

    /// A request. Headers of the protocol win over those of the person.
    pub(crate) fn request(&self, method: &'static str, url: &Url, own: Headers, body: Option<String>) -> HttpRequest {
        let theirs = self.endpoint.headers.iter();
        let mut headers: Headers = theirs
            .filter(|(name, value)| is_name(name) && is_value(value))
            .map(|(name, value)| (Cow::Owned(name.to_ascii_lowercase()), value.clone()))
            .filter(|(name, _)| !is_of_protocol(name))
            .gathered();
        if let Some(authorization) = self.authorization.borrow().as_ref().filter(|value| is_value(value)) {
            headers.insert(Cow::Borrowed("authorization"), authorization.clone());
        }
        if body.is_some() {
            headers.insert(Cow::Borrowed("content-type"), "application/json".to_owned());
        }
        headers.extend(own);
        HttpRequest { method, url: url.to_string(), headers, body, origin: None }
    }

    /// Sends a request.
    pub(crate) async fn send(
        &self,
        method: &'static str,
        url: &Url,
        own: Headers,
        body: Option<String>,
    ) -> Result<HttpAnswer, McpError> {
        let request = self.request(method, url, own, body);
        self.ports.http.send(request).await.map_err(|error| match error {
            HttpError::Broken(broken) => McpError::Unreachable(brief(&broken.0, 200)),
            HttpError::Redirected => McpError::Redirected,
        })
    }

    /// Runs this in the background, for 20 seconds at most.
    pub(crate) fn background(self: &Rc<Self>, work: impl Future<Output = ()> + 'static) {
        let clock = Rc::clone(&self.ports.clock);
        let work = async move {
            select(pin!(work), pin!(clock.sleep(PATIENCE_MS))).await;
        };
        self.ports.spawner.spawn(Box::pin(work));
    }

    /// Waits for this, for 20 seconds at most.
    pub(crate) async fn in_time<T, E: From<McpError>>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        match select(pin!(work), pin!(self.ports.clock.sleep(PATIENCE_MS))).await {
            Either::Left((done, _)) => done,
            Either::Right(_) => Err(McpError::Slow.into()),
        }
    }
}

/// A request was sent whole: that nobody answered is not proof that nobody got it.
pub(crate) fn after_sending(error: McpError) -> Fail {
    Fail::Error(match error {
        McpError::Unreachable(why) => McpError::NoAnswer(why),
        error => error,
    })
}

fn is_of_protocol(name: &str) -> bool {
    matches!(name, "accept" | "content-type" | "content-length" | "host" | "last-event-id") || name.starts_with("mcp-")
}

/// How this client names itself.
pub(crate) fn client_info() -> Value {
    json!({ "name": "EDITH", "version": env!("CARGO_PKG_VERSION") })
}

/// What servers may ask of this client.
pub(crate) fn capabilities() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {} })
}

/// The parameters of a request, without what each revision adds.
pub(crate) fn params<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).gathered()
}
