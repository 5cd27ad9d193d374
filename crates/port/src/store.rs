//! What outlives the worker: `chrome.storage.local` and IndexedDB.

use super::Coded;
use async_trait::async_trait;
use edith_protocol::{ErrorBody, ErrorCode};
use edith_words::{Sentence, say};
use serde_json::{Map, Value};

/// A table of records outside `chrome.storage.local`, in IndexedDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Unfinished runs, by run id.
    Runs,
    /// Progress events, by run id and number.
    Steps,
    /// Pages read by a research, by run id and number, while the run lasts.
    Pages,
    /// The user's documents, in parts.
    Documents,
    /// What was read of documents: pages and sizes, by the hash of their bytes.
    Readings,
    /// What runs sent to models and got from them, by run id and number.
    Requests,
    /// Which worker is active: a single record with a number.
    Lease,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 7] =
        [Self::Runs, Self::Steps, Self::Pages, Self::Documents, Self::Readings, Self::Requests, Self::Lease];

    /// The name of its object store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Steps => "steps",
            Self::Pages => "pages",
            Self::Documents => "documents",
            Self::Readings => "readings",
            Self::Requests => "requests",
            Self::Lease => "lease",
        }
    }
}

/// Which records of a table: an id that is a prefix of another must never stand for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// The one with this key.
    Key(&'a str),
    /// Those whose key has this prefix.
    StartingWith(&'a str),
}

/// What outlives the worker. A write is durable when answered.
#[async_trait(?Send)]
pub trait Store {
    /// Reads a key of `chrome.storage.local`.
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError>;
    /// Writes a key of `chrome.storage.local`.
    async fn write(&self, key: &str, value: Value) -> Result<(), StoreError> {
        self.write_all(Map::from_iter([(key.to_owned(), value)])).await
    }
    /// Writes keys of `chrome.storage.local`, atomically.
    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError>;
    /// Removes a key of `chrome.storage.local`.
    async fn remove(&self, key: &str) -> Result<(), StoreError>;
    /// Makes the caller the active worker, and returns its lease number.
    async fn take_lease(&self) -> Result<u64, StoreError>;
    /// Puts a record if no later lease was taken, atomically.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] if a later worker has taken over.
    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError>;
    /// Writes keys of `chrome.storage.local` atomically, if no later lease was taken.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] if a later worker has taken over.
    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError>;
    /// Puts a record (JSON text).
    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError>;
    /// The records whose key starts with `prefix`, by key.
    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError>;
    /// The first records after `after` whose key has this prefix, up to a limit, by key.
    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError>;
    /// Deletes records.
    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError>;
}

/// Why something could not be stored or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The disk or the quota is full.
    Full(String),
    /// The store failed otherwise.
    Failed(String),
    /// A later worker has taken over.
    Superseded,
    /// A stored value has another form than it should.
    Corrupt(String),
}

impl From<StoreError> for ErrorBody {
    fn from(error: StoreError) -> Self {
        Self::new(ErrorCode::StorageFailed, error.to_string())
    }
}

impl StoreError {
    /// As a sentence for the person.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::Full(error) => say!(StoreFull { error: error }),
            Self::Failed(error) => say!(StoreFailed { error: error }),
            Self::Superseded => say!(StoreSuperseded),
            Self::Corrupt(error) => say!(StoreCorrupt { error: error }),
        }
    }
}

impl Coded for StoreError {
    fn code(&self) -> &'static str {
        match self {
            Self::Full(_) => "full",
            Self::Failed(_) => "failed",
            Self::Superseded => "superseded",
            Self::Corrupt(_) => "corrupt",
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for StoreError {}
