//! A question divided over sources. Its prompts are beside the parsing of their answers, in `crate::research`.

mod course;
mod gate;

use crate::run::mode::rules::{Rules, Tools};
use edith_model::Purpose;
use edith_protocol::ModelRole;

pub(in crate::run::mode) const RULES: Rules = Rules {
    prompt: crate::research::report::PLAN,
    purpose: Purpose::ResearchPlan,
    tools: Tools::None,
    role: ModelRole::Research,
    begins_in_a_tab: false,
    looks_again: false,
    retries_a_step: false,
};
