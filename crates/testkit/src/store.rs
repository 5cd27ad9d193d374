//! An in-memory store that outlives a killed worker and can kill it at a chosen write.

use async_trait::async_trait;
use edith_port::{Store, StoreError, Table, Which};
use edith_protocol::{Conversation, ConversationHead, ConversationList, keys};
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

#[derive(Default)]
struct Contents {
    local: BTreeMap<String, Value>,
    tables: BTreeMap<(Table, String), String>,
}

/// A store in memory.
#[derive(Clone, Default)]
pub struct MemoryStore {
    contents: Rc<RefCell<Contents>>,
    /// Run writes until the worker dies; none: it lives.
    dies_after: Rc<Cell<Option<u32>>>,
    writes: Rc<Cell<u32>>,
    lease: Rc<Cell<u64>>,
    full: Rc<Cell<bool>>,
    full_table: Rc<Cell<Option<Table>>>,
    /// The same for writes of every kind.
    dies_after_any: Rc<Cell<Option<u32>>>,
    failing_reads: Rc<Cell<u32>>,
    /// Run writes until they hang; none: they finish.
    stalls_after: Rc<Cell<Option<u32>>>,
}

impl MemoryStore {
    /// Kills the worker right after this many more run writes: the write is stored, nothing after it happens.
    pub fn die_after(&self, writes: Option<u32>) {
        self.dies_after.set(writes);
    }

    /// The same for writes of every kind.
    pub fn die_after_any(&self, writes: Option<u32>) {
        self.dies_after_any.set(writes);
    }

    /// Run writes hang after this many more; none: they resume.
    pub fn stall_after(&self, writes: Option<u32>) {
        self.stalls_after.set(writes);
    }

    /// Run writes so far.
    pub fn run_writes(&self) -> u32 {
        self.writes.get()
    }

    /// Whether the disk is full from now on.
    pub fn fill(&self, full: bool) {
        self.full.set(full);
    }

    /// There is no room in this table from now on.
    pub fn fill_table(&self, table: Table) {
        self.full_table.set(Some(table));
    }

    /// The next so many reads fail.
    pub fn fail_reads(&self, reads: u32) {
        self.failing_reads.set(reads);
    }

    fn room(&self) -> Result<(), StoreError> {
        if self.full.get() { Err(StoreError::Full("the quota is exceeded".to_owned())) } else { Ok(()) }
    }

    /// The records of a table, by key.
    pub fn records(&self, table: Table) -> Vec<(String, String)> {
        let contents = self.contents.borrow();
        let of = contents.tables.iter().filter(|((of, _), _)| *of == table);
        of.map(|((_, key), record)| (key.clone(), record.clone())).collect()
    }

    /// All that is stored: the place and the value as text.
    pub fn everything(&self) -> Vec<(String, String)> {
        let contents = self.contents.borrow();
        let tables =
            contents.tables.iter().map(|((table, key), record)| (format!("{}/{key}", table.name()), record.clone()));
        tables.chain(contents.local.iter().map(|(key, value)| (key.clone(), value.to_string()))).collect()
    }

    /// Plants a record, as an earlier version or a failing disk left it.
    pub fn plant(&self, table: Table, key: &str, record: &str) {
        self.contents.borrow_mut().tables.insert((table, key.to_owned()), record.to_owned());
    }

    /// Empties the database, as Chromium does with one that it finds damaged. What is kept by key (`chrome.storage.local`) stays.
    pub fn lose_database(&self) {
        self.contents.borrow_mut().tables.clear();
        self.lease.set(0);
    }

    /// Whether the worker is dead.
    pub fn is_dead(&self) -> bool {
        self.dies_after.get() == Some(0) || self.dies_after_any.get() == Some(0)
    }

    /// The value of a `chrome.storage.local` key.
    pub fn local(&self, key: &str) -> Option<Value> {
        self.contents.borrow().local.get(key).cloned()
    }

    /// The readable stored conversations, as listed.
    pub fn conversations(&self) -> Vec<Conversation> {
        let list = ConversationList::read(self.local(keys::CONVERSATIONS).unwrap_or_default());
        let whole = |head: ConversationHead| serde_json::from_value(self.local(&head.id.key())?).ok();
        list.heads.into_iter().filter_map(whole).collect()
    }

    /// How many records a table holds.
    pub fn count(&self, table: Table) -> usize {
        self.contents.borrow().tables.keys().filter(|(of, _)| *of == table).count()
    }

    async fn written(&self) {
        self.dies_after_any.set(self.dies_after_any.get().map(|left| left.saturating_sub(1)));
        self.live_or_hang().await;
    }

    /// A dead worker does nothing more, not even fail.
    async fn live_or_hang(&self) {
        if self.is_dead() {
            std::future::pending::<()>().await;
        }
    }
}

#[async_trait(?Send)]
impl Store for MemoryStore {
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError> {
        self.live_or_hang().await;
        Ok(self.local(key))
    }

    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError> {
        self.live_or_hang().await;
        self.room()?;
        self.contents.borrow_mut().local.extend(items);
        self.written().await;
        Ok(())
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.live_or_hang().await;
        self.contents.borrow_mut().local.remove(key);
        self.written().await;
        Ok(())
    }

    async fn take_lease(&self) -> Result<u64, StoreError> {
        self.live_or_hang().await;
        self.lease.set(self.lease.get() + 1);
        Ok(self.lease.get())
    }

    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.live_or_hang().await;
        if lease != self.lease.get() {
            return Err(StoreError::Superseded);
        }
        self.put(table, key, record).await
    }

    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError> {
        self.live_or_hang().await;
        if lease != self.lease.get() {
            return Err(StoreError::Superseded);
        }
        self.write_all(items).await
    }

    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.live_or_hang().await;
        if table == Table::Runs {
            poll_fn(|_| if self.stalls_after.get() == Some(0) { Poll::Pending } else { Poll::Ready(()) }).await;
            self.stalls_after.set(self.stalls_after.get().map(|left| left.saturating_sub(1)));
        }
        self.room()?;
        if self.full_table.get() == Some(table) {
            return Err(StoreError::Full("the quota is exceeded".to_owned()));
        }
        self.contents.borrow_mut().tables.insert((table, key.to_owned()), record.to_owned());
        if table == Table::Runs {
            self.writes.set(self.writes.get() + 1);
            self.dies_after.set(self.dies_after.get().map(|left| left.saturating_sub(1)));
        }
        self.written().await;
        Ok(())
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.live_or_hang().await;
        if let Some(left) = self.failing_reads.get().checked_sub(1) {
            self.failing_reads.set(left);
            return Err(StoreError::Failed("the database is being opened elsewhere".to_owned()));
        }
        let contents = self.contents.borrow();
        let of = contents.tables.iter().filter(|((of, key), _)| *of == table && key.starts_with(prefix));
        Ok(of.map(|((_, key), record)| (key.clone(), record.clone())).collect())
    }

    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let all = self.list(table, prefix).await?;
        Ok(all.into_iter().filter(|(key, _)| key.as_str() > after).take(most as usize).collect())
    }

    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError> {
        self.live_or_hang().await;
        let is_meant = |key: &str| match which {
            Which::Key(exact) => key == exact,
            Which::StartingWith(beginning) => key.starts_with(beginning),
        };
        self.contents.borrow_mut().tables.retain(|(of, key), _| *of != table || !is_meant(key));
        self.written().await;
        Ok(())
    }
}
