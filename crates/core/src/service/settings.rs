//! The stored settings: which model a mode uses, what runs go by, what was allowed for good.

use crate::hands::Model;
use crate::port::{Models, Ports, Store, StoreError};
use edith_protocol::{AnswerBody, ErrorBody, Grant, Mode, ModelServer, NamedServer, Servers, keys};
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

    /// The model of a mode: the one chosen for it, else the one in the three keys. Where these cannot be read no other is asked instead.
    pub async fn model(&self, mode: Mode) -> Result<Model, StoreError> {
        let settings = self.store.read(keys::SETTINGS).await?.unwrap_or_default();
        let mode = crate::mode::rules(mode).model_of;
        let server = match Servers::read(&settings).of(mode.name()) {
            Some(NamedServer { base_url, api_key, model, .. }) => {
                let (base_url, api_key, model) = (trimmed(base_url), api_key.clone(), model.clone());
                ModelServer { base_url, api_key, model, ..ModelServer::default() }
            }
            None => {
                let base_url = trimmed(&self.text(keys::API_BASE_URL).await?);
                if base_url.is_empty() {
                    return Ok(Model { chat: self.models.built_in(), name: None });
                }
                let (api_key, model) = (self.text(keys::API_KEY).await?, self.text(keys::MODEL).await?);
                ModelServer { base_url, api_key, model, ..ModelServer::default() }
            }
        };
        Ok(Model { chat: self.models.server(&server), name: Some(server.model) })
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
            None => self.text(keys::API_KEY).await?,
        };
        let (base_url, model) = (trimmed(base_url), model.trim().to_owned());
        Ok(ModelServer { base_url, api_key, model, ..ModelServer::default() })
    }

    /// What cannot be read falls back to its default, which is the careful one.
    pub async fn read<T: DeserializeOwned + Default>(&self, key: &str) -> Result<T, StoreError> {
        let value = self.store.read(key).await?;
        Ok(value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }

    async fn text(&self, key: &str) -> Result<String, StoreError> {
        let value = self.store.read(key).await?;
        Ok(value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned())
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

fn trimmed(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}
