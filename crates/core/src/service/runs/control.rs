//! What the person does to runs that are going on, and what becomes of the runs' tabs.

use super::{Runs, unknown_run};
use crate::driver::ControlMessage;
use crate::port::StoreError;
use crate::run::Control;
use edith_protocol::{AnswerBody, AskAnswer, AskId, ConversationId, ErrorBody, ErrorCode, RunId, TabId};
use edith_words::say;
use futures_channel::oneshot;
use std::rc::Rc;

impl Runs {
    /// Stops a run, or all.
    pub(crate) async fn stop(&self, run: Option<&RunId>) -> Result<AnswerBody, ErrorBody> {
        let ids: Vec<RunId> = match run {
            Some(id) if self.is_running(id) => vec![id.clone()],
            // It ended by itself in the meantime, which is what was wanted.
            Some(id) if self.ended.borrow().iter().any(|run| run.run_id == *id) => Vec::new(),
            Some(id) => return Err(unknown_run(id)),
            None => self.ids(),
        };
        for id in &ids {
            match self.control(id, Control::Stop).await {
                // It ended by itself in the meantime.
                Err(error) if error.code == ErrorCode::UnknownRun => {}
                other => drop(other?),
            }
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Answers what a run asks.
    pub(crate) async fn answer(&self, run: &RunId, ask_id: AskId, answer: AskAnswer) -> Result<AnswerBody, ErrorBody> {
        let open = match self.handles.borrow().get(run) {
            Some(handle) => handle.info.borrow().ask.clone(),
            None => return Err(unknown_run(run)),
        };
        if open.is_none_or(|ask| ask.ask_id != ask_id) {
            return Err(ErrorBody::new(ErrorCode::UnknownAsk, say!(AskNotOpen)));
        }
        self.control(run, Control::Answer { ask_id, answer }).await
    }

    /// Hands it to a run and the runs of its sources. The run itself goes first: afterwards it starts no more of them.
    pub(crate) async fn control_all(&self, run: &RunId, control: Control) -> Result<AnswerBody, ErrorBody> {
        self.control(run, control.clone()).await?;
        for source in self.sources_of(run) {
            // One that ended meanwhile needs no word.
            let _ended = self.control(&source, control.clone()).await;
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Hands it to the run, and comes back when it is stored or the run is over.
    pub(super) async fn control(&self, run: &RunId, control: Control) -> Result<AnswerBody, ErrorBody> {
        let stored = self.send(run, control)?;
        // A run that ends drops what it has not read any more.
        if let Ok(stored) = stored.await {
            stored?;
        }
        Ok(AnswerBody::Nothing {})
    }

    fn send(&self, run: &RunId, control: Control) -> Result<oneshot::Receiver<Result<(), StoreError>>, ErrorBody> {
        let (stored, when_stored) = oneshot::channel();
        let handles = self.handles.borrow();
        let handle = handles.get(run).ok_or_else(|| unknown_run(run))?;
        handle.control.unbounded_send(ControlMessage { control, stored }).map_err(|_| unknown_run(run))?;
        Ok(when_stored)
    }

    /// A conversation has one task at a time: a new one ends the old one, which says so, and is waited for: it may be in the tab that the new one
    /// is to work in.
    pub(super) async fn replace(&self, conversation: &ConversationId) {
        let old = self.in_conversation(conversation);
        for id in &old {
            // The old run says itself what became of it.
            drop(self.send(id, Control::Replace));
        }
        self.await_ends(&old).await;
    }

    /// A tab was closed.
    pub(crate) fn tab_closed(&self, tab: TabId) {
        self.claims.tab_closed(tab);
    }

    /// A tab lives on under another id. The runs of an earlier worker are told when they are known.
    pub(crate) fn tab_moved(self: &Rc<Self>, from: TabId, to: TabId) {
        if self.recovery.borrow().is_none() {
            self.announce_move(from, to);
            return;
        }
        let (runs, recovered) = (Rc::clone(self), self.recovered.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            if recovered.await.is_ok() {
                runs.announce_move(from, to);
            }
        }));
    }

    fn announce_move(&self, from: TabId, to: TabId) {
        self.claims.tab_moved(from, to);
        for run in self.ids() {
            // A run that is not in that tab does nothing about it, and one that ends needs no word.
            drop(self.send(&run, Control::TabMoved { from, to }));
        }
    }
}
