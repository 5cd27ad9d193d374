//! A plan as data: its steps, what each may do once, how far they have come, and what they gave to later ones.

pub(crate) mod check;
pub(crate) mod proposal;

use edith_gate::{Effect, StepPermits, masked};
use edith_page::order;
use edith_protocol::{MAX_PLAN_STEPS, PlanStep, StepAction, StepShown, StepState};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Calls for one step, at most.
pub(crate) const MOST_CALLS: u32 = 8;
/// New plans after failed steps, at most, in one run.
pub(crate) const MOST_NEW_PLANS: u32 = 3;
/// Answers of the planner that cannot be read, at most, in a row.
pub(crate) const MOST_BROKEN: u32 = 3;
/// Values that a step gives to later ones, at most.
const MOST_OUTPUTS: usize = 20;
/// Characters of such a value, at most; its name has a twentieth.
const OUTPUT_CHARS: usize = 2_000;

/// A run's plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// What is done at the moment.
    pub phase: Phase,
    /// The approved steps in order.
    pub steps: Vec<Step>,
    /// A plan that awaits approval: what it would do after the steps that are over.
    pub proposed: Option<Proposed>,
    /// New plans after failed steps so far.
    pub new_plans: u32,
    /// The planner's last answers that could not be read.
    pub broken: u32,
    /// Whether the planner was told about words that are nowhere.
    pub words_questioned: bool,
    /// Where in the history the present phase or step begins.
    pub begins: usize,
    /// Steps so far: their ids count on.
    pub ids: u32,
    /// What the person wants done with a step as soon as nothing is under way.
    pub wanted: Option<(String, StepAction)>,
    /// What the planner says at the end was reached.
    pub checked: Option<check::Reached>,
}

/// What is done for a plan at the moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The planner makes it, or makes it again after a failed step.
    #[default]
    Planning,
    /// A step is worked on.
    Working,
    /// A step failed, and no further plan is made: the person decides.
    Stuck,
    /// The goal is compared with the page.
    Checking,
}

/// A step of an approved plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// As approved.
    pub shown: PlanStep,
    /// What of it may still be done once.
    #[serde(rename = "leave")]
    pub permits: StepPermits,
    /// Its state.
    pub state: StepState,
    /// Calls made for it.
    pub calls: u32,
    /// What it gave, by name.
    pub outputs: BTreeMap<String, String>,
    /// Why it failed or was not reached.
    pub reason: String,
    /// Whether an effect of it was carried out that the person was asked about separately.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) was_asked: bool,
}

/// What a planner proposes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposed {
    /// Its steps; none: there is nothing to do.
    pub steps: Vec<PlanStep>,
    /// Its words for the person.
    pub message: String,
}

impl Step {
    fn of(shown: PlanStep) -> Self {
        Self { permits: StepPermits::of(&shown.effects, &shown.sites), shown, ..Self::default() }
    }

    /// Whether nothing remains to be done for it.
    fn is_over(&self) -> bool {
        matches!(self.state, StepState::Done | StepState::Skipped)
    }

    /// Whether it was to have effects, and none of them was carried out.
    pub(crate) fn lacks_effects(&self) -> bool {
        !self.shown.effects.is_empty() && self.permits.effects().len() == self.shown.effects.len() && !self.was_asked
    }

    /// Notes what was carried out after a question of its own.
    pub(crate) fn note_asked(&mut self, done: &[Effect]) {
        let named = self.shown.effects.iter().filter_map(|effect| Effect::of_plan(effect));
        self.was_asked |= named.into_iter().any(|named| done.iter().any(|done| named.is_same_deed(done)));
    }

    fn told(&self) -> StepShown {
        let PlanStep { step_id, text, done_when, effects, sites } = self.shown.clone();
        let (state, calls, outputs, reason) = (self.state, self.calls, self.outputs.clone(), self.reason.clone());
        StepShown { step_id, text, done_when, state, calls, effects, sites, outputs, reason }
    }
}

impl Plan {
    /// A plan that was approved before the run, and is all that it may do.
    pub(crate) fn approved(steps: Vec<PlanStep>) -> Self {
        let mut plan = Self::default();
        let steps = plan.normal(steps);
        plan.take(steps);
        plan
    }

    /// Steps as they may be shown and approved: with ids of their own, texts, known effects on hosts, and as many as a plan may have.
    pub(crate) fn normal(&mut self, steps: Vec<PlanStep>) -> Vec<PlanStep> {
        let mut taken: Vec<String> = self.over().map(|step| step.shown.step_id.clone()).collect();
        let mut normal = Vec::new();
        for mut step in steps.into_iter().filter(|step| !step.text.trim().is_empty()).take(MAX_PLAN_STEPS) {
            let permits = StepPermits::of(&step.effects, &step.sites);
            (step.effects, step.sites) = (permits.effects(), permits.sites());
            step.text = step.text.trim().to_owned();
            step.done_when = step.done_when.trim().to_owned();
            if step.step_id.is_empty() || taken.contains(&step.step_id) {
                self.ids += 1;
                step.step_id = format!("step-{}", self.ids);
            }
            taken.push(step.step_id.clone());
            normal.push(step);
        }
        normal
    }

    /// The steps that are over.
    fn over(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.is_over())
    }

    /// Takes approved steps after those that are over.
    pub(crate) fn take(&mut self, steps: Vec<PlanStep>) {
        self.steps.retain(Step::is_over);
        self.steps.extend(steps.into_iter().map(Step::of));
        self.phase = Phase::Working;
        (self.proposed, self.broken) = (None, 0);
    }

    /// Takes new steps that need nothing which was not approved for those that they replace, and what was used stays used. Returns whether they do.
    pub(crate) fn take_within(&mut self, steps: &[PlanStep]) -> bool {
        let mut left: Vec<StepPermits> =
            self.steps.iter().filter(|step| !step.is_over()).map(|step| step.permits.clone()).collect();
        let mut is_approved = |effect: &String, sites: &[String]| {
            let found = left.iter_mut().find(|permits| permits.has(effect, sites));
            found.map(|permits| permits.use_up(Effect::parse(effect).as_slice())).is_some()
        };
        let within = steps.iter().all(|step| step.effects.iter().all(|effect| is_approved(effect, &step.sites)));
        if within {
            self.take(steps.to_vec());
        }
        within
    }

    /// The step that is worked on, or failed last.
    pub(crate) fn current(&self) -> Option<&Step> {
        self.steps.iter().find(|step| matches!(step.state, StepState::Working | StepState::Failed))
    }

    pub(crate) fn current_mut(&mut self) -> Option<&mut Step> {
        self.steps.iter_mut().find(|step| matches!(step.state, StepState::Working | StepState::Failed))
    }

    /// The step that is worked on: nothing else may use what was approved for it.
    pub(crate) fn working(&self) -> Option<&Step> {
        self.current().filter(|step| self.phase == Phase::Working && step.state == StepState::Working)
    }

    /// Begins with the next step, if there is one, or with a failed one again.
    pub(crate) fn begin_next(&mut self) -> bool {
        let next = |step: &&mut Step| !step.is_over();
        let Some(step) = self.steps.iter_mut().find(next) else { return false };
        (step.state, step.calls) = (StepState::Working, 0);
        step.reason.clear();
        self.phase = Phase::Working;
        true
    }

    /// The step with this id.
    pub(crate) fn step_mut(&mut self, id: &str) -> Option<&mut Step> {
        self.steps.iter_mut().find(|step| step.shown.step_id == id)
    }

    /// The steps as the person sees them; none before there are any.
    pub(crate) fn shown(&self) -> Option<Vec<StepShown>> {
        (!self.steps.is_empty()).then(|| self.steps.iter().map(Step::told).collect())
    }

    /// The texts of the steps that are neither done nor skipped.
    pub(crate) fn open(&self) -> Vec<String> {
        let open = self.steps.iter().filter(|step| !step.is_over());
        open.map(|step| step.shown.text.clone()).collect()
    }

    /// Sets each step's state by what the planner says and what code found; `missing` are words that are on no page. A step that was to have effects
    /// and had none is believed by words that are on a page alone, and so is one that failed.
    pub(crate) fn conclude(&mut self, missing: &[String]) {
        let reached = self.checked.clone().unwrap_or_default();
        for (at, step) in self.steps.iter_mut().enumerate() {
            let part = reached.part(at);
            let says = part.is_some_and(|part| part.reached);
            let shows = part.is_some_and(|part| part.words.iter().any(|words| !missing.contains(words)));
            let doubted = step.lacks_effects() || step.state != StepState::Done;
            let stands = match () {
                () if step.state == StepState::Skipped => continue,
                () if doubted => says && shows,
                () => says && (shows || part.is_some_and(|part| part.words.is_empty())),
            };
            step.state = if stands { StepState::Done } else { StepState::Failed };
            if stands {
                step.reason.clear();
            } else if let Some(why) = part.map(|part| part.why.clone()).filter(|why| !says && !why.is_empty()) {
                step.reason = why;
            }
        }
    }
}

/// Values that a step gives, as far as they are kept: named, not too long, without secrets.
pub(crate) fn outputs(given: &serde_json::Value) -> BTreeMap<String, String> {
    let cut = |text: &str, most: usize| masked(text.trim()).chars().take(most).collect::<String>();
    let name = |name: &str| {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        cut(name, OUTPUT_CHARS / 20).chars().map(plain).collect::<String>()
    };
    let value = |value: &serde_json::Value| cut(&crate::research::loose::text(value), OUTPUT_CHARS);
    let named: Vec<(String, String)> = match given {
        serde_json::Value::Object(map) => map.iter().map(|(key, given)| (name(key), value(given))).collect(),
        serde_json::Value::Null => Vec::new(),
        other => vec![("result".to_owned(), value(other))],
    };
    let mut kept: Vec<_> = named.into_iter().filter(|(name, value)| !name.is_empty() && !value.is_empty()).collect();
    order::sort_by_key(&mut kept, |(name, _)| name.clone());
    kept.into_iter().take(MOST_OUTPUTS).collect()
}

#[cfg(test)]
mod tests {
    use super::check::read;
    use super::*;
    use edith_model::ModelTurn;

    fn plan(effects: &[&str], state: StepState, said: &str) -> Plan {
        let effects = effects.iter().map(|effect| (*effect).to_owned()).collect();
        let shown = PlanStep { text: "t".into(), effects, sites: vec!["a.example".into()], ..PlanStep::default() };
        let mut plan = Plan::approved(vec![shown]);
        for Step { state: now, .. } in &mut plan.steps {
            *now = state;
        }
        plan.checked = read(&ModelTurn { text: said.to_owned(), ..ModelTurn::default() });
        assert!(plan.checked.is_some(), "{said}");
        plan
    }

    #[test]
    fn only_what_is_said_and_not_contradicted_is_reached() {
        use StepState::{Done, Failed, Skipped};
        let shown = r#"{"steps": [{"step": 1, "reached": true, "words": "It is sent"}], "message": "m"}"#;
        let bare = r#"{"steps": [{"step": 1, "reached": true}]}"#;
        let not = r#"{"steps": [{"step": 1, "reached": false, "why": "No mail went out."}]}"#;
        let none = r#"{"steps": []}"#;
        let gone = ["It is sent".to_owned()];
        for (effects, state, said, missing, expected) in [
            (&[][..], Done, shown, &[][..], Done),
            (&[], Done, shown, &gone[..], Failed),
            (&[], Done, bare, &[], Done),
            (&[], Done, not, &[], Failed),
            (&[], Done, none, &[], Failed),
            (&["send"], Done, shown, &[], Done),
            (&["send"], Done, bare, &[], Failed),
            (&["send"], Done, shown, &gone, Failed),
            (&[], Failed, bare, &[], Failed),
            (&[], Failed, shown, &[], Done),
            (&[], Skipped, shown, &[], Skipped),
            (&[], Skipped, not, &[], Skipped),
        ] {
            let mut plan = plan(effects, state, said);
            plan.conclude(missing);
            assert_eq!(plan.steps[0].state, expected, "{effects:?} {state:?} {said} {missing:?}");
        }
        let mut plan = plan(&[], Done, not);
        plan.conclude(&[]);
        assert_eq!(plan.steps[0].reason, "No mail went out.");
    }
}
