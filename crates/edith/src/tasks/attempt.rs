//! One task: begun, or taken up where a dead program left it, and its result.

use super::lines::{TaskResult, Wanted};
use super::pool::Pool;
use crate::arguments::YesTo;
use crate::ends::{Code, Stop};
use crate::follow::{Ended, Follow, Heard, Task, begin};
use crate::record::{Record, Wish};
use crate::terminal::tell;
use crate::told::Teller;
use crate::toolbox::Toolbox;
use crate::traces::{Collector, Trace};
use crate::words::{Sentence, say};
use edith_core::is_untouched;
use edith_native::agent::{Agent, Parts};
use edith_native::wire::Connection;
use edith_port::{Events, Store, Table, Which};
use edith_protocol::{AnswerBody, Command, Done, Event, Mode, Outcome, RunId, RunInfo, Usage};
use futures_util::future::pending;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often a task is taken up again whose browser is gone.
const TRIES: u32 = 3;
/// The pause before that.
const PAUSE: Duration = Duration::from_millis(500);

/// Says nothing: many tasks at once would speak at the same time.
struct Silent;

impl Teller for Silent {
    fn hear(&mut self, _: &Event) {}

    fn ask(&mut self, _: &str) {}

    fn end(&mut self, _: Option<&Done>) -> std::io::Result<()> {
        Ok(())
    }
}

/// A task that is worked on.
pub(crate) struct Attempt<'a> {
    /// Where browsers come from, and which of them.
    pub(crate) pool: &'a Pool,
    pub(crate) slot: usize,
    pub(crate) wanted: &'a Wanted,
    /// Its journal, with the settings for it.
    pub(crate) store: Rc<dyn Store>,
    pub(crate) downloads: &'a Path,
    pub(crate) toolbox: &'a Toolbox,
    /// Where what it did is reported, if anywhere.
    pub(crate) collector: Option<&'a Rc<Collector>>,
    pub(crate) yes: YesTo,
    /// The folders for what is recorded of it.
    pub(crate) wish: &'a Wish,
    /// Hears what could not be recorded.
    pub(crate) unrecorded: &'a RefCell<Option<Stop>>,
    /// Hears of the result while the run's record still exists.
    pub(crate) note: Rc<dyn Fn(TaskResult)>,
}

/// Why a task came to no end of its own.
pub(crate) struct Unended {
    pub(crate) stop: Stop,
    /// Whether there was a browser to work in.
    pub(crate) had_browser: bool,
}

/// Closes a connection, however its task ends: what an agent left to be done in the background does not hold the browser's new tabs up.
struct Closing<'a>(&'a Connection);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Attempt<'_> {
    /// Works on it to its end.
    ///
    /// # Errors
    /// When it came to none: it makes no sense, or its browser was gone again and again.
    pub(crate) async fn to_the_end(&self) -> Result<TaskResult, Unended> {
        let trace = Trace::begin(self.collector, self.wanted.id());
        let ended = self.tried(&trace).await;
        trace.end(ended.as_ref().ok().map(|(_, done)| &**done)).await;
        ended.map(|(result, _)| result)
    }

    async fn tried(&self, trace: &Trace) -> Result<(TaskResult, Box<Done>), Unended> {
        let begun = Instant::now();
        let mut resumed = 0;
        let mut had_browser = false;
        loop {
            let stop = match self.once(begun, &mut had_browser, trace).await {
                // Also an end that came with the browser's is one: its run is gone, and begun again it would do everything again.
                Ok(Ended::Done(done) | Ended::Lost(Some(done))) => {
                    return Ok((result(self.wanted.id(), &done, begun.elapsed()), done));
                }
                Ok(_) => Stop::unavailable(say!(BrowserGoneAgain)),
                Err(stop) => stop,
            };
            // What is wrong with the task itself stays so.
            if stop.code == Code::Usage || resumed >= TRIES {
                return Err(Unended { stop, had_browser });
            }
            resumed += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// One attempt in one browser, with its record. A later one's takes the place of an earlier one's.
    async fn once(&self, begun: Instant, had_browser: &mut bool, trace: &Trace) -> Result<Ended, Stop> {
        let record = Record::open(&self.wish.of(self.wanted.id()))?;
        let ended = self.in_browser(begun, had_browser, trace, &record).await;
        if let Err(stop) = record.end(&*self.store) {
            tell(&say!(About { what: self.wanted.id(), why: stop.why.clone() }));
            *self.unrecorded.borrow_mut() = Some(stop);
        }
        ended
    }

    async fn in_browser(
        &self,
        begun: Instant,
        had_browser: &mut bool,
        trace: &Trace,
        record: &Record,
    ) -> Result<Ended, Stop> {
        let connection = self.pool.connect(self.slot).await?;
        self.begin_anew_if_untouched().await?;
        let _closing = Closing(&connection);
        let (note, task) = (Rc::clone(&self.note), self.wanted.id().to_owned());
        let notes = record.notes(Rc::clone(&self.store));
        let (heard, mut events) = Heard::new(move |done| {
            notes();
            note(result(&task, done, begun.elapsed()));
        });
        let heard: Rc<dyn Events> = Rc::new(heard);
        let parts = Parts {
            connection: connection.clone(),
            is_apart: true,
            store: Rc::clone(&self.store),
            events: heard,
            programs: self.toolbox.programs.clone(),
            reader_files: self.toolbox.reader_files.clone(),
            model_calls: trace.model_calls(),
            tab_commands: trace.tab_commands(),
            recorder: record.recorder(&connection).await,
        };
        let agent = Agent::begin(parts, Some(self.downloads)).await.map_err(Stop::unavailable)?;
        *had_browser = true;
        let id = match left(&agent).await {
            Some(info) => {
                // Its question was put to nobody who is here.
                if let Some(ask) = info.ask {
                    drop(agent.router.leave_open(&ask.run_id, ask.ask_id).await);
                }
                info.run_id
            }
            None => self.begin(&agent).await?,
        };
        let follow = Follow { agent: &agent, connection: &connection, yes: self.yes, attended: false };
        let ended = follow.to_the_end(&id, &mut events, &mut trace.over(&mut Silent), pending()).await;
        if record.has_film() {
            agent.browser.last_picture().await;
        }
        Ok(ended)
    }

    /// Forgets a run that an earlier attempt left and that had changed nothing: its page is gone, and from its beginning it gets further than without.
    async fn begin_anew_if_untouched(&self) -> Result<(), Stop> {
        let runs = self.store.list(Table::Runs, "").await.map_err(Stop::broken)?;
        if let [(key, record)] = runs.as_slice()
            && is_untouched(record)
        {
            self.store.delete(Table::Runs, Which::Key(key)).await.map_err(Stop::broken)?;
        }
        Ok(())
    }

    async fn begin(&self, agent: &Agent) -> Result<RunId, Stop> {
        let task = Task {
            prompt: self.wanted.line.task.clone(),
            mode: Mode::Agent,
            url: self.wanted.url.clone(),
            documents: self.wanted.documents()?,
            may: self.wanted.may.clone(),
        };
        begin(agent, task).await
    }
}

/// What a run's end is as a task's result.
fn result(id: &str, done: &Done, took: Duration) -> TaskResult {
    TaskResult {
        id: id.to_owned(),
        outcome: done.outcome,
        summary: done.summary.clone(),
        evidence: done.evidence.clone(),
        usage: done.usage,
        seconds: took.as_secs_f64(),
    }
}

/// The result of a task that came to no end of its own.
pub(crate) fn failed(id: &str, why: &Sentence, took: Duration) -> TaskResult {
    TaskResult {
        id: id.to_owned(),
        outcome: Outcome::Failed,
        summary: why.to_string(),
        evidence: Vec::new(),
        usage: Usage::default(),
        seconds: took.as_secs_f64(),
    }
}

/// The run that an earlier attempt left, whose end may just be reported again.
async fn left(agent: &Agent) -> Option<RunInfo> {
    let Some(AnswerBody::Runs { runs, .. }) = agent.router.handle(Command::RunList { after: None }).await.body else {
        return None;
    };
    runs.into_iter().find(|info| info.parent_run_id.is_none())
}
