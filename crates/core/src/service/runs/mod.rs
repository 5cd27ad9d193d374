//! The registry of runs: each that is going on has a handle here, through which it is reached, and those that ended are listed for a while.

mod control;
mod recover;
mod sources;
mod start;

use super::activity::{Active, Activity};
use super::stores::Stores;
use crate::driver::{ControlMessage, Driver, EventBuffer};
use crate::hands::{Hands, SourceRuns, TabClaims};
use crate::models::ModelPool;
use crate::port::{Events, LogArg, Notice, Ports, StoreError};
use crate::run::{Run, State};
use crate::usage::Ledger;
use async_trait::async_trait;
use edith_protocol::{AnswerBody, ConversationId, ErrorBody, ErrorCode, LogLevel, Outcome, RunId, RunInfo, Usage};
use edith_words::say;
use futures_channel::{mpsc, oneshot};
use futures_util::FutureExt;
use futures_util::future::{Shared, join_all, select};
use futures_util::lock::Mutex;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::pin;
use std::rc::{Rc, Weak};

pub(crate) use start::Unattended;

/// Runs that ended are told in `RUN_LIST` until so many newer ones ended.
const ENDED_KEPT: usize = 40;

/// Characters of a summary in a notification.
const NOTICE_CHARS: usize = 200;

/// A run that was told to end is waited for so long, in milliseconds: it lets go of its tabs and stores its conversation.
const END_MS: u64 = 3_000;

/// The runs of a worker.
pub struct Runs {
    ports: Ports,
    stores: Stores,
    ledger: Ledger,
    claims: TabClaims,
    activity: Activity,
    handles: RefCell<BTreeMap<RunId, Handle>>,
    /// Latest first.
    ended: RefCell<Vec<RunInfo>>,
    end_listener: RefCell<Option<Weak<dyn EndListener>>>,
    /// Sent once the runs of an earlier worker are known again.
    recovery: RefCell<Option<oneshot::Sender<()>>>,
    recovered: Shared<oneshot::Receiver<()>>,
    /// The runs of an earlier worker could not be read yet.
    is_unread: Cell<bool>,
    /// Held while a run is started: what it finds of its conversation, no other changes.
    starting: Mutex<()>,
}

/// Hears of a run's end before the run's record is deleted: what dies in between is heard again.
#[async_trait(?Send)]
pub(crate) trait EndListener {
    async fn run_ended(&self, run: &RunId, outcome: Outcome, summary: &str, usage: Usage);
}

struct Handle {
    control: mpsc::UnboundedSender<ControlMessage>,
    info: Rc<RefCell<RunInfo>>,
    /// Where the runs of its sources go when they are over.
    sources: mpsc::UnboundedSender<Run>,
    /// Comes when it is over: it has let go of everything.
    over: Shared<oneshot::Receiver<()>>,
    _active: Active,
}

impl Runs {
    pub(super) fn new(ports: Ports, stores: Stores, ledger: Ledger, activity: Activity) -> Rc<Self> {
        let (recovery, recovered) = oneshot::channel();
        Rc::new(Self {
            ports,
            stores,
            ledger,
            claims: TabClaims::default(),
            activity,
            handles: RefCell::default(),
            ended: RefCell::default(),
            end_listener: RefCell::default(),
            recovery: RefCell::new(Some(recovery)),
            recovered: recovered.shared(),
            is_unread: Cell::new(false),
            starting: Mutex::new(()),
        })
    }

    pub(crate) fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Whether there is a conversation with this id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn has_conversation(&self, id: &ConversationId) -> Result<bool, StoreError> {
        Ok(self.stores.conversations.heads().await?.iter().any(|head| head.id == *id))
    }

    /// From now on this one hears of each end.
    pub(crate) fn listen(&self, listener: Weak<dyn EndListener>) {
        *self.end_listener.borrow_mut() = Some(listener);
    }

    /// Whether this run is going on.
    pub(crate) fn is_running(&self, run: &RunId) -> bool {
        self.handles.borrow().contains_key(run)
    }

    /// The runs that are going on.
    pub(super) fn ids(&self) -> Vec<RunId> {
        self.handles.borrow().keys().cloned().collect()
    }

    /// The runs that are going on in a conversation.
    pub(super) fn in_conversation(&self, conversation: &ConversationId) -> Vec<RunId> {
        let handles = self.handles.borrow();
        let in_it = handles.iter().filter(|(_, handle)| handle.info.borrow().conversation_id == *conversation);
        in_it.map(|(id, _)| id.clone()).collect()
    }

    /// The runs that are going on, latest first, and those that ended.
    pub(crate) fn list(&self) -> Vec<RunInfo> {
        let handles = self.handles.borrow();
        let mut runs: Vec<RunInfo> = handles.values().map(|handle| handle.info.borrow().clone()).collect();
        runs.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
        runs.extend(self.ended.borrow().iter().cloned());
        runs
    }

    /// What a run told, as stored, from behind a number on.
    pub(crate) async fn steps(&self, run: &RunId, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let (steps, after) = self.stores.journal.progress_page(run, after.unwrap_or_default()).await?;
        Ok(AnswerBody::Steps { steps, after })
    }

    pub(super) fn forget_ended(&self) {
        self.ended.borrow_mut().clear();
    }

    /// Lets a run go on to its end, which is what is answered.
    fn drive(self: &Rc<Self>, run: Run, models: ModelPool) -> oneshot::Receiver<(Outcome, String)> {
        let (control, inbox) = mpsc::unbounded();
        let (sources, ended_sources) = mpsc::unbounded();
        let (is_over, over) = oneshot::channel();
        let info = Rc::new(RefCell::new(run.info()));
        let id = run.id.clone();
        let source_runs = SourceRuns::new(Rc::clone(self) as _, id.clone(), ended_sources);
        let event_buffer = EventBuffer::new(Rc::clone(&self.ports.events));
        let hands_ports = Ports { events: Rc::clone(&event_buffer) as Rc<dyn Events>, ..self.ports.clone() };
        let driver = Driver {
            ports: self.ports.clone(),
            journal: self.stores.journal.clone(),
            conversations: self.stores.conversations.clone(),
            hands: Hands::new(hands_ports, models, self.ledger.clone(), self.claims.clone(), source_runs),
            event_buffer,
            run,
            inbox,
            info: Rc::clone(&info),
        };
        let handle = Handle { control, info, sources, over: over.shared(), _active: self.activity.enter() };
        self.handles.borrow_mut().insert(id.clone(), handle);
        let (ended, when_ended) = oneshot::channel();
        let runs = Rc::clone(self);
        let work = async move {
            let Some(run) = driver.drive().await else {
                runs.ports.log.write(LogLevel::Info, "run.superseded", &[("run", LogArg::Run(id.clone()))]);
                runs.remove(&id);
                return;
            };
            let end = match &run.state {
                State::Done { outcome, summary } => (*outcome, summary.clone()),
                _ => (Outcome::Failed, String::new()),
            };
            let listener = runs.end_listener.borrow().as_ref().and_then(Weak::upgrade);
            if let Some(listener) = listener {
                listener.run_ended(&id, end.0, &end.1, run.counters.usage).await;
            }
            // A source's record goes when its research has taken in what it gave.
            let is_forgotten = run.parent().is_none();
            runs.ended(run);
            if is_forgotten {
                // Last: until then the next worker comes back to it, and tells its end once more. What cannot be deleted is deleted then.
                runs.check("run.delete", &id, runs.stores.journal.forget(&id).await);
            }
            // Nobody may be waiting: an agent run was answered long ago.
            let _unheard = (ended.send(end), is_over.send(()));
        };
        self.ports.spawner.spawn(work.boxed_local());
        when_ended
    }

    /// Comes back when these runs are over and have let go of their tabs; or, where one does not, after a while.
    pub(super) async fn await_ends(&self, runs: &[RunId]) {
        let over = |run: &RunId| self.handles.borrow().get(run).map(|handle| handle.over.clone());
        let ends: Vec<_> = runs.iter().filter_map(over).collect();
        let (ends, late) = (pin!(join_all(ends)), pin!(self.ports.clock.sleep(END_MS)));
        select(ends, late).await;
    }

    /// Notes what failed and is tried again later.
    fn check(&self, code: &'static str, run: &RunId, result: Result<(), StoreError>) {
        self.ports.log.check_of(code, &[("run", LogArg::Run(run.clone()))], result);
    }

    fn remove(&self, run: &RunId) -> Option<Handle> {
        self.ledger.forget(run);
        self.handles.borrow_mut().remove(run)
    }

    fn ended(&self, run: Run) {
        if let State::Done { outcome, summary } = &run.state
            && *outcome != Outcome::Stopped
            && run.is_told_by_itself()
        {
            let title = match outcome {
                Outcome::Completed => say!(NoticeDone),
                Outcome::Partial => say!(NoticePartly),
                Outcome::NeedsInput => say!(NoticeNeedsYou),
                Outcome::Failed | Outcome::Refused | Outcome::Stopped => say!(NoticeNotDone),
            };
            let text = summary.chars().take(NOTICE_CHARS).collect();
            let conversation = run.conversation.clone();
            self.ports.notices.show_if_away(Notice { conversation, title: title.into(), text });
        }
        let handle = self.remove(&run.id);
        if let Some(handle) = &handle {
            let mut ended = self.ended.borrow_mut();
            ended.insert(0, handle.info.borrow().clone());
            ended.truncate(ENDED_KEPT);
        }
        let handles = self.handles.borrow();
        if let Some(parent) = run.parent().and_then(|parent| handles.get(parent)) {
            // A research that is ending itself does not hear it any more.
            let _unheard = parent.sources.unbounded_send(run);
        }
    }
}

fn unknown_run(run: &RunId) -> ErrorBody {
    ErrorBody::new(ErrorCode::UnknownRun, say!(NoRun { run: run.to_string() }))
}
