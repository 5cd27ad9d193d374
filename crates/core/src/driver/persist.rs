//! Storing a run while it may continue: its record first, since nothing is done to a page before that, and alongside it what is only reported
//! and counted.

use crate::conversations::Conversations;
use crate::journal::Journal;
use crate::run::Run;
use crate::usage::Ledger;
use edith_port::{Permit, StoreError};
use edith_protocol::{Event, Progress};
use futures_util::future::{FutureExt, LocalBoxFuture, MaybeDone, join, join_all, join3, maybe_done};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

/// The result of storing one thing.
pub(super) type Stored = Result<(), StoreError>;

/// A run, its steps, its conversation and its usage being stored.
pub(super) struct Saving {
    record: MaybeDone<LocalBoxFuture<'static, Stored>>,
    beside: MaybeDone<LocalBoxFuture<'static, SideResults>>,
    /// Granted once the record is stored.
    pub(crate) permit: Permit,
}

/// The results of the rest.
#[derive(Default)]
pub(super) struct SideResults {
    /// None: the conversation was not due.
    pub conversation: Option<Stored>,
    /// Of the steps and the usage.
    pub others: Vec<Stored>,
    /// To publish now that everything is stored.
    pub events: Vec<Event>,
}

pub(super) struct Stores {
    pub journal: Journal,
    pub conversations: Conversations,
    pub(crate) ledger: Ledger,
}

impl Saving {
    /// Starts with the run's present state; its steps are numbered from `first`.
    pub(super) fn start(
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
                // If nothing is done, nobody waits for it.
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
            SideResults { conversation, others, events }
        };
        Self { record: maybe_done(saving.boxed_local()), beside: maybe_done(beside.boxed_local()), permit }
    }

    /// Waits until the record is stored or failed; the rest continues meanwhile.
    pub(super) async fn record(&mut self) -> Option<&Stored> {
        poll_fn(|context| {
            // The record first: the store works in order.
            let saved = Pin::new(&mut self.record).poll(context);
            let _beside: Poll<()> = Pin::new(&mut self.beside).poll(context);
            saved
        })
        .await;
        Pin::new(&mut self.record).output_mut().map(|stored| &*stored)
    }

    /// Waits for everything; returns the results of the record and of the rest.
    pub(super) async fn all(&mut self) -> (Stored, SideResults) {
        join(&mut self.record, &mut self.beside).await;
        let saved = Pin::new(&mut self.record).take_output();
        // Asking again after the end gives nothing new.
        (saved.unwrap_or(Ok(())), Pin::new(&mut self.beside).take_output().unwrap_or_default())
    }
}

fn progress_in(event: &Event) -> Option<&Progress> {
    if let Event::Progress(told) = event { Some(told) } else { None }
}
