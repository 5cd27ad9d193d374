//! Persistent storage: `chrome.storage.local` and IndexedDB. The reader's workers use the database alone: `chrome.storage` is not there.

use crate::ChromeError;
use crate::db::{Db, Durability, Guard};
use async_trait::async_trait;
use edith_port::{Store, StoreError, Table, Which};
use serde_json::{Map, Value};

/// The database's name.
const NAME: &str = "edith";
/// The only record of the lease table.
const LEASE: &str = "worker";
/// Incremented with each new table; the first version had two.
const VERSION: u32 = Table::ALL.len() as u32 - 1;

/// The browser's storage.
#[derive(Debug)]
pub struct ChromeStore {
    db: Db,
}

impl ChromeStore {
    /// The extension's storage; the database opens on first use.
    #[must_use]
    pub fn new() -> Self {
        let tables = Table::ALL.map(Table::name);
        Self { db: Db::new(NAME, VERSION, &tables) }
    }
}

impl Default for ChromeStore {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait(?Send)]
impl Store for ChromeStore {
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError> {
        let mut items = crate::storage::get(&[key]).await.map_err(failed)?;
        Ok(items.remove(key))
    }

    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError> {
        crate::storage::set(&items).await.map_err(failed)
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        crate::storage::remove(&[key]).await.map_err(failed)
    }

    async fn take_lease(&self) -> Result<u64, StoreError> {
        self.db.raise(Table::Lease.name(), LEASE).await.map_err(failed)
    }

    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        let guard = Guard { table: Table::Lease.name(), key: LEASE, number: lease };
        match self.db.put_if(guard, table.name(), key, record, durability(table)).await.map_err(failed)? {
            true => Ok(()),
            false => Err(StoreError::Superseded),
        }
    }

    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError> {
        // The two stores share no transaction: a millisecond lies between check and write.
        let held = self.db.list(Table::Lease.name(), LEASE).await.map_err(failed)?;
        if held.first().is_some_and(|(_, number)| *number != lease.to_string()) {
            return Err(StoreError::Superseded);
        }
        self.write_all(items).await
    }

    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.db.put(table.name(), key, record, durability(table)).await.map_err(failed)
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.db.list(table.name(), prefix).await.map_err(failed)
    }

    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.db.page(table.name(), prefix, after, most).await.map_err(failed)
    }

    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError> {
        match which {
            Which::Key(key) => self.db.delete(table.name(), key).await,
            Which::StartingWith(beginning) => self.db.delete_all(table.name(), beginning).await,
        }
        .map_err(failed)
    }
}

/// An intent must be on disk before it is carried out: after a power failure a run that forgot it would repeat it, and order twice. That costs a
/// millisecond a few times per step (medians of 20 KB writes in Chromium 156: strict 1.6 ms, relaxed 0.8 ms; 95th percentile 20 and 7 ms). Step
/// cards are display only.
fn durability(table: Table) -> Durability {
    match table {
        Table::Runs => Durability::Strict,
        Table::Steps | Table::Pages | Table::Documents | Table::Readings | Table::Requests | Table::Lease => {
            Durability::Relaxed
        }
    }
}

fn failed(error: ChromeError) -> StoreError {
    match &error {
        ChromeError::Full { message, .. } => StoreError::Full(message.clone()),
        ChromeError::Form { message, .. } => StoreError::Corrupt(message.clone()),
        ChromeError::Refused { .. } => StoreError::Failed(error.to_string()),
    }
}
