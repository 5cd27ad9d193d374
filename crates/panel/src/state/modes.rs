//! What the panel says and does for each mode, in one table.

use crate::state::text::key;
use edith_protocol::{Mode, ModelRole};

/// What the panel asks about a mode. Texts are keys of the catalogue.
pub struct ModeFacts {
    /// The words in the empty box of a message that starts it.
    pub hint: &'static str,
    /// The role whose server a task of this mode asks.
    pub role: ModelRole,
    /// Whether it works in steps, which are shown; otherwise it only replies.
    pub has_steps: bool,
    /// Whether a schedule may start it: it asks nobody before it begins.
    pub is_for_schedules: bool,
}

/// A mode that the person can choose in the composer.
pub struct Choice {
    /// The mode itself.
    pub mode: Mode,
    /// Its label.
    pub name: &'static str,
    /// What the label's tooltip says.
    pub note: &'static str,
}

/// The modes to choose from, in the order shown.
pub const CHOICES: [Choice; 4] = [
    Choice { mode: Mode::Agent, name: key("mode_agent"), note: key("mode_agent_note") },
    Choice { mode: Mode::Research, name: key("mode_research"), note: key("mode_research_note") },
    Choice { mode: Mode::Chat, name: key("mode_chat"), note: key("mode_chat_note") },
    Choice { mode: Mode::Documents, name: key("mode_documents"), note: key("mode_documents_note") },
];

/// The facts about a mode.
pub const fn facts_of(mode: Mode) -> ModeFacts {
    let task = ModeFacts { hint: key("what_do"), role: ModelRole::Agent, has_steps: true, is_for_schedules: false };
    match mode {
        Mode::Agent => ModeFacts { is_for_schedules: true, ..task },
        Mode::Plan => ModeFacts { role: ModelRole::Planner, ..task },
        Mode::Research => {
            ModeFacts { hint: key("what_find"), role: ModelRole::Research, is_for_schedules: true, ..task }
        }
        Mode::Chat => {
            ModeFacts { hint: key("what_ask"), role: ModelRole::Chat, has_steps: false, is_for_schedules: true }
        }
        Mode::Documents => ModeFacts {
            hint: key("what_documents"),
            role: ModelRole::Documents,
            has_steps: false,
            is_for_schedules: false,
        },
        Mode::Form => ModeFacts { hint: key("what_form"), role: ModelRole::Form, ..task },
        Mode::Source => ModeFacts { role: ModelRole::Research, has_steps: false, ..task },
        Mode::Question => ModeFacts { role: ModelRole::Documents, has_steps: false, ..task },
        Mode::Answers => ModeFacts { role: ModelRole::Form, has_steps: false, ..task },
    }
}
