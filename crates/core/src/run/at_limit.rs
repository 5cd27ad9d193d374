//! What a run does at a limit: where a person watches they are asked, and it goes on if they raise it for this run; else it ends.

use super::asks::picked;
use super::limit::options;
use super::state::Asked;
use super::{Reached, Run, State};
use edith_protocol::{Ask, AskAnswer, AskKind, Event, LimitKind, LimitSpan, Outcome, RunId};
use edith_words::say;

impl Run {
    /// The most turns: of a plan so many for each step, and for the planner. What ends a step is its calls.
    pub(super) fn step_limit(&self) -> u32 {
        let steps = self.room().parts(self);
        let set = self.task.settings.max_steps.saturating_mul(1 + u32::try_from(steps).unwrap_or(u32::MAX - 1));
        set.saturating_add(self.task.raised.by(LimitKind::Steps, LimitSpan::Task, 0) as u32)
    }

    /// Milliseconds of work left; none: unlimited.
    pub(crate) fn time_left(&self) -> Option<u64> {
        let limit = f64::from(self.task.raised.on(&self.task.settings, 0).max_run_seconds) * 1000.0;
        (limit > 0.0).then(|| (limit - self.counters.worked_ms).max(0.0) as u64)
    }

    /// Before the model is asked for a turn too many.
    pub(super) fn hold_at_step_limit(&mut self, now: f64) -> Vec<Event> {
        let limit = self.step_limit();
        let thinks = matches!(self.state, State::Thinking { .. }) && self.tools() != super::mode::Tools::None;
        if !thinks || self.counters.step < limit {
            return Vec::new();
        }
        let (kind, span, limit, used) = (LimitKind::Steps, LimitSpan::Task, limit.into(), self.counters.step.into());
        self.limit_reached(Reached::Limit { kind, span, limit, used, next: 1.0, day: 0 }, now)
    }

    pub(super) fn out_of_time(&mut self, now: f64) -> Vec<Event> {
        let limit = f64::from(self.task.raised.on(&self.task.settings, 0).max_run_seconds);
        let (kind, span, used) = (LimitKind::Time, LimitSpan::Task, self.counters.worked_ms / 1000.0);
        self.limit_reached(Reached::Limit { kind, span, limit, used, next: 0.0, day: 0 }, now)
    }

    /// Asks the person, has the run ask that it works for, or ends.
    pub(super) fn limit_reached(&mut self, reached: Reached, now: f64) -> Vec<Event> {
        if self.parent().is_some() && !reached.is_of_a_part() {
            self.state = State::Capped { reached };
            return Vec::new();
        }
        // A chat's command waits for its reply.
        let is_asked = self.task.terms.is_none() && self.parent().is_none() && !self.rules().is_talk;
        let Some(limit) = reached.shown(&self.task.settings).filter(|_| is_asked) else {
            return self.finish(self.limit_outcome(), reached.at_end(), now);
        };
        // What may be under way is looked at before anything else is done.
        self.restarted();
        let back = Box::new(self.state.clone());
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: reached.to_string(),
            kind: AskKind::Limit { options: options(&limit), limit },
        };
        self.asked = Some(Asked::Limit { reached, back });
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: None };
        vec![Event::Ask(ask)]
    }

    /// The person raises the limit, or the run ends with what it has.
    pub(super) fn limit_decided(
        &mut self,
        reached: &Reached,
        back: State,
        kind: &AskKind,
        answer: &AskAnswer,
        now: f64,
    ) -> Vec<Event> {
        let AskKind::Limit { limit, .. } = kind else { return Vec::new() };
        let yes = *answer == AskAnswer::Once || picked(kind, answer) == Some(0);
        if !yes {
            let has_done = self.counters.step > 0;
            let outcome = if has_done { Outcome::Partial } else { Outcome::Stopped };
            return self.finish(outcome, say!(StoppedAtLimit { reached: reached.for_person() }), now);
        }
        let Reached::Limit { day, .. } = reached else { return Vec::new() };
        self.task.raised.raise(limit, *day);
        self.state = back;
        self.unpause();
        if matches!(self.state, State::Thinking { .. }) {
            self.hear();
        }
        vec![self.progress(say!(GoingOn), now)]
    }

    /// The run that it works for, as long as it waits for that one's limit to be raised.
    pub(crate) fn capped(&self) -> Option<(&RunId, &Reached)> {
        match &self.state {
            State::Capped { reached } => Some((self.parent()?, reached)),
            _ => None,
        }
    }
}
