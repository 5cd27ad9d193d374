//! A batch that this program does itself.

use crate::arguments::YesTo;
use crate::given;
use crate::tasks::attempt::{Attempt, failed};
use crate::tasks::lines::{Results, TaskResult, Wanted};
use crate::tasks::pool::Pool;
use crate::told::named;
use crate::toolbox::Toolbox;
use crate::traces::Collector;
use edith_native::store::{Database, RoomStore};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

/// What all tasks of a batch share.
pub(super) struct Ground {
    pub(super) database: Database,
    /// What is read instead of stored settings.
    pub(super) instead: BTreeMap<String, Value>,
    pub(super) results: Rc<RefCell<Results>>,
    pub(super) downloads: PathBuf,
    pub(super) toolbox: Toolbox,
    pub(super) collector: Option<Rc<Collector>>,
    /// What the batch is known by.
    pub(super) name: String,
    pub(super) yes: YesTo,
    pub(super) pool: Pool,
    /// How many tasks there are.
    pub(super) total: usize,
}

/// Takes tasks from the list until it is empty.
pub(super) async fn work_off(slot: usize, list: &RefCell<VecDeque<Wanted>>, ground: &Ground) {
    loop {
        let next = list.borrow_mut().pop_front();
        let Some(wanted) = next else { return };
        ground.note(ground.work(slot, &wanted).await);
    }
}

/// The room of a batch's task.
pub(super) fn room(batch: &str, task: &str) -> String {
    format!("batch {batch} {task}")
}

impl Ground {
    async fn work(&self, slot: usize, wanted: &Wanted) -> TaskResult {
        let instead = given::limited(&self.instead, &self.database, &wanted.line.limits).await;
        let store = RoomStore::new(self.database.clone(), &room(&self.name, wanted.id()), instead);
        let results = Rc::clone(&self.results);
        // What cannot be written now is tried again with the run's end, and told then.
        let note = move |result| drop(results.borrow_mut().add(result));
        let attempt = Attempt {
            pool: &self.pool,
            slot,
            wanted,
            store: Rc::new(store),
            downloads: &self.downloads,
            toolbox: &self.toolbox,
            collector: self.collector.as_ref(),
            yes: self.yes,
            note: Rc::new(note),
        };
        let begun = Instant::now();
        attempt.to_the_end().await.unwrap_or_else(|unended| failed(wanted.id(), unended.stop.why, begun.elapsed()))
    }

    /// Writes a result, says so, and forgets the task's journal.
    fn note(&self, result: TaskResult) {
        let (id, outcome, seconds) = (result.id.clone(), result.outcome, result.seconds);
        if let Err(error) = self.results.borrow_mut().add(result) {
            // Its journal stays, so that the next start tells it again.
            eprintln!("the result of {id} cannot be written: {error}");
            return;
        }
        let count = self.results.borrow().count();
        eprintln!("{count}/{}  {id}: {} ({seconds:.1} s)", self.total, named(outcome));
        // What is not deleted now only takes room.
        let _kept = self.database.forget(&room(&self.name, &id));
    }
}
