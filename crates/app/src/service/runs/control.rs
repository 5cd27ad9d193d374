//! The person's control of running runs, and changes of their tabs.

use super::{Runs, unknown_run};
use edith_core::driver::ControlMessage;
use edith_core::run::Control;
use edith_port::StoreError;
use edith_protocol::{AnswerBody, AskAnswer, AskId, ConversationId, ErrorBody, ErrorCode, RunId, StepAction, TabId};
use edith_words::say;
use futures_channel::oneshot;
use std::rc::Rc;

impl Runs {
    /// Stops a run, or all.
    pub(crate) async fn stop(&self, run: Option<&RunId>) -> Result<AnswerBody, ErrorBody> {
        let ids: Vec<RunId> = match run {
            Some(id) if self.is_running(id) => vec![id.clone()],
            // It ended by itself meanwhile, as wanted.
            Some(id) if self.ended.borrow().iter().any(|run| run.run_id == *id) => Vec::new(),
            Some(id) => return Err(unknown_run(id)),
            None => self.ids(),
        };
        for id in &ids {
            match self.control(id, Control::Stop).await {
                // It ended by itself meanwhile.
                Err(error) if error.code == ErrorCode::UnknownRun => {}
                other => drop(other?),
            }
        }
        Ok(AnswerBody::Nothing {})
    }

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

    /// Ends a run at an ask that nobody will answer: it needs a person.
    pub(crate) async fn leave_open(&self, run: &RunId, ask_id: AskId) -> Result<AnswerBody, ErrorBody> {
        self.control(run, Control::LeftOpen(ask_id)).await
    }

    pub(crate) async fn plan_step(&self, run: &RunId, id: String, action: StepAction) -> Result<AnswerBody, ErrorBody> {
        let plan = match self.handles.borrow().get(run) {
            Some(handle) => handle.info.borrow().plan.clone(),
            None => return Err(unknown_run(run)),
        };
        let state = plan.into_iter().flatten().find(|step| step.step_id == id).map(|step| step.state);
        if !state.is_some_and(|state| action.suits(state)) {
            return Err(ErrorBody::new(ErrorCode::UnknownStep, say!(NoStep)));
        }
        self.control(run, Control::Step { id, action }).await
    }

    /// Sends a control to a run and its sources' runs. The run itself goes first: it then starts no more of them.
    pub(crate) async fn control_all(&self, run: &RunId, control: Control) -> Result<AnswerBody, ErrorBody> {
        self.control(run, control.clone()).await?;
        for source in self.sources_of(run) {
            // One that ended meanwhile needs none.
            let _ended = self.control(&source, control.clone()).await;
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Sends a control to the run; returns once it is stored or the run is over.
    pub(super) async fn control(&self, run: &RunId, control: Control) -> Result<AnswerBody, ErrorBody> {
        let stored = self.send(run, control)?;
        // An ending run drops its unread controls.
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

    /// A conversation has one task at a time: a new one ends the old one, which reports that and is waited for, since it may be in the new one's tab.
    pub(super) async fn replace(&self, conversation: &ConversationId) {
        let old = self.in_conversation(conversation);
        for id in &old {
            // The old run itself reports its fate.
            drop(self.send(id, Control::Replace));
        }
        self.await_ends(&old).await;
    }

    /// A tab was closed.
    pub(crate) fn tab_closed(&self, tab: TabId) {
        self.claims.tab_closed(tab);
    }

    /// A tab continues under another id. An earlier worker's runs are told once known.
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
            // A run not in that tab ignores it, and an ending one needs none.
            drop(self.send(&run, Control::TabMoved { from, to }));
        }
    }
}
