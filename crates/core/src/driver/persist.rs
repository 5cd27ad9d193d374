//! A run being stored while it may go on: its record first, since nothing is done to a page before that, and beside it what is only told and counted.

use crate::conversations::Conversations;
use crate::journal::Journal;
use crate::port::{Permit, StoreError};
use crate::run::Run;
use crate::usage::Ledger;
use edith_protocol::{Event, Progress};
use futures_util::future::{FutureExt, LocalBoxFuture, MaybeDone, join, join_all, join3, maybe_done};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

/// What became of storing one thing.
pub(super) type Stored = Result<(), StoreError>;

/// A run, its steps, its conversation and its usage on their way into the store.
pub(super) struct Saving {
    record: MaybeDone<LocalBoxFuture<'static, Stored>>,
    beside: MaybeDone<LocalBoxFuture<'static, Beside>>,
    /// Given when the record is stored.
    pub permit: Permit,
}

/// What became of the rest.
#[derive(Default)]
pub(super) struct Beside {
    /// The conversation; none: it was not due.
    pub conversation: Option<Stored>,
    /// The steps, and what was counted.
    pub others: Vec<Stored>,
    /// What is told now that all of it is stored.
    pub events: Vec<Event>,
}

/// Where it is stored.
pub(super) struct Stores {
    pub journal: Journal,
    pub conversations: Conversations,
    pub ledger: Ledger,
}

impl Saving {
    /// Starts with the run as it is; its steps have the numbers from `first` on.
    pub fn start(
        stores: Stores,
        run: Rc<Run>,
        first: u32,
        events: Vec<Event>,
        with_conversation: bool,
        now: f64,
    ) -> Self {
        let Stores { journal, conversations, ledger } = stores;
        let (of_run, saver) = (Rc::clone(&run), journal.clone());
        let (give, permit) = Permit::to_come();
        let saving = async move {
            let saved = saver.save(&of_run).await;
            if saved.is_ok() {
                // Nobody waits for it where nothing is done.
                let _unheard = give.send(());
            }
            saved
        };
        let beside = async move {
            let numbered = (first..).zip(events.iter().filter_map(progress_in));
            let told = join_all(numbered.map(|(number, told)| journal.add_progress(number, told)));
            let conversation =
                async { if with_conversation { Some(conversations.record(&run, now).await) } else { None } };
            let (conversation, told, counted) = join3(conversation, told, ledger.store()).await;
            let others = told.into_iter().chain([counted]).collect();
            Beside { conversation, others, events }
        };
        Self { record: maybe_done(saving.boxed_local()), beside: maybe_done(beside.boxed_local()), permit }
    }

    /// Waits until the record is stored, or could not be; the rest goes on meanwhile.
    pub async fn record(&mut self) -> Option<&Stored> {
        poll_fn(|context| {
            // The record first: what is asked of the store first is stored first.
            let saved = Pin::new(&mut self.record).poll(context);
            let _beside: Poll<()> = Pin::new(&mut self.beside).poll(context);
            saved
        })
        .await;
        Pin::new(&mut self.record).output_mut().map(|stored| &*stored)
    }

    /// Waits for everything. Answers what became of the record, and of the rest.
    pub async fn all(&mut self) -> (Stored, Beside) {
        join(&mut self.record, &mut self.beside).await;
        let saved = Pin::new(&mut self.record).take_output();
        // Whoever asks again after the end gets nothing new.
        (saved.unwrap_or(Ok(())), Pin::new(&mut self.beside).take_output().unwrap_or_default())
    }
}

/// What is stored as a step.
fn progress_in(event: &Event) -> Option<&Progress> {
    if let Event::Progress(told) = event { Some(told) } else { None }
}
