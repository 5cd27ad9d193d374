//! Filling in a form: code asks, writes and reads back; models only look for answers.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

/// The run that fills in.
pub(super) const RULES: Rules = Rules {
    prompt: "",
    small: None,
    purpose: Purpose::Chat,
    tools: Tools::None,
    role: ModelRole::Form,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
};

/// Looking for the answers to a few questions.
pub(super) const ANSWERS: Rules = Rules { prompt: include_str!("answers.md"), ..RULES };

/// The same by the fast model.
pub(crate) static FAST: Rules = Rules { role: ModelRole::Fast, ..ANSWERS };

/// The same by the strong model.
pub(crate) static STRONG: Rules = Rules { role: ModelRole::Strong, ..ANSWERS };

/// Going over answers.
pub(crate) static CHECK: Rules = Rules { prompt: include_str!("verify.md"), role: ModelRole::Strong, ..RULES };
