//! The journal: runs and their progress in the store, so that the worker may die at any moment. A run is stored before everything it does
//! ([`crate::run::State::Acting`] is the intent) and after every result.

use crate::research::quote::Page;
use crate::run::Run;
use edith_port::{Store, StoreError, Table, Which};
use edith_protocol::{Progress, RunId, TabId, json};
use std::cell::Cell;
use std::rc::Rc;

/// Characters of stored steps per answer. Chrome's messages have 64 MB at most, and block their reader.
const PAGE_CHARS: usize = 4 << 20;
/// Records read from the store at a time for that.
const PAGE_RECORDS: u32 = 16;
/// The longest foreign id accepted, in characters; our own have 36.
const ID_CHARS: usize = 64;

/// Reads and writes runs and their progress.
#[derive(Clone)]
pub struct Journal {
    store: Rc<dyn Store>,
    lease: Lease,
}

/// The number of this worker's lease; none if there was no room to take one.
pub(crate) type Lease = Rc<Cell<Option<u64>>>;

impl Journal {
    /// A journal in that store.
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store, lease: Rc::default() }
    }

    /// Makes this worker the active one: an earlier one, even on a late answer, fails to store and so to act.
    pub async fn take_lease(&self) -> Result<(), StoreError> {
        self.lease.set(Some(self.store.take_lease().await?));
        Ok(())
    }

    /// Whether this worker has its lease.
    pub fn has_lease(&self) -> bool {
        self.lease.get().is_some()
    }

    /// Whether nobody has worked with this store before: it is new, or the browser emptied it.
    pub fn is_first(&self) -> bool {
        self.lease.get() == Some(1)
    }

    /// This worker's lease.
    pub fn lease(&self) -> Lease {
        Rc::clone(&self.lease)
    }

    /// Stores the run's present state.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] if a later worker has taken over: this one must do nothing more.
    pub async fn save(&self, run: &Run) -> Result<(), StoreError> {
        let record = serde_json::to_string(run).map_err(|error| StoreError::Failed(error.to_string()))?;
        match self.lease.get() {
            Some(lease) => self.store.put_leased(lease, Table::Runs, &run.id.0, &record).await,
            None => self.store.put(Table::Runs, &run.id.0, &record).await,
        }
    }

    /// The unfinished runs, and the unreadable records with their keys: one bad record must not stop the others. Earlier versions' records are read
    /// with defaults for what they lacked.
    pub async fn unfinished(&self) -> Result<(Vec<Run>, Vec<(String, String)>), StoreError> {
        let (mut runs, mut unreadable) = (Vec::new(), Vec::new());
        for (key, record) in self.store.list(Table::Runs, "").await? {
            match Run::from_record(&record) {
                Ok(run) => runs.push(run),
                Err(_) => unreadable.push((key, record)),
            }
        }
        Ok((runs, unreadable))
    }

    /// Sets an unreadable record aside, to be kept and not retried.
    pub async fn quarantine(&self, key: &str, record: &str) -> Result<(), StoreError> {
        self.store.put(Table::Pages, &format!("unreadable/{key}"), record).await?;
        self.store.delete(Table::Runs, Which::Key(key)).await
    }

    /// Deletes a finished run with its sources' runs (whose ids begin with its own) and the pages they read; its progress stays for the panel.
    pub async fn forget(&self, run: &RunId) -> Result<(), StoreError> {
        // The run goes last: until then the next worker returns to it, and so to whatever is left.
        for beginning in [own(run), sources(run)] {
            self.store.delete(Table::Pages, Which::StartingWith(&beginning)).await?;
        }
        self.store.delete(Table::Runs, Which::StartingWith(&sources(run))).await?;
        self.store.delete(Table::Runs, Which::Key(&run.0)).await
    }

    /// The tabs of a stored run; none if it is over.
    pub(crate) async fn tabs(&self, run: &RunId) -> Result<Vec<TabId>, StoreError> {
        let records = self.store.list(Table::Runs, &run.0).await?;
        // Others have longer keys with the same prefix.
        let own = records.iter().find(|(key, _)| *key == run.0);
        let stored: Option<Run> = own.and_then(|(_, record)| Run::from_record(record).ok());
        Ok(stored.filter(|run| !run.is_done()).map(|run| run.all_tabs().collect()).unwrap_or_default())
    }

    /// Stores a page that a source's run has read, under its number.
    pub(crate) async fn add_page(&self, run: &RunId, number: usize, page: &Page) -> Result<(), StoreError> {
        let record = format!("{}\n{}", page.url, page.text);
        self.store.put(Table::Pages, &format!("{}{number:06}", own(run)), &record).await
    }

    /// The pages that a source's run has read, oldest first.
    pub(crate) async fn pages(&self, run: &RunId) -> Result<Vec<Page>, StoreError> {
        let records = self.store.list(Table::Pages, &own(run)).await?;
        // The address on the first line, then the text.
        let page =
            |record: &str| record.split_once('\n').map(|(url, text)| Page { url: url.into(), text: text.into() });
        Ok(records.iter().filter_map(|(_, record)| page(record)).collect())
    }

    /// Stores a progress event under its number.
    pub async fn add_progress(&self, number: u32, progress: &Progress) -> Result<(), StoreError> {
        let record = serde_json::to_string(progress).map_err(|error| StoreError::Failed(error.to_string()))?;
        self.store.put(Table::Steps, &step_key(&progress.run_id, number), &record).await
    }

    /// The progress of a run, oldest first.
    pub async fn progress(&self, run: &RunId) -> Result<Vec<Progress>, StoreError> {
        let records = self.store.list(Table::Steps, &own(run)).await?;
        Ok(records.iter().filter_map(|(_, record)| json::read(record).ok()).collect())
    }

    /// A run's progress after a number, as much as fits into one message, and the number to continue from; none: complete.
    pub async fn progress_page(&self, run: &RunId, after: u32) -> Result<(Vec<Progress>, Option<u32>), StoreError> {
        let mut steps = Vec::new();
        let (mut characters, mut at) = (0, after);
        loop {
            let records = self.store.page(Table::Steps, &own(run), &step_key(run, at), PAGE_RECORDS).await?;
            let is_last = records.len() < PAGE_RECORDS as usize;
            for (key, record) in records {
                if characters > 0 && characters + record.len() > PAGE_CHARS {
                    return Ok((steps, Some(at)));
                }
                characters += record.len();
                // Every key of the table ends with its number.
                at = key.rsplit('/').next().and_then(|number| number.parse().ok()).unwrap_or(u32::MAX);
                // A damaged one does not hide the others.
                steps.extend(json::read::<Progress>(&record).ok());
            }
            if is_last {
                return Ok((steps, None));
            }
        }
    }

    /// Deletes the progress of a run and its sources' runs.
    pub async fn delete_progress(&self, run: &RunId) -> Result<(), StoreError> {
        delete_steps(&*self.store, run).await
    }
}

/// Deletes the stored steps of a run and its sources' runs, and what they sent to models.
pub(crate) async fn delete_steps(store: &dyn Store, run: &RunId) -> Result<(), StoreError> {
    for beginning in [own(run), sources(run)] {
        store.delete(Table::Steps, Which::StartingWith(&beginning)).await?;
    }
    delete_requests(store, run).await
}

/// Deletes what a run and its sources' runs sent to models.
pub(crate) async fn delete_requests(store: &dyn Store, run: &RunId) -> Result<(), StoreError> {
    for beginning in [own(run), sources(run)] {
        store.delete(Table::Requests, Which::StartingWith(&beginning)).await?;
    }
    Ok(())
}

/// Whether this is the id of a run that works for that one.
pub(crate) fn is_source_of(id: &str, run: &RunId) -> bool {
    id.strip_prefix(run.0.as_str()).is_some_and(|rest| rest.starts_with(SOURCE))
}

/// The key prefix of a run's records.
pub(crate) fn own(run: &RunId) -> String {
    format!("{run}/")
}

/// The same for its sources' runs. No other run's id may have it: [`is_id`].
fn sources(run: &RunId) -> String {
    format!("{run}{SOURCE}")
}

fn step_key(run: &RunId, number: u32) -> String {
    format!("{run}/{number:06}")
}

/// Separates a research's id from the source's number in the ids of its sources' runs.
const SOURCE: &str = "-s";

/// Whether a run or conversation may have this id: one that could be made here, and that is not the prefix of another's records.
pub fn is_id(id: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=ID_CHARS).contains(&id.len()) && id.chars().all(is_plain) && !id.contains(SOURCE)
}
