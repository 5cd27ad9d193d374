//! A batch that lies in a queue: its tasks are put in, workers do them, and their results are written as they come.

use super::both::{Progress, finished, ids, open, room_of};
use crate::arguments::{Batch, Common};
use crate::ends::{Code, Stop};
use crate::home::Home;
use crate::interrupted::Interrupt;
use crate::tasks::lines::{Posted, Results, TaskResult, Wanted};
use crate::terminal::tell;
use crate::words::say;
use edith_native::queue::{Queue, QueueAddress, TaskKey};
use edith_native::small::SystemEntropy;
use edith_native::store::RoomStore;
use edith_port::{Entropy, Store};
use futures_util::future::{Either, select};
use futures_util::{FutureExt, StreamExt, stream};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::time::Duration;

/// How many tasks are put in at once.
const AT_ONCE: usize = 64;
/// How often it is tried again to put a task in, or to hear results, while the server is away.
const TRIES: u32 = 60;
/// The pause before that.
const PAUSE: Duration = Duration::from_secs(2);
/// The key of a batch's name in its room.
const NAME: &str = "queued";

/// Puts the tasks in and waits for their results.
///
/// # Errors
/// When nothing could be begun, or the server is away for good.
pub(super) async fn queued(
    order: &Batch,
    common: &Common,
    place: &QueueAddress,
    interrupt: &Interrupt,
) -> Result<Code, Stop> {
    let (wanted, results) = open(order)?;
    let home = Home::open(common.home.as_deref())?;
    let database = home.database()?;
    let queue = Queue::open(place.clone(), Duration::from_secs(order.silence));
    let queue = interrupt.unless(queue.map(|queue| queue.map_err(Stop::unavailable))).await?;
    let room = format!("queued {}", room_of(order));
    let kept = RoomStore::new(database.clone(), &room, BTreeMap::new());
    let name = match kept.read(NAME).await.map_err(Stop::broken)? {
        Some(name) => name.as_str().unwrap_or_default().to_owned(),
        None => {
            let name = SystemEntropy.id();
            kept.write(NAME, name.clone().into()).await.map_err(Stop::broken)?;
            name
        }
    };
    let ids = ids(&wanted);
    let missing: BTreeSet<String> = ids.iter().filter(|id| !results.has(id)).cloned().collect();
    let progress = Progress::begin(&ids, &results);
    let waiting = Waiting { results: RefCell::new(results), missing: RefCell::new(missing), progress };
    let stopped = if waiting.is_over() {
        false
    } else {
        let both = async {
            let (posted, heard) = futures_util::future::join(
                post(&queue, &name, &wanted, order, &waiting),
                hear(&queue, &name, &waiting),
            )
            .await;
            posted.and(heard)
        };
        match select(pin!(both), interrupt.came()).await {
            Either::Left((ended, _)) => {
                ended?;
                false
            }
            Either::Right(_) => true,
        }
    };
    if stopped {
        tell(&say!(QueueWorkedOn));
    } else {
        // What stays goes by itself after a while.
        let _gone = (queue.forget(&name).await, database.forget(&room));
    }
    let Waiting { results, progress, .. } = waiting;
    drop(progress);
    finished(order, &ids, &results.borrow(), stopped)
}

/// What it waits for.
struct Waiting {
    results: RefCell<Results>,
    /// The ids of the tasks that have no result yet.
    missing: RefCell<BTreeSet<String>>,
    progress: Progress,
}

impl Waiting {
    fn is_over(&self) -> bool {
        self.missing.borrow().is_empty()
    }

    fn take(&self, name: &str, task: Option<TaskKey>, payload: &[u8]) -> Result<(), Stop> {
        let mut result: TaskResult = serde_json::from_slice(payload)
            .map_err(|error| Stop::unavailable(say!(QueueResultUnread { error: error.to_string() })))?;
        // Of a task that its worker could not read only the key is known.
        if result.id.is_empty()
            && let Some(id) = self.missing.borrow().iter().find(|id| Some(TaskKey::of(name, id)) == task)
        {
            result.id.clone_from(id);
        }
        if !self.missing.borrow().contains(&result.id) {
            return Ok(());
        }
        let (id, outcome, seconds) = (result.id.clone(), result.outcome, result.seconds);
        let added = self.results.borrow_mut().add(result);
        added.map_err(|error| Stop::unavailable(say!(ResultUnwritten { id: &id, error: error.to_string() })))?;
        self.missing.borrow_mut().remove(&id);
        self.progress.note((&id, outcome, seconds));
        Ok(())
    }
}

/// Puts every task in that has no result.
async fn post(queue: &Queue, name: &str, wanted: &[Wanted], order: &Batch, waiting: &Waiting) -> Result<(), Stop> {
    let posting = wanted.iter().filter(|task| waiting.missing.borrow().contains(task.id())).map(|task| async move {
        let payload = serde_json::to_vec(&Posted::of(task, order.yes_to_asks)?).map_err(Stop::broken)?;
        let key = TaskKey::of(name, task.id());
        let mut tries = 0;
        // One that was put in by an earlier start is not put in twice, and one that was done since is known to be.
        while let Err(error) = queue.post(&key, payload.clone().into()).await {
            tries += 1;
            if tries > TRIES {
                return Err(Stop::unavailable(error));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    });
    let posting: Vec<_> = posting.collect();
    let mut posted = stream::iter(posting).buffer_unordered(AT_ONCE);
    while let Some(one) = posted.next().await {
        one?;
    }
    Ok(())
}

/// Hears results until none is missing.
async fn hear(queue: &Queue, name: &str, waiting: &Waiting) -> Result<(), Stop> {
    let mut tries = 0;
    while !waiting.is_over() {
        let mut wrong = None;
        let heard = queue.hear(name, |task, payload| {
            tries = 0;
            wrong = waiting.take(name, task, payload).err();
            wrong.is_none() && !waiting.is_over()
        });
        let heard = heard.await;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        if let Err(error) = heard {
            tries += 1;
            if tries > TRIES {
                return Err(Stop::unavailable(error));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
    Ok(())
}
