//! The panel's runs: a reducer from the worker's events to the state of cards and running indicator.

mod reached;
mod run;

pub use reached::goes_on_in;
pub use run::{Call, Run, Step, StepState, outcome_words};

use crate::state::sources::is_over;
use edith_protocol::{Ask, AskId, ConversationId, Event, Mode, Progress, RunId, RunInfo, RunState, TabId};

/// All known runs, in the order they became known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Runs {
    runs: Vec<Run>,
}

impl Runs {
    /// Takes an event of the worker.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Progress(progress) => {
                let (id, conversation) = (progress.run_id.clone(), progress.conversation_id.clone());
                let told = progress.sources.is_some();
                self.update(&id, &conversation, |run| run.take(progress, true));
                if told {
                    self.end_sources(&id);
                }
            }
            Event::Delta { run_id, conversation_id, text } => self.update(&run_id, &conversation_id, |run| {
                if matches!(run.state, RunState::Starting | RunState::BackingOff | RunState::Acting) {
                    run.state = RunState::Thinking;
                    run.status.clear();
                }
                run.waiting = None;
                run.streamed = true;
                run.streaming.push_str(&text);
            }),
            Event::Ask(ask) => self.update(&ask.run_id.clone(), &ask.conversation_id.clone(), |run| {
                run.state = RunState::Asking;
                run.ask = Some(ask);
            }),
            Event::Done(done) => {
                for run in self.runs.iter_mut().filter(|run| run.parent.as_ref() == Some(&done.run_id)) {
                    run.end();
                }
                self.update(&done.run_id.clone(), &done.conversation_id.clone(), |run| {
                    run.end();
                    // Until then the streamed text stays, even while the worker stores it.
                    run.streaming.clear();
                    run.usage = done.usage;
                    if done.form.is_some() {
                        run.form.ended.clone_from(&done.form);
                    }
                    run.done = Some(done);
                });
            }
            Event::Document(_) | Event::LanguageDownload(_) => {}
        }
    }

    /// Sources' runs have no end of their own: their research reports it.
    fn end_sources(&mut self, research: &RunId) {
        let sources = self.get(research).map(|run| run.sources.clone()).unwrap_or_default();
        for source in sources.iter().filter(|source| is_over(source)) {
            if let Some(run) = self.runs.iter_mut().find(|run| run.id == source.run_id) {
                run.end();
            }
        }
    }

    /// Applies the worker's list. A live run unknown to the worker is over.
    pub fn take_list(&mut self, list: Vec<RunInfo>) {
        for run in &mut self.runs {
            if run.is_live() && !list.iter().any(|info| info.run_id == run.id) {
                run.end();
            }
        }
        for info in list {
            self.update(&info.run_id.clone(), &info.conversation_id.clone(), |run| run.learn(info));
        }
    }

    /// Takes the stored steps of a run.
    pub fn take_steps(&mut self, run_id: &RunId, conversation_id: &ConversationId, steps: Vec<Progress>) {
        let known = self.get(run_id).is_some();
        self.update(run_id, conversation_id, |run| {
            if !known {
                run.end();
            }
            steps.into_iter().filter(|step| step.run_id == *run_id).for_each(|progress| run.take(progress, false));
        });
    }

    /// A run just started by the panel itself.
    pub fn started(&mut self, run_id: &RunId, conversation_id: &ConversationId, mode: Mode, prompt: &str) {
        self.update(run_id, conversation_id, |run| {
            run.mode.get_or_insert(mode);
            prompt.clone_into(&mut run.prompt);
        });
    }

    /// The worker has accepted a pause, or its end.
    pub fn set_paused(&mut self, run_id: &RunId, paused: bool) {
        if let Some(run) = self.runs.iter_mut().find(|run| run.id == *run_id && run.is_live()) {
            run.state = if paused { RunState::Paused } else { RunState::Thinking };
            run.taken_over = false;
            run.status.clear();
        }
    }

    /// The worker has accepted that the person works in the run's tab.
    pub fn set_taken_over(&mut self, run_id: &RunId) {
        self.set_paused(run_id, true);
        if let Some(run) = self.runs.iter_mut().find(|run| run.id == *run_id && run.is_live()) {
            run.taken_over = true;
        }
    }

    /// The worker has accepted an answer.
    pub fn answered(&mut self, run_id: &RunId, ask_id: &AskId) {
        let asks = |run: &&mut Run| run.ask.as_ref().is_some_and(|ask| ask.ask_id == *ask_id);
        if let Some(run) = self.runs.iter_mut().filter(|run| run.id == *run_id).find(asks) {
            run.ask = None;
            run.state = RunState::Acting;
        }
    }

    /// A chat's reply is stored: its stream is over.
    pub fn chat_over(&mut self, conversation_id: &ConversationId) {
        for run in self.runs.iter_mut().filter(|run| run.conversation_id == *conversation_id && !run.is_agent()) {
            run.end();
        }
    }

    /// Forgets the runs of a deleted conversation.
    pub fn forget(&mut self, conversation_id: &ConversationId) {
        self.runs.retain(|run| run.conversation_id != *conversation_id);
    }

    /// Forgets these runs, whose messages were replaced.
    pub fn drop_all(&mut self, gone: &[RunId]) {
        self.runs.retain(|run| !gone.contains(&run.id));
    }

    /// A run by its id.
    pub fn get(&self, id: &RunId) -> Option<&Run> {
        self.runs.iter().find(|run| run.id == *id)
    }

    /// A conversation's runs, oldest first, without those working for a research.
    pub fn in_conversation<'a>(&'a self, conversation_id: &'a ConversationId) -> impl Iterator<Item = &'a Run> {
        self.runs.iter().filter(move |run| run.conversation_id == *conversation_id && run.parent.is_none())
    }

    /// A conversation's open ask, also one of a research's run.
    pub fn ask_in(&self, conversation_id: &ConversationId) -> Option<&Ask> {
        self.runs
            .iter()
            .filter(|run| run.conversation_id == *conversation_id && run.is_live())
            .find_map(|run| run.ask.as_ref())
    }

    /// The running run in a conversation.
    pub fn live_in(&self, conversation_id: &ConversationId) -> Option<&Run> {
        let is_it = |run: &&Run| run.conversation_id == *conversation_id && run.is_live() && run.parent.is_none();
        self.runs.iter().rev().find(is_it)
    }

    /// Every run that is going on.
    pub fn live(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.is_live())
    }

    /// Whether a run of another conversation works in this tab, so that a task of this one cannot begin there.
    pub fn is_in_use(&self, tab: TabId, by_others_than: Option<&ConversationId>) -> bool {
        self.live().any(|run| run.tab == Some(tab) && Some(&run.conversation_id) != by_others_than)
    }

    /// Changes a run, created if unknown.
    fn update(&mut self, id: &RunId, conversation_id: &ConversationId, change: impl FnOnce(&mut Run)) {
        match self.runs.iter_mut().find(|run| run.id == *id) {
            Some(run) => change(run),
            None => {
                let mut run = Run::new(id.clone(), conversation_id.clone());
                change(&mut run);
                self.runs.push(run);
            }
        }
    }
}

#[cfg(test)]
mod tests;
