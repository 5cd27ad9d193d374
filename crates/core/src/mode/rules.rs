//! What makes a mode: its prompt, its tools, and its course of a run.

use edith_model::Purpose;
use edith_model::fence::FENCE_RULE;
use edith_protocol::ModelRole;

/// How runs of a mode work.
pub(crate) struct Rules {
    /// The system prompt, with `{max_steps}` and `{fence_rule}` to be replaced.
    pub prompt: &'static str,
    /// The same for a small model; none: it gets the one for all.
    pub small: Option<&'static str>,
    /// The purpose of its turns.
    pub purpose: Purpose,
    /// The tools offered.
    pub tools: Tools,
    /// The role of its model.
    pub role: ModelRole,
    /// Starts by looking at a tab, or by reading its documents, rather than asking the model.
    pub(crate) begins_in_a_tab: bool,
    /// Looks at its tab again when the person resumes it.
    pub(crate) looks_again: bool,
    /// A retry may start at any step rather than only the first.
    pub(crate) retries_a_step: bool,
}

/// The tools that a mode offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tools {
    /// None: it answers in words.
    None,
    /// Those for a task, ended by `task_complete` or `task_fail`.
    Task,
    /// Those that read documents; it answers in words.
    Documents,
    /// Those for a source of a research, ended by `extract_data`.
    Source,
}

impl Rules {
    /// The first message to the model; `address` is the current page's.
    pub(crate) fn system(&self, address: &str, max_steps: u32) -> String {
        self.filled(self.prompt, address, max_steps)
    }

    /// A first message that begins as [`Self::system`] has it, for a small model; none if it is the same.
    pub(crate) fn for_small(&self, system: &str, address: &str, max_steps: u32) -> Option<String> {
        let rest = system.strip_prefix(&self.system(address, max_steps))?;
        Some(self.filled(self.small?, address, max_steps) + rest)
    }

    fn filled(&self, prompt: &str, address: &str, max_steps: u32) -> String {
        let mut text = prompt.to_owned();
        if matches!(self.tools, Tools::None | Tools::Documents) {
            return text.trim_end().replace("{fence_rule}", FENCE_RULE);
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
