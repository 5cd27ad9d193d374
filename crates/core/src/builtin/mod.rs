//! The built-in model: an honest interpreter of plain English commands. It needs no network and no key, and it goes through the same
//! machine, gate and tools as any model.
//!
//! It keeps nothing between turns: where a run stands is read from the messages (`progress`), the commands from the task's words (`parser`), what
//! the page shows from the looks (`look`); then one command is tried (`attempt`) and one tool is called (`decide`).

mod answer;
mod attempt;
mod cards;
mod command;
mod decide;
mod fields;
mod forms;
mod going;
mod grammar;
mod look;
mod matcher;
mod parser;
mod phrase;
mod pointing;
mod price;
mod progress;
mod questions;
mod research;
mod rules;
mod speech;
mod split;
mod words;

use crate::model::{ChatMessage, ChatModel, ChatRequest, ModelError, ModelTurn};
use async_trait::async_trait;

/// The built-in model.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl BuiltIn {
    /// The next turn. The same messages always give the same turn.
    pub fn turn(request: &ChatRequest) -> ModelTurn {
        if let Some(turn) = research::turn(request) {
            return turn;
        }
        if request.tools.is_empty() {
            let prompt = request.messages.iter().rev().find_map(|message| match message {
                ChatMessage::User { content } => Some(content.as_str()),
                _ => None,
            });
            return ModelTurn { text: speech::chat(prompt.unwrap_or("")), ..ModelTurn::default() };
        }
        decide::decide(request)
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
