//! Access to what is stored.

use edith_core::conversations::Conversations;
use edith_core::journal::Journal;
use edith_core::models::{ModelPool, RoleServers};
use edith_model::Dispatcher;
use edith_port::{Ports, Store, StoreError};
use edith_protocol::Profile;
use edith_records::documents::Documents;
use serde::de::DeserializeOwned;
use std::rc::Rc;

#[derive(Clone)]
pub(super) struct Stores {
    pub journal: Journal,
    pub conversations: Conversations,
    pub documents: Documents,
    pub settings: StoredSettings,
}

/// Reads and writes `edith_settings`, the three keys of the model server, and `edith_grants`.
#[derive(Clone)]
pub(super) struct StoredSettings {
    store: Rc<dyn Store>,
    dispatcher: Rc<Dispatcher>,
}

impl StoredSettings {
    pub(super) fn new(ports: &Ports) -> Self {
        let dispatcher = Rc::new(Dispatcher::new(Rc::clone(&ports.models), Rc::clone(&ports.clock)));
        Self { store: Rc::clone(&ports.store), dispatcher }
    }

    pub(super) async fn models(&self) -> Result<ModelPool, StoreError> {
        Ok(ModelPool::new(self.servers().await?, Rc::clone(&self.dispatcher)))
    }

    /// What sends the requests to servers, one for all that the worker asks.
    pub(super) fn dispatcher(&self) -> &Rc<Dispatcher> {
        &self.dispatcher
    }

    /// The configured servers.
    pub(super) async fn servers(&self) -> Result<RoleServers, StoreError> {
        RoleServers::read(&*self.store).await
    }

    /// The person's profile.
    pub(super) async fn profile(&self) -> Result<Profile, StoreError> {
        edith_records::profile::read(&*self.store).await
    }

    /// Unreadable values fall back to their default, which is the cautious one.
    pub(super) async fn read<T: DeserializeOwned + Default>(&self, key: &str) -> Result<T, StoreError> {
        let value = self.store.read(key).await?;
        Ok(value.and_then(|value| edith_protocol::json::from_value(value).ok()).unwrap_or_default())
    }
}
