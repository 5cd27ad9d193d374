//! A plan: made and checked by a planner, carried out step by step by an executor.

mod planning;
mod request;
mod steps;

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

/// Making the plan.
pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: include_str!("plan.md"),
    purpose: Purpose::Plan,
    tools: Tools::None,
    role: ModelRole::Planner,
    begins_in_a_tab: true,
    looks_again: true,
    retries_a_step: false,
};

/// Carrying out a step.
pub(in crate::run) static STEP: Rules = Rules {
    prompt: include_str!("step.md"),
    purpose: Purpose::PlanStep,
    tools: Tools::Task,
    role: ModelRole::Executor,
    ..RULES
};

/// Comparing the goal with the page.
pub(in crate::run) static CHECK: Rules =
    Rules { prompt: include_str!("check.md"), purpose: Purpose::PlanCheck, ..RULES };
