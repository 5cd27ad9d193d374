//! Work in a tab with tools.

use crate::run::mode::kind::Mode;
use crate::run::mode::rules::{PLAIN, Rules, Tools};
use crate::run::{Run, Work};
use edith_model::Purpose;
use edith_protocol::ModelRole;

const RULES: Rules = Rules {
    mode: edith_protocol::Mode::Agent,
    prompt: include_str!("prompt.md"),
    small: Some(include_str!("small.md")),
    purpose: Purpose::Task,
    tools: Tools::Task,
    role: ModelRole::Agent,
    looks_again: true,
    retries_a_step: true,
    is_plain_task: true,
    reads_documents: true,
    shows_pictures: true,
    ..PLAIN
};

static TASK: Rules = RULES;

/// Doing a finished one again: its deeds are the earlier ones.
static REPLAY: Rules = Rules { is_plain_task: false, ..RULES };

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &TASK
    }

    fn begins(&self) -> Work {
        Work::Agent
    }

    fn rules(&self, run: &Run) -> &'static Rules {
        if run.replay().is_some() { &REPLAY } else { &TASK }
    }
}
