//! An agent run as data: a serializable value that decides what to do next ([`Run::decide`]) and applies the results ([`Run::apply`]). Nothing here
//! awaits, so the worker may die between any two steps and the run continues from its stored value.

mod answering;
mod apply;
mod asks;
mod at_limit;
mod calls;
mod condense;
mod deeds;
mod ending;
mod faults;
mod first_page;
mod groups;
mod intent;
#[cfg(feature = "switches")]
mod judging;
mod limit;
mod links;
pub(crate) mod mode;
mod planned;
mod propose;
mod provenance;
mod repeats;
mod report;
mod request;
mod server_asks;
mod serving;
mod state;
mod step;
mod stored;
mod trail;
mod turn;
mod unknown;

#[cfg(test)]
mod built_in_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unknown_tests;

use crate::history::Transcript;
use edith_protocol::{Ask, AskId, Event, Outcome, RunInfo, RunState, TabId, WaitShown};
use edith_words::say;

pub(crate) use answering::ReadOrNot;
pub(crate) use condense::{condense, keep_effects};
pub(crate) use groups::Completion;
pub(crate) use groups::Counters;
pub(crate) use groups::Guard;
pub(crate) use groups::Tabs;
pub use groups::{NewRun, Task};
pub(crate) use intent::Intent;
#[cfg(feature = "switches")]
pub use judging::Judging;
pub(crate) use limit::{Raised, Reached};
pub(crate) use mode::AnswersWork;
pub(crate) use mode::ModeShown;
pub use mode::Work;
pub(crate) use planned::Turn;
pub(crate) use repeats::{content, fingerprint};
pub(crate) use server_asks::asked;
pub(crate) use serving::{Served, ServerName, Serving};
use state::Asked;
pub use state::{Run, State};
pub(crate) use step::Acted;
pub(crate) use step::Arrived;
pub use step::Control;
pub(crate) use step::Decide;
pub(crate) use step::Disposition;
pub(crate) use step::Input;
pub(crate) use step::Opened;
pub(crate) use step::Verdict;
pub use stored::is_untouched;
pub(crate) use unknown::{Evidence, Seen};

impl Run {
    /// A run that has not begun.
    pub fn new(new: NewRun) -> Self {
        Self {
            id: new.id,
            conversation: new.conversation,
            state: if new.work.room().row().begins_in_a_tab { State::Starting } else { State::Thinking { attempt: 0 } },
            work: new.work,
            task: Task {
                prompt: new.prompt,
                started_at: new.now,
                settings: new.settings,
                earlier: new.earlier,
                ..Task::default()
            },
            paused: false,
            taken_over: false,
            transcript: Transcript::default(),
            tabs: Tabs { current: new.tab, ..Tabs::default() },
            guard: Guard { grants: new.grants, ..Guard::default() },
            counters: Counters::default(),
            completion: Completion::default(),
            serving: Serving::default(),
            recorded: false,
            unstored: false,
            asked: None,
            password: None,
        }
    }

    /// What to do next. The same state always decides the same.
    pub(crate) fn decide(&self) -> Decide {
        match &self.state {
            State::Starting
            | State::Thinking { .. }
            | State::BackingOff { .. }
            | State::Preparing
            | State::Comparing { .. }
            | State::Ending { .. }
                if self.paused =>
            {
                Decide::Hold
            }
            State::Starting => self.room().start(self),
            State::Thinking { .. } => Decide::AskModel,
            State::BackingOff { until, .. } => Decide::WaitUntil(*until),
            State::Gathering => self.room().gather(self),
            // A turn without calls never gets here; should one, the model is asked again.
            State::Preparing => {
                self.transcript.pending.front().cloned().map_or_else(|| Decide::AskModel, Decide::Prepare)
            }
            State::Asking { .. } => Decide::Hold,
            State::Capped { .. } if self.paused => Decide::Hold,
            State::Capped { reached } => Decide::AwaitRaise(reached.clone()),
            State::Acting { intent } if self.unstored && intent.changes_something() => Decide::Hold,
            State::Acting { intent } => Decide::Act(intent.clone()),
            State::Unknown { intent } => Decide::Probe(intent.clone()),
            State::Comparing { text } => self.room().compare(text),
            State::Ending { claim, .. } => Decide::Confirm(claim.clone()),
            State::Done { .. } => Decide::Finish,
        }
    }

    /// Whether the person is notified of its end by default: not for a chat, a source, or a schedule, which has its own rules.
    pub fn is_told_by_itself(&self) -> bool {
        !self.rules().is_talk && self.parent().is_none() && self.task.terms.is_none()
    }

    /// Every tab it has: attached ones, and the current one.
    pub fn all_tabs(&self) -> impl Iterator<Item = TabId> + '_ {
        self.tabs.attached.iter().chain(&self.tabs.current).copied()
    }

    /// Whether it is over and has an answer, if only in part.
    pub fn has_answered(&self) -> bool {
        matches!(self.state, State::Done { outcome: Outcome::Completed | Outcome::Partial, .. })
    }

    /// Whether it is over.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.state, State::Done { .. })
    }

    /// The open ask.
    pub(crate) fn ask(&self) -> Option<&Ask> {
        match &self.state {
            State::Asking { ask, .. } => Some(ask),
            _ => None,
        }
    }

    /// The run as `RUN_LIST` shows it.
    pub fn info(&self) -> RunInfo {
        let ModeShown { answers, sources, plan, form } = self.room().shown(self);
        RunInfo {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            mode: self.mode(),
            state: self.public_state(),
            step: self.counters.step,
            max_steps: self.step_limit(),
            prompt: self.task.prompt.clone(),
            tab_id: self.tabs.current,
            ask: self.ask().cloned(),
            waiting: match &self.state {
                State::BackingOff { until, reason, .. } => Some(WaitShown { until: *until, reason: reason.clone() }),
                _ => None,
            },
            taken_over: self.taken_over,
            started_at: self.task.started_at,
            usage: self.counters.usage,
            outcome: match &self.state {
                State::Done { outcome, .. } => Some(*outcome),
                _ => None,
            },
            parent_run_id: self.parent().cloned(),
            answers,
            sources,
            plan,
            form,
        }
    }

    fn public_state(&self) -> RunState {
        match &self.state {
            State::Done { .. } => RunState::Done,
            _ if self.paused => RunState::Paused,
            State::Starting => RunState::Starting,
            State::Thinking { .. } => RunState::Thinking,
            State::BackingOff { .. } => RunState::BackingOff,
            State::Asking { .. } => RunState::Asking,
            State::Gathering
            | State::Capped { .. }
            | State::Comparing { .. }
            | State::Preparing
            | State::Acting { .. }
            | State::Unknown { .. }
            | State::Ending { .. } => RunState::Acting,
        }
    }

    fn next_ask_id(&mut self) -> AskId {
        self.counters.asks += 1;
        AskId(format!("{}-ask-{}", self.id, self.counters.asks))
    }

    fn finish(&mut self, outcome: Outcome, summary: impl Into<String>, now: f64) -> Vec<Event> {
        self.cancel_pending("Not done: the run ended before.", now);
        let (outcome, summary) = self.room().closing(self, outcome, summary.into());
        if outcome != Outcome::Completed {
            self.completion.evidence.clear();
        }
        let summary = match std::mem::take(&mut self.completion.deeds.sent_unasked).as_slice() {
            [] => summary,
            sent => format!("{summary}\n\n{}", say!(SentUnasked { requests: sent.join("; ") })),
        };
        self.state = State::Done { outcome, summary };
        self.room().closed(self, now)
    }
}
