//! Talk, without tools and without a tab.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: include_str!("chat.md"),
    small: None,
    purpose: Purpose::Chat,
    tools: Tools::None,
    role: ModelRole::Chat,
    begins_in_a_tab: false,
    looks_again: false,
    retries_a_step: false,
};
