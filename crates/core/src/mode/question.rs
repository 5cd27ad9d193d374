//! One question about documents.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: include_str!("question.md"),
    small: None,
    purpose: Purpose::Chat,
    tools: Tools::Documents,
    role: ModelRole::Documents,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
