//! Work in a tab with tools.

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: include_str!("prompt.md"),
    purpose: Purpose::Task,
    tools: Tools::Task,
    role: ModelRole::Agent,
    begins_in_a_tab: true,
    looks_again: true,
    retries_a_step: true,
};
