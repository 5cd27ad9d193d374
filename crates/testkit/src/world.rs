//! A whole agent without a browser: fakes, a router, and an executor whose worker can be killed and restarted.

use crate::mortal::Mortal;
use crate::spawner::Tasks;
use crate::{
    CountingIds, EventLog, FakeBringer, FakeBrowser, FakeReader, FakeServers, FakeTools, Life, ManualClock,
    ManualTimetable, MemoryStore, NoticeLog, ScriptedModel,
};
use edith_actions::http_url::HttpUrl;
use edith_app::router::Router;
use edith_gate::Mandate;
use edith_port::Ports;
use edith_protocol::{AnswerBody, Command, Extras, Mode, Reply, RunId};
use edith_records::log::StoredLog;
use futures_util::FutureExt;
use futures_util::task::noop_waker;
use serde_json::json;
use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// Rounds without any movement after which nothing will move.
const IDLE_ROUNDS: u32 = 3;
/// Rounds after which a test counts as endless.
const MOST_ROUNDS: u32 = 100_000;

/// A whole agent on fakes.
pub struct World {
    /// The model of every run, since a base URL is set.
    pub model: ScriptedModel,
    /// The browser.
    pub browser: FakeBrowser,
    /// What outlives the worker.
    pub store: MemoryStore,
    /// Time.
    pub clock: ManualClock,
    /// What was broadcast.
    pub events: EventLog,
    /// The local clock and the alarm.
    pub timetable: ManualTimetable,
    /// The person's notifications.
    pub notices: NoticeLog,
    /// The tools of servers.
    pub tools: FakeTools,
    /// The servers that offer them.
    pub servers: FakeServers,
    /// The reader of documents.
    pub reader: FakeReader,
    /// The addresses and tabs that documents come from.
    pub bringer: FakeBringer,
    entropy: CountingIds,
    /// The last one gets commands; earlier ones were left running beside it.
    workers: RefCell<Vec<Worker>>,
    dice: RefCell<Option<Dice>>,
}

type Dice = Box<dyn FnMut() -> u64>;

/// One life of the service worker.
#[derive(Clone)]
struct Worker {
    life: Life,
    tasks: Tasks,
    router: Rc<Router>,
}

impl Default for World {
    fn default() -> Self {
        let store = MemoryStore::default();
        let world = Self {
            model: ScriptedModel::default(),
            browser: FakeBrowser::default(),
            reader: FakeReader::new(&store),
            bringer: FakeBringer::default(),
            store,
            clock: ManualClock::default(),
            events: EventLog::default(),
            timetable: ManualTimetable::default(),
            notices: NoticeLog::default(),
            tools: FakeTools::default(),
            servers: FakeServers::default(),
            entropy: CountingIds::default(),
            workers: RefCell::default(),
            dice: RefCell::default(),
        };
        world.model.go_by(&world.clock);
        world.start_beside();
        world.set("edith_settings", json!({}));
        world.set("edith_api_base_url", json!("http://model.example/v1"));
        world
    }
}

impl World {
    /// Sets a key of `chrome.storage.local`.
    pub fn set(&self, key: &str, value: serde_json::Value) {
        use edith_port::Store;
        self.block_on(self.store.write(key, value)).and_then(Result::ok).unwrap_or_default();
    }

    /// Sends a command and returns the reply; none if the worker died or hangs.
    pub fn send(&self, command: Command) -> Option<Reply> {
        let Some(router) = self.router() else { return Default::default() };
        self.block_on(async move { router.handle(command).await })
    }

    /// The same with a starting command's extras.
    pub fn send_with(&self, command: Command, extras: Extras) -> Option<Reply> {
        let Some(router) = self.router() else { return Default::default() };
        self.block_on(async move { router.handle_with(command, extras).await })
    }

    /// Begins a task as the program does: on a page that the person wrote for it, in front, and with what they allow ahead.
    pub fn begin(&self, prompt: &str, page: Option<&str>, extras: Extras, mandates: &[Mandate]) -> Option<Reply> {
        let Some(router) = self.router() else { return Default::default() };
        let page = page.and_then(|page| Some((self.browser.open_in_front(page), HttpUrl::parse(page).ok()?)));
        self.block_on(async move { router.begin(Mode::Agent, prompt.to_owned(), page, extras, mandates).await })
    }

    /// Starts an agent run and returns its id.
    pub fn run(&self, prompt: &str) -> Option<RunId> {
        let reply = self.send(Command::AgentRun { prompt: prompt.into(), conversation_id: None, tab_id: None })?;
        match reply.body {
            Some(AnswerBody::Started { run_id, .. }) => Some(run_id),
            _ => None,
        }
    }

    /// Starts a research and returns its id.
    pub fn research(&self, prompt: &str) -> Option<RunId> {
        let reply = self.send(Command::ResearchRun { prompt: prompt.into(), conversation_id: None })?;
        match reply.body {
            Some(AnswerBody::Started { run_id, .. }) => Some(run_id),
            _ => None,
        }
    }

    /// The alarm fires, or the stored schedules change.
    pub fn check_schedules(&self) {
        let Some(router) = self.router() else { return Default::default() };
        self.block_on(async move { router.check_schedules().await });
    }

    /// Runs everything until nothing moves; time passes when everything waits for it.
    pub fn settle(&self) {
        self.block_on(std::future::pending::<()>());
    }

    /// Runs everything until nothing moves now; no time passes.
    pub fn settle_now(&self) {
        self.block(std::future::pending::<()>(), false);
    }

    /// Kills the worker and starts another on the store.
    pub fn restart_worker(&self) {
        self.kill_worker();
        self.start_beside();
    }

    /// Kills every worker.
    pub fn kill_worker(&self) {
        for worker in self.workers.take() {
            worker.life.end();
        }
        self.clock.forget_sleepers();
        self.store.die_after(None);
        self.store.die_after_any(None);
        self.browser.hang_on(None);
    }

    /// Starts another worker on the store while the old one continues, as if its death went unnoticed.
    pub fn start_beside(&self) {
        let worker = self.begin_beside();
        self.block_on(async move { worker.start().await });
    }

    /// The same without running it yet, so that the caller decides where it may die. Returns the router to start.
    pub fn begin_beside(&self) -> Rc<Router> {
        let (life, tasks) = (Life::default(), Tasks::default());
        let router = Router::new(self.ports(&life, &tasks), |_| {});
        if self.dice.borrow().is_some() {
            life.take_turns();
        }
        self.workers.borrow_mut().push(Worker { life, tasks, router: Rc::clone(&router) });
        router
    }

    /// Whether a worker other than the current one died.
    pub fn has_dead_beside(&self) -> bool {
        self.workers.borrow().iter().any(|worker| worker.life.is_over())
    }

    /// The current worker's life.
    pub fn life(&self) -> Life {
        self.workers.borrow().last().map(|worker| worker.life.clone()).unwrap_or_default()
    }

    /// Starts another worker that dies at its `at`th boundary.
    pub fn restart_to_die(&self, at: u64) {
        self.kill_worker();
        let router = self.begin_beside();
        self.life().die_at(at);
        self.block_on(async move { router.start().await });
    }

    /// Runs everything until the worker has passed this many boundaries, is dead, or nothing moves.
    pub fn settle_until(&self, passed: u64) {
        let life = self.life();
        life.hold_at(Some(passed));
        self.block_while(std::future::pending::<()>(), true, || life.passed() < passed && !life.is_over());
        life.hold_at(None);
    }

    /// From now on concurrent workers take turns by these numbers: one is drawn for each worker's turn, and an odd number lets it run.
    pub fn take_turns(&self, dice: impl FnMut() -> u64 + 'static) {
        *self.dice.borrow_mut() = Some(Box::new(dice));
        for worker in &*self.workers.borrow() {
            worker.life.take_turns();
        }
    }

    fn has_turn(&self) -> bool {
        self.dice.borrow_mut().as_mut().is_none_or(|dice| dice() % 2 == 1)
    }

    fn router(&self) -> Option<Rc<Router>> {
        self.workers.borrow().last().map(|worker| Rc::clone(&worker.router))
    }

    fn ports(&self, life: &Life, tasks: &Tasks) -> Ports {
        let store = Mortal::new(self.store.clone(), life);
        let log = StoredLog::new(Rc::clone(&store) as _, Rc::new(self.clock.clone()), Rc::new(tasks.clone()));
        Ports {
            models: Mortal::new(self.model.clone(), life),
            browser: Mortal::new(self.browser.clone(), life),
            store,
            clock: Rc::new(self.clock.clone()),
            events: Mortal::new(self.events.clone(), life),
            entropy: Rc::new(self.entropy.clone()),
            spawner: Rc::new(tasks.clone()),
            timetable: Rc::new(self.timetable.clone()),
            notices: Rc::new(self.notices.clone()),
            tools: Mortal::new(self.tools.clone(), life),
            servers: Rc::new(self.servers.clone()),
            reader: Mortal::new(self.reader.clone(), life),
            bringer: Mortal::new(self.bringer.clone(), life),
            log: Rc::new(log),
        }
    }

    /// Runs the future with all background work. None if nothing moves and it is not done.
    fn block_on<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        self.block(future, true)
    }

    fn block<T>(&self, future: impl Future<Output = T>, time_passes: bool) -> Option<T> {
        self.block_while(future, time_passes, || true)
    }

    fn block_while<T>(
        &self,
        future: impl Future<Output = T>,
        time_passes: bool,
        goes_on: impl Fn() -> bool,
    ) -> Option<T> {
        let mut future = pin!(future.fuse());
        let waker = noop_waker();
        let mut context = Context::from_waker(&waker);
        let mut idle = 0;
        for _ in 0..MOST_ROUNDS {
            if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return Some(value);
            }
            let events_before = self.events.count();
            let mut moved = false;
            let workers = self.workers.borrow().clone();
            let passed_before: u64 = workers.iter().map(|worker| worker.life.passed()).sum();
            for worker in &workers {
                if self.has_turn() {
                    moved |= worker.tasks.turn(&worker.life, &mut context);
                }
            }
            moved |= workers.iter().map(|worker| worker.life.passed()).sum::<u64>() != passed_before;
            if !goes_on() {
                return None;
            }
            moved |= self.events.count() != events_before;
            idle = if moved { 0 } else { idle + 1 };
            // With dice, a few idle rounds are chance.
            let most = if self.dice.borrow().is_some() { 10 * IDLE_ROUNDS } else { IDLE_ROUNDS };
            if idle >= most {
                let dead = self.store.is_dead() || workers.iter().all(|worker| worker.life.is_over());
                if dead || !time_passes || !self.clock.skip_to_next() {
                    break;
                }
                idle = 0;
            }
        }
        None
    }
}
