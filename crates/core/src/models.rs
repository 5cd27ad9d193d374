//! The models that runs use: the servers configured for each role, resolved only here.

use crate::port::{Models, Store, StoreError};
use edith_model::ChatModel;
use edith_protocol::{FIRST_SERVER, ModelRole, ModelServer, NamedServer, Servers, StoredSettings, keys};
use futures_util::future::try_join4;
use serde_json::Value;
use std::rc::Rc;

/// A run's model.
pub(crate) struct Model {
    /// What is asked.
    pub chat: Rc<dyn ChatModel>,
    /// Its name at its server, which determines its price; none: the built-in model, which uses no tokens.
    pub name: Option<String>,
}

/// Each role's model as configured when a run began, or when a worker took it up.
#[derive(Clone)]
pub(crate) struct ModelPool {
    models: Rc<dyn Models>,
    servers: Servers,
    /// The server in the three separate keys; none: the built-in model.
    first: Option<ModelServer>,
    /// The embedding model of that server; empty for none.
    embedding_model: String,
}

impl ModelPool {
    /// Reads the configured servers.
    ///
    /// # Errors
    /// When the store cannot be read: no other server is used instead.
    pub(crate) async fn read(store: &dyn Store, models: &Rc<dyn Models>) -> Result<Self, StoreError> {
        let text = |key| text(store, key);
        let (settings, base_url, api_key, model) =
            try_join4(store.read(keys::SETTINGS), text(keys::API_BASE_URL), text(keys::API_KEY), text(keys::MODEL))
                .await?;
        let settings = StoredSettings::from(settings.unwrap_or_default());
        let servers = settings.servers().with_first(&base_url, &api_key, &model);
        let first = servers.list.iter().find(|server| server.id == FIRST_SERVER).map(resolved);
        Ok(Self {
            models: Rc::clone(models),
            servers,
            embedding_model: settings.settings().embedding_model.trim().to_owned(),
            first,
        })
    }

    /// A role's servers, first choice first; none: the built-in model.
    pub(crate) fn servers(&self, role: ModelRole) -> Vec<ModelServer> {
        let named: Vec<ModelServer> = self.servers.of(role).map(resolved).collect();
        if named.is_empty() { self.first.iter().cloned().collect() } else { named }
    }

    /// The server that makes vectors, with the model that does: the first of that role, else the one in the three separate keys. None of the others gets
    /// to see documents for this.
    pub(crate) fn embedding(&self) -> Option<ModelServer> {
        let embeds = |server: &ModelServer| !server.base_url.is_empty() && !server.model.is_empty();
        if self.servers.of(ModelRole::Embeddings).next().is_some() {
            return self.servers(ModelRole::Embeddings).into_iter().next().filter(embeds);
        }
        let model = self.embedding_model.clone();
        self.first.clone().map(|first| ModelServer { model, ..first }).filter(embeds)
    }

    /// A role's first choice.
    pub(crate) fn of(&self, role: ModelRole) -> Model {
        match self.servers(role).into_iter().next() {
            Some(server) => Model { chat: self.models.server(&server), name: Some(server.model) },
            None => Model { chat: self.models.built_in(), name: None },
        }
    }
}

/// A configured server with its first key.
fn resolved(server: &NamedServer) -> ModelServer {
    ModelServer {
        // What a run stores of the first server has no id.
        id: if server.id == FIRST_SERVER { String::new() } else { server.id.clone() },
        kind: server.kind.clone(),
        base_url: trimmed(&server.base_url),
        api_key: server.api_keys.first().cloned().unwrap_or_default(),
        model: server.model.clone(),
        sees_pictures: server.sees_pictures,
        tools: server.tools,
        small: server.small,
        temperature: server.temperature,
        max_tokens: server.max_tokens,
    }
}

/// A stored text, or "".
pub(crate) async fn text(store: &dyn Store, key: &str) -> Result<String, StoreError> {
    let value = store.read(key).await?;
    Ok(value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// A base URL for comparing: without surrounding spaces and trailing slashes.
pub(crate) fn trimmed(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}
