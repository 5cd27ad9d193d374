//! What of a run is being stored while the run may go on: the run itself first, since nothing is done to a page before that, and beside it what is only
//! told and counted.

use crate::conversations::Conversations;
use crate::journal::Journal;
use crate::port::Permit;
use crate::port::{Events, StoreError};
use crate::run::Run;
use crate::usage::Ledger;
use edith_protocol::{Event, Progress};
use futures_util::future::{FutureExt, LocalBoxFuture, MaybeDone, join, join_all, join3, maybe_done};
use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

/// What became of storing one thing.
pub(super) type Stored = Result<(), StoreError>;

/// A run, its steps, its conversation and its usage on their way into the store.
pub(super) struct Keeping {
    run: MaybeDone<LocalBoxFuture<'static, Stored>>,
    rest: MaybeDone<LocalBoxFuture<'static, Rest>>,
    /// Given when the run itself is stored.
    pub leave: Permit,
}

/// What was stored beside the run.
#[derive(Default)]
pub(super) struct Rest {
    /// The conversation; none: it was not due.
    pub recorded: Option<Stored>,
    /// The steps, and what was counted.
    pub others: Vec<Stored>,
    /// What is told now that all of it is stored.
    pub events: Vec<Event>,
}

/// Where it is stored.
pub(super) struct Places {
    pub journal: Journal,
    pub conversations: Conversations,
    pub ledger: Ledger,
}

impl Keeping {
    /// Begins with the run as it is; its steps have the numbers from `first` on.
    pub fn begin(places: Places, run: Rc<Run>, first: u32, events: Vec<Event>, records: bool, now: f64) -> Self {
        let Places { journal, conversations, ledger } = places;
        let (of_run, saver) = (Rc::clone(&run), journal.clone());
        let (give, leave) = Permit::to_come();
        let saving = async move {
            let saved = saver.save(&of_run).await;
            if saved.is_ok() {
                // Nobody waits for it where nothing is done.
                let _unheard = give.send(());
            }
            saved
        };
        let rest = async move {
            let numbered = (first..).zip(events.iter().filter_map(progress_in));
            let told = join_all(numbered.map(|(number, told)| journal.add_progress(number, told)));
            let recorded = async { if records { Some(conversations.record(&run, now).await) } else { None } };
            let (recorded, told, counted) = join3(recorded, told, ledger.store()).await;
            let others = told.into_iter().chain([counted]).collect();
            Rest { recorded, others, events }
        };
        Self { run: maybe_done(saving.boxed_local()), rest: maybe_done(rest.boxed_local()), leave }
    }

    /// Waits until the run itself is stored, or could not be; the rest goes on meanwhile.
    pub async fn saved(&mut self) -> Option<&Stored> {
        poll_fn(|context| {
            // The run first: what is asked of the store first is stored first.
            let saved = Pin::new(&mut self.run).poll(context);
            let _rest: Poll<()> = Pin::new(&mut self.rest).poll(context);
            saved
        })
        .await;
        Pin::new(&mut self.run).output_mut().map(|stored| &*stored)
    }

    /// Waits for everything. Answers what became of the run, and of the rest.
    pub async fn all(&mut self) -> (Stored, Rest) {
        join(&mut self.run, &mut self.rest).await;
        let saved = Pin::new(&mut self.run).take_output();
        // Whoever asks again after the end gets nothing new.
        (saved.unwrap_or(Ok(())), Pin::new(&mut self.rest).take_output().unwrap_or_default())
    }
}

/// What is stored as a step.
fn progress_in(event: &Event) -> Option<&Progress> {
    if let Event::Progress(told) = event { Some(told) } else { None }
}

/// Events that wait until what happened before them is stored and told.
pub struct Later {
    events: Rc<dyn Events>,
    waiting: RefCell<Option<Vec<Event>>>,
}

impl Later {
    /// Passes on to these.
    pub fn new(events: Rc<dyn Events>) -> Rc<Self> {
        Rc::new(Self { events, waiting: RefCell::default() })
    }

    /// From now on they wait.
    pub fn hold(&self) {
        self.waiting.borrow_mut().get_or_insert_default();
    }

    /// Tells those that waited, and does not hold back the next ones.
    pub fn release(&self) {
        let waiting = self.waiting.take();
        waiting.into_iter().flatten().for_each(|event| self.events.emit(event));
    }
}

impl Events for Later {
    fn emit(&self, event: Event) {
        let mut waiting = self.waiting.borrow_mut();
        match &mut *waiting {
            Some(waiting) => waiting.push(event),
            None => {
                drop(waiting);
                self.events.emit(event);
            }
        }
    }
}
