//! The SQLite file: its tables and the few statements on them.

use edith_port::{StoreError, Which};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::cell::{RefCell, RefMut};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// The name under which the keys of the settings lie among the tables of records.
pub(super) const LOCAL: &str = "local";
/// How long another program may hold the file.
const BUSY: Duration = Duration::from_secs(10);
/// The version of the tables.
const VERSION: u32 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS record (
    room TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (room, kind, key)
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS lease (room TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID, STRICT;
";

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be opened or made.
    #[error("the data file cannot be used: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A later version of the program wrote it.
    #[error("the data file is from a later version of EDITH ({0})")]
    Later(u32),
}

/// The open file; cheap to clone.
#[derive(Clone)]
pub struct Database(Rc<RefCell<Connection>>);

impl Database {
    /// Opens the file, and makes it if it is not there. Only its owner can read it.
    ///
    /// # Errors
    /// When the system refuses, or a later version wrote it.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // It may have keys, and what SQLite puts beside it has its permissions. Whatever goes wrong here goes wrong below, too.
            let _made = std::fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path);
        }
        Self::begin(Connection::open(path)?)
    }

    /// One in memory, gone with the program.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> Result<Self, OpenError> {
        Self::begin(Connection::open_in_memory()?)
    }

    fn begin(connection: Connection) -> Result<Self, OpenError> {
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version > VERSION {
            return Err(OpenError::Later(version));
        }
        connection.execute_batch(TABLES)?;
        connection.pragma_update(None, "user_version", VERSION)?;
        Ok(Self(Rc::new(RefCell::new(connection))))
    }

    pub(super) fn connection(&self) -> RefMut<'_, Connection> {
        self.0.borrow_mut()
    }
}

/// Whether the next changes are on the disk when they are answered, also after a power failure: intents are, what is only shown need not be.
pub(super) fn be_durable(connection: &Connection, whole: bool) -> Result<(), StoreError> {
    let level = if whole { "FULL" } else { "NORMAL" };
    connection.pragma_update(None, "synchronous", level).map_err(|error| failed(&error))
}

/// Whether nobody has taken a later lease of the room.
pub(super) fn holds(connection: &Connection, room: &str, lease: u64) -> bool {
    let number = "SELECT number FROM lease WHERE room = ?1";
    connection
        .query_row(number, params![room], |row| row.get::<_, i64>(0))
        .is_ok_and(|number| u64::try_from(number) == Ok(lease))
}

pub(super) fn get(connection: &Connection, room: &str, kind: &str, key: &str) -> Result<Option<String>, StoreError> {
    let mut found = connection
        .prepare_cached("SELECT value FROM record WHERE room = ?1 AND kind = ?2 AND key = ?3")
        .map_err(|error| failed(&error))?;
    found.query_row(params![room, kind, key], |row| row.get(0)).optional().map_err(|error| failed(&error))
}

pub(super) fn put(connection: &Connection, room: &str, kind: &str, key: &str, value: &str) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO record (room, kind, key, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET value = ?4";
    let mut change = connection.prepare_cached(sql).map_err(|error| failed(&error))?;
    change.execute(params![room, kind, key, value]).map(drop).map_err(|error| failed(&error))
}

/// The records after a key whose key has this prefix, up to so many, by key.
pub(super) fn page(
    connection: &Connection,
    room: &str,
    kind: &str,
    prefix: &str,
    after: Option<&str>,
    most: u32,
) -> Result<Vec<(String, String)>, StoreError> {
    // Keys are compared byte by byte, so those with the prefix stand together, and those that come first are skipped by the index.
    let sql = "SELECT key, value FROM record WHERE room = ?1 AND kind = ?2 AND key >= ?3 AND key > ?4 AND substr(key, 1, ?5) = ?3 \
               ORDER BY key LIMIT ?6";
    let mut found = connection.prepare_cached(sql).map_err(|error| failed(&error))?;
    let length = i64::try_from(prefix.chars().count()).unwrap_or(i64::MAX);
    let after = after.unwrap_or_default();
    let rows = found.query_map(params![room, kind, prefix, after, length, most], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.and_then(Iterator::collect).map_err(|error| failed(&error))
}

pub(super) fn delete(connection: &Connection, room: &str, kind: &str, which: Which<'_>) -> Result<(), StoreError> {
    let done = match which {
        Which::Key(key) => connection
            .execute("DELETE FROM record WHERE room = ?1 AND kind = ?2 AND key = ?3", params![room, kind, key]),
        Which::StartingWith(prefix) => connection.execute(
            "DELETE FROM record WHERE room = ?1 AND kind = ?2 AND key >= ?3 AND substr(key, 1, ?4) = ?3",
            params![room, kind, prefix, i64::try_from(prefix.chars().count()).unwrap_or(i64::MAX)],
        ),
    };
    done.map(drop).map_err(|error| failed(&error))
}

pub(super) fn failed(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(error.to_string()),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}
