//! What makes a mode: what it asks of its model, which tools it offers, and what of a run's course is its own.

use edith_model::Purpose;
use edith_model::fence::FENCE_RULE;
use edith_protocol::{Mode, ModelRole};

/// How runs of a mode work.
pub struct Rules {
    /// Which mode.
    pub mode: Mode,
    /// The system prompt; `{max_steps}` and `{fence_rule}` in it are replaced.
    pub prompt: &'static str,
    /// What its turns are for.
    pub purpose: Purpose,
    /// The tools its model is offered.
    pub tools: Tools,
    /// What its model is used for.
    pub role: ModelRole,
    /// It begins by looking at a tab; else by asking the model.
    pub begins_in_a_tab: bool,
    /// It looks at its tab again when the person lets it go on.
    pub looks_again: bool,
    /// A retry may begin at any of its steps; else at the first.
    pub retries_a_step: bool,
}

/// The tools that a mode's model is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    /// None: it answers in words.
    None,
    /// Those for a task, ended by `task_complete` or `task_fail`.
    Task,
    /// Those for a source of a research, ended by `extract_data`.
    Source,
}

impl Rules {
    /// The first message to the model; `address` is that of the page at hand.
    pub fn system(&self, address: &str, max_steps: u32) -> String {
        let mut text = self.prompt.to_owned();
        if self.tools == Tools::None {
            return text;
        }
        text = text.trim_end().replace("{max_steps}", &max_steps.to_string()).replace("{fence_rule}", FENCE_RULE);
        let hints = super::sites::hints(address);
        if !hints.is_empty() {
            text.push_str("\n\n# Hints for this site\n");
            for hint in hints {
                text.push_str(&format!("- {hint}\n"));
            }
        }
        text
    }
}
