//! The modes: each one's prompt, tools, state and course of a run. One folder each, and a row here.

mod agent;
mod answers;
mod chat;
mod documents;
mod form;
mod plan;
mod question;
mod replay;
mod research;
mod rules;
mod sites;
mod source;
mod work;

use edith_model::fence::FENCE_RULE;
use edith_protocol::Mode;

pub(crate) use answers::AnswersWork;
pub(in crate::run) use answers::{CHECK as FORM_CHECK, FAST as FORM_FAST, STRONG as FORM_STRONG};
pub(in crate::run) use plan::{CHECK, STEP};
pub(crate) use rules::Rules;
pub(crate) use rules::Tools;
#[cfg(test)]
pub(crate) use source::SourceWork;
pub(crate) use work::Work;

/// The rules of a chat or a task that has documents.
pub(crate) fn with_documents(system: &str) -> String {
    let text = format!("{}\n\n{}", system.trim_end(), include_str!("documents.md").trim_end());
    if text.contains(FENCE_RULE) { text } else { format!("{text}\n{FENCE_RULE}") }
}

/// The rules of a mode.
pub(crate) fn rules(mode: Mode) -> &'static Rules {
    match mode {
        Mode::Chat => &chat::RULES,
        Mode::Agent => &agent::RULES,
        Mode::Plan => &plan::RULES,
        Mode::Research => &research::RULES,
        Mode::Source => &source::RULES,
        Mode::Documents => &documents::RULES,
        Mode::Question => &question::RULES,
        Mode::Form => &form::RULES,
        Mode::Answers => &answers::RULES,
    }
}
