//! A question divided over sources. Its prompts are beside the parsing of their answers, in `crate::research`.

use super::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(super) const RULES: Rules = Rules {
    prompt: crate::research::report::PLAN,
    small: None,
    purpose: Purpose::ResearchPlan,
    tools: Tools::None,
    role: ModelRole::Research,
    begins_in_a_tab: false,
    looks_again: false,
    retries_a_step: false,
};
