//! Looking for the answers to a few questions of a form.

mod course;
mod state;

use crate::run::mode::form;
use crate::run::mode::rules::Rules;
use edith_protocol::ModelRole;

pub(crate) use state::AnswersWork;

/// Looking for them.
pub(in crate::run::mode) const RULES: Rules = Rules { prompt: include_str!("prompt.md"), ..form::RULES };

/// The same by the fast model.
pub(in crate::run) static FAST: Rules = Rules { role: ModelRole::Fast, ..RULES };

/// The same by the strong model.
pub(in crate::run) static STRONG: Rules = Rules { role: ModelRole::Strong, ..RULES };

/// Going over answers.
pub(in crate::run) static CHECK: Rules =
    Rules { prompt: include_str!("check.md"), role: ModelRole::Strong, ..form::RULES };
