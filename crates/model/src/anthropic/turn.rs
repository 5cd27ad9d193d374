//! Assembles a turn from a stream's events (<https://platform.claude.com/docs/en/build-with-claude/streaming>) or a plain answer.

use super::toolset;
use crate::server::{Assemble, fault, set};
use crate::{Continuation, ModelError, ModelTurn};
use edith_protocol::{ModelServer, ToolCall, Usage};
use serde_json::Value;

pub(super) struct TurnBuilder {
    server: ModelServer,
    blocks: Vec<Block>,
    usage: Tokens,
    stop_reason: Option<String>,
    /// `message_stop`, or a plain answer's end.
    done: bool,
}

/// A block of the answer, by its index in the stream.
struct Block {
    index: u64,
    form: Form,
}

enum Form {
    Text(String),
    Call {
        id: String,
        name: String,
        /// Whether it belongs to a member of the browser toolset.
        is_member: bool,
        /// The arguments in pieces of JSON text.
        json: String,
        /// The arguments as an object, of a plain answer.
        input: Value,
    },
    /// Thinking, and whatever else must be given back as it came.
    Other(Value),
}

/// Tokens as counted by the server: what was cached comes on top of `input`.
#[derive(Default)]
struct Tokens {
    input: Option<u64>,
    written: u64,
    read: u64,
    output: u64,
}

impl Tokens {
    /// Later events repeat some of it, with the sums so far.
    fn take(&mut self, usage: &Value) {
        let number = |name: &str| usage.get(name).and_then(Value::as_u64);
        self.input = number("input_tokens").or(self.input);
        self.written = number("cache_creation_input_tokens").unwrap_or(self.written);
        self.read = number("cache_read_input_tokens").unwrap_or(self.read);
        self.output = number("output_tokens").unwrap_or(self.output);
    }

    fn usage(&self) -> Option<Usage> {
        Some(Usage {
            prompt_tokens: self.input? + self.written + self.read,
            completion_tokens: self.output,
            cached_tokens: self.read,
            price: None,
        })
    }
}

impl TurnBuilder {
    pub(super) fn new(server: &ModelServer) -> Self {
        Self { server: server.clone(), blocks: Vec::new(), usage: Tokens::default(), stop_reason: None, done: false }
    }

    fn begin(&mut self, index: u64, block: &Value, on_text: &mut dyn FnMut(&str)) {
        let field = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let form = match block.get("type").and_then(Value::as_str) {
            Some("text") => {
                let text = field("text");
                if !text.is_empty() {
                    on_text(&text);
                }
                Form::Text(text)
            }
            Some("tool_use") => {
                let input = block.get("input").cloned().unwrap_or_default();
                let is_member = field("toolset_name") == toolset::FAMILY;
                Form::Call { id: field("id"), name: field("name"), is_member, json: String::new(), input }
            }
            _ => Form::Other(block.clone()),
        };
        self.blocks.push(Block { index, form });
    }

    fn go_on(&mut self, index: u64, delta: &Value, on_text: &mut dyn FnMut(&str)) {
        let Some(block) = self.blocks.iter_mut().rfind(|block| block.index == index) else { return };
        let piece = |name: &str| delta.get(name).and_then(Value::as_str);
        match &mut block.form {
            Form::Text(text) => {
                if let Some(more) = piece("text").filter(|more| !more.is_empty()) {
                    text.push_str(more);
                    on_text(more);
                }
            }
            Form::Call { json, .. } => json.push_str(piece("partial_json").unwrap_or_default()),
            Form::Other(block) => {
                for name in ["thinking", "signature"] {
                    let Some(more) = piece(name) else { continue };
                    match block.get_mut(name) {
                        Some(Value::String(text)) => text.push_str(more),
                        _ => set(block, name, Value::from(more)),
                    }
                }
            }
        }
    }

    /// The order of the blocks, with thoughts in full, and which calls are of members; none unless there are calls, and any of this.
    fn continuation(&self) -> Option<Continuation> {
        let has = |of: fn(&Form) -> bool| self.blocks.iter().any(|block| of(&block.form));
        let is_kept = |form: &Form| matches!(form, Form::Other(_) | Form::Call { is_member: true, .. });
        if !has(is_kept) || !has(|form| matches!(form, Form::Call { .. })) {
            return None;
        }
        let kept = self.blocks.iter().map(|block| match &block.form {
            Form::Text(_) => Value::from("text"),
            Form::Call { is_member: true, name, .. } => Value::from(toolset::mark(name)),
            Form::Call { .. } => Value::from("tool_use"),
            Form::Other(block) => block.clone(),
        });
        Continuation::new(&self.server, kept.collect())
    }
}

impl Assemble for TurnBuilder {
    fn take(&mut self, chunk: &Value, on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError> {
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(fault::in_answer(error));
        }
        let index = chunk.get("index").and_then(Value::as_u64).unwrap_or_default();
        match chunk.get("type").and_then(Value::as_str) {
            Some("message_start") => self.usage.take(chunk.pointer("/message/usage").unwrap_or(&Value::Null)),
            Some("content_block_start") => {
                self.begin(index, chunk.get("content_block").unwrap_or(&Value::Null), on_text);
            }
            Some("content_block_delta") => self.go_on(index, chunk.get("delta").unwrap_or(&Value::Null), on_text),
            Some("message_delta") => {
                if let Some(reason) = chunk.pointer("/delta/stop_reason").and_then(Value::as_str) {
                    self.stop_reason = Some(reason.to_owned());
                }
                self.usage.take(chunk.get("usage").unwrap_or(&Value::Null));
            }
            Some("message_stop") => self.done = true,
            // A plain answer.
            Some("message") => {
                for (index, block) in (0..).zip(chunk.get("content").and_then(Value::as_array).into_iter().flatten()) {
                    self.begin(index, block, on_text);
                }
                self.stop_reason = chunk.get("stop_reason").and_then(Value::as_str).map(str::to_owned);
                self.usage.take(chunk.get("usage").unwrap_or(&Value::Null));
            }
            // `ping`, `content_block_stop`, and what is yet to come: new events may be added to a version.
            _ => {}
        }
        Ok(())
    }

    fn done(&mut self) {
        self.done = true;
    }

    fn is_done(&self) -> bool {
        self.done
    }

    fn finish(self: Box<Self>, _on_text: &mut dyn FnMut(&str)) -> Result<ModelTurn, ModelError> {
        let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
        if !self.done {
            return Err(broken("the stream ended before the answer did"));
        }
        if self.stop_reason.as_deref() == Some("refusal") {
            return Err(ModelError::Filtered);
        }
        let cut_at_limit = matches!(self.stop_reason.as_deref(), Some("max_tokens" | "model_context_window_exceeded"));
        let (usage, continuation) = (self.usage.usage(), self.continuation());
        let mut turn = ModelTurn { usage, continuation, cut_at_limit, ..ModelTurn::default() };
        let mut refused = Vec::new();
        for block in self.blocks {
            match block.form {
                Form::Text(text) => turn.text.push_str(&text),
                Form::Call { id, name, is_member, json, input } => {
                    let given = || if input.is_object() { input.to_string() } else { "{}".to_owned() };
                    let arguments = if json.trim().is_empty() { given() } else { json };
                    // What was cut is not carried out, whatever it is.
                    match is_member && !cut_at_limit {
                        true => match toolset::read(id, &name, &arguments) {
                            Ok(call) => turn.tool_calls.push(call),
                            Err(problem) => refused.push(problem),
                        },
                        false => turn.tool_calls.push(ToolCall { id, name, arguments }),
                    }
                }
                Form::Other(_) => {}
            }
        }
        if !refused.is_empty() {
            // One that cannot be done is a step of a plan that cannot be followed.
            let unclear = Some(format!("{} Nothing of your last answer was done.", refused.join(" ")));
            return Ok(ModelTurn { tool_calls: Vec::new(), continuation: None, unclear, ..turn });
        }
        if turn.text.is_empty() && turn.tool_calls.is_empty() && !cut_at_limit {
            return Err(broken("it is empty"));
        }
        Ok(turn)
    }
}
