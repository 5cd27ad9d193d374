//! Work in a tab with tools.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: include_str!("agent.md"),
    small: Some(include_str!("agent.small.md")),
    purpose: Purpose::Task,
    tools: Tools::Task,
    role: ModelRole::Agent,
    begins_in_a_tab: true,
    looks_again: true,
    retries_a_step: true,
};
