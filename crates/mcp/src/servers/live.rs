//! A server that is spoken to: its client, and what it offers.

use super::problem::problem;
use crate::client::{About, Client, McpError, Prompt, Resource, Tool};
use crate::oauth::parse_challenge;
use edith_protocol::McpServer;
use edith_words::{Sentence, say};
use futures_util::lock::Mutex;
use std::cell::RefCell;
use std::rc::Rc;
use url::Url;

/// A server that is spoken to.
pub(super) struct Live {
    /// As it is set up; set up in another way it is another.
    pub(super) server: McpServer,
    pub(super) url: Url,
    pub(super) client: Client,
    /// What it offered when it was last asked.
    pub(super) offers: RefCell<Option<Rc<Offers>>>,
    /// Why it could not be used when it was last tried.
    pub(super) problem: RefCell<Option<McpError>>,
    /// What it said about signing in when it refused.
    pub(super) challenge: RefCell<Option<String>>,
    /// The host of the page that the person would sign in on, if the server wants that.
    pub(super) sign_in_at: RefCell<Option<String>>,
    pub(super) renewing: Mutex<()>,
}

/// What a server offers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Offers {
    pub(super) about: About,
    pub(super) tools: Vec<Tool>,
    pub(super) warnings: Vec<String>,
    /// When it said so, in milliseconds since 1970, and how long that holds.
    pub(super) at: f64,
    pub(super) fresh_ms: u64,
    /// What is not needed for runs; none: it was not asked for.
    pub(super) more: Option<(Vec<Prompt>, Vec<Resource>)>,
}

impl Live {
    /// A sentence about an error of this server. Where the person would sign in is said before anything is opened.
    pub(super) fn problem(&self, error: &McpError) -> Sentence {
        match (error, &*self.sign_in_at.borrow()) {
            (McpError::Unauthorized { .. }, Some(at)) => say!(McpSignInAt { host: self.host(), at: at }),
            _ => problem(error, &self.host()),
        }
    }

    /// Whether it refused something for which the person has to give it more than they did.
    pub(super) fn wants_more(&self) -> bool {
        self.challenge.borrow().as_deref().is_some_and(|challenge| parse_challenge(challenge).needs_more_scopes())
    }

    /// What it offered when it was last asked.
    pub(super) fn last_offers(&self) -> Option<Rc<Offers>> {
        self.offers.borrow().clone()
    }

    pub(super) fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }
}

/// Whether both are reached in the same way.
pub(super) fn is_same(a: &McpServer, b: &McpServer) -> bool {
    (&a.url, a.transport, &a.headers) == (&b.url, b.transport, &b.headers)
        && (&a.client_id, &a.client_secret) == (&b.client_id, &b.client_secret)
}
