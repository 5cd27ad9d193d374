//! Asks the model: within the limits, streamed to the panel, and counted.

use super::Hands;
use crate::run::{Input, Run};
use crate::usage::{Ledger, estimate};
use edith_model::{ChatRequest, ModelError, ModelTurn};
use edith_protocol::{Event, Usage};
use std::rc::Rc;

impl Hands {
    /// Asks the model unless a limit forbids it, and counts the usage.
    pub(super) async fn ask_model(&self, run: &Run, mut request: ChatRequest) -> Input {
        let model = self.models.of(crate::mode::rules(run.mode()).role);
        let price = model.name.as_ref().and_then(|name| run.task.settings.price_of(name));
        let held = match &model.name {
            Some(_) => match self.ledger.reserve(run, price.as_ref(), &mut request).await {
                Ok(held) => Some(held),
                Err(reached) => return Input::LimitReached(reached.to_string()),
            },
            None => None,
        };
        let events = Rc::clone(&self.ports.events);
        let streams = run.streams();
        let mut on_text = |text: &str| {
            if streams {
                events.emit(Event::Delta {
                    run_id: run.id.clone(),
                    conversation_id: run.conversation.clone(),
                    text: text.to_owned(),
                });
            }
        };
        let answer: Result<ModelTurn, ModelError> = model.chat.complete(&request, &mut on_text).await;
        let mut turn = match answer {
            Ok(turn) => turn,
            Err(error) => return Input::ModelFailed(error),
        };
        if let Some(held) = held {
            let mut usage = turn.usage.unwrap_or_else(|| estimated(&request, &turn));
            usage.price = price.map(|price| price.of(&usage));
            turn.usage = Some(usage);
            self.ledger.count(run, held, usage).await;
        }
        Input::Turn(turn)
    }

    /// The account of its calls.
    pub(crate) fn ledger(&self) -> Ledger {
        self.ledger.clone()
    }

    /// Whether a call can be examined at once: the page's elements are known from its last walk.
    pub(crate) fn knows_the_page(&self, run: &Run) -> bool {
        run.tabs.current.is_none() || self.walked.as_ref().is_some_and(|(tab, _)| Some(*tab) == run.tabs.current)
    }

    /// The run has worked so long, in milliseconds.
    pub(crate) fn worked(&self, ms: f64) {
        self.ledger.count_time(ms);
    }
}

/// A turn's usage, if the server does not report it.
fn estimated(request: &ChatRequest, turn: &ModelTurn) -> Usage {
    let bytes =
        turn.text.len() + turn.tool_calls.iter().map(|call| call.name.len() + call.arguments.len()).sum::<usize>();
    Usage {
        prompt_tokens: estimate(request),
        completion_tokens: (bytes as u64).div_ceil(crate::usage::BYTES_PER_TOKEN),
        ..Usage::default()
    }
}
