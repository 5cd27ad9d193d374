//! Plans: what is shown for approval, and how far a run has come with its own.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Steps of a plan, at most.
pub const MAX_PLAN_STEPS: usize = 20;

/// A step of a plan as approved. One that the person adds needs a text only.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PlanStep {
    /// Its id; empty for one that the person adds.
    pub step_id: String,
    /// The goal of the step.
    pub text: String,
    /// How its completion is recognised.
    pub done_when: String,
    /// Effects that its approval allows once each, named as in grants.
    pub effects: Vec<String>,
    /// The hosts that these effects are allowed on, with a port unless it is the usual one.
    pub sites: Vec<String>,
}

/// The state of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Waiting for its turn.
    #[default]
    Pending,
    /// Being worked on.
    Working,
    /// Its goal is reached, as far as the model and the checks can tell.
    Done,
    /// Its goal was not reached; `reason` says why.
    Failed,
    /// Skipped by the person.
    Skipped,
}

/// A step of a run's plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StepShown {
    /// Its id, which `PLAN_STEP` must name.
    pub step_id: String,
    /// The goal of the step.
    pub text: String,
    /// How its completion is recognised.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub done_when: String,
    /// Its state.
    pub state: StepState,
    /// Tool calls made for it.
    pub calls: u32,
    /// Effects that its approval allows once each, named as in grants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// The hosts that these effects are allowed on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<String>,
    /// What it gave to later steps, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, String>,
    /// Why it failed or was not reached; empty otherwise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// What the person does with a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepAction {
    /// Begin it again from the present page. A failed step, or the one being worked on.
    Retry,
    /// Leave it out. Any step that is not done.
    Skip,
}

impl StepAction {
    /// Whether it can be done with a step in this state.
    pub fn suits(self, state: StepState) -> bool {
        match self {
            Self::Retry => matches!(state, StepState::Failed | StepState::Working),
            Self::Skip => matches!(state, StepState::Failed | StepState::Working | StepState::Pending),
        }
    }
}
