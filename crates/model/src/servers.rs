//! Model servers: the kinds there are, and a client for each server.

use crate::anthropic::Anthropic;
use crate::browser::{Availability, BROWSER, BrowserChat, BrowserModel, NoBrowserModel};
use crate::openai::OpenAi;
use crate::openrouter::OPENROUTER;
use crate::server::{Kind, Line, Network, Refused};
use crate::text_actions::{Known, TextActions};
use crate::{ChatModel, ChatRequest, Clock, FIRST_BYTE_LIMIT, ModelError, ModelTurn, Models, STALL_LIMIT};
use async_trait::async_trait;
use edith_http::Http;
use edith_protocol::{ModelDetails, ModelServer};
use std::rc::Rc;
use std::time::Duration;
use url::Url;

/// Every kind, by its name in the settings. A server without one is known by its host; any other, or one of a kind from a later version, is taken as
/// the first.
const KINDS: &[KindRow] = &[
    KindRow { name: "openai", host: "", new: || Rc::new(OpenAi::default()) },
    KindRow { name: "anthropic", host: "api.anthropic.com", new: || Rc::new(Anthropic::default()) },
    KindRow { name: "openrouter", host: "openrouter.ai", new: || Rc::new(OpenAi::of(OPENROUTER)) },
];

struct KindRow {
    name: &'static str,
    /// The host whose servers are of this kind.
    host: &'static str,
    new: fn() -> Rc<dyn Kind>,
}

/// A model list comes at once or not at all, and nothing else keeps the worker alive meanwhile.
const LIST_LIMIT: Duration = Duration::from_secs(20);

/// How long the vectors of some texts may take: a small machine reads a thousand words in a few seconds.
const EMBEDDING_LIMIT: Duration = Duration::from_secs(120);

/// Models of servers over the network, and the built-in one.
pub struct ServerModels {
    network: Network,
    /// One of each in [`KINDS`]: they remember each server's dialect.
    kinds: Vec<(&'static KindRow, Rc<dyn Kind>)>,
    built_in: Rc<dyn ChatModel>,
    browser: Rc<BrowserChat>,
    without_tools: Known,
    refused: Rc<Refused>,
}

impl ServerModels {
    /// Models reached over this network. `built_in` needs none.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, built_in: Rc<dyn ChatModel>) -> Self {
        let kinds = KINDS.iter().map(|row| (row, (row.new)())).collect();
        let browser = Rc::new(BrowserChat::new(Rc::new(NoBrowserModel)));
        let (without_tools, refused) = Default::default();
        Self { network: Network { http, clock }, kinds, built_in, browser, without_tools, refused }
    }

    /// With the browser's own model, for servers of the kind [`BROWSER`].
    #[must_use]
    pub fn with_browser(mut self, model: Rc<dyn BrowserModel>) -> Self {
        self.browser = Rc::new(BrowserChat::new(model));
        self
    }

    fn kind(&self, server: &ModelServer) -> Option<Rc<dyn Kind>> {
        let host = Url::parse(server.base_url.trim()).ok().and_then(|url| url.host_str().map(str::to_owned));
        let is_it = |row: &KindRow| match server.kind.as_str() {
            "" => host.as_deref() == Some(row.host),
            kind => kind == row.name,
        };
        let known = self.kinds.iter().find(|(row, _)| is_it(row));
        known.or_else(|| self.kinds.first()).map(|(_, kind)| Rc::clone(kind))
    }
}

#[async_trait(?Send)]
impl Models for ServerModels {
    fn built_in(&self) -> Rc<dyn ChatModel> {
        Rc::clone(&self.built_in)
    }

    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel> {
        if server.kind == BROWSER {
            return Rc::clone(&self.browser) as Rc<dyn ChatModel>;
        }
        match self.kind(server) {
            Some(kind) => Rc::new(TextActions {
                inner: Rc::new(Client {
                    kind,
                    network: self.network.clone(),
                    server: server.clone(),
                    refused: Rc::clone(&self.refused),
                }),
                style: server.tools,
                model: (server.base_url.clone(), server.model.clone()),
                known: Rc::clone(&self.without_tools),
            }),
            // Unreachable: the table has rows.
            None => self.built_in(),
        }
    }

    async fn list(&self, server: &ModelServer) -> Result<Vec<ModelDetails>, ModelError> {
        if server.kind == BROWSER {
            return match self.browser.availability().await {
                Availability::Available => Ok(vec![ModelDetails { id: BROWSER.to_owned(), ..ModelDetails::default() }]),
                state => Err(ModelError::NoBrowserModel { state }),
            };
        }
        match self.kind(server) {
            Some(kind) => kind.list(&Line::new(&self.network, server, LIST_LIMIT, LIST_LIMIT)?).await,
            None => Ok(Vec::new()),
        }
    }

    async fn embed(&self, server: &ModelServer, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        if server.kind == BROWSER {
            return Err(ModelError::BadRequest { message: "the browser’s model makes no vectors".to_owned() });
        }
        match self.kind(server) {
            Some(kind) => kind.embed(&Line::new(&self.network, server, EMBEDDING_LIMIT, LIST_LIMIT)?, texts).await,
            None => Ok(Vec::new()),
        }
    }
}

struct Client {
    kind: Rc<dyn Kind>,
    network: Network,
    server: ModelServer,
    refused: Rc<Refused>,
}

#[async_trait(?Send)]
impl ChatModel for Client {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let line = Line::new(&self.network, &self.server, FIRST_BYTE_LIMIT, STALL_LIMIT)?;
        let mut attempt = self.refused.attempt(&self.server.base_url, &self.server.model, request);
        loop {
            match self.kind.complete(&line, &attempt.request, on_text).await {
                Ok(turn) => return Ok(ModelTurn { left_out: attempt.answered(), ..turn }),
                // Whether the tools of others were the reason, the next answer shows.
                Err(ModelError::BadRequest { message }) if attempt.without(&message) => {}
                Err(error) => return Err(error),
            }
        }
    }
}
