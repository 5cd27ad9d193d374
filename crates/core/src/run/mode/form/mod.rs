//! Filling in a form: code asks, writes and reads back; models only look for answers.

mod course;

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

/// The run that fills in.
pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: "",
    purpose: Purpose::Chat,
    tools: Tools::None,
    role: ModelRole::Form,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
