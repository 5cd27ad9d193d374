//! The built-in model: an interpreter of plain commands in English, German, French and Spanish. It needs no network and no key, and uses the same machine, gate and tools as any
//! model.
//!
//! It is stateless: the commands are read from the person's own words (`parser`), the run's position from its calls (`progress`), and the page from its
//! index (`page`), all of which the request gives as data (`Brief`); then one command is tried (`attempt`) and one tool is called (`decide`).

mod answer;
mod asked;
mod attempt;
mod by_browser;
mod cards;
mod command;
mod decide;
#[cfg(test)]
mod drawn;
mod effects;
mod facts;
mod fields;
mod forms;
mod german;
mod grammar;
mod matcher;
mod opening;
mod page;
mod parser;
mod phrase;
mod picking;
mod placing;
mod plans;
mod pointing;
mod price;
mod progress;
mod questions;
mod record;
mod replying;
mod research;
mod rules;
mod scene;
mod speech;
mod split;
mod suggest;
mod summary;
mod words;

pub use by_browser::WithLanguage;

use async_trait::async_trait;
use edith_model::{ChatModel, ChatRequest, ModelError, ModelTurn, Purpose};

/// The built-in model.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl BuiltIn {
    /// The language that a request is answered in, such as `de`; empty: that of the pages.
    pub fn language(request: &ChatRequest) -> &'static str {
        asked::language(&request.brief.task)
    }

    /// The next turn. The same messages always give the same turn.
    /// It is worded in the language of the task, as far as that has one.
    pub fn turn(request: &ChatRequest) -> ModelTurn {
        edith_words::speaking(Self::language(request), || Self::worded(request))
    }

    fn worded(request: &ChatRequest) -> ModelTurn {
        let text = |text: String| ModelTurn { text, ..ModelTurn::default() };
        match request.brief.purpose {
            Purpose::Chat => {
                let suggestions = suggest::suggestions(request, None);
                ModelTurn { suggestions, ..text(speech::chat(&request.brief.task)) }
            }
            Purpose::Plan => plans::turn(request),
            Purpose::PlanCheck => text(plans::check(request).to_string()),
            Purpose::Task | Purpose::PlanStep => decide::decide(request),
            Purpose::Source => research::source(request),
            Purpose::ResearchPlan => text(research::plan(&request.brief.task).to_string()),
            Purpose::ResearchReport => text(edith_words::say!(BuiltInResearch).into()),
        }
    }
}

#[async_trait(?Send)]
impl ChatModel for BuiltIn {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let turn = Self::turn(request);
        if !turn.text.is_empty() {
            on_text(&turn.text);
        }
        Ok(turn)
    }
}

#[cfg(test)]
mod tests;
