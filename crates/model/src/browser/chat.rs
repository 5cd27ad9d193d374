//! Turns of the browser's own model: text actions held to a schema, in sessions that are continued while the prompt begins with what they know.

use super::{Availability, BrowserModel, BrowserSession, SessionError, SessionMessage};
use crate::text_actions::{as_text, read_turn, schema_of};
use crate::{ChatMessage, ChatModel, ChatRequest, ModelError, ModelTurn, Purpose};
use async_trait::async_trait;
use edith_protocol::Usage;
use std::cell::RefCell;
use std::rc::Rc;

/// Most sessions kept: each holds memory of the graphics card. One is the rules alone, to be copied.
const KEPT: usize = 3;
/// Tokens left for an answer, at least.
const ANSWER: f64 = 512.0;

/// A session and the messages in it.
struct Kept {
    messages: Vec<SessionMessage>,
    session: Rc<dyn BrowserSession>,
}

/// The browser's model as a model of runs.
pub(crate) struct BrowserChat {
    model: Rc<dyn BrowserModel>,
    /// Oldest use first.
    kept: RefCell<Vec<Kept>>,
}

impl BrowserChat {
    pub(crate) fn new(model: Rc<dyn BrowserModel>) -> Self {
        Self { model, kept: RefCell::default() }
    }

    /// Why the model cannot be used now, if so.
    pub(crate) async fn availability(&self) -> Availability {
        self.model.availability().await
    }

    /// A session that knows the beginning of these messages, and how many of them.
    async fn session(&self, messages: &[SessionMessage]) -> Result<(Rc<dyn BrowserSession>, usize), SessionError> {
        // The last message is always new.
        let before = messages.len().saturating_sub(1);
        let best = {
            let kept = self.kept.borrow();
            let known = kept.iter().enumerate().filter_map(|(at, kept)| {
                let known = kept.messages.len();
                (known <= before && messages.starts_with(&kept.messages)).then_some((known, at))
            });
            known.max()
        };
        if let Some((known, at)) = best {
            if known > 1 {
                let kept = self.kept.borrow_mut().remove(at);
                return Ok((kept.session, known));
            }
            let rules = self.kept.borrow().get(at).map(|kept| Rc::clone(&kept.session));
            if let Some(rules) = rules {
                return Ok((rules.copy().await?, known));
            }
        }
        let rules = usize::from(messages.first().is_some_and(|first| first.role == "system"));
        let initial = messages.get(..rules).unwrap_or_default();
        let session = self.model.open(initial).await?;
        if rules == 1 {
            let copy = session.copy().await?;
            self.keep(Kept { messages: initial.to_vec(), session });
            return Ok((copy, rules));
        }
        Ok((session, rules))
    }

    fn keep(&self, kept: Kept) {
        let mut all = self.kept.borrow_mut();
        if all.len() >= KEPT {
            all.remove(0);
        }
        all.push(kept);
    }
}

#[async_trait(?Send)]
impl ChatModel for BrowserChat {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        match self.availability().await {
            Availability::Available => {}
            state => return Err(ModelError::NoBrowserModel { state }),
        }
        let acts = !request.tools.is_empty();
        let sent = if acts { as_text(request) } else { request.clone() };
        let mut messages: Vec<SessionMessage> = sent.messages.iter().map(message).collect();
        let (session, known) = self.session(&messages).await.map_err(error)?;
        let new = messages.get(known..).unwrap_or_default();
        let had = session.usage();
        let asked = session.measure(new).await.map_err(error)?;
        // The browser would forget the oldest messages instead of refusing.
        if had + asked + ANSWER > session.window() {
            let message = format!("{:.0} tokens, of {:.0} at most", had + asked + ANSWER, session.window());
            return Err(ModelError::ContextTooLong { message });
        }
        // Where words are an answer too, nothing holds it to an action.
        let must_act = acts && request.brief.purpose != Purpose::Chat;
        let schema = must_act.then(|| schema_of(&request.tools));
        let mut silent = |_: &str| {};
        let on_text: &mut dyn for<'t> FnMut(&'t str) = if acts { &mut silent } else { on_text };
        let text = session.prompt(new, schema.as_deref(), on_text).await.map_err(error)?;
        let all = session.usage();
        let usage = Usage {
            prompt_tokens: (had + asked) as u64,
            completion_tokens: (all - had - asked).max(0.0) as u64,
            cached_tokens: had as u64,
            price: None,
        };
        let turn = ModelTurn { text, usage: Some(usage), ..ModelTurn::default() };
        let turn = if acts { read_turn(request, turn) } else { turn };
        // As the next prompt will tell it.
        let told = ChatMessage::with_calls(turn.text.clone(), turn.tool_calls.clone());
        let told = as_text(&ChatRequest { messages: vec![told], ..request.clone() });
        messages.extend(told.messages.iter().map(message));
        self.keep(Kept { messages, session });
        Ok(turn)
    }
}

/// Pictures are left out: sessions are made for text.
fn message(message: &ChatMessage) -> SessionMessage {
    let role = match message {
        ChatMessage::System { .. } => "system",
        ChatMessage::User { .. } | ChatMessage::Tool { .. } => "user",
        ChatMessage::Assistant { .. } => "assistant",
    };
    SessionMessage { role, content: message.text().into_owned() }
}

fn error(error: SessionError) -> ModelError {
    match error {
        SessionError::TooLong => {
            ModelError::ContextTooLong { message: "the browser’s model takes no more".to_owned() }
        }
        SessionError::Failed(message) => ModelError::BrokenAnswer { message },
    }
}
