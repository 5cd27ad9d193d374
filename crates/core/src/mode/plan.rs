//! A plan: made and checked by a planner, carried out step by step by an executor.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

/// Making the plan.
pub(super) const RULES: Rules = Rules {
    prompt: include_str!("plan.md"),
    small: None,
    purpose: Purpose::Plan,
    tools: Tools::None,
    role: ModelRole::Planner,
    begins_in_a_tab: true,
    looks_again: true,
    retries_a_step: false,
};

/// Carrying out a step.
pub(crate) static STEP: Rules = Rules {
    prompt: include_str!("step.md"),
    purpose: Purpose::PlanStep,
    tools: Tools::Task,
    role: ModelRole::Executor,
    ..RULES
};

/// Comparing the goal with the page.
pub(crate) static CHECK: Rules = Rules { prompt: include_str!("check.md"), purpose: Purpose::PlanCheck, ..RULES };
