//! Work on one source of a research.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: include_str!("source.md"),
    small: None,
    purpose: Purpose::Source,
    tools: Tools::Source,
    role: ModelRole::Research,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
