//! Questions about documents, each answered by a run of its own.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: "",
    small: None,
    purpose: Purpose::Chat,
    tools: Tools::None,
    role: ModelRole::Documents,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};
