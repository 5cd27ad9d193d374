//! A server that is spoken to: its client, and what it offers.

use super::Servers;
use super::problem::problem;
use crate::client::{About, Client, Endpoint, McpError, Prompt, Resource, Tool, Transport};
use crate::oauth::parse_challenge;
use edith_core::http_url::HttpUrl;
use edith_protocol::{McpServer, McpTransport};
use edith_words::{Sentence, Word, say};
use futures_util::lock::Mutex;
use std::cell::RefCell;
use std::ops::AsyncFn;
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
    /// What it said of signing in when it refused.
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

    pub(super) fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }
}

impl Servers {
    /// The server as it is set up now, to be spoken to.
    pub(super) fn live(&self, server: &McpServer) -> Result<Rc<Live>, Box<Sentence>> {
        if let Some(live) = self.live.borrow().get(&server.id).filter(|live| is_same(&live.server, server)) {
            return Ok(Rc::clone(live));
        }
        let live = Rc::new(self.apart(server)?);
        let before = self.live.borrow_mut().insert(server.id.clone(), Rc::clone(&live));
        if let Some(before) = before {
            before.client.close();
        }
        Ok(live)
    }

    /// The same for one try.
    pub(super) fn apart(&self, server: &McpServer) -> Result<Live, Box<Sentence>> {
        let bad = || Box::new(say!(McpBadAddress { url: Word::Quoted(server.url.clone()) }));
        let url = HttpUrl::parse(&server.url).map_err(|_| bad())?;
        let url = Url::parse(url.as_str()).map_err(|_| bad())?;
        let transport = match server.transport {
            McpTransport::Auto => Transport::Auto,
            McpTransport::Http => Transport::Http,
            McpTransport::Sse => Transport::Sse,
        };
        let endpoint = Endpoint { url: url.clone(), transport, headers: server.headers.clone() };
        Ok(Live {
            server: server.clone(),
            url,
            client: Client::new(self.ports.clone(), endpoint),
            offers: RefCell::default(),
            problem: RefCell::default(),
            challenge: RefCell::default(),
            sign_in_at: RefCell::default(),
            renewing: Mutex::new(()),
        })
    }

    /// Asks a server for something, signed in. What was refused for a token that has ended was not carried out, and is asked once more with a new one.
    pub(super) async fn with<T>(
        &self,
        live: &Live,
        ask: impl AsyncFn(&Client) -> Result<T, McpError>,
    ) -> Result<T, McpError> {
        self.sign_ins.authorize(live, self.ports.clock.now()).await;
        let mut answer = ask(&live.client).await;
        if matches!(answer, Err(McpError::Unauthorized { .. }))
            && self.sign_ins.renew(live, self.ports.clock.now()).await
        {
            answer = ask(&live.client).await;
        }
        if let Err(error @ (McpError::Unauthorized { challenge } | McpError::Forbidden { challenge })) = &answer {
            live.challenge.borrow_mut().clone_from(challenge);
            if matches!(error, McpError::Unauthorized { .. }) {
                // What it offered before says nothing any more.
                *live.problem.borrow_mut() = Some(error.clone());
            }
        }
        answer
    }

    /// What a server offers: as it said before as long as that holds, else asked. `more`: with its prompts and resources.
    pub(super) async fn offers(&self, live: &Live, more: bool) -> Result<Rc<Offers>, McpError> {
        let now = self.ports.clock.now();
        let known = live.offers.borrow().clone();
        let is_well = live.problem.borrow().is_none();
        let holds = |offers: &Rc<Offers>| {
            is_well && now - offers.at < offers.fresh_ms as f64 && (offers.more.is_some() || !more)
        };
        if let Some(known) = known.clone().filter(holds) {
            return Ok(known);
        }
        let asked = self.with(live, async |client: &Client| {
            let about = client.connect().await?;
            let tools = client.tools().await?;
            let further = if more {
                // A server without these is none the worse.
                let prompts = client.prompts().await.map(|listed| listed.items).unwrap_or_default();
                let resources = client.resources().await.map(|listed| listed.items).unwrap_or_default();
                Some((prompts, resources))
            } else {
                known.as_ref().and_then(|known| known.more.clone())
            };
            let (warnings, fresh_ms) = (tools.warnings, tools.fresh_ms);
            Ok(Offers { about, tools: tools.items, warnings, at: now, fresh_ms, more: further })
        });
        match asked.await {
            Ok(offers) => {
                let offers = Rc::new(offers);
                *live.offers.borrow_mut() = Some(Rc::clone(&offers));
                *live.problem.borrow_mut() = None;
                Ok(offers)
            }
            Err(error) => {
                *live.problem.borrow_mut() = Some(error.clone());
                Err(error)
            }
        }
    }
}

/// Whether both are reached in the same way.
pub(super) fn is_same(a: &McpServer, b: &McpServer) -> bool {
    (&a.url, a.transport, &a.headers) == (&b.url, b.transport, &b.headers)
        && (&a.client_id, &a.client_secret) == (&b.client_id, &b.client_secret)
}
