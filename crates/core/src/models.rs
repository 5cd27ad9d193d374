//! The models that runs ask: for each role the servers that are set for it, resolved here alone.

use crate::port::{Models, Store, StoreError};
use edith_model::ChatModel;
use edith_protocol::{ModelRole, ModelServer, Servers, keys};
use futures_util::future::try_join4;
use serde_json::Value;
use std::rc::Rc;

/// A model of a run.
pub struct Model {
    /// What is asked.
    pub chat: Rc<dyn ChatModel>,
    /// Its name at its server, by which its price is known; none: the built-in model, which takes no tokens.
    pub name: Option<String>,
}

/// The model of each role, as it was set when a run began or an earlier worker's was taken up.
#[derive(Clone)]
pub struct ModelPool {
    models: Rc<dyn Models>,
    servers: Servers,
    /// The server in the three keys of its own; none: the built-in model.
    first: Option<ModelServer>,
}

impl ModelPool {
    /// Reads which servers are set.
    ///
    /// # Errors
    /// When the store cannot be read: nobody else is asked instead.
    pub async fn read(store: &dyn Store, models: &Rc<dyn Models>) -> Result<Self, StoreError> {
        let text = |key| text(store, key);
        let (settings, base_url, api_key, model) =
            try_join4(store.read(keys::SETTINGS), text(keys::API_BASE_URL), text(keys::API_KEY), text(keys::MODEL))
                .await?;
        let first = ModelServer { base_url: trimmed(&base_url), api_key, model, ..ModelServer::default() };
        Ok(Self {
            models: Rc::clone(models),
            servers: Servers::read(&settings.unwrap_or_default()),
            first: (!first.base_url.is_empty()).then_some(first),
        })
    }

    /// The servers of a role, the first choice first; none: the built-in model.
    pub fn servers(&self, role: ModelRole) -> Vec<ModelServer> {
        let named = self.servers.of(role).map(|server| ModelServer {
            kind: server.kind.clone(),
            base_url: trimmed(&server.base_url),
            api_key: server.api_key.clone(),
            model: server.model.clone(),
        });
        let named: Vec<ModelServer> = named.collect();
        if named.is_empty() { self.first.iter().cloned().collect() } else { named }
    }

    /// The model of a role: its first choice.
    pub fn of(&self, role: ModelRole) -> Model {
        match self.servers(role).into_iter().next() {
            Some(server) => Model { chat: self.models.server(&server), name: Some(server.model) },
            None => Model { chat: self.models.built_in(), name: None },
        }
    }
}

/// A stored text; empty where there is none.
pub(crate) async fn text(store: &dyn Store, key: &str) -> Result<String, StoreError> {
    let value = store.read(key).await?;
    Ok(value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// A base URL as it is compared: without spaces around it and slashes at its end.
pub(crate) fn trimmed(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}
