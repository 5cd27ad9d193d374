//! A whole agent without a browser: fakes, a router, and an executor whose worker can be killed and started again.

use crate::{EventLog, FakeBrowser, ManualClock, ManualTimetable, MemoryStore, ScriptedModel};
use edith_core::port::{Entropy, Ports, Spawner};
use edith_core::router::Router;
use edith_protocol::{AnswerBody, Command, Extras, Reply, RunId};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use futures_util::task::noop_waker;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// Polls of everything without anything moving, after which nothing will move any more.
const IDLE_ROUNDS: u32 = 3;
/// Rounds after which a test is taken to run forever.
const MOST_ROUNDS: u32 = 100_000;

#[derive(Clone, Default)]
struct Tasks(Rc<RefCell<Vec<LocalBoxFuture<'static, ()>>>>);

impl Spawner for Tasks {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        self.0.borrow_mut().push(work);
    }
}

struct Counter(Cell<u32>);

impl Entropy for Counter {
    fn id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("id{}", self.0.get())
    }
}

/// A whole agent on fakes.
pub struct World {
    /// The model; used by every run, since a base URL is set.
    pub model: ScriptedModel,
    /// The browser.
    pub browser: FakeBrowser,
    /// What outlives the worker.
    pub store: MemoryStore,
    /// Time.
    pub clock: ManualClock,
    /// What was broadcast.
    pub events: EventLog,
    /// The place's clock, the alarm, and what the person was told.
    pub timetable: ManualTimetable,
    entropy: Rc<Counter>,
    tasks: Tasks,
    router: RefCell<Rc<Router>>,
}

impl Default for World {
    fn default() -> Self {
        let (model, browser, store) = (ScriptedModel::default(), FakeBrowser::default(), MemoryStore::default());
        let (clock, events, tasks) = (ManualClock::default(), EventLog::default(), Tasks::default());
        let entropy = Rc::new(Counter(Cell::new(0)));
        let timetable = ManualTimetable::default();
        let ports = ports(&model, &browser, &store, &clock, &events, &timetable, &entropy, &tasks);
        let world = Self {
            router: RefCell::new(Router::new(ports, |_| {})),
            model,
            browser,
            store,
            clock,
            events,
            timetable,
            entropy,
            tasks,
        };
        let router = Rc::clone(&world.router.borrow());
        world.block_on(async move { router.start().await });
        world.set("edith_api_base_url", json!("http://model.example/v1"));
        world
    }
}

impl World {
    /// Sets a key of `chrome.storage.local`.
    pub fn set(&self, key: &str, value: serde_json::Value) {
        use edith_core::port::Store;
        self.block_on(self.store.write(key, value)).and_then(Result::ok).unwrap_or_default();
    }

    /// Sends a command and answers what comes back; none when the worker died or hangs over it.
    pub fn send(&self, command: Command) -> Option<Reply> {
        let router = Rc::clone(&self.router.borrow());
        self.block_on(async move { router.handle(command).await })
    }

    /// The same with what stands beside a command that starts a run.
    pub fn send_with(&self, command: Command, extras: Extras) -> Option<Reply> {
        let router = Rc::clone(&self.router.borrow());
        self.block_on(async move { router.handle_with(command, extras).await })
    }

    /// Starts an agent run and answers its id.
    pub fn run(&self, prompt: &str) -> Option<RunId> {
        let reply = self.send(Command::AgentRun { prompt: prompt.into(), conversation_id: None, tab_id: None })?;
        match reply.body {
            Some(AnswerBody::Started { run_id, .. }) => Some(run_id),
            _ => None,
        }
    }

    /// Starts a research and answers its id.
    pub fn research(&self, prompt: &str) -> Option<RunId> {
        let reply = self.send(Command::ResearchRun { prompt: prompt.into(), conversation_id: None })?;
        match reply.body {
            Some(AnswerBody::Started { run_id, .. }) => Some(run_id),
            _ => None,
        }
    }

    /// The alarm comes, or the stored schedules change.
    pub fn keep_schedules(&self) {
        let router = Rc::clone(&self.router.borrow());
        self.block_on(async move { router.keep_schedules().await });
    }

    /// Lets everything go on until nothing moves; time passes where everything waits for it.
    pub fn settle(&self) {
        self.block_on(std::future::pending::<()>());
    }

    /// Lets everything go on until nothing moves at this moment; no time passes.
    pub fn settle_now(&self) {
        self.block(std::future::pending::<()>(), false);
    }

    /// Kills the worker, wherever it is, and starts another on what is stored.
    pub fn restart_worker(&self) {
        self.tasks.0.borrow_mut().clear();
        self.clock.forget_sleepers();
        self.store.die_after(None);
        self.store.die_after_any(None);
        self.browser.hang_on(None);
        let ports = ports(
            &self.model,
            &self.browser,
            &self.store,
            &self.clock,
            &self.events,
            &self.timetable,
            &self.entropy,
            &self.tasks,
        );
        let router = Router::new(ports, |_| {});
        *self.router.borrow_mut() = Rc::clone(&router);
        self.block_on(async move { router.start().await });
    }

    /// Runs the future together with all background work. None when nothing moves any more and it is not over.
    fn block_on<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        self.block(future, true)
    }

    fn block<T>(&self, future: impl Future<Output = T>, time_passes: bool) -> Option<T> {
        let mut future = pin!(future.fuse());
        let waker = noop_waker();
        let mut context = Context::from_waker(&waker);
        let mut idle = 0;
        let mut over = None;
        for _ in 0..MOST_ROUNDS {
            if over.is_none()
                && let Poll::Ready(value) = future.as_mut().poll(&mut context)
            {
                over = Some(value);
                break;
            }
            let events_before = self.events.all().len();
            let mut tasks = std::mem::take(&mut *self.tasks.0.borrow_mut());
            let before = tasks.len();
            tasks.retain_mut(|task| task.as_mut().poll(&mut context).is_pending());
            let moved = tasks.len() != before || self.events.all().len() != events_before;
            let mut spawned = self.tasks.0.borrow_mut();
            let moved = moved || !spawned.is_empty();
            tasks.append(&mut spawned);
            *spawned = tasks;
            drop(spawned);
            idle = if moved { 0 } else { idle + 1 };
            if idle >= IDLE_ROUNDS {
                if self.store.is_dead() || !time_passes || !self.clock.skip_to_next() {
                    break;
                }
                idle = 0;
            }
        }
        over
    }
}

#[expect(clippy::too_many_arguments, reason = "one for each port")]
fn ports(
    model: &ScriptedModel,
    browser: &FakeBrowser,
    store: &MemoryStore,
    clock: &ManualClock,
    events: &EventLog,
    timetable: &ManualTimetable,
    entropy: &Rc<Counter>,
    tasks: &Tasks,
) -> Ports {
    Ports {
        models: Rc::new(model.clone()),
        browser: Rc::new(browser.clone()),
        store: Rc::new(store.clone()),
        clock: Rc::new(clock.clone()),
        events: Rc::new(events.clone()),
        entropy: Rc::clone(entropy) as Rc<dyn Entropy>,
        spawner: Rc::new(tasks.clone()),
        timetable: Rc::new(timetable.clone()),
        notices: Rc::new(timetable.clone()),
    }
}
