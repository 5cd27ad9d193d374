//! Turns a run: stores it, does what it decides, feeds back what came of it, and listens to the user meanwhile. It
//! decides nothing itself.

use crate::conversations::Conversations;
use crate::gate::Grants;
use crate::hands::Hands;
use crate::journal::Journal;
use crate::port::{Notice, Ports, StoreError};
use crate::run::{Control, Decide, Input, Run, State, Work};
use crate::words::say;
use edith_protocol::{Event, RunInfo, keys};
use futures_channel::mpsc::UnboundedReceiver;
use futures_channel::oneshot;
use futures_util::future::{Either, join_all, join4, select};
use futures_util::{FutureExt, StreamExt};
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;

/// While a run works its conversation is stored at most so often, in milliseconds: it is stored as one value, and the run itself at every turn.
/// At the run's end it is stored in any case.
const RECORD_EVERY_MS: f64 = 1_000.0;

/// Letting go of the tabs may take this long at a run's end, in milliseconds; after that the end is told all the same.
const LET_GO_MS: u64 = 1_000;

/// A run with everything it needs to go on.
pub struct Driver {
    /// The ports.
    pub ports: Ports,
    /// Where the run is stored.
    pub journal: Journal,
    /// Where its conversation is stored.
    pub conversations: Conversations,
    /// What touches model and tabs.
    pub hands: Hands,
    /// The run.
    pub run: Run,
    /// What the user does to it. Each is acknowledged once it is stored.
    pub inbox: UnboundedReceiver<(Control, oneshot::Sender<Result<(), StoreError>>)>,
    /// What `RUN_LIST` tells of it.
    pub info: Rc<RefCell<RunInfo>>,
}

impl Driver {
    /// Drives the run to its end. Answers it as it is then; none where a later worker has taken it over.
    pub async fn drive(mut self) -> Option<Run> {
        // One that has just begun stands in its conversation already.
        let is_answered = !self.run.recorded || !self.run.entries.is_empty();
        let mut news = News { events: Vec::new(), is_answered, recorded_at: f64::NEG_INFINITY };
        let mut is_turn = false;
        loop {
            // The run is stored before anything is done: a stored `Acting` is the intent. To examine a call does nothing, so what the model said
            // is stored with what came of that.
            let examines = is_turn
                && !self.run.paused
                && matches!(self.run.decide(), Decide::Prepare(_))
                && self.hands.knows_the_page(&self.run);
            if !examines && !self.keep(&mut news).await {
                return self.gave_way().await;
            }
            let decide = self.run.decide();
            if matches!(decide, Decide::Finish) {
                break;
            }
            let began = self.ports.clock.now();
            let works = !matches!(decide, Decide::Hold) && !self.run.paused;
            let input = self.work_or_control(decide).await;
            if works {
                self.worked(began);
            }
            is_turn = matches!(input, Some(Input::Turn(_)));
            if let Some(input) = input {
                news.is_answered |=
                    matches!(input, Input::Turn(_) | Input::Acted(_) | Input::Malformed(_) | Input::Unfit(_));
                let source = if let Input::SourceEnded(ended) = &input { Some(ended.id.clone()) } else { None };
                news.events.extend(self.run.apply(input, self.ports.clock.now()));
                // What a source gave is stored with the research before its own record goes.
                if let Some(source) = source {
                    if !self.keep(&mut news).await {
                        return self.gave_way().await;
                    }
                    if !self.run.unstored {
                        let forgotten = self.journal.forget(&source).await;
                        self.survive(forgotten);
                    }
                }
            }
        }
        Some(self.finish().await)
    }

    /// A later worker has the run. It lets go of what the run's record names, but only at the end, which it stores before it does so: once that is
    /// stored, or where this worker attached what the record does not know, nobody else lets go of it.
    async fn gave_way(self) -> Option<Run> {
        // Where the record cannot be read the later worker cannot end the run either.
        if let Ok(kept) = self.journal.tabs(&self.run.id).await {
            let let_go = pin!(self.hands.let_go_but(&self.run, &kept));
            select(let_go, pin!(self.ports.clock.sleep(LET_GO_MS))).await;
        }
        self.hands.release(&self.run);
        None
    }

    /// Counts the time since then. A research that waits for its sources does not work itself: they count theirs.
    fn worked(&mut self, began: f64) {
        let ms = (self.ports.clock.now() - began).max(0.0);
        self.run.worked_ms += ms;
        if !matches!(self.run.state, State::Gathering) {
            self.hands.worked(ms);
        }
    }

    /// Does what was decided until it is done, or until the user does something that makes the run decide anew.
    async fn work_or_control(&mut self, decide: Decide) -> Option<Input> {
        // The work sees the run as it was when it was decided; what the user does meanwhile goes into the run itself.
        let seen = self.run.clone();
        let left = seen.time_left().filter(|_| !matches!(decide, Decide::Hold) && !seen.paused);
        let Self { hands, inbox, run, ports, journal, info, conversations, .. } = self;
        let in_time = async {
            match left {
                Some(left) => ports.clock.sleep(left).await,
                None => std::future::pending().await,
            }
        };
        let work = async {
            let (work, in_time) = (pin!(hands.work(&seen, decide)), pin!(in_time));
            match select(work, in_time).await {
                Either::Left((input, _)) => input,
                Either::Right(((), _)) => Some(Input::OutOfTime),
            }
        };
        let mut work = pin!(work.fuse());
        loop {
            match select(inbox.next(), &mut work).await {
                Either::Left((Some((control, stored)), _)) => {
                    let speaks = matches!(control, Control::Say(_) | Control::Answer { .. });
                    let (goes_on, events) = run.control(control, ports.clock.now());
                    if run.grants != seen.grants {
                        keep_grants(ports, run, &seen.grants).await;
                    }
                    tell(ports, journal, info, run, events).await;
                    // What is acknowledged outlives the worker.
                    let mut saved = journal.save(run).await;
                    if saved.is_err() && run.is_done() {
                        // A stop needs no room: without its record the run cannot come back.
                        saved = journal.forget(&run.id).await;
                    }
                    if let Err(error) = saved.as_ref()
                        && !run.unstored
                    {
                        ports.events.emit(run.progress(error.said(), ports.clock.now()));
                    }
                    // The person sees their words at once, however long the run is held after that.
                    if speaks && run.parent.is_none() && saved.is_ok() {
                        let recorded = conversations.record(run, ports.clock.now()).await;
                        run.recorded |= recorded.is_ok();
                        if let Err(error) = recorded
                            && !run.unstored
                        {
                            ports.events.emit(run.progress(error.to_string(), ports.clock.now()));
                        }
                    }
                    // Whoever sent it may be gone by now.
                    let _unheard = stored.send(saved);
                    if goes_on == Work::IsDropped {
                        return None;
                    }
                }
                // Nobody can reach the run any more, not even to stop it.
                Either::Left((None, _)) => {
                    run.control(Control::Stop, ports.clock.now());
                    return None;
                }
                Either::Right((input, _)) => return input,
            }
        }
    }

    async fn finish(self) -> Run {
        {
            let let_go = pin!(self.hands.end(&self.run));
            let deadline = pin!(self.ports.clock.sleep(LET_GO_MS));
            select(let_go, deadline).await;
        }
        // Whatever did not answer: the tabs are nobody's now.
        self.hands.release(&self.run);
        let recorded = self.record().await;
        self.survive(recorded);
        *self.info.borrow_mut() = self.run.info();
        // A source's end is told by its research. The record of any other is forgotten only after its end was told: at least once.
        if self.run.parent.is_none()
            && let Some(event) = self.run.done()
        {
            self.ports.events.emit(event);
        }
        self.run
    }

    async fn record(&self) -> Result<(), StoreError> {
        // A source's run is no part of the conversation: what it found is in the research's answer.
        if self.run.parent.is_some() {
            return Ok(());
        }
        self.conversations.record(&self.run, self.ports.clock.now()).await
    }

    /// Stores the run as it is, what it tells and, where the model or a tool answered, its conversation, all at the same time; then tells it.
    /// Answers whether the run is still this worker's.
    async fn keep(&mut self, news: &mut News) -> bool {
        let events = std::mem::take(&mut news.events);
        let now = self.ports.clock.now();
        let records = news.is_answered && now - news.recorded_at >= RECORD_EVERY_MS;
        if records {
            news.is_answered = false;
            news.recorded_at = now;
        }
        *self.info.borrow_mut() = self.run.info();
        let first = self.run.told;
        let progress =
            events.iter().filter_map(|event| if let Event::Progress(told) = event { Some(told) } else { None });
        let numbered: Vec<_> = (first + 1..).zip(progress).collect();
        self.run.told += numbered.len() as u32;
        let told = join_all(numbered.into_iter().map(|(number, told)| self.journal.add_progress(number, told)));
        let recorded = async { if records { self.record().await } else { Ok(()) } };
        let (saved, recorded, told, counted) =
            join4(self.journal.save(&self.run), recorded, told, self.hands.store_usage()).await;
        self.run.recorded |= records && recorded.is_ok();
        if matches!(saved, Err(StoreError::Superseded)) {
            return false;
        }
        let unstored = self.run.stored(saved, self.ports.clock.now());
        *self.info.borrow_mut() = self.run.info();
        for stored in [recorded, counted].into_iter().chain(told) {
            self.survive(stored);
        }
        for event in events.into_iter().chain(unstored) {
            tell_away(&self.ports, &self.run, &event);
            self.ports.events.emit(event);
        }
        true
    }

    /// A full disk must not end a run that works: the person is told, and the run goes on in memory.
    fn survive(&self, stored: Result<(), StoreError>) {
        match stored {
            // Whoever took over tells what there is to tell; this run ends with the next attempt to store it.
            Ok(()) | Err(StoreError::Superseded) => {}
            // It was told already, and is told again when something waits for it.
            Err(_) if self.run.unstored => {}
            Err(error) => self.ports.events.emit(self.run.progress(error.said(), self.ports.clock.now())),
        }
    }
}

/// What a turn of the run gave that is not stored and told yet.
struct News {
    events: Vec<Event>,
    /// The model or a tool answered, so that the conversation has grown.
    is_answered: bool,
    /// When the conversation was stored last, in milliseconds since 1970.
    recorded_at: f64,
}

/// An ask reaches the person also where no page of the extension is in sight.
fn tell_away(ports: &Ports, run: &Run, event: &Event) {
    if let Event::Ask(ask) = event {
        let title = say!(NoticeAsks).into();
        ports.notices.tell_away(Notice { conversation: run.conversation.clone(), title, text: ask.text.clone() });
    }
}

/// Stores what the user has just allowed for good, beside what other runs stored, so that later runs know it.
async fn keep_grants(ports: &Ports, run: &Run, before: &Grants) {
    let stored = ports.store.read(keys::GRANTS).await.ok().flatten();
    let mut kept: Grants = stored.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
    kept.add_new(&run.grants, before);
    let stored = match serde_json::to_value(kept) {
        Ok(value) => ports.store.write(keys::GRANTS, value).await,
        Err(error) => Err(StoreError::Failed(error.to_string())),
    };
    if let Err(error) = stored {
        ports.events.emit(run.progress(error.said(), ports.clock.now()));
    }
}

/// Stores and broadcasts what the run tells.
async fn tell(ports: &Ports, journal: &Journal, info: &Rc<RefCell<RunInfo>>, run: &mut Run, events: Vec<Event>) {
    *info.borrow_mut() = run.info();
    for event in events {
        if let Event::Progress(progress) = &event {
            run.told += 1;
            if let Err(error) = journal.add_progress(run.told, progress).await
                && !run.unstored
            {
                ports.events.emit(run.progress(error.said(), ports.clock.now()));
            }
        }
        tell_away(ports, run, &event);
        ports.events.emit(event);
    }
}
