//! `edith worker`: does the tasks of a queue, as one of any number of programs on any machines.

use crate::arguments::{Common, Worker};
use crate::ends::{Code, Stop};
use crate::given;
use crate::interrupted::Interrupt;
use crate::kit::Kit;
use crate::record::Wish;
use crate::tasks::attempt::{Attempt, Unended, failed};
use crate::tasks::lines::{Posted, TaskResult};
use crate::tasks::pool::Pool;
use crate::terminal::tell;
use crate::told::named;
use crate::toolbox::Toolbox;
use crate::traces::Collector;
use crate::words::{Sentence, number, say};
use edith_native::queue::{Begun, Delivery, Queue, QueueError, QueueRoom};
use edith_native::store::{Database, RoomStore};
use futures_util::FutureExt;
use futures_util::future::{Either, join_all, select};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::pin::pin;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long to wait for the next task before checking whether there are any.
const WAIT: Duration = Duration::from_secs(20);
/// The same for a worker that ends when there are none.
const SHORT_WAIT: Duration = Duration::from_secs(2);
/// The pause when the server does not answer.
const PAUSE: Duration = Duration::from_secs(2);
/// How often it is looked whether another worker has a task.
const LOOK: Duration = Duration::from_millis(200);
/// How long a stopped worker may take to give back what it has.
const GIVING_BACK: Duration = Duration::from_secs(3);
/// How often a result is put in again that the server did not confirm.
const TRIES: u32 = 150;

/// Works until it is stopped, or the queue is empty; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn worker(order: &Worker, common: &Common) -> Result<Code, Stop> {
    let interrupt = Interrupt::listen();
    let Kit { home, database, instead, collector, toolbox } = interrupt.unless(Kit::open(common)).await?;
    interrupt.unless(given::reachable(&common.model)).await?;
    let queue = Queue::open(order.queue.clone(), Duration::from_secs(order.silence));
    let queue = interrupt.unless(queue.map(|queue| queue.map_err(Stop::unavailable))).await?;
    let wish = order.records.wish();
    wish.folders()?;
    let slots = order.parallel.max(1);
    let desk = Desk {
        queue,
        database,
        instead,
        downloads: home.downloads(),
        toolbox,
        wish,
        unrecorded: RefCell::default(),
        collector,
        pool: Pool::new(common.browser.clone(), slots),
        until_empty: order.until_empty,
        held: (0..slots).map(|_| RefCell::new(None)).collect(),
        done: Cell::new(0),
    };
    // Found out before anything is taken: without a browser every task would fail.
    if let Err(stop) = interrupt.unless(desk.pool.warm()).await {
        desk.pool.end().await;
        return Err(stop);
    }
    tell(&say!(WorkingOn { queue: order.queue.shown() }));
    let stopped = {
        let slots = join_all((0..slots).map(|slot| desk.work_off(slot)));
        let is_interrupted = matches!(select(pin!(slots), interrupt.came()).await, Either::Right(_));
        // Before its browsers go: that they do is not what tasks end with.
        desk.close();
        is_interrupted
    };
    if stopped {
        // A queue that is away hears nothing: the tasks are then given to others after a while.
        let _heard = tokio::time::timeout(GIVING_BACK, desk.give_back()).await;
    }
    desk.pool.end().await;
    tell(&say!(DoneHere { count: desk.done.get() }));
    match desk.unrecorded.take() {
        Some(stop) => Err(stop),
        None if stopped => Ok(Code::Stopped),
        None => Ok(Code::Completed),
    }
}

/// A task that is worked on.
struct Underway {
    delivery: Rc<Delivery>,
    room: Rc<QueueRoom>,
}

/// What a worker has.
struct Desk {
    queue: Queue,
    database: Database,
    /// What is read instead of stored settings.
    instead: BTreeMap<String, Value>,
    downloads: PathBuf,
    toolbox: Toolbox,
    /// The folders for what is recorded.
    wish: Wish,
    /// Why something was not recorded.
    unrecorded: RefCell<Option<Stop>>,
    collector: Option<Rc<Collector>>,
    pool: Pool,
    until_empty: bool,
    /// What each slot works on.
    held: Vec<RefCell<Option<Underway>>>,
    done: Cell<usize>,
}

impl Desk {
    /// Takes tasks until the queue is empty, or for ever.
    async fn work_off(&self, slot: usize) {
        let wait = if self.until_empty { SHORT_WAIT } else { WAIT };
        loop {
            match self.queue.take(wait).await {
                Ok(Some(delivery)) => {
                    let delivery = Rc::new(delivery);
                    let worked = self.work(slot, &delivery);
                    let worked = match select(pin!(worked), pin!(delivery.keep())).await {
                        Either::Left((worked, _)) => worked,
                        // It never ends.
                        Either::Right(((), worked)) => worked.await,
                    };
                    self.hold(slot, None);
                    match worked {
                        Ok(()) => {}
                        Err(error @ QueueError::Unreadable(_)) => {
                            // No worker of this version can do it.
                            let why = Sentence::from(error);
                            tell(&say!(PutAside { error: why.clone() }));
                            if let Err(error) = self.put_aside(&delivery, why).await {
                                tell(&say!(GoesBack { why: Sentence::from(error) }));
                                tokio::time::sleep(PAUSE).await;
                            }
                        }
                        Err(error) => {
                            // It is given to a worker again.
                            tell(&say!(GoesBack { why: Sentence::from(error) }));
                            tokio::time::sleep(PAUSE).await;
                        }
                    }
                }
                Ok(None) if self.until_empty => {
                    if self.queue.left().await.is_ok_and(|left| left == 0) {
                        return;
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    tell(&say!(TryingAgain { error: Sentence::from(error) }));
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    fn hold(&self, slot: usize, held: Option<Underway>) {
        if let Some(place) = self.held.get(slot) {
            *place.borrow_mut() = held;
        }
    }

    async fn work(&self, slot: usize, delivery: &Rc<Delivery>) -> Result<(), QueueError> {
        let posted = serde_json::from_slice::<Posted>(&delivery.payload().await?);
        let posted = posted.map_err(|error| QueueError::Unreadable(error.to_string()))?;
        let (wanted, yes) = posted.understood().map_err(|why| QueueError::Unreadable(why.to_string()))?;
        let instead = given::limited(&self.instead, &self.database, &wanted.line.limits).await;
        let room = match delivery.begin(RoomStore::new(self.database.clone(), "", instead)).await? {
            Begun::Work(room) => room,
            Begun::Done => return delivery.done().await,
            Begun::Dead => {
                delivery.bury().await?;
                self.tell(delivery, &failed(wanted.id(), &say!(ThreeDied), Duration::ZERO)).await?;
                return delivery.put_aside().await;
            }
        };
        self.hold(slot, Some(Underway { delivery: Rc::clone(delivery), room: Rc::clone(&room) }));
        let result = match room.result().and_then(|result| serde_json::from_value(result).ok()) {
            // Whoever had it died before it could tell.
            Some(result) => result,
            None => {
                let kept = Rc::clone(&room);
                let attempt = Attempt {
                    pool: &self.pool,
                    slot,
                    wanted: &wanted,
                    store: Rc::clone(&room) as _,
                    downloads: &self.downloads,
                    toolbox: &self.toolbox,
                    collector: self.collector.as_ref(),
                    yes,
                    wish: &self.wish,
                    unrecorded: &self.unrecorded,
                    note: Rc::new(move |result: TaskResult| kept.set_result(serde_json::json!(result))),
                };
                match select(pin!(attempt.to_the_end()), pin!(over(&room))).await {
                    Either::Left((Ok(result), _)) => result,
                    Either::Left((Err(unended), _)) if unended.stop.code == Code::Usage => {
                        failed(wanted.id(), &unended.stop.why, Duration::ZERO)
                    }
                    Either::Left((Err(unended), _)) => return leave(delivery, &room, &unended).await,
                    Either::Right(_) => return Ok(()),
                }
            }
        };
        room.set_result(serde_json::json!(result));
        let result = room.result().and_then(|first| serde_json::from_value(first).ok()).unwrap_or(result);
        // Another worker that has the task by now has its result to tell.
        if room.write_result().await.is_err() {
            return Ok(());
        }
        self.tell(delivery, &result).await?;
        self.done.set(self.done.get() + 1);
        let seconds = number(result.seconds, 1);
        tell(&say!(TaskEndedHere { id: &result.id, outcome: named(result.outcome), seconds: seconds }));
        delivery.done().await
    }

    /// Sets a task aside that cannot be read or continued, and says so to whoever waits for it.
    async fn put_aside(&self, delivery: &Delivery, why: Sentence) -> Result<(), QueueError> {
        // Without its id whoever waits knows it by its key.
        let id = delivery.payload().await.ok().and_then(|payload| id_in(&payload)).unwrap_or_default();
        delivery.bury().await?;
        self.tell(delivery, &failed(&id, &say!(WasPutAside { why: why }), Duration::ZERO)).await?;
        delivery.put_aside().await
    }

    /// Puts a result in, whatever the network does meanwhile.
    async fn tell(&self, delivery: &Delivery, result: &TaskResult) -> Result<(), QueueError> {
        let payload = serde_json::to_vec(result).map_err(|error| QueueError::Unreadable(error.to_string()))?;
        let mut tries = 0;
        while let Err(error) = self.queue.tell(delivery.task(), payload.clone().into()).await {
            tries += 1;
            if tries > TRIES {
                return Err(error);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Nothing more is noted of what is worked on here.
    fn close(&self) {
        for held in self.held.iter().filter_map(|place| place.borrow().as_ref().map(|held| Rc::clone(&held.room))) {
            held.close();
        }
    }

    /// Has others go on with what is worked on here.
    async fn give_back(&self) {
        for place in &self.held {
            let held = place.borrow_mut().take();
            if let Some(Underway { delivery, room }) = held {
                room.give_back().await;
                // Unheard, it is given after a while.
                let _heard = delivery.give_back().await;
            }
        }
    }
}

/// The id of a task, whatever else was put in.
fn id_in(payload: &[u8]) -> Option<String> {
    let posted: Value = serde_json::from_slice(payload).ok()?;
    posted.pointer("/line/id")?.as_str().map(str::to_owned)
}

/// Leaves a task to be continued elsewhere that had no browser here, or lost it again and again; that counts as a death.
async fn leave(delivery: &Delivery, room: &QueueRoom, unended: &Unended) -> Result<(), QueueError> {
    tell(&say!(GoesBack { why: unended.stop.why.clone() }));
    if !unended.had_browser {
        room.give_back().await;
        tokio::time::sleep(PAUSE).await;
    }
    delivery.give_back().await
}

/// Resolves when another worker has the task.
async fn over(room: &QueueRoom) {
    let begun = Instant::now();
    while !room.is_over() {
        tokio::time::sleep(LOOK).await;
    }
    tell(&say!(TakenByAnother { seconds: number(begun.elapsed().as_secs_f64(), 0) }));
}
