//! What makes a mode: its prompt, its tools, and what is true of its runs.

use edith_model::Purpose;
use edith_model::fence::FENCE_RULE;
use edith_protocol::{Mode, ModelRole};

/// How runs of a mode work.
#[derive(Debug)]
pub struct Rules {
    /// What the mode is called in commands, stored values and `RUN_LIST`.
    pub(crate) mode: Mode,
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
    /// The role of the model that its parts ask, if it is another.
    pub second_role: Option<ModelRole>,
    /// Starts by looking at a tab, or by reading its documents, rather than asking the model.
    pub(crate) begins_in_a_tab: bool,
    /// Looks at its tab again when the person resumes it.
    pub(crate) looks_again: bool,
    /// A retry may start at any step rather than only the first.
    pub retries_a_step: bool,
    /// The person's task as a whole, done with tools and nothing else: it may open the page that the task names, and its end is judged by its deeds.
    pub(crate) is_plain_task: bool,
    /// Talk: what a model says is the end, and its command waits for that. With documents it has the tools that read them.
    pub(crate) is_talk: bool,
    /// A model planned it: its prompt is not the person's words, its tab was opened for it, and its quotes are compared with its pages.
    pub(crate) is_planned: bool,
    /// Carried out by steps that the person approved: nothing else allows anything when nobody watches, and servers' tools are told to whoever plans.
    pub(crate) by_steps: bool,
    /// Code makes its calls, one for each field of a page: they do not rest on each other.
    pub(crate) by_code: bool,
    /// Its prompt says how documents are read, if it has some.
    pub(crate) reads_documents: bool,
    /// Its model is shown the task's pictures: it is talked with as a whole.
    pub(crate) shows_pictures: bool,
    /// Its parts end with it.
    pub(crate) ends_its_parts: bool,
    /// When its answers in words are compared with documents.
    pub(crate) compares: Compares,
}

/// When an answer in words is compared with documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compares {
    /// Never.
    Never,
    /// Whenever it cites one of the run's.
    Cited,
    /// Always.
    Always,
}

/// The tools that a mode offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    /// None: it answers in words.
    None,
    /// Those for a task, ended by `task_complete` or `task_fail`.
    Task,
    /// Those for a step of a task, ended by `step_done` or `step_failed`.
    Step,
    /// Those that read documents; it answers in words.
    Documents,
    /// Those for a source of a research, ended by `extract_data`.
    Source,
}

/// A run that asks a model and nothing else: what a mode says about itself comes on top.
pub(super) const PLAIN: Rules = Rules {
    mode: Mode::Chat,
    prompt: "",
    small: None,
    purpose: Purpose::Chat,
    tools: Tools::None,
    role: ModelRole::Chat,
    second_role: None,
    begins_in_a_tab: true,
    looks_again: false,
    retries_a_step: false,
    is_plain_task: false,
    is_talk: false,
    is_planned: false,
    by_steps: false,
    by_code: false,
    reads_documents: false,
    shows_pictures: false,
    ends_its_parts: false,
    compares: Compares::Never,
};

/// The rules of a run that has documents.
pub(in crate::run) fn with_documents(system: &str) -> String {
    let text = format!("{}\n\n{}", system.trim_end(), include_str!("documents.md").trim_end());
    if text.contains(FENCE_RULE) { text } else { format!("{text}\n{FENCE_RULE}") }
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
