//! What a run that does a finished one again hears of its calls: the replay decides what comes next.

use crate::replay::Replay;
use crate::run::{Acted, Intent, Run, State};
use edith_protocol::AskAnswer;

impl Run {
    /// The replay that makes its turns; none: a model does.
    pub(crate) fn replay(&self) -> Option<&Replay> {
        self.task.replay.as_deref().filter(|replay| replay.goes_on())
    }

    fn replay_mut(&mut self) -> Option<&mut Replay> {
        self.task.replay.as_deref_mut().filter(|replay| replay.goes_on())
    }

    /// A call was answered, by whatever way.
    pub(in crate::run) fn replay_answered(&mut self, call: &str, text: &str) {
        if let Some(replay) = self.replay_mut() {
            replay.answered(call, text);
        }
    }

    /// A call was carried out, or could not be.
    pub(in crate::run) fn replay_acted(&mut self, intent: &Intent, acted: &Acted) {
        let Some(replay) = self.replay_mut() else { return };
        let call = &intent.proposal.call.id;
        if acted.ok {
            replay.did(call, acted.recorded.as_deref(), &acted.news);
        } else if let Some(said) = &acted.said {
            replay.answered(call, said);
        }
    }

    /// It is not known what became of a call.
    pub(in crate::run) fn replay_unsure(&mut self, intent: &Intent) {
        if let Some(replay) = self.replay_mut() {
            replay.unsure(&intent.proposal.call.id);
        }
    }

    /// The person or the gate refused a call.
    pub(in crate::run) fn replay_refused(&mut self, intent: &Intent) {
        if let Some(replay) = self.replay_mut() {
            replay.refused(&intent.proposal.call.id);
        }
    }

    /// The person answered a question of the replay. They may have helped on the page: it is looked at again.
    pub(in crate::run) fn replay_told(&mut self, intent: &Intent, answer: &AskAnswer) {
        let options = intent.call.as_ref().map(edith_tools::Call::choices).unwrap_or_default();
        let Some(replay) = self.replay_mut() else { return };
        let looks = match answer {
            AskAnswer::Deny => {
                replay.stage = crate::replay::Stage::Stopping;
                false
            }
            answer => replay.told(&intent.proposal.call.id, &options, answer.as_str()),
        };
        if looks && matches!(self.state, State::Thinking { .. }) && self.tabs.current.is_some() {
            self.tabs.dialog_open = false;
            self.state = State::Starting;
        }
    }

    /// The person said something: a replay cannot follow words, and asks.
    pub(in crate::run) fn replay_heard(&mut self, words: &str) {
        if let Some(replay) = self.replay_mut() {
            replay.heard(words);
        }
    }
}
