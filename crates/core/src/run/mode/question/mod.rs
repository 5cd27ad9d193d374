//! One question about documents.

mod course;
mod state;

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(crate) use state::QuestionWork;

pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: include_str!("prompt.md"),
    purpose: Purpose::Chat,
    tools: Tools::Documents,
    role: ModelRole::Documents,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
