//! A client that speaks to any model in text actions, where it has no tools of its own.

use super::{Reading, as_text, correction, read, resembled};
use crate::{ChatMessage, ChatModel, ChatRequest, ContentPart, ModelError, ModelTurn};
use async_trait::async_trait;
use edith_protocol::{ToolCall, ToolStyle};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The models that turned out to have no tools, by base URL and name.
pub(crate) type Known = Rc<RefCell<BTreeSet<(String, String)>>>;

/// A model whose calls may be text.
pub(crate) struct TextActions {
    pub inner: Rc<dyn ChatModel>,
    pub style: ToolStyle,
    /// Which model it is in `known`.
    pub model: (String, String),
    pub known: Known,
}

#[async_trait(?Send)]
impl ChatModel for TextActions {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        if request.tools.is_empty() {
            return self.inner.complete(request, on_text).await;
        }
        if matches!(self.style, ToolStyle::Native | ToolStyle::Toolset) {
            return Ok(compared(request, self.inner.complete(request, on_text).await?));
        }
        if self.style == ToolStyle::Auto && !self.known.borrow().contains(&self.model) {
            match self.inner.complete(request, on_text).await {
                Err(ModelError::NoTools { .. }) => {
                    self.known.borrow_mut().insert(self.model.clone());
                }
                Ok(turn) if turn.tool_calls.is_empty() && !turn.cut_at_limit => {
                    let text = turn.text.clone();
                    let read = read_turn(request, turn);
                    // Words are an answer here, unless they are certainly a call; what looks like one is asked about.
                    if read.tool_calls.is_empty() {
                        return Ok(compared(request, ModelTurn { text, unclear: None, ..read }));
                    }
                    self.known.borrow_mut().insert(self.model.clone());
                    return Ok(read);
                }
                other => return other,
            }
        }
        // An action is not text for the person.
        let turn = self.inner.complete(&as_text(request), &mut |_| {}).await?;
        if !turn.tool_calls.is_empty() {
            return Ok(turn);
        }
        Ok(read_turn(request, turn))
    }
}

/// The turn of a model with tools of its own, with what is to be said about a call that is in its words.
fn compared(request: &ChatRequest, turn: ModelTurn) -> ModelTurn {
    let is_words = turn.tool_calls.is_empty() && !turn.cut_at_limit;
    let tool = if is_words { resembled(&request.tools, &turn.text, &|words| is_quoted(request, words)) } else { None };
    let told = tool.map(|tool| {
        format!(
            "Your answer has what looks like a call of {tool}, and nothing was called. If it is to be done, call the tool itself. If these words are \
             your answer to the user, give them again."
        )
    });
    ModelTurn { resembles_call: told, ..turn }
}

/// The turn with its text read.
pub(crate) fn read_turn(request: &ChatRequest, turn: ModelTurn) -> ModelTurn {
    if turn.cut_at_limit {
        let problem = "Your answer was cut at the token limit. Think in one sentence.";
        return ModelTurn { unclear: Some(correction(problem)), ..turn };
    }
    if turn.text.trim().is_empty() {
        return turn;
    }
    match read(&request.tools, &turn.text, &|words| is_quoted(request, words)) {
        Reading::Call { name, arguments, thought } => {
            // Unlike any other of the run: the history grows with each turn.
            let id = format!("text_{}", request.messages.len());
            ModelTurn { text: thought, tool_calls: vec![ToolCall { id, name, arguments }], ..turn }
        }
        Reading::Words(text) => ModelTurn { text, ..turn },
        Reading::Unclear(problem) => ModelTurn { unclear: Some(correction(&problem)), ..turn },
    }
}

/// Whether a page or document that the model was sent has these words, however they are spaced.
fn is_quoted(request: &ChatRequest, words: &str) -> bool {
    let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let words = squeezed(words);
    let holds = |text: &str| squeezed(text).contains(&words);
    request.messages.iter().any(|message| match message {
        ChatMessage::User { content } | ChatMessage::Tool { content, .. } => {
            content.parts().iter().any(|part| match part {
                ContentPart::Data(data) => holds(&data.text),
                ContentPart::Document { text, .. } => holds(text),
                ContentPart::Text(_) | ContentPart::Picture { .. } => false,
            })
        }
        ChatMessage::System { .. } | ChatMessage::Assistant { .. } => false,
    })
}
