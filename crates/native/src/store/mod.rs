//! What outlives the program: one SQLite file with a write-ahead log.
//!
//! Settings are shared by everything that uses the file. All else lies in a *room*: a task's own journal, conversation and lease, so that concurrent tasks,
//! in one program or several, do not take each other for dead workers.

mod file;

pub use file::{Database, OpenError};

use async_trait::async_trait;
use edith_port::{Store, StoreError, Table, Which};
use edith_protocol::keys;
use file::{delete, failed, put};
use rusqlite::{OptionalExtension, TransactionBehavior, params};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The keys that every room shares.
const SHARED: [&str; 11] = [
    keys::API_KEY,
    keys::API_BASE_URL,
    keys::MODEL,
    keys::SETTINGS,
    keys::PROFILE,
    keys::PROMPTS,
    keys::MCP_SERVERS,
    keys::MCP_KNOWN,
    keys::MCP_SIGN_INS,
    keys::GRANTS,
    keys::USAGE,
];

/// The room of what is shared.
const COMMON: &str = "";

/// Whether a key is a setting, which every room shares.
#[must_use]
pub fn is_shared(key: &str) -> bool {
    SHARED.contains(&key)
}

/// A room of the file.
pub struct RoomStore {
    database: Database,
    room: String,
    /// What replaces stored values, and is never stored itself: what was given for this one start.
    instead: BTreeMap<String, Value>,
}

impl RoomStore {
    /// The room of this name. `instead`: values that are read instead of stored ones.
    #[must_use]
    pub fn new(database: Database, room: &str, instead: BTreeMap<String, Value>) -> Self {
        Self { database, room: room.to_owned(), instead }
    }

    fn room_of(&self, key: &str) -> &str {
        if is_shared(key) { COMMON } else { &self.room }
    }

    /// Writes keys, unless another holds the lease; no lease: whoever holds it.
    fn keep(&self, lease: Option<u64>, items: &Map<String, Value>) -> Result<(), StoreError> {
        let mut connection = self.database.connection();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(|e| failed(&e))?;
        if lease.is_some_and(|lease| !file::holds(&change, &self.room, lease)) {
            return Err(StoreError::Superseded);
        }
        for (key, value) in items.iter().filter(|(key, _)| !self.instead.contains_key(*key)) {
            put(&change, self.room_of(key), file::LOCAL, key, &value.to_string())?;
        }
        change.commit().map_err(|error| failed(&error))
    }
}

#[async_trait(?Send)]
impl Store for RoomStore {
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError> {
        if let Some(value) = self.instead.get(key) {
            return Ok(Some(value.clone()).filter(|value| !value.is_null()));
        }
        let text = file::get(&self.database.connection(), self.room_of(key), file::LOCAL, key)?;
        let read = |text: String| serde_json::from_str(&text).map_err(|error| StoreError::Corrupt(error.to_string()));
        text.map(read).transpose()
    }

    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError> {
        self.keep(None, &items)
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        delete(&self.database.connection(), self.room_of(key), file::LOCAL, Which::Key(key))
    }

    async fn take_lease(&self) -> Result<u64, StoreError> {
        let connection = self.database.connection();
        let raise = "INSERT INTO lease (room, number) VALUES (?1, 1) ON CONFLICT (room) DO UPDATE SET number = number + 1 RETURNING number";
        let number: i64 =
            connection.query_row(raise, params![self.room], |row| row.get(0)).map_err(|error| failed(&error))?;
        Ok(number.unsigned_abs())
    }

    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        let mut connection = self.database.connection();
        file::be_durable(&connection, table == Table::Runs)?;
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(|e| failed(&e))?;
        if !file::holds(&change, &self.room, lease) {
            return Err(StoreError::Superseded);
        }
        put(&change, &self.room, table.name(), key, record)?;
        change.commit().map_err(|error| failed(&error))
    }

    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError> {
        self.keep(Some(lease), &items)
    }

    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        let connection = self.database.connection();
        file::be_durable(&connection, table == Table::Runs)?;
        put(&connection, &self.room, table.name(), key, record)
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        file::page(&self.database.connection(), &self.room, table.name(), prefix, None, u32::MAX)
    }

    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        file::page(&self.database.connection(), &self.room, table.name(), prefix, Some(after), most)
    }

    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError> {
        delete(&self.database.connection(), &self.room, table.name(), which)
    }
}

impl Database {
    /// Deletes everything of a room.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn forget(&self, room: &str) -> Result<(), StoreError> {
        if room == COMMON {
            return Ok(());
        }
        let connection = self.connection();
        for table in ["record", "lease"] {
            let sql = format!("DELETE FROM {table} WHERE room = ?1");
            connection.execute(&sql, params![room]).map_err(|error| failed(&error))?;
        }
        Ok(())
    }

    /// The rooms whose names begin so.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rooms(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        let connection = self.connection();
        let sql = "SELECT DISTINCT room FROM record WHERE room >= ?1 AND substr(room, 1, ?2) = ?1";
        let mut found = connection.prepare(sql).map_err(|error| failed(&error))?;
        let length = i64::try_from(beginning.chars().count()).unwrap_or(i64::MAX);
        let rooms = found.query_map(params![beginning, length], |row| row.get(0));
        rooms.and_then(Iterator::collect).map_err(|error| failed(&error))
    }

    /// Whether a room has anything.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn has(&self, room: &str) -> Result<bool, StoreError> {
        let connection = self.connection();
        let found = connection.query_row("SELECT 1 FROM record WHERE room = ?1 LIMIT 1", params![room], |_| Ok(()));
        Ok(found.optional().map_err(|error| failed(&error))?.is_some())
    }
}

#[cfg(test)]
mod tests;
