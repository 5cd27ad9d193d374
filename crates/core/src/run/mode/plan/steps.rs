//! The steps of a plan as small runs inside the run: begun, ended by the executor, failed, retried and skipped.

use crate::history::Entry;
use crate::plan::{MOST_CALLS, MOST_NEW_PLANS, Phase, Plan, Step, outputs};
use crate::run::step::Shown;
use crate::run::{Asked, Intent, Run, State, Work};
use edith_gate::Effect;
use edith_protocol::{AskAnswer, AskKind, Event, Outcome, PlanStep, StepAction, StepState, ToolCall};
use edith_tools::ending::says_not_done;
use edith_tools::{Operation, declaration};
use edith_words::{Sentence, say};

/// The answer to a call that ends a step.
const ACCEPTED: &str = "Accepted.";

/// What the person may do with a step that failed too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepChoice {
    Retry,
    Skip,
    Stop,
}

/// In the order in which they are offered.
const CHOICES: [StepChoice; 3] = [StepChoice::Retry, StepChoice::Skip, StepChoice::Stop];

impl StepChoice {
    fn for_person(self) -> Sentence {
        match self {
            Self::Retry => say!(RetryStep),
            Self::Skip => say!(SkipStep),
            Self::Stop => say!(StopHere),
        }
    }
}

impl Work {
    /// A plan that was approved before, which is all that its run may do; none: it has no step to begin with.
    pub fn approved(steps: Vec<PlanStep>) -> Option<Self> {
        let mut plan = Plan::approved(steps);
        plan.begin_next().then(|| Self::Plan(Box::new(plan)))
    }
}

impl Run {
    /// Whether a step is worked on.
    pub(in crate::run) fn works_on_step(&self) -> bool {
        self.plan().is_some_and(|plan| plan.working().is_some())
    }

    /// Begins the next step, or compares the goal with the page after the last.
    pub(in crate::run) fn next_step(&mut self, now: f64) -> Vec<Event> {
        if !self.plan_mut().is_some_and(Plan::begin_next) {
            return self.check_goal(now);
        }
        let text = self.plan().and_then(Plan::current).map(|step| step.shown.text.clone()).unwrap_or_default();
        let event = self.plan_event(text, now);
        self.begin_part();
        vec![event]
    }

    /// An executor's words without a call end its step as a call would.
    pub(in crate::run) fn words_as_step(&self, text: &str) -> ToolCall {
        let (name, arguments) = match says_not_done(text) {
            true => ("step_failed", serde_json::json!({ "reason": text })),
            false => ("step_done", serde_json::json!({ "outputs": { "answer": text } })),
        };
        let id = format!("words-{}", self.counters.step);
        ToolCall { id, name: name.to_owned(), arguments: arguments.to_string() }
    }

    /// Counts a turn's calls. Those beyond the step's are not done, and without a call left it has failed.
    pub(in crate::run) fn count_calls(&mut self, now: f64) -> Vec<Event> {
        let Some(step) = self.plan_mut().and_then(Plan::current_mut) else { return Vec::new() };
        let mut room = MOST_CALLS.saturating_sub(step.calls);
        let had = room;
        let ends = |call: &ToolCall| {
            let name = call.name.trim().rsplit('.').next().unwrap_or_default();
            declaration(name).is_some_and(|tool| tool.ends())
        };
        let pending = std::mem::take(&mut self.transcript.pending);
        let (kept, over): (Vec<ToolCall>, Vec<ToolCall>) = pending.into_iter().partition(|call| {
            let fits = ends(call) || room > 0;
            room -= u32::from(fits && !ends(call));
            fits
        });
        if let Some(step) = self.plan_mut().and_then(Plan::current_mut) {
            step.calls += had - room;
        }
        self.transcript.pending = over.into();
        self.cancel_pending("Not done: this step has no calls left. End it with step_done or step_failed.", now);
        if kept.is_empty() {
            return self.step_failed(say!(StepCallsUsed { limit: MOST_CALLS }).to_string(), now);
        }
        self.transcript.pending = kept.into();
        Vec::new()
    }

    /// The executor ends its step. `step_done` is questioned once if something speaks against it.
    pub(in crate::run) fn step_ending(&mut self, intent: &Intent, now: f64) -> Vec<Event> {
        let given = match &intent.operation {
            Operation::StepDone(given) => given.clone(),
            Operation::StepFailed(reason) => {
                let mut events = self.step_ended(intent, now);
                events.extend(self.step_failed(reason.clone(), now));
                return events;
            }
            _ => return Vec::new(),
        };
        let lacks = self.plan().and_then(Plan::working).is_some_and(|step| step.lacks_effects());
        let lacks = lacks.then(|| {
            "this step was to do something that cannot be undone, and nothing of the kind was done".to_owned()
        });
        if let Some(doubt) = self.doubt().or(lacks).filter(|_| !self.completion.questioned) {
            self.completion.questioned = true;
            let text = format!(
                "Is it really done? {doubt}. Look at the page; if the goal is reached all the same, call step_done again; if it is not, do what \
                 is missing or call step_failed."
            );
            return self.answer_call(intent, text, false, now);
        }
        let mut events = self.step_ended(intent, now);
        if let Some(step) = self.plan_mut().and_then(Plan::current_mut) {
            step.outputs = outputs(&given);
            step.state = StepState::Done;
        }
        events.extend(self.next_step(now));
        events
    }

    fn step_ended(&mut self, intent: &Intent, now: f64) -> Vec<Event> {
        let acted = crate::run::Acted { ok: true, ..Default::default() };
        let event = self.call_ended(intent, &acted, ACCEPTED, now);
        self.pop_pending(intent, ACCEPTED.to_owned(), Shown::default(), now);
        self.cancel_pending("Not done: the step had already ended.", now);
        vec![event]
    }

    /// A step failed: what is left is planned again, or the person decides.
    pub(in crate::run) fn step_failed(&mut self, reason: String, now: f64) -> Vec<Event> {
        self.cancel_pending("Not done: the step had already ended.", now);
        let unattended = self.task.terms.is_some();
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let Some(step) = plan.current_mut() else { return Vec::new() };
        (step.state, step.reason) = (StepState::Failed, reason.clone());
        let text = step.shown.text.clone();
        if plan.new_plans < MOST_NEW_PLANS {
            plan.new_plans += 1;
            (plan.phase, plan.broken) = (Phase::Planning, 0);
            let event = self.plan_event(say!(PlanningAnew { reason: &reason }), now);
            self.begin_part();
            return vec![event];
        }
        let sentence = say!(StepStuck { step: text, reason: reason });
        if unattended {
            return self.finish(Outcome::Failed, sentence, now);
        }
        plan.phase = Phase::Stuck;
        let options = CHOICES.map(|choice| choice.for_person().to_string());
        let kind = AskKind::Question { options: options.into(), about: None };
        self.ask_about_plan(sentence, kind, Asked::Step, now)
    }

    /// The person decided about a step that failed too often; other words than the offered ones are for the step, which is tried again.
    pub(in crate::run) fn step_decided(&mut self, picked: Option<usize>, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let choice = picked.and_then(|at| CHOICES.get(at));
        if matches!(answer, AskAnswer::Deny) || choice == Some(&StepChoice::Stop) {
            return self.finish(Outcome::Failed, say!(StoppedByUser), now);
        }
        let id = self.plan().and_then(Plan::current).map(|step| step.shown.step_id.clone());
        let action = if choice == Some(&StepChoice::Skip) { StepAction::Skip } else { StepAction::Retry };
        if choice.is_none() {
            self.reply(answer.as_str());
        }
        if let (Some(id), Some(plan)) = (id, self.plan_mut()) {
            plan.wanted = Some((id, action));
        }
        self.state = State::Thinking { attempt: 0 };
        self.do_as_wished(now)
    }

    /// Does what the person wants done with a step, once nothing is under way.
    pub(in crate::run) fn do_as_wished(&mut self, now: f64) -> Vec<Event> {
        if self.is_done() || matches!(self.state, State::Acting { .. } | State::Unknown { .. }) {
            return Vec::new();
        }
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let Some((id, action)) = plan.wanted.take() else { return Vec::new() };
        plan.proposed = None;
        let Some(step) = plan.step_mut(&id).filter(|step| action.suits(step.state)) else { return Vec::new() };
        step.state = if action == StepAction::Skip { StepState::Skipped } else { StepState::Pending };
        self.asked = None;
        self.cancel_pending("Not done: the user ended this step.", now);
        let mut events = Vec::new();
        if action == StepAction::Skip {
            events.push(self.plan_event(say!(StepSkipped), now));
        }
        events.extend(self.next_step(now));
        events
    }

    /// Takes from what the step may do what an intent does, before it is stored: it is allowed no second time.
    pub(in crate::run) fn use_permits(&mut self, intent: &mut Intent) {
        let Some(permits) = self.step_permits() else { return };
        let Some(effects) = permits.covers(&intent.proposal) else {
            let done = Effect::of(&intent.proposal.class, &intent.proposal.facts);
            if intent.seal.is_some()
                && let Some(step) = self.plan_mut().and_then(Plan::current_mut)
            {
                step.note_asked(&done);
            }
            return;
        };
        if intent.seal.is_none() {
            intent.seal = Some(intent.proposal.seal());
        }
        if let Some(step) = self.plan_mut().and_then(Plan::current_mut) {
            step.permits.use_up(&effects);
        }
        intent.uses = effects;
    }

    /// What the step that is worked on may still do once; of a schedule's plan, only what the schedule still has.
    pub(in crate::run) fn step_permits(&self) -> Option<&edith_gate::StepPermits> {
        let stands = |step: &&Step| self.task.terms.as_ref().is_none_or(|terms| terms.plans(&step.shown));
        self.plan().and_then(Plan::working).filter(stands).map(|step| &step.permits)
    }

    /// What the person said before the present part of the work.
    pub(in crate::run) fn said_before(&self, begins: usize) -> impl Iterator<Item = &str> {
        self.transcript.entries.iter().take(begins).filter_map(|entry| match entry {
            Entry::User { text } => Some(text.as_str()),
            _ => None,
        })
    }
}
