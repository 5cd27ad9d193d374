//! Work on one source of a research.

mod course;
pub(in crate::run::mode) mod state;

use crate::run::mode::kind::{About, Mode};
use crate::run::mode::rules::{PLAIN, Rules, Tools};
use crate::run::{Run, Work};
use edith_actions::http_url::HttpUrl;
use edith_model::Purpose;
use edith_protocol::{ModelRole, RunId, ToolCall};

static RULES: Rules = Rules {
    mode: edith_protocol::Mode::Source,
    prompt: include_str!("prompt.md"),
    purpose: Purpose::Source,
    tools: Tools::Source,
    role: ModelRole::Research,
    is_planned: true,
    ..PLAIN
};

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    /// Without its research it is a task like another.
    fn begins(&self) -> Work {
        Work::Agent
    }

    fn parent<'r>(&self, run: &'r Run) -> Option<&'r RunId> {
        run.source().map(|source| &source.parent)
    }

    fn about<'r>(&self, run: &'r Run) -> About<'r> {
        let task = run.source().map_or(run.task.prompt.as_str(), |source| source.goal.as_str());
        About { task, said_from: 0, begins: 1 + run.task.earlier.len() }
    }

    fn opens<'r>(&self, run: &'r Run) -> Option<&'r HttpUrl> {
        run.source().and_then(|source| source.address.as_ref())
    }

    fn words_as_call(&self, run: &Run, text: &str) -> Option<ToolCall> {
        Some(run.words_as_findings(text))
    }
}
