//! Takes the panel's commands, starts and steers runs, and goes on with those an earlier worker left.

mod begin;
mod keep;
mod resume;
mod servers;
mod sources;
mod tabs;

use crate::claims::Claims;
use crate::conversations::Conversations;
use crate::documents::{DocumentError, Documents};
use crate::driver::{Driver, Later};
use crate::family::Family;
use crate::hands::{Hands, Model};
use crate::journal::Journal;
use crate::port::{Events, Notice, Ports, StoreError};
use crate::run::{Control, Run, State};
use crate::schedule::keeper::Schedules;
use crate::usage::Ledger;
use edith_protocol::Mode;
use edith_protocol::{
    AnswerBody, Command, ConversationId, ErrorBody, Extras, ModelServer, NamedServer, Outcome, Reply, RunId, RunInfo,
    Servers, keys,
};
use edith_words::say;
use futures_channel::{mpsc, oneshot};
use futures_util::FutureExt;
use futures_util::future::{Shared, join_all, select};
use futures_util::lock::Mutex;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::pin;
use std::rc::Rc;

pub(crate) use begin::Unattended;

/// Runs that ended are told in `RUN_LIST` until so many newer ones ended.
const ENDED_KEPT: usize = 40;

/// Characters of a summary in a notification.
const NOTICE_CHARS: usize = 200;

/// A run that was told to end is waited for so long, in milliseconds: it lets go of its tabs and stores its conversation.
const END_MS: u64 = 3_000;

const UNKNOWN_RUN: &str = "unknown_run";

/// One per worker.
pub struct Router {
    ports: Ports,
    journal: Journal,
    conversations: Conversations,
    documents: Documents,
    claims: Claims,
    ledger: Ledger,
    schedules: Schedules,
    runs: RefCell<BTreeMap<RunId, Handle>>,
    ended: RefCell<Vec<RunInfo>>,
    /// Model servers that are being tried out.
    trials: Cell<usize>,
    active: Box<dyn Fn(bool)>,
    /// Sent once the runs of an earlier worker are known again.
    start: RefCell<Option<oneshot::Sender<()>>>,
    started: Shared<oneshot::Receiver<()>>,
    /// The runs of an earlier worker could not be read yet.
    unread: Cell<bool>,
    /// Held while a run begins: what one finds of its conversation, no other changes.
    beginning: Mutex<()>,
}

struct Handle {
    control: mpsc::UnboundedSender<(Control, oneshot::Sender<Result<(), StoreError>>)>,
    info: Rc<RefCell<RunInfo>>,
    /// Where the runs of its sources go when they are over.
    sources: mpsc::UnboundedSender<Run>,
    /// Comes when it is over: it has let go of everything.
    over: Shared<oneshot::Receiver<()>>,
}

impl Router {
    /// A router on these ports. `active` is told whenever it changes whether anything is running.
    pub fn new(ports: Ports, active: impl Fn(bool) + 'static) -> Rc<Self> {
        let (start, started) = oneshot::channel();
        let journal = Journal::new(Rc::clone(&ports.store));
        Rc::new(Self {
            start: RefCell::new(Some(start)),
            started: started.shared(),
            ledger: Ledger::new(Rc::clone(&ports.store), Rc::clone(&ports.clock)),
            conversations: Conversations::new(Rc::clone(&ports.store), journal.lease()),
            documents: Documents::new(Rc::clone(&ports.store)),
            journal,
            claims: Claims::default(),
            schedules: Schedules::new(&ports),
            unread: Cell::new(false),
            beginning: Mutex::new(()),
            runs: RefCell::default(),
            ended: RefCell::default(),
            trials: Cell::default(),
            active: Box::new(active),
            ports,
        })
    }

    pub(crate) fn ports(&self) -> &Ports {
        &self.ports
    }

    pub(crate) fn conversations(&self) -> &Conversations {
        &self.conversations
    }

    pub(crate) fn schedules(&self) -> &Schedules {
        &self.schedules
    }

    /// Whether this run is going on.
    pub(crate) fn is_running(&self, run: &RunId) -> bool {
        self.runs.borrow().contains_key(run)
    }

    /// Whether anything is running.
    pub fn is_active(&self) -> bool {
        !self.runs.borrow().is_empty() || self.trials.get() > 0
    }

    /// Carries out a command.
    pub async fn handle(self: &Rc<Self>, command: Command) -> Reply {
        self.handle_with(command, Extras::default()).await
    }

    /// Carries out a command that starts a run, with what stands beside it.
    pub async fn handle_with(self: &Rc<Self>, command: Command, extras: Extras) -> Reply {
        self.answer(command, extras).await.into()
    }

    async fn answer(self: &Rc<Self>, command: Command, extras: Extras) -> Result<AnswerBody, ErrorBody> {
        if self.started.clone().await.is_err() {
            return Err(ErrorBody::new("not_started", say!(ShuttingDown)));
        }
        if self.unread.get() {
            // Nothing is begun beside runs that nobody sees.
            self.resume().await.map_err(storage)?;
        }
        match command {
            Command::Chat { prompt, conversation_id } => {
                let (_, conversation_id, ended) = self.begin(Mode::Chat, prompt, conversation_id, None, extras).await?;
                match ended.await {
                    Ok((Outcome::Failed, summary)) => Err(ErrorBody::new("model_failed", summary)),
                    Err(_) => Err(storage(StoreError::Superseded)),
                    Ok(_) => Ok(AnswerBody::Stored { conversation_id }),
                }
            }
            Command::AgentRun { prompt, conversation_id, tab_id } => {
                let (run_id, conversation_id, _) =
                    self.begin(Mode::Agent, prompt, conversation_id, tab_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::ResearchRun { prompt, conversation_id } => {
                let (run_id, conversation_id, _) =
                    self.begin(Mode::Research, prompt, conversation_id, None, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::ResearchClose { run_id } => self.close_sources(&run_id).await,
            Command::AgentStop { run_id } => self.stop(run_id.as_ref()).await,
            Command::AgentPause { run_id } => self.control_all(&run_id, &Control::Pause).await,
            Command::AgentResume { run_id } => self.control_all(&run_id, &Control::Resume).await,
            Command::AgentSay { run_id, text } => self.control_all(&run_id, &Control::Say(text)).await,
            Command::AgentAnswer { run_id, ask_id, answer } => {
                let open = self.runs.borrow().get(&run_id).and_then(|handle| handle.info.borrow().ask.clone());
                match open {
                    Some(ask) if ask.ask_id == ask_id => {
                        self.control(&run_id, Control::Answer { ask_id, answer }).await
                    }
                    Some(_) | None if self.runs.borrow().contains_key(&run_id) => {
                        Err(ErrorBody::new("unknown_ask", say!(AskNotOpen)))
                    }
                    _ => Err(unknown_run(&run_id)),
                }
            }
            Command::RunList => Ok(AnswerBody::Runs { runs: self.list() }),
            Command::RunSteps { run_id, after } => {
                let page = self.journal.progress_page(&run_id, after.unwrap_or_default()).await;
                page.map(|(steps, after)| AnswerBody::Steps { steps, after }).map_err(storage)
            }
            Command::ConversationSearch { query } => {
                let hits = self.conversations.search(&query).await.map_err(storage)?;
                Ok(AnswerBody::Found { hits })
            }
            Command::ConversationRename { conversation_id, title } => {
                if title.trim().is_empty() {
                    return Err(ErrorBody::new("empty_title", say!(TitleNeeded)));
                }
                if self.conversations.rename(&conversation_id, &title).await.map_err(storage)? {
                    Ok(AnswerBody::Nothing {})
                } else {
                    Err(ErrorBody::new("unknown_conversation", say!(NoConversation)))
                }
            }
            Command::ConversationDelete { conversation_id } => self.delete(&conversation_id).await,
            Command::DocumentAdd { document_id, name, mime, data } => {
                self.add_document(document_id, &name, &mime, &data).await
            }
            Command::DocumentDelete { document_id } => self.drop_document(&document_id).await,
            Command::ConversationPin { conversation_id, pinned } => self.pin(&conversation_id, pinned).await,
            Command::ConversationImport { conversations } => self.import(conversations).await,
            Command::GrantRevoke { grant } => self.revoke(&grant).await,
            Command::DataDelete => self.delete_all().await,
            Command::ScheduleList => self.list_schedules().await,
            Command::ScheduleSave { schedule } => self.save_schedule(schedule).await,
            Command::ScheduleDelete { id } => self.delete_schedule(&id).await,
            Command::ScheduleRun { id } => self.run_schedule(&id).await,
            Command::SchedulePreview { cron_expression } => self.preview_schedule(&cron_expression),
            Command::ModelTest { server } => self.test_server(server).await,
            Command::ModelList { base_url, api_key } => self.models(&base_url, api_key).await,
        }
    }

    async fn add_document(
        &self,
        id: Option<String>,
        name: &str,
        mime: &str,
        data: &str,
    ) -> Result<AnswerBody, ErrorBody> {
        let document_id = match id {
            Some(id) if self.documents.is_there(&id).await.map_err(storage)? => id,
            Some(id) => return Err(refused(DocumentError::Unknown(id))),
            None => self.ports.entropy.id(),
        };
        self.documents.add(&document_id, name, mime, data, self.ports.clock.now()).await.map_err(refused)?;
        Ok(AnswerBody::DocumentStored { document_id })
    }

    /// Deletes a document, unless a conversation has it.
    async fn drop_document(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        let kept = self.conversations.documents().await.map_err(storage)?;
        if !kept.iter().any(|document| document.id == id) {
            self.documents.delete(id).await.map_err(storage)?;
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Deletes documents that no conversation has any more. What fails here is tried again when the worker starts the next time.
    async fn sweep_documents(&self) -> Result<(), StoreError> {
        let old = self.documents.old(self.ports.clock.now()).await?;
        if old.is_empty() {
            return Ok(());
        }
        let kept = self.conversations.documents().await?;
        for id in old.iter().filter(|id| !kept.iter().any(|document| document.id == **id)) {
            self.documents.delete(id).await?;
        }
        Ok(())
    }

    /// Lets a run go on to its end, which is what is answered.
    fn drive(self: &Rc<Self>, run: Run, model: Model) -> oneshot::Receiver<(Outcome, String)> {
        let (control, inbox) = mpsc::unbounded();
        let (sources, ended) = mpsc::unbounded();
        let (is_over, over) = oneshot::channel();
        let info = Rc::new(RefCell::new(run.info()));
        let id = run.id.clone();
        let family = Family::new(Rc::clone(self), id.clone(), ended);
        let later = Later::new(Rc::clone(&self.ports.events));
        let of_hands = Ports { events: Rc::clone(&later) as Rc<dyn Events>, ..self.ports.clone() };
        let driver = Driver {
            ports: self.ports.clone(),
            journal: self.journal.clone(),
            conversations: self.conversations.clone(),
            hands: Hands::new(of_hands, model, self.ledger.clone(), self.claims.clone(), family),
            later,
            run,
            inbox,
            info: Rc::clone(&info),
        };
        self.runs.borrow_mut().insert(id.clone(), Handle { control, info, sources, over: over.shared() });
        (self.active)(true);
        let (ended, when_ended) = oneshot::channel();
        let router = Rc::clone(self);
        let work = async move {
            let Some(run) = driver.drive().await else {
                router.gave_way(&id);
                return;
            };
            let end = match &run.state {
                State::Done { outcome, summary } => (*outcome, summary.clone()),
                _ => (Outcome::Failed, String::new()),
            };
            if router.is_scheduled(&run.id) {
                router.scheduled_ended(&run.id, end.0, &end.1, run.counters.usage).await;
            }
            // A source's record goes when its research has taken in what it gave.
            let forgets = run.parent().is_none();
            router.ended(run);
            if forgets {
                // Last: until then the next worker comes back to it, and tells its end once more. What cannot be forgotten is forgotten then.
                let _kept = router.journal.forget(&id).await;
            }
            // Nobody may be waiting: an agent run was answered long ago.
            let _unheard = (ended.send(end), is_over.send(()));
        };
        self.ports.spawner.spawn(work.boxed_local());
        when_ended
    }

    /// Comes back when these runs are over and have let go of their tabs; or, where one does not, after a while.
    async fn await_ends(&self, runs: &[RunId]) {
        let over = |run: &RunId| self.runs.borrow().get(run).map(|handle| handle.over.clone());
        let ends: Vec<_> = runs.iter().filter_map(over).collect();
        let (ends, late) = (pin!(join_all(ends)), pin!(self.ports.clock.sleep(END_MS)));
        select(ends, late).await;
    }

    /// A later worker goes on with this run.
    fn gave_way(&self, run: &RunId) {
        self.runs.borrow_mut().remove(run);
        self.ledger.forget(run);
        if !self.is_active() {
            (self.active)(false);
        }
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
            self.ports.notices.tell_away(Notice { conversation, title: title.into(), text });
        }
        let handle = self.runs.borrow_mut().remove(&run.id);
        self.ledger.forget(&run.id);
        if let Some(handle) = handle {
            let mut ended = self.ended.borrow_mut();
            ended.insert(0, handle.info.borrow().clone());
            ended.truncate(ENDED_KEPT);
        }
        if let Some(parent) =
            run.parent().as_ref().and_then(|parent| self.runs.borrow().get(parent).map(|p| p.sources.clone()))
        {
            // A research that is ending itself does not hear it any more.
            let _unheard = parent.unbounded_send(run);
        }
        if !self.is_active() {
            (self.active)(false);
        }
    }

    /// The model of a mode: the one chosen for it, else the one in the three keys. Where these cannot be read nobody else is asked instead.
    async fn model(&self, mode: Mode) -> Result<Model, StoreError> {
        let settings = self.ports.store.read(keys::SETTINGS).await?.unwrap_or_default();
        let mode = crate::mode::rules(mode).model_of;
        if let Some(NamedServer { base_url, api_key, model, .. }) = Servers::read(&settings).of(mode.name()) {
            let (base_url, api_key, model) = (trimmed(base_url), api_key.clone(), model.clone());
            let server = ModelServer { base_url, api_key, model, ..ModelServer::default() };
            return Ok(Model { chat: self.ports.models.server(&server), name: Some(server.model) });
        }
        let base_url = trimmed(&self.text(keys::API_BASE_URL).await?);
        if base_url.is_empty() {
            return Ok(Model { chat: self.ports.models.built_in(), name: None });
        }
        let (api_key, model) = (self.text(keys::API_KEY).await?, self.text(keys::MODEL).await?);
        let server = ModelServer { base_url, api_key, model, ..ModelServer::default() };
        Ok(Model { chat: self.ports.models.server(&server), name: Some(server.model) })
    }

    async fn text(&self, key: &str) -> Result<String, StoreError> {
        let value = self.ports.store.read(key).await?;
        Ok(value.as_ref().and_then(|value| value.as_str()).unwrap_or_default().to_owned())
    }

    /// What cannot be read falls back to its default, which is the careful one.
    async fn stored<T: DeserializeOwned + Default>(&self, key: &str) -> Result<T, StoreError> {
        let value = self.ports.store.read(key).await?;
        Ok(value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }

    async fn stop(&self, run: Option<&RunId>) -> Result<AnswerBody, ErrorBody> {
        let ids: Vec<RunId> = match run {
            Some(id) if self.runs.borrow().contains_key(id) => vec![id.clone()],
            // It ended by itself in the meantime, which is what was wanted.
            Some(id) if self.ended.borrow().iter().any(|run| run.run_id == *id) => Vec::new(),
            Some(id) => return Err(unknown_run(id)),
            None => self.runs.borrow().keys().cloned().collect(),
        };
        for id in &ids {
            match self.control(id, Control::Stop).await {
                // It ended by itself in the meantime.
                Err(error) if error.code == UNKNOWN_RUN => {}
                other => drop(other?),
            }
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Hands it to the run, and comes back when it is stored or the run is over.
    async fn control(&self, run: &RunId, control: Control) -> Result<AnswerBody, ErrorBody> {
        let stored = self.send(run, control)?;
        // A run that ends drops what it has not read any more.
        if let Ok(stored) = stored.await {
            stored.map_err(storage)?;
        }
        Ok(AnswerBody::Nothing {})
    }

    fn send(&self, run: &RunId, control: Control) -> Result<oneshot::Receiver<Result<(), StoreError>>, ErrorBody> {
        let (stored, when_stored) = oneshot::channel();
        let runs = self.runs.borrow();
        let handle = runs.get(run).ok_or_else(|| unknown_run(run))?;
        handle.control.unbounded_send((control, stored)).map_err(|_| unknown_run(run))?;
        Ok(when_stored)
    }

    /// The same for a run and the runs of its sources. The run itself goes first: afterwards it starts no more of them.
    async fn control_all(&self, run: &RunId, control: &Control) -> Result<AnswerBody, ErrorBody> {
        self.control(run, control.clone()).await?;
        for source in self.sources_of(run) {
            // One that ended meanwhile needs no word.
            let _ended = self.control(&source, control.clone()).await;
        }
        Ok(AnswerBody::Nothing {})
    }

    fn list(&self) -> Vec<RunInfo> {
        let mut runs: Vec<RunInfo> = self.runs.borrow().values().map(|handle| handle.info.borrow().clone()).collect();
        runs.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
        runs.extend(self.ended.borrow().iter().cloned());
        runs
    }

    fn in_conversation(&self, conversation: &ConversationId) -> Vec<RunId> {
        let runs = self.runs.borrow();
        let in_it = runs.iter().filter(|(_, handle)| handle.info.borrow().conversation_id == *conversation);
        in_it.map(|(id, _)| id.clone()).collect()
    }

    async fn delete(&self, conversation: &ConversationId) -> Result<AnswerBody, ErrorBody> {
        let runs = self.in_conversation(conversation);
        for run in &runs {
            self.stop(Some(run)).await?;
        }
        self.await_ends(&runs).await;
        let (runs, documents) = self.conversations.delete(conversation).await.map_err(storage)?;
        for run in runs {
            self.journal.delete_progress(&run).await.map_err(storage)?;
        }
        for id in documents {
            self.documents.delete(&id).await.map_err(storage)?;
        }
        Ok(AnswerBody::Nothing {})
    }
}

fn refused(error: DocumentError) -> ErrorBody {
    ErrorBody::new(error.code(), error.to_string())
}

fn trimmed(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}

fn unknown_run(run: &RunId) -> ErrorBody {
    ErrorBody::new(UNKNOWN_RUN, say!(NoRun { run: run.to_string() }))
}

pub(crate) fn storage(error: StoreError) -> ErrorBody {
    ErrorBody::new("storage_failed", error.to_string())
}
