//! Starts due runs, records their ends, and sets the next wake-up.

use super::cron::Cron;
use super::log::{Log, ScheduleRecord};
use super::task::{Notify, Task, TaskError, put};
use crate::service::page;
use crate::service::runs::{EndListener, Runs, Unattended};
use async_trait::async_trait;
use edith_port::{Notice, Ports, StoreError};
use edith_protocol::{
    AnswerBody, ConversationId, ErrorBody, ErrorCode, LogLevel, Outcome, PastOutcome, PastRun, RunId, Schedule,
    ScheduleInfo, StartReason, Usage, keys,
};
use edith_words::say;
use futures_util::lock::Mutex;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

/// How often the worker checks the schedules, in milliseconds: the machine may have changed time zones.
const LOOK_AGAIN_MS: f64 = 3_600_000.0;
/// The same when the storage failed.
const TRY_AGAIN_MS: f64 = 60_000.0;
/// Characters kept of a run's summary.
const SUMMARY_CHARS: usize = 300;
/// Times in a preview.
const PREVIEWED: usize = 3;

/// A worker's schedules.
pub(crate) struct Scheduler {
    runs: Rc<Runs>,
    /// Serialises checks and changes.
    turn: Mutex<()>,
    /// The running ones, each with its schedule.
    running: RefCell<BTreeMap<RunId, String>>,
}

impl Scheduler {
    /// The stored schedules; they hear of these runs' ends.
    pub(crate) fn new(runs: &Rc<Runs>) -> Rc<Self> {
        let scheduler = Rc::new(Self { runs: Rc::clone(runs), turn: Mutex::new(()), running: RefCell::default() });
        let listener: Weak<dyn EndListener> = Rc::downgrade(&(Rc::clone(&scheduler) as Rc<dyn EndListener>));
        runs.listen(listener);
        scheduler
    }

    fn ports(&self) -> &Ports {
        self.runs.ports()
    }

    async fn stored(&self) -> Result<Vec<Schedule>, StoreError> {
        Ok(match self.ports().store.read(keys::SCHEDULES).await? {
            Some(Value::Array(all)) => all.into_iter().map(Schedule::from).collect(),
            _ => Vec::new(),
        })
    }

    /// An unreadable log starts afresh: every schedule counts from now on.
    async fn log(&self) -> Result<Log, StoreError> {
        let value = self.ports().store.read(keys::SCHEDULE_LOG).await?;
        Ok(value.and_then(|value| edith_protocol::json::from_value(value).ok()).unwrap_or_default())
    }

    async fn save(&self, log: &Log) -> Result<(), StoreError> {
        self.ports().store.write(keys::SCHEDULE_LOG, json!(log)).await
    }

    async fn store(&self, all: &[Schedule]) -> Result<(), StoreError> {
        self.ports().store.write(keys::SCHEDULES, json!(all)).await
    }

    /// Starts what is due. Call when the worker starts, when an alarm fires, and when the stored schedules change.
    pub(crate) async fn check(&self) {
        let _turn = self.turn.lock().await;
        let now = self.ports().clock.now();
        let wake = match self.start_due().await {
            Ok(next) => next.map(|next| next.min(now + LOOK_AGAIN_MS)),
            Err(error) => {
                self.ports().log.check("schedules.check", Err::<(), _>(error));
                Some(now + TRY_AGAIN_MS)
            }
        };
        self.ports().timetable.wake(wake);
    }

    /// Returns when the next one comes.
    async fn start_due(&self) -> Result<Option<f64>, StoreError> {
        let zone = &*self.ports().timetable;
        let stored = self.stored().await?;
        let tasks: Vec<Task> = stored.iter().filter_map(Task::read).collect();
        let mut log = self.log().await?;
        let before = log.clone();
        log.retain(|id, _| tasks.iter().any(|task| task.id == *id));
        let unstarted = self.reconcile(&mut log).await?;
        let now = self.ports().clock.now();
        let mut start: Vec<(&Task, RunId, ConversationId)> = Vec::new();
        let mut next = f64::INFINITY;
        for task in &tasks {
            let entry = log.entry(task.id.clone()).or_default();
            for (run, conversation) in unstarted.iter().filter(|(id, _)| *id == task.id).map(|(_, run)| run.clone()) {
                start.push((task, run, conversation));
            }
            // A malformed one is listed with its error.
            let Ok(cron) = task.cron() else { continue };
            if let Some(why) = entry.due(task, &cron, now, zone) {
                start.push(self.note_start(task, entry, why));
            }
            if task.enabled {
                next = next.min(entry.next(&cron, now, zone).unwrap_or(f64::INFINITY));
            }
        }
        // Stored before anything is started: after the worker's death no time comes twice.
        if log != before {
            self.save(&log).await?;
        }
        for (task, run, conversation) in start {
            // Its log says why it did not begin.
            if self.start_scheduled(task, run, conversation).await.is_err() {
                self.ports().log.write(LogLevel::Warn, "schedule.start", &[]);
            }
        }
        Ok(next.is_finite().then_some(next))
    }

    fn note_start<'a>(
        &self,
        task: &'a Task,
        entry: &mut ScheduleRecord,
        why: StartReason,
    ) -> (&'a Task, RunId, ConversationId) {
        let ids = (RunId(self.ports().entropy.id()), ConversationId(self.ports().entropy.id()));
        entry.add(PastRun {
            why,
            started_at: self.ports().clock.now(),
            run_id: Some(ids.0.clone()),
            conversation_id: Some(ids.1.clone()),
            ..PastRun::default()
        });
        (task, ids.0, ids.1)
    }

    /// Finds what an earlier worker left: running ones are waited for, those that never began are returned, and the rest are recorded as having ended
    /// unseen.
    async fn reconcile(&self, log: &mut Log) -> Result<Vec<(String, (RunId, ConversationId))>, StoreError> {
        let mut unstarted = Vec::new();
        for (id, entry) in log.iter_mut() {
            for past in entry.runs.iter_mut().filter(|past| past.outcome.is_none()) {
                let (Some(run), Some(conversation)) = (&past.run_id, &past.conversation_id) else { continue };
                if self.runs.is_running(run) {
                    self.running.borrow_mut().insert(run.clone(), id.clone());
                } else if self.runs.has_conversation(conversation).await? {
                    past.outcome = Some(PastOutcome::Failed);
                    past.ended_at = Some(self.ports().clock.now());
                    past.summary = say!(EndNotNoted).into();
                } else {
                    // A run's first act is its conversation: without one nothing has been done.
                    unstarted.push((id.clone(), (run.clone(), conversation.clone())));
                }
            }
        }
        Ok(unstarted)
    }

    async fn start_scheduled(&self, task: &Task, run: RunId, conversation: ConversationId) -> Result<(), ErrorBody> {
        let now = self.ports().clock.now();
        self.running.borrow_mut().insert(run.clone(), task.id.clone());
        let new = Unattended {
            run: run.clone(),
            conversation,
            mode: task.mode,
            prompt: task.prompt.clone(),
            terms: task.terms.clone(),
        };
        let started = self.runs.start_unattended(new, |settings| task.settings(settings)).await;
        if let Err(error) = &started {
            self.note_end(&run, Outcome::Failed, &error.message, Usage::default()).await?;
            return started;
        }
        // For the person and scripts; which times are dealt with is in the log.
        let mut all = self.stored().await?;
        put(&mut all, &json!({ "id": task.id, "lastRun": now }).into());
        Ok(self.store(&all).await?)
    }

    async fn note_end(&self, run: &RunId, outcome: Outcome, summary: &str, usage: Usage) -> Result<(), StoreError> {
        let Some(id) = self.running.borrow_mut().remove(run) else { return Ok(()) };
        let summary: String = summary.chars().take(SUMMARY_CHARS).collect();
        let mut conversation = None;
        let mut log = self.log().await?;
        if let Some(past) =
            log.get_mut(&id).and_then(|entry| entry.runs.iter_mut().find(|past| past.run_id.as_ref() == Some(run)))
        {
            past.outcome = Some(outcome.into());
            past.ended_at = Some(self.ports().clock.now());
            past.summary.clone_from(&summary);
            past.usage = usage;
            conversation.clone_from(&past.conversation_id);
        }
        self.save(&log).await?;
        let stored = self.stored().await?;
        let task = stored.iter().filter_map(Task::read).find(|task| task.id == id);
        if let (Some(task), Some(conversation)) = (task, conversation)
            && is_told(task.notify, outcome)
        {
            let title = match outcome {
                Outcome::Completed => say!(ScheduleDone { name: &task.name }),
                Outcome::NeedsInput => say!(ScheduleNeedsYou { name: &task.name }),
                Outcome::Partial => say!(SchedulePartly { name: &task.name }),
                Outcome::Failed | Outcome::Refused | Outcome::Stopped => say!(ScheduleNotDone { name: &task.name }),
            };
            self.ports().notices.show(Notice { conversation, title: title.into(), text: summary });
        }
        Ok(())
    }

    /// Every schedule with its next time, its error, and its last runs.
    pub(crate) async fn list(&self, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let (stored, log) = (self.stored().await?, self.log().await?);
        let zone = &*self.ports().timetable;
        let now = self.ports().clock.now();
        let none = ScheduleRecord::default();
        let tell = |schedule: Schedule| {
            let task = Task::check(&schedule);
            let entry = log.get(schedule.id()).unwrap_or(&none);
            let next = task.as_ref().ok().filter(|task| task.enabled).and_then(|task| task.cron().ok());
            let next = next.and_then(|cron| entry.next(&cron, now, zone));
            let problem = task.err().map(|error| error.to_string());
            ScheduleInfo { schedule, next, problem, runs: entry.runs.clone() }
        };
        let (schedules, after) = page(stored.into_iter().map(tell), after);
        Ok(AnswerBody::Schedules { schedules, after })
    }

    /// Changes or creates a schedule.
    pub(crate) async fn store_task(&self, mut change: Schedule) -> Result<AnswerBody, ErrorBody> {
        let id = if change.id().is_empty() { self.ports().entropy.id() } else { change.id().to_owned() };
        change.change(&json!({ "id": id }).into());
        {
            let _turn = self.turn.lock().await;
            let mut all = self.stored().await?;
            let enabled = put(&mut all, &change).is_enabled();
            let saved = put(&mut all, &json!({ "id": id, "enabled": enabled }).into());
            Task::check(&saved).map_err(|error| ErrorBody::new(code(&error), error.to_string()))?;
            self.store(&all).await?;
        }
        self.check().await;
        self.list(None).await
    }

    pub(crate) async fn delete(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        {
            let _turn = self.turn.lock().await;
            let mut all = self.stored().await?;
            all.retain(|one| one.id() != id.trim());
            self.store(&all).await?;
        }
        self.check().await;
        self.list(None).await
    }

    /// Runs a schedule now.
    pub(crate) async fn run_now(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        let _turn = self.turn.lock().await;
        let stored = self.stored().await?;
        let task = stored.iter().filter_map(Task::read).find(|task| task.id == id);
        let task = task.ok_or_else(|| ErrorBody::new(ErrorCode::UnknownSchedule, say!(NoSchedule)))?;
        let mut log = self.log().await?;
        let entry = log.entry(task.id.clone()).or_default();
        if entry.is_running() {
            return Err(ErrorBody::new(ErrorCode::AlreadyRunning, say!(ScheduleRunning)));
        }
        let (task, run_id, conversation_id) = self.note_start(&task, entry, StartReason::Hand);
        self.save(&log).await?;
        self.start_scheduled(task, run_id.clone(), conversation_id.clone()).await?;
        Ok(AnswerBody::Started { conversation_id, run_id })
    }

    /// The next times of an expression.
    pub(crate) fn preview(&self, expression: &str) -> Result<AnswerBody, ErrorBody> {
        let cron =
            Cron::parse(expression).map_err(|error| ErrorBody::new(ErrorCode::BadSchedule, error.to_string()))?;
        let mut at = self.ports().clock.now();
        let mut times = Vec::new();
        while let Some(next) =
            super::slots::next(&cron, at, &*self.ports().timetable).filter(|_| times.len() < PREVIEWED)
        {
            times.push(next);
            at = next;
        }
        Ok(AnswerBody::Times { times })
    }
}

#[async_trait(?Send)]
impl EndListener for Scheduler {
    /// Records the end of a schedule's run, and notifies the person if wanted.
    async fn run_ended(&self, run: &RunId, outcome: Outcome, summary: &str, usage: Usage) {
        if !self.running.borrow().contains_key(run) {
            return;
        }
        let _turn = self.turn.lock().await;
        // If the storage fails, the missing end is noticed at the worker's next start.
        self.ports().log.check("schedule.end", self.note_end(run, outcome, summary, usage).await);
    }
}

fn is_told(notify: Notify, outcome: Outcome) -> bool {
    match outcome {
        Outcome::NeedsInput | Outcome::Failed | Outcome::Partial | Outcome::Refused => true,
        Outcome::Completed => notify == Notify::Always,
        // The person did it.
        Outcome::Stopped => false,
    }
}

fn code(error: &TaskError) -> ErrorCode {
    match error {
        TaskError::Prompt => ErrorCode::EmptyPrompt,
        TaskError::Shape | TaskError::Cron(_) | TaskError::Mode(_) | TaskError::Plan => ErrorCode::BadSchedule,
    }
}
