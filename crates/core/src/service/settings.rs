//! The stored settings: which model a mode uses, what runs go by, what was allowed for good.

use crate::models::{ModelPool, text, trimmed};
use crate::port::{Models, Ports, Store, StoreError};
use edith_protocol::{AnswerBody, ErrorBody, Grant, ModelServer, keys};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

/// Reads and writes `edith_settings`, the three keys of the model server, and `edith_grants`.
#[derive(Clone)]
pub(super) struct StoredSettings {
    store: Rc<dyn Store>,
    models: Rc<dyn Models>,
}

impl StoredSettings {
    pub fn new(ports: &Ports) -> Self {
        Self { store: Rc::clone(&ports.store), models: Rc::clone(&ports.models) }
    }

    /// The models that are set now.
    pub async fn models(&self) -> Result<ModelPool, StoreError> {
        ModelPool::read(&*self.store, &self.models).await
    }

    /// A server as the person set it up; without a key the stored one is used.
    pub async fn server(
        &self,
        base_url: &str,
        api_key: Option<String>,
        model: String,
    ) -> Result<ModelServer, StoreError> {
        let api_key = match api_key {
            Some(key) => key,
            None => text(&*self.store, keys::API_KEY).await?,
        };
        let (base_url, model) = (trimmed(base_url), model.trim().to_owned());
        Ok(ModelServer { base_url, api_key, model, ..ModelServer::default() })
    }

    /// What cannot be read falls back to its default, which is the careful one.
    pub async fn read<T: DeserializeOwned + Default>(&self, key: &str) -> Result<T, StoreError> {
        let value = self.store.read(key).await?;
        Ok(value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }
}

impl super::Services {
    /// Takes a grant out of what is stored, in whichever of its lists it stands.
    pub(crate) async fn revoke(&self, grant: &Grant) -> Result<AnswerBody, ErrorBody> {
        let store = &self.ports.store;
        let mut stored = store.read(keys::GRANTS).await?.unwrap_or_default();
        for list in stored.as_object_mut().into_iter().flat_map(|lists| lists.values_mut()) {
            if let Value::Array(grants) = list {
                grants.retain(|one| Grant::deserialize(one).ok().as_ref() != Some(grant));
            }
        }
        store.write(keys::GRANTS, stored).await?;
        Ok(AnswerBody::Nothing {})
    }
}
