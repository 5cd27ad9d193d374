//! The store of a task that came from a queue: what must outlive the worker lies in the queue's journal, settings are the worker's own.

use super::error::QueueError;
use super::journal::{Head, Journal};
use crate::store::{RoomStore, is_shared};
use async_trait::async_trait;
use edith_port::{Store, StoreError, Table, Which};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What only shows what happened: it need not outlive the worker.
const FOR_SHOW: [Table; 2] = [Table::Steps, Table::Requests];

type Records = BTreeMap<(&'static str, String), String>;

/// The store.
pub struct QueueRoom {
    journal: Journal,
    settings: RoomStore,
    /// Every record, as it is in the journal or only here.
    records: RefCell<Records>,
    /// A result that is written with the next change.
    result: RefCell<Option<Value>>,
}

impl QueueRoom {
    /// With what the journal has.
    pub(super) async fn open(journal: Journal, settings: RoomStore) -> Result<Self, QueueError> {
        let mut records = Records::new();
        for (table, key, record) in journal.records().await? {
            if let Some(table) = Table::ALL.into_iter().find(|known| known.name() == table) {
                records.insert((table.name(), key), record);
            }
        }
        let result = RefCell::new(journal.read(|head| head.result.clone()).await);
        Ok(Self { journal, settings, records: RefCell::new(records), result })
    }

    /// The task's result, if it has one.
    #[must_use]
    pub fn result(&self) -> Option<Value> {
        self.result.borrow().clone()
    }

    /// The task has this result, unless it has one already. It is written with the next change, or by [`Self::write_result`].
    pub fn set_result(&self, result: Value) {
        self.result.borrow_mut().get_or_insert(result);
    }

    /// Writes the result.
    ///
    /// # Errors
    /// When another worker has the task.
    pub async fn write_result(&self) -> Result<(), StoreError> {
        self.change(None, |_| ()).await
    }

    /// Whether another worker has the task, so that nothing more is to be done here.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.journal.is_over()
    }

    /// What happens from now on is none of the task's: it is about to be given back.
    pub fn close(&self) {
        self.journal.close();
    }

    /// Gives the task back, to be continued by any worker.
    pub async fn give_back(&self) {
        // It is then taken after a while, as after a death.
        let _counted = self.journal.give_back().await;
    }

    async fn change(&self, lease: Option<u64>, change: impl FnOnce(&mut Head)) -> Result<(), StoreError> {
        let result = self.result();
        let written = self.journal.change(lease, |head| {
            head.result = result;
            change(head);
        });
        written.await
    }

    async fn keep(&self, lease: Option<u64>, items: Map<String, Value>) -> Result<(), StoreError> {
        let (shared, own): (Map<_, _>, Map<_, _>) = items.into_iter().partition(|(key, _)| is_shared(key));
        if !own.is_empty() {
            self.change(lease, |head| head.local.extend(own)).await?;
        }
        if shared.is_empty() { Ok(()) } else { self.settings.write_all(shared).await }
    }

    async fn add(&self, lease: Option<u64>, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        if lease.is_some() || !FOR_SHOW.contains(&table) {
            self.change(lease, |head| head.put(table.name(), key, record)).await?;
        }
        self.records.borrow_mut().insert((table.name(), key.to_owned()), record.to_owned());
        Ok(())
    }
}

fn is_meant(which: Which<'_>, key: &str) -> bool {
    match which {
        Which::Key(meant) => key == meant,
        Which::StartingWith(prefix) => key.starts_with(prefix),
    }
}

#[async_trait(?Send)]
impl Store for QueueRoom {
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError> {
        if is_shared(key) {
            return self.settings.read(key).await;
        }
        Ok(self.journal.read(|head| head.local.get(key).cloned()).await)
    }

    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError> {
        self.keep(None, items).await
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        if is_shared(key) {
            return self.settings.remove(key).await;
        }
        self.change(None, |head| drop(head.local.remove(key))).await
    }

    async fn take_lease(&self) -> Result<u64, StoreError> {
        self.journal.take_lease().await
    }

    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.add(Some(lease), table, key, record).await
    }

    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError> {
        self.keep(Some(lease), items).await
    }

    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.add(None, table, key, record).await
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.page(table, prefix, "", u32::MAX).await
    }

    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let records = self.records.borrow();
        let found = records.range((table.name(), prefix.to_owned())..);
        let found = found.take_while(|((of, key), _)| *of == table.name() && key.starts_with(prefix));
        let found = found.filter(|((_, key), _)| key.as_str() > after).take(most as usize);
        Ok(found.map(|((_, key), record)| (key.clone(), record.clone())).collect())
    }

    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError> {
        if !FOR_SHOW.contains(&table) {
            self.change(None, |head| head.delete(table.name(), |key| is_meant(which, key))).await?;
        }
        self.records.borrow_mut().retain(|(of, key), _| *of != table.name() || !is_meant(which, key));
        Ok(())
    }
}
