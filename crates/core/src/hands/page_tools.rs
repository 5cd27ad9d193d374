//! What a tool of the page answered, as a step.

use super::reading::TEXT_PAGE_CHARS;
use super::{Hands, StepResult};
use crate::run::Intent;
use edith_actions::action::{ToolAnswer, ToolEnd};
use edith_gate::origin_of;

/// Characters of an answer that the model is sent, at most: as many as two pages of `read_page`.
const ANSWER_CHARS: usize = 2 * TEXT_PAGE_CHARS;

impl Hands {
    /// Adds the answer to a step. It is the page's word, whatever it says; words of a page that was left for another site are not reported as that site's.
    pub(super) fn with_answer(
        &self,
        mut step: StepResult,
        intent: &Intent,
        answer: Option<ToolAnswer>,
        is_here: bool,
    ) -> StepResult {
        let Some(ToolAnswer { end, text, address }) = answer else { return step };
        step.unsure = end == ToolEnd::Silent;
        step.ok = matches!(end, ToolEnd::Answered | ToolEnd::Left);
        if text.trim().is_empty() {
            return step;
        }
        if !is_here {
            step.text.push_str(" Its answer is withheld: another site is shown now.");
            return step;
        }
        let origin = if address.is_empty() { intent.proposal.facts.origin.clone() } else { origin_of(&address) };
        step.text.push_str(if step.ok { " It answers:" } else { " It says:" });
        step.data.push(self.data(&format!("page tool of {origin}"), &shortened(&text)));
        step
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(ANSWER_CHARS) {
        Some((end, _)) => format!("{}\n… (cut: the answer is longer than that)", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
