//! Work in a tab with tools.

use crate::run::Work;
use crate::run::mode::kind::Mode;
use crate::run::mode::rules::{PLAIN, Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

static RULES: Rules = Rules {
    mode: edith_protocol::Mode::Agent,
    prompt: include_str!("prompt.md"),
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

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Agent
    }
}
