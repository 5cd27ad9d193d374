//! A task's journal in a queue's key-value store.
//!
//! All of it that must hold together is one entry, the *head*, which is only ever written over the revision that its writer read or wrote last. So a worker that
//! was taken for dead, and is not, cannot write any more once another has taken the task: an action that it did not note it does not do.

use super::error::QueueError;
use super::names::TaskKey;
use super::parts;
use async_nats::jetstream::kv::{Store, UpdateErrorKind};
use bytes::Bytes;
use edith_port::StoreError;
use futures_util::lock::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long to wait for a server that does not answer. Then the task is given up here, and nothing is done in it without a journal.
const PATIENCE: Duration = Duration::from_secs(600);
/// The pauses between attempts.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How many old pieces are left before they are deleted.
const STALE: usize = 16;

/// Where a record lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kept {
    /// In the head.
    Here(String),
    /// In pieces of its own.
    Apart { part: String, pieces: u32 },
}

/// What holds together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Head {
    /// The latest lease.
    pub(super) lease: u64,
    /// Who wrote it, and for the how-manieth time: an own write is known again whose answer was lost.
    writer: String,
    count: u64,
    /// How many workers have begun the task and did not give it back.
    pub(super) begun: u32,
    /// The result, once there is one.
    pub(super) result: Option<Value>,
    /// The keys of the agent's settings and conversations that are the task's own.
    pub(super) local: Map<String, Value>,
    /// Records by table and key.
    records: BTreeMap<String, BTreeMap<String, Kept>>,
}

impl Head {
    fn read(value: &[u8]) -> Result<Self, QueueError> {
        serde_json::from_slice(&parts::unpacked(value)?).map_err(|error| QueueError::Unreadable(error.to_string()))
    }

    /// Puts a record.
    pub(super) fn put(&mut self, table: &str, key: &str, record: &str) {
        self.records.entry(table.to_owned()).or_default().insert(key.to_owned(), Kept::Here(record.to_owned()));
    }

    /// Deletes the records of a table that are meant.
    pub(super) fn delete(&mut self, table: &str, is_meant: impl Fn(&str) -> bool) {
        if let Some(records) = self.records.get_mut(table) {
            records.retain(|key, _| !is_meant(key));
        }
    }

    /// The names of its pieces.
    fn pieces(&self) -> Vec<String> {
        let kept = self.records.values().flat_map(BTreeMap::values);
        kept.filter_map(|kept| if let Kept::Apart { part, .. } = kept { Some(part.clone()) } else { None }).collect()
    }

    /// The longest record in it: its table, key and length.
    fn longest(&self) -> Option<(String, String, usize)> {
        let all =
            self.records.iter().flat_map(|(table, records)| records.iter().map(move |(key, kept)| (table, key, kept)));
        all.filter_map(|(table, key, kept)| match kept {
            Kept::Here(record) => Some((table.clone(), key.clone(), record.len())),
            Kept::Apart { .. } => None,
        })
        .max_by_key(|(_, _, length)| *length)
    }
}

/// What is being changed.
struct Draft {
    head: Head,
    revision: u64,
    /// Pieces that no head names.
    stale: Vec<String>,
}

/// A task's journal, held by this worker until another takes it.
pub(super) struct Journal {
    kv: Store,
    task: TaskKey,
    /// The longest message, in bytes.
    longest: usize,
    writer: String,
    state: Mutex<Draft>,
    /// Nothing more is written.
    is_over: Cell<bool>,
    /// Only that the task is given back is still written.
    is_closed: Cell<bool>,
    /// How many pieces this worker has made.
    made: Cell<u64>,
}

impl Journal {
    /// Takes a task's journal. Whoever had it can no longer write. Also: how many workers had begun the task before.
    ///
    /// # Errors
    /// When the server does not answer, or what is there cannot be read.
    pub(super) async fn take(
        kv: Store,
        task: TaskKey,
        writer: String,
        longest: usize,
    ) -> Result<(Self, u32), QueueError> {
        let state = Draft { head: Head::default(), revision: 0, stale: Vec::new() };
        let journal = Self {
            kv,
            task,
            longest,
            writer,
            state: Mutex::new(state),
            is_over: Cell::new(false),
            is_closed: Cell::new(false),
            made: Cell::new(0),
        };
        let since = Instant::now();
        loop {
            let entry = journal.kv.entry(journal.head_key()).await.map_err(QueueError::server)?;
            let (head, revision) = match &entry {
                Some(entry) if !entry.value.is_empty() => (Head::read(&entry.value)?, entry.revision),
                _ => (Head::default(), entry.as_ref().map_or(0, |entry| entry.revision)),
            };
            let before = head.begun;
            let mut state = journal.state.lock().await;
            (state.head, state.revision) = (head, revision);
            let taken = journal.write(&mut state, |head| {
                head.lease += 1;
                head.begun += 1;
            });
            match taken.await {
                Ok(()) => {
                    drop(state);
                    return Ok((journal, before));
                }
                // Somebody was quicker, or what was read was not the newest.
                Err(StoreError::Superseded) if since.elapsed() < PATIENCE => journal.is_over.set(false),
                Err(error) => return Err(QueueError::Server(error.to_string())),
            }
            drop(state);
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn head_key(&self) -> String {
        self.task.key("head")
    }

    /// Whether another worker has it, or this one let go of it.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// What happens from now on is none of the task's: it is about to be given back.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
    }

    /// What is read of the head.
    pub(super) async fn read<T>(&self, of: impl FnOnce(&Head) -> T) -> T {
        of(&self.state.lock().await.head)
    }

    /// Changes the head: written when this returns. `lease`: only while this is the latest; none: whoever has it.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when another worker has the task.
    pub(super) async fn change(&self, lease: Option<u64>, change: impl FnOnce(&mut Head)) -> Result<(), StoreError> {
        let mut state = self.state.lock().await;
        if self.is_closed.get() || lease.is_some_and(|lease| lease != state.head.lease) {
            return Err(StoreError::Superseded);
        }
        self.write(&mut state, change).await
    }

    /// Counts the lease up.
    ///
    /// # Errors
    /// As [`Self::change`].
    pub(super) async fn take_lease(&self) -> Result<u64, StoreError> {
        let mut state = self.state.lock().await;
        if self.is_closed.get() {
            return Err(StoreError::Superseded);
        }
        self.write(&mut state, |head| head.lease += 1).await?;
        Ok(state.head.lease)
    }

    async fn write(&self, state: &mut MutexGuard<'_, Draft>, change: impl FnOnce(&mut Head)) -> Result<(), StoreError> {
        let mut next = state.head.clone();
        let before = next.pieces();
        change(&mut next);
        next.writer.clone_from(&self.writer);
        next.count += 1;
        let value = self.fitted(&mut next).await.map_err(|error| self.given_up(error.to_string()))?;
        let revision = self.over(value, state.revision).await?;
        let now = next.pieces();
        state.stale.extend(before.into_iter().filter(|part| !now.contains(part)));
        (state.head, state.revision) = (next, revision);
        if state.stale.len() >= STALE {
            for part in std::mem::take(&mut state.stale) {
                // What is not deleted now goes with the task.
                let _kept = self.kv.stream.purge().filter(format!("{}{part}.>", self.kv.prefix)).await;
            }
        }
        Ok(())
    }

    /// The head as one message: what is too long for it goes into pieces.
    async fn fitted(&self, head: &mut Head) -> Result<Bytes, QueueError> {
        loop {
            let whole = serde_json::to_vec(head).map_err(|error| QueueError::Unreadable(error.to_string()))?;
            let value = parts::packed(&whole)?;
            if value.len() <= parts::room(self.longest) {
                return Ok(value);
            }
            let Some((table, key, _)) = head.longest() else {
                return Err(QueueError::Unreadable("the task's journal is too long for the queue".to_owned()));
            };
            let Some(kept) = head.records.get_mut(&table).and_then(|records| records.get_mut(&key)) else {
                return Err(QueueError::Unreadable("the task's journal is too long for the queue".to_owned()));
            };
            if let Kept::Here(record) = kept {
                self.made.set(self.made.get() + 1);
                let part = self.task.key(&format!("{}-{}", self.writer, self.made.get()));
                let pieces =
                    self.patiently(async || parts::put(&self.kv, &part, record.as_bytes(), self.longest).await).await?;
                *kept = Kept::Apart { part, pieces };
            }
        }
    }

    /// Writes the head over a revision, whatever the network does meanwhile.
    async fn over(&self, value: Bytes, revision: u64) -> Result<u64, StoreError> {
        let (since, mut pause) = (Instant::now(), PAUSE);
        loop {
            if self.is_over.get() {
                return Err(StoreError::Superseded);
            }
            let error = match self.kv.update(self.head_key(), value.clone(), revision).await {
                Ok(revision) => return Ok(revision),
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                    match self.kv.entry(self.head_key()).await {
                        // An own write whose answer was lost.
                        Ok(Some(entry)) if entry.value == value => return Ok(entry.revision),
                        Ok(_) => {
                            self.is_over.set(true);
                            return Err(StoreError::Superseded);
                        }
                        Err(error) => error.to_string(),
                    }
                }
                Err(error) => error.to_string(),
            };
            if since.elapsed() > PATIENCE {
                return Err(self.given_up(error));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// The queue no longer answers. A run without its journal would do what nobody could know of, so it ends here as if another had it.
    fn given_up(&self, why: String) -> StoreError {
        self.is_over.set(true);
        eprintln!("the queue's journal cannot be written, so the task is left to another worker: {why}");
        StoreError::Superseded
    }

    async fn patiently<T>(&self, work: impl AsyncFn() -> Result<T, QueueError>) -> Result<T, QueueError> {
        let (since, mut pause) = (Instant::now(), PAUSE);
        loop {
            match work().await {
                Err(QueueError::Server(_)) if since.elapsed() < PATIENCE && !self.is_over.get() => {}
                ended => return ended,
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// All records, as table, key and text.
    ///
    /// # Errors
    /// When a piece cannot be had.
    pub(super) async fn records(&self) -> Result<Vec<(String, String, String)>, QueueError> {
        let records = self.read(|head| head.records.clone()).await;
        let mut all = Vec::new();
        for (table, key, kept) in records
            .into_iter()
            .flat_map(|(table, records)| records.into_iter().map(move |(key, kept)| (table.clone(), key, kept)))
        {
            let record = match kept {
                Kept::Here(record) => record,
                Kept::Apart { part, pieces } => {
                    let whole = self.patiently(async || parts::get(&self.kv, &part, pieces).await).await?;
                    String::from_utf8(whole).map_err(|error| QueueError::Unreadable(error.to_string()))?
                }
            };
            all.push((table, key, record));
        }
        Ok(all)
    }

    /// Reads what is there, if this worker wrote it: a write that nobody waited for to its end may have been carried out.
    async fn known_again(&self) {
        let mut state = self.state.lock().await;
        if let Ok(Some(entry)) = self.kv.entry(self.head_key()).await
            && let Ok(head) = Head::read(&entry.value)
            && head.writer == self.writer
        {
            (state.head, state.revision) = (head, entry.revision);
        }
    }

    /// Gives the task back: nothing more is written here, and the worker that takes it next is not taken for one after a death.
    ///
    /// # Errors
    /// As [`Self::change`].
    pub(super) async fn give_back(&self) -> Result<(), StoreError> {
        self.close();
        self.known_again().await;
        let mut state = self.state.lock().await;
        let given = self.write(&mut state, |head| head.begun = head.begun.saturating_sub(1)).await;
        self.is_over.set(true);
        given
    }
}
