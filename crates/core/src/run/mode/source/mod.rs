//! Work on one source of a research.

mod course;
mod state;

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(crate) use state::SourceWork;

pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: include_str!("prompt.md"),
    purpose: Purpose::Source,
    tools: Tools::Source,
    role: ModelRole::Research,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
