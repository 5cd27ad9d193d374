//! Drives a run: stores it, executes its decisions, feeds the results back, and listens to the user. It decides nothing itself.

mod authority;
mod event_buffer;
mod persist;

pub use event_buffer::EventBuffer;

use crate::conversations::Conversations;
use crate::hands::Hands;
use crate::journal::Journal;
use crate::run::{Control, Decide, Disposition, Input, Run, State};
use edith_gate::Grants;
use edith_port::{LogArg, Notice, Ports, StoreError};
use edith_protocol::{Event, RunInfo, keys};
use edith_words::say;
use futures_channel::mpsc::UnboundedReceiver;
use futures_channel::oneshot;
use futures_util::future::{Either, select};
use futures_util::{FutureExt, StreamExt};
use persist::{Saving, SideResults, Stored, Stores};
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;

/// How often a working run's conversation is stored, in milliseconds, since it is one value; the run itself is stored every turn. At the end it is
/// stored in any case.
const RECORD_EVERY_MS: f64 = 1_000.0;

/// How long detaching from tabs may delay a run's end, in milliseconds.
const LET_GO_MS: u64 = 1_000;

/// How long reloading pages that keep trying what was refused may delay it, in milliseconds.
const RELOAD_MS: u64 = 4_000;

/// What the person does to a run.
pub struct ControlMessage {
    /// What it is.
    pub control: Control,
    /// Sent once it is stored.
    pub stored: oneshot::Sender<Result<(), StoreError>>,
}

/// A run with everything it needs to continue.
pub struct Driver {
    /// The ports.
    pub ports: Ports,
    /// Stores the run.
    pub journal: Journal,
    /// Stores its conversation.
    pub conversations: Conversations,
    /// Talks to model and tabs.
    pub hands: Hands,
    /// Their events go through here.
    pub event_buffer: Rc<EventBuffer>,
    /// The run.
    pub run: Run,
    /// The user's controls. Each is acknowledged once stored.
    pub inbox: UnboundedReceiver<ControlMessage>,
    /// The run as `RUN_LIST` shows it.
    pub info: Rc<RefCell<RunInfo>>,
}

impl Driver {
    /// Drives the run to its end and returns it, or none if a later worker took it over.
    pub async fn drive(mut self) -> Option<Run> {
        // A run that has just begun is in its conversation already.
        let has_grown = !self.run.recorded || !self.run.transcript.entries.is_empty();
        let mut outbox = Outbox { events: Vec::new(), has_grown, recorded_at: f64::NEG_INFINITY };
        let mut is_turn = false;
        // What the person allows was read, with no await since.
        let mut is_renewed = false;
        loop {
            // Before the intent is stored: between storing and doing it there is no await in which a later worker could do it too.
            if matches!(self.run.state, State::Acting { .. }) && !is_renewed {
                self.renew().await;
            }
            is_renewed = false;
            // The run is stored before anything is done: a stored `Acting` is the intent. Examining a call does nothing, so the model's turn is
            // stored together with the result.
            let examines = is_turn
                && !self.run.paused
                && matches!(self.run.decide(), Decide::Prepare(_))
                && self.hands.knows_the_page(&self.run);
            let mut saving = if examines { None } else { Some(self.start_saving(&mut outbox)) };
            let mut decide = self.run.decide();
            // Work that waits for permission before touching a page may start while the run is stored.
            if let Some(begun) = &mut saving
                && (self.run.unstored || !may_start_unsaved(&decide))
            {
                let record = begun.record().await;
                if self.run.unstored || !matches!(record, Some(Ok(()))) || matches!(decide, Decide::Finish) {
                    // What could not be stored may not be done.
                    let saved = begun.all().await;
                    if !self.saved(saved) {
                        return self.superseded().await;
                    }
                    saving = None;
                    decide = self.run.decide();
                }
            }
            if matches!(decide, Decide::Finish) {
                break;
            }
            let began = self.ports.clock.now();
            let works = !waits_for_person(&decide) && !self.run.paused;
            let Some(input) = self.work_or_control(decide, saving).await else {
                return self.superseded().await;
            };
            if works {
                self.count_time(began);
            }
            is_turn = matches!(input, Some(Input::Turn(_)));
            if let Some(input) = input {
                outbox.has_grown |=
                    matches!(input, Input::Turn(_) | Input::Acted(_) | Input::Malformed(_) | Input::Unfit { .. });
                let source = if let Input::SourceEnded(ended) = &input { Some(ended.id.clone()) } else { None };
                if matches!(input, Input::Prepared(_)) {
                    self.renew().await;
                    is_renewed = true;
                }
                outbox.events.extend(self.run.apply(input, self.ports.clock.now()));
                // A source's findings are stored with the research before its own record goes.
                if let Some(source) = source {
                    if !self.save(&mut outbox).await {
                        return self.superseded().await;
                    }
                    if !self.run.unstored {
                        let forgotten = self.journal.forget(&source).await;
                        self.report_failure(forgotten);
                    }
                }
            }
        }
        Some(self.finish().await)
    }

    /// What is about to be judged or done is judged by what the person allows now.
    async fn renew(&mut self) {
        let authority = authority::read(&*self.ports.store, self.run.task.terms.as_ref()).await;
        self.run.renew(authority);
    }

    /// A later worker has the run. That worker detaches from the tabs in the run's record only after storing the end; once stored, or for tabs this
    /// worker attached that the record lacks, nobody else does.
    async fn superseded(self) -> Option<Run> {
        // If the record is unreadable, the later worker cannot end the run either.
        if let Ok(kept) = self.journal.tabs(&self.run.id).await {
            let let_go = pin!(self.hands.let_go_but(&self.run, &kept));
            select(let_go, pin!(self.ports.clock.sleep(LET_GO_MS))).await;
        }
        self.hands.release(&self.run);
        None
    }

    /// Counts the time since then. A research waiting for its sources is not working; they count theirs.
    fn count_time(&mut self, began: f64) {
        let ms = (self.ports.clock.now() - began).max(0.0);
        self.run.counters.worked_ms += ms;
        if !matches!(self.run.state, State::Gathering) {
            self.hands.worked(ms);
        }
    }

    /// Executes a decision until done, or until the user makes the run decide again, finishing any storing first. None: the run now belongs to
    /// another worker.
    async fn work_or_control(&mut self, decide: Decide, saving: Option<Saving>) -> Option<Option<Input>> {
        // The work sees the run as of the decision; the user's actions meanwhile go into the run itself.
        let seen = self.run.clone();
        let left = seen.time_left().filter(|_| !waits_for_person(&decide) && !seen.paused);
        let (acts, permit) = (matches!(decide, Decide::Act(_)), saving.as_ref().map(|saving| saving.permit.clone()));
        let Self { hands, inbox, run, ports, journal, info, conversations, event_buffer, .. } = self;
        let in_time = async {
            match left {
                Some(left) => ports.clock.sleep(left).await,
                None => std::future::pending().await,
            }
        };
        let work = async {
            let (work, in_time) = (pin!(hands.work(&seen, decide, permit.unwrap_or_default())), pin!(in_time));
            match select(work, in_time).await {
                Either::Left((input, _)) => input,
                Either::Right(((), _)) => Some(Input::OutOfTime),
            }
        };
        let mut work = pin!(work.fuse());
        let (mut early, mut control) = (None, None);
        let begun = saving.is_some();
        if let Some(mut saving) = saving {
            event_buffer.hold();
            let saved = {
                let mut all = pin!(saving.all());
                match select(inbox.next(), select(&mut all, &mut work)).await {
                    // The work is paused from here.
                    Either::Left((said, _)) => {
                        control = Some(said);
                        all.await
                    }
                    Either::Right((Either::Left((saved, _)), _)) => saved,
                    Either::Right((Either::Right((input, _)), _)) => {
                        early = Some(input);
                        all.await
                    }
                }
            };
            if !apply_saved(ports, info, run, saved) {
                return None;
            }
            event_buffer.release();
        }
        if let Some(input) = early {
            return Some(input);
        }
        // Work that could not be recorded waits for a permission that never comes: decide again.
        let is_refused = begun && run.unstored && acts;
        if is_refused && control.is_none() {
            return Some(None);
        }
        loop {
            let next = match control.take() {
                Some(control) => Either::Left(control),
                None => match select(inbox.next(), &mut work).await {
                    Either::Left((control, _)) => Either::Left(control),
                    Either::Right((input, _)) => Either::Right(input),
                },
            };
            match next {
                Either::Left(Some(ControlMessage { control, stored })) => {
                    let speaks = matches!(control, Control::Say { .. } | Control::Answer { .. });
                    let (goes_on, events) = run.control(control, ports.clock.now());
                    if run.guard.grants != seen.guard.grants {
                        save_grants(ports, run, &seen.guard.grants).await;
                    }
                    publish(ports, journal, info, run, events).await;
                    // What is acknowledged outlives the worker.
                    let mut saved = journal.save(run).await;
                    if saved.is_err() && run.is_done() {
                        // A stop needs no room: without its record the run cannot come back.
                        saved = journal.forget(&run.id).await;
                    }
                    if let Err(error) = saved.as_ref()
                        && !run.unstored
                    {
                        ports.events.emit(run.progress(error.for_person(), ports.clock.now()));
                    }
                    // The person sees their words at once, however long the run stays paused.
                    if speaks && run.parent().is_none() && saved.is_ok() {
                        let recorded = conversations.record(run, ports.clock.now()).await;
                        run.recorded |= recorded.is_ok();
                        if let Err(error) = recorded
                            && !run.unstored
                        {
                            ports.events.emit(run.progress(error.to_string(), ports.clock.now()));
                        }
                    }
                    // The sender may be gone.
                    let _unheard = stored.send(saved);
                    if goes_on == Disposition::IsDropped || is_refused {
                        return Some(None);
                    }
                }
                // Nobody can reach the run now, not even to stop it.
                Either::Left(None) => {
                    run.control(Control::Stop, ports.clock.now());
                    return Some(None);
                }
                Either::Right(input) => return Some(input),
            }
        }
    }

    async fn finish(self) -> Run {
        {
            let dropped = pin!(self.hands.drop_refused(&self.run));
            let deadline = pin!(self.ports.clock.sleep(RELOAD_MS));
            select(dropped, deadline).await;
        }
        {
            let let_go = pin!(self.hands.end(&self.run));
            let deadline = pin!(self.ports.clock.sleep(LET_GO_MS));
            select(let_go, deadline).await;
        }
        // Even if something did not answer, the tabs are released.
        self.hands.release(&self.run);
        let recorded = self.record().await;
        self.report_failure(recorded);
        *self.info.borrow_mut() = self.run.info();
        // A source's end is reported by its research. Any other record is deleted only after its end was reported: at least once.
        if self.run.parent().is_none()
            && let Some(event) = self.run.done()
        {
            self.ports.events.emit(event);
        }
        self.run
    }

    async fn record(&self) -> Result<(), StoreError> {
        // A source's run is not in the conversation: its findings are in the research's answer.
        if self.run.parent().is_some() {
            return Ok(());
        }
        self.conversations.record(&self.run, self.ports.clock.now()).await
    }

    /// Stores the run, its events and, after an answer of model or tool, its conversation; then publishes the events. Returns whether the run still
    /// belongs to this worker.
    async fn save(&mut self, outbox: &mut Outbox) -> bool {
        let saved = self.start_saving(outbox).all().await;
        self.saved(saved)
    }

    /// Starts storing; [`Self::saved`] continues the run when done.
    fn start_saving(&mut self, outbox: &mut Outbox) -> Saving {
        let events = std::mem::take(&mut outbox.events);
        let now = self.ports.clock.now();
        let records = outbox.has_grown && now - outbox.recorded_at >= RECORD_EVERY_MS && self.run.parent().is_none();
        if records {
            outbox.has_grown = false;
            outbox.recorded_at = now;
        }
        *self.info.borrow_mut() = self.run.info();
        let first = self.run.counters.progress + 1;
        self.run.counters.progress += events.iter().filter(|event| matches!(event, Event::Progress(_))).count() as u32;
        let stores = Stores {
            journal: self.journal.clone(),
            conversations: self.conversations.clone(),
            ledger: self.hands.ledger(),
        };
        Saving::start(stores, Rc::new(self.run.clone()), first, events, records, now)
    }

    fn saved(&mut self, saved: (Stored, SideResults)) -> bool {
        apply_saved(&self.ports, &self.info, &mut self.run, saved)
    }

    fn report_failure(&self, stored: Result<(), StoreError>) {
        report_failure(&self.ports, &self.run, stored);
    }
}

/// Applies the result of storing, and publishes what waited for it. Returns whether the run still belongs to this worker.
fn apply_saved(
    ports: &Ports,
    info: &Rc<RefCell<RunInfo>>,
    run: &mut Run,
    (record, beside): (Stored, SideResults),
) -> bool {
    run.recorded |= matches!(beside.conversation, Some(Ok(())));
    if matches!(record, Err(StoreError::Superseded)) {
        return false;
    }
    let unstored = run.stored(record, ports.clock.now());
    *info.borrow_mut() = run.info();
    for stored in beside.conversation.into_iter().chain(beside.others) {
        report_failure(ports, run, stored);
    }
    for event in beside.events.into_iter().chain(unstored) {
        notify_ask(ports, run, &event);
        ports.events.emit(event);
    }
    true
}

/// A full disk must not end a working run: the person is told, and the run continues in memory.
fn report_failure(ports: &Ports, run: &Run, stored: Result<(), StoreError>) {
    match stored {
        // The worker that took over reports; this run ends at its next attempt to store.
        Ok(()) | Err(StoreError::Superseded) => {}
        // Reported already, and again when something waits for it.
        Err(_) if run.unstored => {}
        Err(error) => {
            ports.events.emit(run.progress(error.for_person(), ports.clock.now()));
            ports.log.check_of("run.store", &[("run", LogArg::Run(run.id.clone()))], Err::<(), _>(error));
        }
    }
}

/// Whether nothing is done meanwhile that counts as work.
fn waits_for_person(decide: &Decide) -> bool {
    matches!(decide, Decide::Hold | Decide::AwaitRaise(_))
}

/// Whether a decision may start before the run is stored: work without effects, which is simply repeated after a death, and actions, which wait for
/// permission themselves.
fn may_start_unsaved(decide: &Decide) -> bool {
    match decide {
        Decide::AskModel | Decide::WaitUntil(_) | Decide::Hold | Decide::Act(_) => true,
        Decide::OpenSources(_)
        | Decide::AwaitSource
        | Decide::AwaitRaise(_)
        | Decide::ReadDocuments
        | Decide::StoreProfile
        | Decide::AskQuestions(_)
        | Decide::AskBatches(_)
        | Decide::Search
        | Decide::SearchForAnswers
        | Decide::Compare(_)
        | Decide::CompareClaims(_)
        | Decide::Start
        | Decide::Prepare(_)
        | Decide::Confirm(_)
        | Decide::Probe(_)
        | Decide::Finish => false,
    }
}

/// A turn's results that are not stored and published yet.
struct Outbox {
    events: Vec<Event>,
    /// Model or tool answered, so the conversation has grown.
    has_grown: bool,
    /// When the conversation was last stored, in milliseconds since 1970.
    recorded_at: f64,
}

/// Shows an ask even if no page of the extension is in sight.
fn notify_ask(ports: &Ports, run: &Run, event: &Event) {
    if let Event::Ask(ask) = event {
        let title = say!(NoticeAsks).into();
        ports.notices.show_if_away(Notice { conversation: run.conversation.clone(), title, text: ask.text.clone() });
    }
}

/// Stores newly given permanent grants, merged with those of other runs, for later runs.
async fn save_grants(ports: &Ports, run: &Run, before: &Grants) {
    let stored = ports.store.read(keys::GRANTS).await.ok().flatten();
    let mut kept: Grants = stored.and_then(|value| edith_protocol::json::from_value(value).ok()).unwrap_or_default();
    kept.add_new(&run.guard.grants, before);
    let stored = match serde_json::to_value(kept) {
        Ok(value) => ports.store.write(keys::GRANTS, value).await,
        Err(error) => Err(StoreError::Failed(error.to_string())),
    };
    if let Err(error) = stored {
        ports.events.emit(run.progress(error.for_person(), ports.clock.now()));
    }
}

/// Stores and broadcasts a run's events.
async fn publish(ports: &Ports, journal: &Journal, info: &Rc<RefCell<RunInfo>>, run: &mut Run, events: Vec<Event>) {
    *info.borrow_mut() = run.info();
    for event in events {
        if let Event::Progress(progress) = &event {
            run.counters.progress += 1;
            if let Err(error) = journal.add_progress(run.counters.progress, progress).await
                && !run.unstored
            {
                ports.events.emit(run.progress(error.for_person(), ports.clock.now()));
            }
        }
        notify_ask(ports, run, &event);
        ports.events.emit(event);
    }
}
