//! The record of what runs sent to models and what came of it, for the debug export of a finished run.
//!
//! It is written in the background, a record for each request with only the messages that are new in it, and bounded for each task and in all. What
//! cannot be stored is left out: no run waits for it or fails by it. At a run's end the secrets that it entered are covered, and only what has its end
//! is ever shown.

mod covering;

use crate::journal::{Journal, delete_requests, is_source_of, own};
use crate::models::trimmed;
use crate::run::{Run, State};
pub use covering::Covering;
use edith_gate::{masked, origin_of};
use edith_model::{ChatMessage, ChatRequest, ModelError, ModelTurn};
use edith_port::{Clock, Spawner, Store, StoreError, Table};
use edith_protocol::{
    DebugAnswer, DebugCall, DebugEntry, DebugMessage, DebugServer, NamedServer, Outcome, Progress, RunId, Usage, json,
};
use futures_channel::oneshot;
use futures_util::FutureExt;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Tasks that have a record, each with the runs that work for it.
const TASKS: usize = 20;
/// Bytes of a task's record.
const TASK_BYTES: usize = 2 << 20;
/// Bytes of all records.
const ALL_BYTES: usize = 8 << 20;
/// Bytes of a run's events.
const EVENT_BYTES: usize = 512 << 10;
/// The key of the list of records, oldest first. No run's id begins like it.
const LIST: &str = "/list";

/// A worker's single record of requests.
#[derive(Clone)]
pub struct RequestLog(Rc<Inner>);

struct Inner {
    store: Rc<dyn Store>,
    clock: Rc<dyn Clock>,
    spawner: Rc<dyn Spawner>,
    journal: Journal,
    queue: RefCell<VecDeque<Job>>,
    is_working: Cell<bool>,
    /// The runs at work.
    runs: RefCell<BTreeMap<RunId, Known>>,
    /// Tasks and the bytes of their records, oldest first; none: not yet read.
    kept: RefCell<Option<Vec<(RunId, usize)>>>,
}

/// What is known of a run's record since this worker has it.
#[derive(Default)]
struct Known {
    /// How many records this worker has made. Their keys begin with the worker's number, so that an earlier one's stay.
    records: u32,
    /// The messages recorded, by what they hold.
    messages: HashMap<u64, u32>,
    left_out: u32,
}

enum Job {
    Write { task: RunId, run: RunId, key: String, entry: Box<DebugEntry> },
    End(Box<Ended>),
    Tell(oneshot::Sender<()>),
}

/// What is needed of a run that is over.
struct Ended {
    run: RunId,
    task: RunId,
    at: f64,
    outcome: Outcome,
    summary: String,
    usage: Usage,
    secrets: Vec<String>,
}

/// A request under way. One that is dropped is recorded without an answer.
pub(crate) struct Pending {
    log: RequestLog,
    task: RunId,
    run: RunId,
    entry: Option<DebugEntry>,
}

impl RequestLog {
    /// The record in that store.
    pub fn new(store: Rc<dyn Store>, clock: Rc<dyn Clock>, spawner: Rc<dyn Spawner>, journal: Journal) -> Self {
        Self(Rc::new(Inner {
            store,
            clock,
            spawner,
            journal,
            queue: RefCell::default(),
            is_working: Cell::default(),
            runs: RefCell::default(),
            kept: RefCell::default(),
        }))
    }

    /// A request is sent.
    pub(crate) fn sent(&self, run: &Run, server: Option<&NamedServer>, request: &ChatRequest) -> Pending {
        let at = self.0.clock.now();
        let task = task(run);
        let is_new = !self.0.runs.borrow().contains_key(&run.id);
        if is_new {
            self.0.runs.borrow_mut().insert(run.id.clone(), Known::default());
            let begin = DebugEntry::Begin {
                run_id: run.id.clone(),
                at,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                mode: run.mode(),
                settings: Box::new(run.task.settings.clone()),
            };
            self.write(&task, &run.id, begin);
        }
        let (mut added, mut messages) = (Vec::new(), Vec::<[u32; 2]>::new());
        if let Some(known) = self.0.runs.borrow_mut().get_mut(&run.id) {
            for (at, message) in request.messages.iter().enumerate() {
                let message = recorded(message, (1..request.brief.begins).contains(&at));
                let mut hasher = DefaultHasher::new();
                message.hash(&mut hasher);
                let next = known.messages.len() as u32;
                let number = *known.messages.entry(hasher.finish()).or_insert_with(|| {
                    added.push(covered(message));
                    next
                });
                match messages.last_mut() {
                    Some([first, count]) if *first + *count == number => *count += 1,
                    _ => messages.push([number, 1]),
                }
            }
        }
        let entry = DebugEntry::Request {
            run_id: run.id.clone(),
            at,
            ms: 0.0,
            server: server.map(described).map(Box::new),
            max_completion_tokens: request.max_completion_tokens,
            tools: request.tools.iter().map(|tool| tool.name.to_string()).collect(),
            added,
            messages,
            answer: None,
            fault: None,
        };
        Pending { log: self.clone(), task, run: run.id.clone(), entry: Some(entry) }
    }

    fn write(&self, task: &RunId, run: &RunId, entry: DebugEntry) {
        let key = match self.0.runs.borrow_mut().get_mut(run) {
            Some(known) => {
                known.records += 1;
                format!("{}{:010}-{:06}", own(run), self.0.journal.lease().get().unwrap_or_default(), known.records)
            }
            // It is over.
            None => return,
        };
        self.queue(Job::Write { task: task.clone(), run: run.clone(), key, entry: Box::new(entry) });
    }

    /// A run is over: what it entered as secrets is covered in its record.
    pub fn ended(&self, run: &Run) {
        let State::Done { outcome, summary } = &run.state else { return };
        self.queue(Job::End(Box::new(Ended {
            run: run.id.clone(),
            task: task(run),
            at: self.0.clock.now(),
            outcome: *outcome,
            summary: summary.clone(),
            usage: run.counters.usage,
            secrets: run.secrets(),
        })));
    }

    /// Waits until everything so far is stored, so that what is deleted then stays so.
    pub async fn settled(&self) {
        let (tell, told) = oneshot::channel();
        self.queue(Job::Tell(tell));
        // It is never dropped unsent as long as this lives.
        let _is_sent = told.await;
    }

    /// Forgets which tasks have a record, since all were deleted.
    pub fn forget_all(&self) {
        *self.0.kept.borrow_mut() = None;
    }

    /// A finished run's record, then those of the runs that worked for it; empty: there is none.
    pub async fn entries(&self, run: &RunId) -> Result<Vec<DebugEntry>, StoreError> {
        self.settled().await;
        let all = self.0.store.list(Table::Requests, &run.0).await?;
        let mut by_run: BTreeMap<&str, Vec<DebugEntry>> = BTreeMap::new();
        for (key, record) in &all {
            let Some((of, _)) = key.split_once('/') else { continue };
            if of == run.0 || is_source_of(of, run) {
                // A damaged one does not hide the others.
                by_run.entry(of).or_default().extend(json::read::<DebugEntry>(record).ok());
            }
        }
        let ends = |entries: &Vec<DebugEntry>| matches!(entries.last(), Some(DebugEntry::End { .. }));
        if !by_run.get(run.0.as_str()).is_some_and(ends) {
            return Ok(Vec::new());
        }
        Ok(by_run.into_values().filter(ends).flatten().collect())
    }

    fn queue(&self, job: Job) {
        self.0.queue.borrow_mut().push_back(job);
        if !self.0.is_working.replace(true) {
            let log = self.clone();
            self.0.spawner.spawn(async move { log.work().await }.boxed_local());
        }
    }

    async fn work(&self) {
        loop {
            let next = self.0.queue.borrow_mut().pop_front();
            match next {
                None => break,
                Some(Job::Tell(told)) => {
                    // Whoever asked may be gone.
                    let _unheard = told.send(());
                }
                Some(Job::Write { task, run, key, entry }) => {
                    if !self.store(&task, &key, &entry).await
                        && let Some(known) = self.0.runs.borrow_mut().get_mut(&run)
                    {
                        known.left_out += 1;
                    }
                }
                Some(Job::End(ended)) => {
                    // Without its end it is never shown.
                    let _no_record = self.end(*ended).await;
                }
            }
        }
        self.0.is_working.set(false);
    }

    /// Stores an entry; returns whether there was room.
    async fn store(&self, task: &RunId, key: &str, entry: &DebugEntry) -> bool {
        let Ok(record) = serde_json::to_string(entry) else { return false };
        self.make_room(task, record.len()).await && self.0.store.put(Table::Requests, key, &record).await.is_ok()
    }

    /// Counts so many more bytes of a task, and deletes the oldest records for it; returns whether they have room.
    async fn make_room(&self, task: &RunId, bytes: usize) -> bool {
        let mut kept = self.kept().await;
        let at = kept.iter().position(|(known, _)| known == task).unwrap_or_else(|| {
            kept.push((task.clone(), 0));
            kept.len() - 1
        });
        let is_new = kept.get(at).is_some_and(|(_, bytes)| *bytes == 0);
        match kept.get_mut(at) {
            Some((_, so_far)) if *so_far + bytes <= TASK_BYTES => *so_far += bytes,
            _ => return false,
        }
        let is_at_work =
            |known: &RunId| self.0.runs.borrow().keys().any(|run| run == known || is_source_of(&run.0, known));
        let is_full = |kept: &[(RunId, usize)]| {
            kept.len() > TASKS || kept.iter().map(|(_, bytes)| bytes).sum::<usize>() > ALL_BYTES
        };
        if is_full(&kept) {
            kept = self.still_there(kept, task).await;
        }
        while is_full(&kept) {
            let Some(oldest) = kept.iter().position(|(known, _)| known != task && !is_at_work(known)) else { break };
            let (gone, _) = kept.remove(oldest);
            if delete_requests(&*self.0.store, &gone).await.is_err() {
                return false;
            }
        }
        *self.0.kept.borrow_mut() = Some(kept);
        !is_new || self.store_kept().await.is_ok()
    }

    /// Those that were not deleted with their conversations, and this one.
    async fn still_there(&self, kept: Vec<(RunId, usize)>, task: &RunId) -> Vec<(RunId, usize)> {
        let mut left = Vec::new();
        for one in kept {
            let records = self.0.store.page(Table::Requests, &own(&one.0), "", 1).await;
            if one.0 == *task || records.is_ok_and(|records| !records.is_empty()) {
                left.push(one);
            }
        }
        left
    }

    async fn kept(&self) -> Vec<(RunId, usize)> {
        let known = self.0.kept.borrow().clone();
        match known {
            Some(kept) => kept,
            None => {
                let stored = self.0.store.list(Table::Requests, LIST).await.unwrap_or_default();
                stored.first().and_then(|(_, list)| json::read(list).ok()).unwrap_or_default()
            }
        }
    }

    async fn store_kept(&self) -> Result<(), StoreError> {
        let kept = self.0.kept.borrow().clone().unwrap_or_default();
        let list = serde_json::to_string(&kept).map_err(|error| StoreError::Failed(error.to_string()))?;
        self.0.store.put(Table::Requests, LIST, &list).await
    }

    async fn end(&self, ended: Ended) -> Result<(), StoreError> {
        let Ended { run, task, at, outcome, summary, usage, secrets } = ended;
        let known = self.0.runs.borrow_mut().remove(&run);
        let records = self.0.store.list(Table::Requests, &own(&run)).await?;
        let Some((last, _)) = records.last() else { return Ok(()) };
        // After all others, and the same if it is reported again.
        let end = last.strip_suffix(LAST).map_or_else(|| format!("{last}{LAST}"), |before| format!("{before}{LAST}"));
        let covering = Covering::of(&secrets);
        for (key, record) in records.iter().filter(|(key, _)| *key != end) {
            let Ok(stored) = json::read::<serde_json::Value>(record) else { continue };
            let covered = covering.on(stored.clone());
            if covered != stored {
                self.0.store.put(Table::Requests, key, &covered.to_string()).await?;
            }
        }
        let entry = DebugEntry::End {
            run_id: run.clone(),
            at,
            outcome,
            summary,
            usage,
            left_out: known.map_or(0, |known| known.left_out),
            events: self.events(&run).await,
        };
        let entry = covering.on(serde_json::to_value(entry).map_err(|error| StoreError::Failed(error.to_string()))?);
        self.0.store.put(Table::Requests, &end, &entry.to_string()).await?;
        if let Some((_, bytes)) = self.0.kept.borrow_mut().iter_mut().flatten().find(|(known, _)| *known == task) {
            *bytes += entry.to_string().len();
        }
        self.store_kept().await
    }

    /// What a run has reported, without pictures; of very much the last part.
    async fn events(&self, run: &RunId) -> Vec<Progress> {
        let mut events = self.0.journal.progress(run).await.unwrap_or_default();
        let mut bytes = 0;
        let fits = |event: &mut Progress| {
            event.screenshot = None;
            bytes += serde_json::to_string(event).map_or(0, |text| text.len());
            bytes <= EVENT_BYTES
        };
        let left = events.iter_mut().rev().map(fits).take_while(|fits| *fits).count();
        events.drain(..events.len() - left);
        events
    }
}

/// What the key of a run's end has beyond that of the record before it.
const LAST: &str = "-end";

impl Pending {
    /// It was answered, or failed.
    pub(crate) fn done(mut self, came: Result<&ModelTurn, &ModelError>) {
        if let Some(DebugEntry::Request { answer, fault, .. }) = &mut self.entry {
            match came {
                Ok(turn) => *answer = Some(Box::new(answered(turn))),
                Err(error) => *fault = Some(masked(&error.to_string()).into_owned()),
            }
        }
    }

    /// Code has answered it with this text, or has not for this reason.
    pub(crate) fn said(self, said: Result<String, &str>) {
        match said {
            Ok(text) => self.done(Ok(&ModelTurn { text, ..ModelTurn::default() })),
            Err(why) => self.done(Err(&ModelError::BadRequest { message: why.to_owned() })),
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(mut entry) = self.entry.take() {
            if let DebugEntry::Request { at, ms, .. } = &mut entry {
                *ms = self.log.0.clock.now() - *at;
            }
            self.log.write(&self.task, &self.run, entry);
        }
    }
}

/// The run whose record it is in.
fn task(run: &Run) -> RunId {
    run.parent().unwrap_or(&run.id).clone()
}

fn described(server: &NamedServer) -> DebugServer {
    DebugServer {
        id: server.id.clone(),
        kind: server.kind.clone(),
        // The rest of an address may hold a key.
        origin: origin_of(&trimmed(&server.base_url)),
        model: server.model.clone(),
        tools: server.tools.name().to_owned(),
        small: server.small,
        temperature: server.temperature,
    }
}

/// A message as recorded. What an earlier task said may hold a secret that it entered, which nobody knows now.
fn recorded(message: &ChatMessage, is_earlier: bool) -> DebugMessage {
    let (role, calls, call_id) = match message {
        ChatMessage::System { .. } => ("system", &[][..], None),
        ChatMessage::User { .. } => ("user", &[][..], None),
        ChatMessage::Assistant { tool_calls, .. } => ("assistant", tool_calls.as_slice(), None),
        ChatMessage::Tool { tool_call_id, .. } => ("tool", &[][..], Some(tool_call_id.clone())),
    };
    let call = |call: &edith_protocol::ToolCall| DebugCall {
        id: call.id.clone(),
        name: call.name.clone(),
        arguments: Some(call.arguments.clone()),
    };
    let text = message.text();
    DebugMessage {
        role: role.to_owned(),
        text: if is_earlier { format!("({} characters of before)", text.chars().count()) } else { text.into_owned() },
        calls: calls.iter().map(call).collect(),
        call_id,
        pictures: message.pictures().count() as u32,
    }
}

fn covered(mut message: DebugMessage) -> DebugMessage {
    message.text = masked(&message.text).into_owned();
    for call in &mut message.calls {
        call.arguments = call.arguments.take().map(|arguments| masked(&arguments).into_owned());
    }
    message
}

fn answered(turn: &ModelTurn) -> DebugAnswer {
    let call =
        |call: &edith_protocol::ToolCall| DebugCall { id: call.id.clone(), name: call.name.clone(), arguments: None };
    DebugAnswer {
        text: masked(&turn.text).into_owned(),
        calls: turn.tool_calls.iter().map(call).collect(),
        usage: turn.usage,
        cut_at_limit: turn.cut_at_limit,
        unclear: turn.unclear.clone().or_else(|| turn.resembles_call.clone()),
    }
}
