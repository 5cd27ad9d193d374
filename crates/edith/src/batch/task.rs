//! One task of a batch: begun, or taken up where a dead program left it, and its result.

use super::lines::{Results, TaskResult, Wanted};
use super::pool::Pool;
use crate::arguments::YesTo;
use crate::ends::{Code, Stop};
use crate::follow::{Ended, Follow, Heard, Task, begin};
use crate::given;
use crate::told::{Teller, named};
use edith_core::port::Events;
use edith_native::agent::{Agent, Parts};
use edith_native::store::{Database, RoomStore};
use edith_protocol::{AnswerBody, Command, Done, Event, Mode, Outcome, RunId, RunInfo, Usage};
use futures_util::future::pending;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often a task is taken up again whose browser is gone.
const TRIES: u32 = 3;
/// The pause before that.
const PAUSE: Duration = Duration::from_millis(500);

/// What all tasks of a batch share.
pub(super) struct Ground {
    pub(super) database: Database,
    /// What is read instead of stored settings.
    pub(super) instead: BTreeMap<String, Value>,
    pub(super) results: Rc<RefCell<Results>>,
    pub(super) downloads: PathBuf,
    /// What the batch is known by.
    pub(super) name: String,
    pub(super) yes: YesTo,
    pub(super) pool: Pool,
    /// How many tasks there are.
    pub(super) total: usize,
}

/// Says nothing: many tasks at once would speak at the same time.
struct Silent;

impl Teller for Silent {
    fn hear(&mut self, _: &Event) {}

    fn ask(&mut self, _: &str) {}

    fn end(&mut self, _: Option<&Done>) {}
}

/// Takes tasks from the queue until it is empty.
pub(super) async fn work_off(slot: usize, queue: &RefCell<VecDeque<Wanted>>, ground: &Ground) {
    loop {
        let next = queue.borrow_mut().pop_front();
        let Some(wanted) = next else { return };
        let (id, begun) = (wanted.id.clone(), Instant::now());
        let result = match ground.to_the_end(slot, &wanted).await {
            Ok(result) => result,
            Err(stop) => TaskResult {
                id: id.clone(),
                outcome: Outcome::Failed,
                summary: stop.why,
                evidence: Vec::new(),
                usage: Usage::default(),
                seconds: begun.elapsed().as_secs_f64(),
            },
        };
        ground.note(result);
    }
}

/// The room of a batch's task.
pub(super) fn room(batch: &str, task: &str) -> String {
    format!("batch {batch} {task}")
}

impl Ground {
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

    async fn to_the_end(&self, slot: usize, wanted: &Wanted) -> Result<TaskResult, Stop> {
        let begun = Instant::now();
        let mut resumed = 0;
        loop {
            let took = || begun.elapsed().as_secs_f64();
            match self.once(slot, wanted, begun).await {
                Ok(Ended::Done(done)) => return Ok(result(&wanted.id, &done, took())),
                Ok(_) => {}
                // What is wrong with the task itself stays so.
                Err(stop) if stop.code == Code::Usage || resumed >= TRIES => return Err(stop),
                Err(_) => {}
            }
            if resumed >= TRIES {
                return Err(Stop::unavailable("its browser was gone again and again"));
            }
            resumed += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// One attempt in one browser.
    async fn once(&self, slot: usize, wanted: &Wanted, begun: Instant) -> Result<Ended, Stop> {
        let connection = self.pool.connect(slot).await?;
        let room = room(&self.name, &wanted.id);
        let instead = given::limited(&self.instead, &self.database, &wanted.limits).await;
        let store = Rc::new(RoomStore::new(self.database.clone(), &room, instead));
        let (results, task) = (Rc::clone(&self.results), wanted.id.clone());
        let (heard, mut events) = Heard::new(move |done| {
            let written = results.borrow_mut().add(result(&task, done, begun.elapsed().as_secs_f64()));
            // Tried again with the run's end, and told then.
            drop(written);
        });
        let heard: Rc<dyn Events> = Rc::new(heard);
        let parts = Parts { connection: connection.clone(), is_apart: true, store, events: heard };
        let agent = Agent::begin(parts, Some(&self.downloads)).await.map_err(Stop::unavailable)?;
        let id = match left(&agent).await {
            Some(info) => {
                // Its question was put to nobody who is here.
                if let Some(ask) = info.ask {
                    drop(agent.router.leave_open(&ask.run_id, ask.ask_id).await);
                }
                info.run_id
            }
            None => self.begin(&agent, wanted).await?,
        };
        let follow = Follow { agent: &agent, connection: &connection, yes: self.yes, attended: false };
        let ended = follow.to_the_end(&id, &mut events, &mut Silent, pending()).await;
        // What the agent left to be done in the background does not hold the browser's new tabs up.
        connection.close();
        Ok(ended)
    }

    async fn begin(&self, agent: &Agent, wanted: &Wanted) -> Result<RunId, Stop> {
        let task = Task {
            prompt: wanted.task.clone(),
            mode: Mode::Agent,
            url: wanted.url.clone(),
            documents: given::documents(&wanted.documents)?,
            may: wanted.may.clone(),
        };
        begin(agent, task).await
    }
}

/// What a run's end is as a task's result.
fn result(id: &str, done: &Done, seconds: f64) -> TaskResult {
    TaskResult {
        id: id.to_owned(),
        outcome: done.outcome,
        summary: done.summary.clone(),
        evidence: done.evidence.clone(),
        usage: done.usage,
        seconds,
    }
}

/// The run that an earlier attempt left, whose end may just be told again.
async fn left(agent: &Agent) -> Option<RunInfo> {
    let Some(AnswerBody::Runs { runs, .. }) = agent.router.handle(Command::RunList { after: None }).await.body else {
        return None;
    };
    runs.into_iter().find(|info| info.parent_run_id.is_none())
}
