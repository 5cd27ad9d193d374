//! The registry of runs: a handle to each running one, and the recently ended ones.

mod control;
mod naming;
mod recover;
mod replays;
mod sources;
mod start;

use super::activity::{Active, Activity};
use super::stores::Stores;
use async_trait::async_trait;
use edith_core::driver::{ControlMessage, Driver, EventBuffer};
use edith_core::hands::{Hands, SourceRuns, TabClaims};
use edith_core::models::ModelPool;
use edith_core::request_log::{Covering, RequestLog};
use edith_core::run::{Run, State};
use edith_core::usage::Ledger;
use edith_port::{Events, LogArg, Notice, Ports, StoreError};
use edith_protocol::{
    AnswerBody, ConversationId, DebugEntry, ErrorBody, ErrorCode, LogLevel, Outcome, RunId, RunInfo, RunState, TabId,
    Usage, run_ids,
};
use edith_words::say;
use futures_channel::{mpsc, oneshot};
use futures_util::FutureExt;
use futures_util::future::{Shared, join_all, select};
use futures_util::lock::Mutex;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::pin;
use std::rc::{Rc, Weak};

pub(crate) use start::{FormWanted, Unattended};

/// How many ended runs `RUN_LIST` has.
const ENDED_KEPT: usize = 40;

/// Characters of a summary in a notification.
const NOTICE_CHARS: usize = 200;

/// How long to wait for a run told to end, in milliseconds: it releases its tabs and stores its conversation.
const END_MS: u64 = 3_000;

/// A worker's runs.
pub(crate) struct Runs {
    ports: Ports,
    stores: Stores,
    ledger: Ledger,
    pub(super) requests: RequestLog,
    claims: TabClaims,
    activity: Activity,
    handles: RefCell<BTreeMap<RunId, Handle>>,
    /// Latest first.
    ended: RefCell<Vec<RunInfo>>,
    end_listener: RefCell<Option<Weak<dyn EndListener>>>,
    /// Sent once an earlier worker's runs are known.
    recovery: RefCell<Option<oneshot::Sender<()>>>,
    recovered: Shared<oneshot::Receiver<()>>,
    /// An earlier worker's runs could not be read yet.
    is_unread: Cell<bool>,
    /// Held while a run is started, so that nothing else changes the conversation.
    starting: Mutex<()>,
}

/// Hears of a run's end before its record is deleted: after a death in between it hears again.
#[async_trait(?Send)]
pub(crate) trait EndListener {
    async fn run_ended(&self, run: &RunId, outcome: Outcome, summary: &str, usage: Usage);
}

struct Handle {
    control: mpsc::UnboundedSender<ControlMessage>,
    info: Rc<RefCell<RunInfo>>,
    /// Where its sources' runs go when over.
    sources: mpsc::UnboundedSender<Run>,
    /// Resolves when it is over and has released everything.
    over: Shared<oneshot::Receiver<()>>,
    _active: Active,
}

impl Runs {
    pub(super) fn new(ports: Ports, stores: Stores, ledger: Ledger, activity: Activity) -> Rc<Self> {
        let (recovery, recovered) = oneshot::channel();
        let Ports { store, clock, spawner, .. } = &ports;
        let requests = RequestLog::new(Rc::clone(store), Rc::clone(clock), Rc::clone(spawner), stores.journal.clone());
        Rc::new(Self {
            ports,
            stores,
            ledger,
            requests,
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

    /// Whether this conversation exists.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn has_conversation(&self, id: &ConversationId) -> Result<bool, StoreError> {
        Ok(self.stores.conversations.heads().await?.iter().any(|head| head.id == *id))
    }

    /// Registers a listener for each end.
    pub(crate) fn listen(&self, listener: Weak<dyn EndListener>) {
        *self.end_listener.borrow_mut() = Some(listener);
    }

    pub(crate) fn is_running(&self, run: &RunId) -> bool {
        self.handles.borrow().contains_key(run)
    }

    pub(super) fn ids(&self) -> Vec<RunId> {
        self.handles.borrow().keys().cloned().collect()
    }

    /// The running runs in a conversation.
    pub(super) fn in_conversation(&self, conversation: &ConversationId) -> Vec<RunId> {
        let handles = self.handles.borrow();
        let in_it = handles.iter().filter(|(_, handle)| handle.info.borrow().conversation_id == *conversation);
        in_it.map(|(id, _)| id.clone()).collect()
    }

    /// The running run whose tab this is.
    pub(crate) fn in_tab(&self, tab: TabId) -> Option<(RunId, RunState)> {
        let handles = self.handles.borrow();
        let mut all = handles.iter().map(|(id, handle)| (id, handle.info.borrow()));
        let found = all.find(|(_, info)| info.tab_id == Some(tab) && info.state != RunState::Done);
        found.map(|(id, info)| (id.clone(), info.state))
    }

    /// The tabs of the running runs, and what each is doing.
    pub(crate) fn tabs_in_use(&self) -> Vec<(TabId, RunState)> {
        let handles = self.handles.borrow();
        let infos = handles.values().map(|handle| handle.info.borrow());
        infos.filter(|info| !info.taken_over).filter_map(|info| Some((info.tab_id?, info.state))).collect()
    }

    /// Running and ended runs, latest start first, so that an end between two pages of the list moves none of them.
    pub(crate) fn list(&self) -> Vec<RunInfo> {
        let handles = self.handles.borrow();
        let mut runs: Vec<RunInfo> = handles.values().map(|handle| handle.info.borrow().clone()).collect();
        runs.extend(self.ended.borrow().iter().cloned());
        edith_page::order::sort_by(&mut runs, |a, b| b.started_at.total_cmp(&a.started_at));
        runs
    }

    /// A run's stored progress after a number.
    pub(crate) async fn steps(&self, run: &RunId, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let (steps, after) = self.stores.journal.progress_page(run, after.unwrap_or_default()).await?;
        Ok(AnswerBody::Steps { steps, after })
    }

    /// What a finished run sent to models and what came of it, without any secret.
    pub(crate) async fn debug(&self, run: &RunId, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let entries = self.requests.entries(run).await?;
        if entries.is_empty() {
            return Err(ErrorBody::new(ErrorCode::UnknownRun, say!(RunNotStored)));
        }
        let covering = Covering::of(&self.stores.settings.servers().await?.keys());
        let covered = entries.into_iter().filter_map(|entry| {
            let entry = covering.on(serde_json::to_value(entry).ok()?);
            edith_protocol::json::from_value::<DebugEntry>(entry).ok()
        });
        let (entries, after) = super::page(covered, after);
        Ok(AnswerBody::Debug { entries, after })
    }

    pub(super) fn forget_ended(&self) {
        self.ended.borrow_mut().clear();
    }

    /// Lets a run continue to its end; returns the end.
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
            hands: Hands::new(
                hands_ports,
                models,
                self.ledger.clone(),
                self.requests.clone(),
                self.claims.clone(),
                source_runs,
            ),
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
            // A source's record goes once its research has applied the result.
            let is_forgotten = run.parent().is_none();
            runs.requests.ended(&run);
            let names = Self::may_name(&run).then(|| run.clone());
            if run.task.keeps_replaced && run.has_answered() {
                runs.forget_replaced(&run.conversation).await;
            }
            runs.ended(run);
            if is_forgotten {
                // Last: until then the next worker returns to it and reports its end again. What cannot be deleted is deleted then.
                let forgotten = runs.stores.journal.forget(&id).await;
                // Only now that no worker returns to it, so that no name is made twice.
                if let (Ok(()), Some(run)) = (&forgotten, names) {
                    runs.name_conversation(run);
                }
                runs.check("run.delete", &id, forgotten);
            }
            // Nobody may be waiting: an agent run was answered long ago.
            let _unheard = (ended.send(end), is_over.send(()));
        };
        self.ports.spawner.spawn(work.boxed_local());
        when_ended
    }

    /// No longer lists an ended run whose messages are not in its conversation.
    async fn forget_replaced(&self, conversation: &ConversationId) {
        if let Ok(Some(stored)) = self.stores.conversations.get(conversation).await {
            let left = run_ids(&stored.messages);
            let stays = |info: &RunInfo| info.conversation_id != *conversation || left.contains(&info.run_id);
            self.ended.borrow_mut().retain(stays);
        }
    }

    /// Returns when these runs are over and have released their tabs, or after a while.
    pub(super) async fn await_ends(&self, runs: &[RunId]) {
        let over = |run: &RunId| self.handles.borrow().get(run).map(|handle| handle.over.clone());
        let ends: Vec<_> = runs.iter().filter_map(over).collect();
        let (ends, late) = (pin!(join_all(ends)), pin!(self.ports.clock.sleep(END_MS)));
        select(ends, late).await;
    }

    /// Logs a failure that is retried later.
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
            // An ending research no longer hears it.
            let _unheard = parent.sources.unbounded_send(run);
        }
    }
}

fn unknown_run(run: &RunId) -> ErrorBody {
    ErrorBody::new(ErrorCode::UnknownRun, say!(NoRun { run: run.to_string() }))
}
