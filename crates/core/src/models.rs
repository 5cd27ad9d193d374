//! The models that runs use: the servers configured for each role, resolved only here.

use crate::run::Serving;
use edith_model::{Account, ChatRequest, Dispatcher, ModelError, ModelTurn, Waiting};
use edith_port::{Store, StoreError};
use edith_protocol::{FIRST_SERVER, ModelRole, ModelServer, NamedServer, Servers, StoredSettings, keys};
use futures_util::future::try_join4;
use serde_json::Value;
use std::rc::Rc;

/// The configured servers, by role.
#[derive(Clone)]
pub struct RoleServers {
    /// The one in the three separate keys among them, under its id.
    servers: Servers,
    /// The embedding model of that server; empty for none.
    embedding_model: String,
    /// Whether models see pictures of which their server's entry does not say it.
    see_pictures: bool,
}

impl RoleServers {
    /// Reads the configured servers.
    ///
    /// # Errors
    /// When the store cannot be read: no other server is used instead.
    pub async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let text = |key| text(store, key);
        let (settings, base_url, api_key, model) =
            try_join4(store.read(keys::SETTINGS), text(keys::API_BASE_URL), text(keys::API_KEY), text(keys::MODEL))
                .await?;
        let settings = StoredSettings::from(settings.unwrap_or_default());
        let servers = settings.servers().with_first(&base_url, &api_key, &model);
        let settings = settings.settings();
        let embedding_model = settings.embedding_model.trim().to_owned();
        Ok(Self { servers, embedding_model, see_pictures: settings.model_sees_pictures })
    }

    /// Those of a role, first choice first: its own; for the roles of a plan those of tasks; for fast and careful answers those of forms; else the one in the three separate keys. None: the
    /// built-in model.
    fn of(&self, role: ModelRole) -> Vec<&NamedServer> {
        let own: Vec<&NamedServer> = self.servers.of(role).collect();
        match role {
            _ if !own.is_empty() => own,
            ModelRole::Planner | ModelRole::Executor => self.of(ModelRole::Agent),
            ModelRole::Fast | ModelRole::Strong => self.of(ModelRole::Form),
            _ => self.named(FIRST_SERVER).into_iter().collect(),
        }
    }

    /// The keys of all.
    pub fn keys(&self) -> Vec<String> {
        self.servers.list.iter().flat_map(|server| server.api_keys.iter().cloned()).collect()
    }

    /// The server with this id.
    pub fn named(&self, id: &str) -> Option<&NamedServer> {
        self.servers.list.iter().find(|server| server.id == id)
    }

    /// The first server at this address.
    pub fn at(&self, base_url: &str) -> Option<&NamedServer> {
        self.servers.list.iter().find(|server| trimmed(&server.base_url) == base_url)
    }

    /// The server that makes vectors, with the model that does: the first of that role, else the one in the three separate keys. None of the others gets
    /// to see documents for this.
    pub fn embedding(&self) -> Option<Account> {
        let account = match self.servers.of(ModelRole::Embeddings).next() {
            Some(own) => account(own),
            None => {
                let Account { server, keys } = account(self.named(FIRST_SERVER)?);
                Account { server: ModelServer { model: self.embedding_model.clone(), ..server }, keys }
            }
        };
        Some(account).filter(|Account { server, .. }| !server.base_url.is_empty() && !server.model.is_empty())
    }
}

/// Each role's models as configured when a run began, or when a worker took it up.
#[derive(Clone)]
pub struct ModelPool {
    servers: RoleServers,
    dispatcher: Rc<Dispatcher>,
}

impl ModelPool {
    /// These servers, asked by the worker's dispatcher.
    pub fn new(servers: RoleServers, dispatcher: Rc<Dispatcher>) -> Self {
        Self { servers, dispatcher }
    }

    /// A role's servers, first choice first.
    pub(crate) fn all(&self, role: ModelRole) -> Vec<&NamedServer> {
        self.servers.of(role)
    }

    /// The server that a run of this role asks; none: the built-in model.
    pub fn serving(&self, role: ModelRole, serving: &Serving) -> Option<&NamedServer> {
        let chosen = serving.chosen().and_then(|id| self.servers.named(id));
        chosen.or_else(|| self.of(role, &serving.server))
    }

    /// A role's server with this id, or else its first; none: the built-in model, which uses no tokens.
    pub fn of(&self, role: ModelRole, id: &str) -> Option<&NamedServer> {
        let servers = self.servers.of(role);
        servers.iter().find(|server| server.id == id).or(servers.first()).copied()
    }

    /// Whether this server's model sees pictures.
    pub fn sees(&self, server: &NamedServer) -> bool {
        server.sees_pictures.unwrap_or(self.servers.see_pictures)
    }

    /// Whether one of a role's servers has a model that sees pictures; without servers, as the settings say.
    pub fn any_sees(&self, role: ModelRole) -> bool {
        let all = self.all(role);
        if all.is_empty() { self.servers.see_pictures } else { all.into_iter().any(|server| self.sees(server)) }
    }

    /// Asks a server, or without one the built-in model.
    pub async fn complete(
        &self,
        server: Option<&NamedServer>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
        on_waiting: &mut dyn FnMut(Waiting),
    ) -> Result<ModelTurn, ModelError> {
        match server {
            Some(server) => self.dispatcher.complete(&account(server), request, on_text, on_waiting).await,
            None => self.dispatcher.models().built_in().complete(request, on_text).await,
        }
    }
}

/// A server's name for the person: the one that they gave it, or its host, with its model.
pub(crate) fn shown(server: &NamedServer) -> String {
    let host = || {
        let rest = server.base_url.split_once("://").map_or(server.base_url.as_str(), |(_, rest)| rest);
        rest.split('/').next().unwrap_or_default()
    };
    let name = if server.name.is_empty() { host() } else { &server.name };
    if server.model.is_empty() { name.to_owned() } else { format!("{name} ({})", server.model) }
}

/// A server without its keys.
pub fn resolved(server: &NamedServer) -> ModelServer {
    ModelServer {
        id: server.id.clone(),
        kind: server.kind.clone(),
        base_url: trimmed(&server.base_url),
        api_key: String::new(),
        model: server.model.clone(),
        sees_pictures: server.sees_pictures,
        tools: server.tools,
        small: server.small,
        temperature: server.temperature,
        max_tokens: server.max_tokens,
    }
}

/// A server with its keys.
fn account(server: &NamedServer) -> Account {
    Account { server: resolved(server), keys: server.api_keys.clone() }
}

/// A stored text, or "".
async fn text(store: &dyn Store, key: &str) -> Result<String, StoreError> {
    let value = store.read(key).await?;
    Ok(value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// A base URL for comparing: without surrounding spaces and trailing slashes.
pub fn trimmed(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}
