//! A replay's turn, made on the whole page as it is now.

use super::Hands;
use crate::replay::{Now, Replay};
use crate::run::{Input, Run};
use edith_actions::action::TabError;
use edith_model::ModelTurn;

impl Hands {
    /// The next call of a run that does a finished one again.
    pub(super) async fn replay(&mut self, run: &Run, replay: &Replay) -> Input {
        let (mut page, mut dialog) = (None, None);
        if let Some(tab) = run.tabs.current {
            // The numbers given here are dropped: only an element that has one by the last look is acted on.
            match self.walk(run, tab, &mut run.tabs.uids.clone()).await {
                Ok(index) => page = Some(index),
                Err(TabError::DialogOpen(open)) => dialog = Some(open.message),
                Err(error) => self.ports.events.emit(run.progress(error.for_person(), self.ports.clock.now())),
            }
            if let Some(open) = self.attached.get(&tab).and_then(|tab| tab.dialog()) {
                (page, dialog) = (None, Some(open.message));
            }
        }
        let now = Now {
            page: page.as_deref(),
            dialog,
            has_tab: run.tabs.current.is_some(),
            has_model: self.has_server(run),
            known: &|uid| run.tabs.uids.element(uid).is_some(),
            turn: run.counters.step + 1,
        };
        let call = replay.turn(&now);
        self.decided_on.clone_from(&self.walked);
        Input::Turn(ModelTurn { tool_calls: vec![call], ..ModelTurn::default() })
    }
}
