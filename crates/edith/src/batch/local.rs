//! A batch that this program does itself.

use super::both::Progress;
use crate::arguments::YesTo;
use crate::ends::Stop;
use crate::given;
use crate::record::Wish;
use crate::tasks::attempt::{Attempt, failed};
use crate::tasks::lines::{Results, TaskResult, Wanted};
use crate::tasks::pool::Pool;
use crate::terminal::tell;
use crate::toolbox::Toolbox;
use crate::traces::Collector;
use crate::words::say;
use edith_native::store::{Database, RoomStore};
use edith_port::Store;
use futures_util::FutureExt;
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
    /// The folders for what is recorded.
    pub(super) wish: Wish,
    /// Why something was not recorded.
    pub(super) unrecorded: RefCell<Option<Stop>>,
    pub(super) pool: Pool,
    pub(super) progress: Progress,
    /// Why results can no longer be written.
    pub(super) unwritten: RefCell<Option<String>>,
}

/// The result of a task that could not be written where it belongs, in the task's own journal.
struct Kept {
    database: Database,
    room: String,
}

/// Its key there.
const RESULT: &str = "result";

impl Kept {
    fn store(&self) -> RoomStore {
        RoomStore::new(self.database.clone(), &self.room, BTreeMap::new())
    }

    /// What an earlier start kept.
    fn result(&self) -> Option<TaskResult> {
        let kept = self.store().read(RESULT).now_or_never()?.ok()??;
        serde_json::from_value(kept).ok()
    }

    /// Keeps a result. Where nothing can be written at all, the run's own record cannot be deleted either.
    fn keep(&self, result: &TaskResult) {
        let result = serde_json::to_value(result).unwrap_or_default();
        let _kept = self.store().write(RESULT, result).now_or_never();
    }
}

/// Takes tasks from the list until it is empty.
pub(super) async fn work_off(slot: usize, list: &RefCell<VecDeque<Wanted>>, ground: &Ground) {
    loop {
        let next = list.borrow_mut().pop_front();
        // Without a place for its result no task is begun.
        let Some(wanted) = next.filter(|_| ground.unwritten.borrow().is_none()) else { return };
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
        let kept = Kept { database: self.database.clone(), room: room(&self.name, wanted.id()) };
        if let Some(result) = kept.result() {
            return result;
        }
        let results = Rc::clone(&self.results);
        let note = move |result: TaskResult| {
            // Its run is forgotten after this: begun again, it would do everything again.
            if results.borrow_mut().add(result.clone()).is_err() {
                kept.keep(&result);
            }
        };
        let attempt = Attempt {
            pool: &self.pool,
            slot,
            wanted,
            store: Rc::new(store),
            downloads: &self.downloads,
            toolbox: &self.toolbox,
            collector: self.collector.as_ref(),
            yes: self.yes,
            wish: &self.wish,
            unrecorded: &self.unrecorded,
            note: Rc::new(note),
        };
        let begun = Instant::now();
        attempt.to_the_end().await.unwrap_or_else(|unended| failed(wanted.id(), &unended.stop.why, begun.elapsed()))
    }

    /// Writes a result, says so, and forgets the task's journal.
    fn note(&self, result: TaskResult) {
        let (id, outcome, seconds) = (result.id.clone(), result.outcome, result.seconds);
        if let Err(error) = self.results.borrow_mut().add(result) {
            // Its journal stays, so that the next start tells it again.
            tell(&say!(ResultUnwritten { id: &id, error: error.to_string() }));
            *self.unwritten.borrow_mut() = Some(error.to_string());
            return;
        }
        self.progress.note((&id, outcome, seconds));
        // What is not deleted now only takes room.
        let _kept = self.database.forget(&room(&self.name, &id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::foreign;

    #[test]
    fn a_result_that_cannot_be_written_is_told_at_the_next_start() {
        let database = Database::in_memory().unwrap();
        let of = |task: &str| Kept { database: database.clone(), room: room("out.jsonl", task) };
        assert_eq!(of("a").result(), None);
        let result = failed("a", &foreign("why"), std::time::Duration::from_secs(2));
        of("a").keep(&result);
        assert_eq!(of("a").result(), Some(result));
        assert_eq!(of("b").result(), None, "another task is done");
        // As when it is written after all.
        database.forget(&room("out.jsonl", "a")).unwrap();
        assert_eq!(of("a").result(), None);
    }
}
