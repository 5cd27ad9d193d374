//! Asking servers: each with its client, signed in, and what it offers.

use super::Servers;
use super::live::{Live, Offers, is_same};
use crate::client::{Client, Endpoint, McpError, Transport};
use edith_actions::http_url::HttpUrl;
use edith_protocol::{McpServer, McpTransport};
use edith_words::{Sentence, Word, say};
use futures_util::lock::Mutex;
use std::cell::RefCell;
use std::ops::AsyncFn;
use std::rc::Rc;
use url::Url;

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
                // What it offered before no longer counts.
                *live.problem.borrow_mut() = Some(error.clone());
            }
        }
        answer
    }

    /// What a server offers: as it said before as long as that holds, else asked. `more`: with its prompts and resources.
    pub(super) async fn offers(&self, live: &Live, more: bool) -> Result<Rc<Offers>, McpError> {
        let now = self.ports.clock.now();
        let known = live.last_offers();
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
                let own = offers.about.title.as_deref().unwrap_or(&offers.about.name);
                // Without its name it is known by its host, as before.
                drop(self.rows.learn_name(&live.server.id, own).await);
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
