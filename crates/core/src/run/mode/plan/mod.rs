//! A plan: made and checked by a planner, carried out step by step by an executor.

mod planning;
mod request;
mod steps;

use crate::answer::checked::Checked as ComparedAnswer;
use crate::plan::{Phase, Plan};
use crate::run::mode::kind::{About, Mode, ModeShown};
use crate::run::mode::rules::{PLAIN, Rules, Tools};
use crate::run::{Asked, Disposition, Run, Work};
use edith_model::{ChatMessage, ModelTurn, Purpose};
use edith_protocol::{AskAnswer, Event, ModelRole, Outcome, StepAction, ToolCall};
use edith_tools::ending::Checked;

/// Making the plan.
const RULES: Rules = Rules {
    mode: edith_protocol::Mode::Plan,
    prompt: include_str!("plan.md"),
    purpose: Purpose::Plan,
    role: ModelRole::Planner,
    second_role: Some(ModelRole::Executor),
    looks_again: true,
    by_steps: true,
    shows_pictures: true,
    ..PLAIN
};

static PLANNING: Rules = RULES;

/// Carrying out a step.
static STEP: Rules = Rules {
    prompt: include_str!("step.md"),
    purpose: Purpose::PlanStep,
    tools: Tools::Step,
    role: ModelRole::Executor,
    reads_documents: true,
    ..RULES
};

/// Comparing the goal with the page.
static CHECK: Rules = Rules { prompt: include_str!("check.md"), purpose: Purpose::PlanCheck, ..RULES };

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &PLANNING
    }

    fn begins(&self) -> Work {
        Work::Plan(Box::default())
    }

    /// A plan is made, carried out and checked by different ones.
    fn rules(&self, run: &Run) -> &'static Rules {
        match run.plan().map(|plan| plan.phase) {
            Some(Phase::Working) => &STEP,
            Some(Phase::Checking) => &CHECK,
            Some(Phase::Planning | Phase::Stuck) | None => &PLANNING,
        }
    }

    fn request(&self, run: &Run) -> Vec<ChatMessage> {
        run.plan().map(|plan| run.plan_messages(plan)).unwrap_or_default()
    }

    /// A step does not hear what was said about the plan or another step.
    fn about<'r>(&self, run: &'r Run) -> About<'r> {
        match run.plan().and_then(|plan| Some((plan, plan.working()?))) {
            Some((plan, step)) => About { task: &step.shown.text, said_from: plan.begins, begins: 1 },
            None => About { task: &run.task.prompt, said_from: 0, begins: 1 + run.task.earlier.len() },
        }
    }

    fn streams(&self, run: &Run) -> bool {
        run.works_on_step()
    }

    fn begins_with_picture(&self, run: &Run) -> bool {
        !run.works_on_step()
    }

    fn parts(&self, run: &Run) -> usize {
        run.plan().map_or(0, |plan| plan.steps.len())
    }

    fn on_turn(&self, run: &mut Run, turn: ModelTurn, now: f64) -> Vec<Event> {
        if run.works_on_step() { run.turn_of_calls(turn, now) } else { run.planner_turn(turn, now) }
    }

    fn words_as_call(&self, run: &Run, text: &str) -> Option<ToolCall> {
        (run.works_on_step() && run.transcript.said.is_empty()).then(|| run.words_as_step(text))
    }

    fn on_calls(&self, run: &mut Run, now: f64) -> Vec<Event> {
        if run.works_on_step() { run.count_calls(now) } else { Vec::new() }
    }

    fn on_answer(
        &self,
        run: &mut Run,
        asked: &Asked,
        picked: Option<usize>,
        answer: &AskAnswer,
        now: f64,
    ) -> Vec<Event> {
        match asked {
            Asked::Plan => run.plan_decided(answer, now),
            Asked::Step => run.step_decided(picked, answer, now),
            _ => Vec::new(),
        }
    }

    fn on_step(&self, run: &mut Run, id: String, action: StepAction, now: f64) -> (Disposition, Vec<Event>) {
        run.step_wish(id, action, now)
    }

    fn on_confirmed(
        &self,
        run: &mut Run,
        checked: &Checked,
        cited: Option<&ComparedAnswer>,
        now: f64,
    ) -> Option<Vec<Event>> {
        Some(run.plan_confirmed(checked, cited, now))
    }

    fn on_circle(&self, run: &mut Run, sentence: String, now: f64) -> Vec<Event> {
        if run.works_on_step() {
            run.step_failed(sentence, now)
        } else {
            run.finish(Outcome::NeedsInput, sentence, now)
        }
    }

    fn goes_on(&self, run: &mut Run, now: f64) -> Vec<Event> {
        run.do_as_wished(now)
    }

    fn closing(&self, run: &mut Run, outcome: Outcome, summary: String) -> (Outcome, String) {
        (outcome, run.with_open_steps(outcome, summary))
    }

    fn shown(&self, run: &Run) -> ModeShown {
        ModeShown { plan: run.plan().and_then(Plan::shown), ..ModeShown::default() }
    }
}
