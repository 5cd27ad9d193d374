//! Assembles a model's turn from stream chunks or one plain answer.

use crate::server::fault;
use crate::{ModelError, ModelTurn};
use edith_protocol::{ToolCall, Usage};
use serde_json::Value;

#[derive(Debug, Clone, Default)]
pub(super) struct TurnBuilder {
    text: String,
    calls: Vec<Slot>,
    usage: Option<Usage>,
    finish_reason: Option<String>,
    done: bool,
    seed: usize,
}

#[derive(Debug, Clone, Default)]
struct Slot {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl TurnBuilder {
    /// `seed` makes ids for calls without one: it differs between the turns of a run.
    pub(super) fn new(seed: usize) -> Self {
        Self { seed, ..Self::default() }
    }

    /// The stream said `[DONE]`.
    pub(super) fn done(&mut self) {
        self.done = true;
    }

    /// Whether nothing more is expected.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Takes a stream's chunk (`choices[0].delta`) or a plain answer (`choices[0].message`).
    pub(super) fn take(&mut self, chunk: &Value, on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError> {
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(fault::in_answer(error));
        }
        if let Some(usage) = chunk.get("usage").and_then(usage) {
            self.usage = Some(usage);
        }
        // A usage-only chunk has no choices; several are cut to the first, since one was requested.
        let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
        if let Some(error) = choice.get("error").filter(|error| !error.is_null()) {
            return Err(fault::in_answer(error));
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish_reason = Some(reason.to_owned());
        }
        let Some(part) = choice.get("delta").or_else(|| choice.get("message")) else { return Ok(()) };
        self.take_text(part.get("content"), on_text);
        self.take_text(part.get("refusal"), on_text);
        for call in part.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call);
        }
        Ok(())
    }

    fn take_text(&mut self, content: Option<&Value>, on_text: &mut dyn FnMut(&str)) {
        let mut take = |text: &str| {
            if !text.is_empty() {
                self.text.push_str(text);
                on_text(text);
            }
        };
        match content {
            Some(Value::String(text)) => take(text),
            // Some servers answer in parts: [{"type": "text", "text": …}].
            Some(Value::Array(parts)) => {
                for part in parts {
                    take(part.get("text").and_then(Value::as_str).unwrap_or_default());
                }
            }
            _ => {}
        }
    }

    fn take_call(&mut self, call: &Value) {
        let text = |path: &str| call.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let (id, name) = (text("/id"), text("/function/name"));
        let index = call.get("index").and_then(Value::as_u64);
        let slot = self.slot(index, id, name);
        if slot.id.is_empty() {
            slot.id = id.to_owned();
        }
        // The name comes once; servers that repeat it in each delta must not produce `clickclick`.
        if slot.name.is_empty() {
            slot.name = name.to_owned();
        }
        match call.pointer("/function/arguments") {
            Some(Value::String(piece)) => slot.arguments.push_str(piece),
            Some(Value::Null) | None => {}
            // The object itself instead of its text.
            Some(object) => slot.arguments = object.to_string(),
        }
    }

    /// The call a delta belongs to: by index, except that some servers number every call 0 or omit the number, and tell calls apart only by id, or by
    /// a name starting each.
    fn slot(&mut self, index: Option<u64>, id: &str, name: &str) -> &mut Slot {
        let same = |slot: &Slot| {
            let other_id = !id.is_empty() && !slot.id.is_empty() && slot.id != id;
            match (index, slot.index) {
                (Some(a), Some(b)) => a == b && (name.is_empty() || !other_id),
                _ if id.is_empty() => name.is_empty(),
                _ => slot.id == id,
            }
        };
        let at = self.calls.iter().rposition(same).unwrap_or_else(|| {
            self.calls.push(Slot { index, ..Slot::default() });
            self.calls.len() - 1
        });
        // `at` is in range: found or just pushed. The empty slot is never handed out.
        #[expect(clippy::indexing_slicing, reason = "the position was found or pushed right above")]
        &mut self.calls[at]
    }

    /// The complete turn, or why there is none.
    pub(super) fn finish(self) -> Result<ModelTurn, ModelError> {
        let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
        // A stream without `[DONE]` was cut, whatever it said before: its last call may be incomplete.
        if !self.done {
            return Err(broken("the stream ended before the answer did"));
        }
        if self.finish_reason.as_deref() == Some("content_filter") {
            return Err(ModelError::BadRequest { message: "its content filter stopped the answer".to_owned() });
        }
        let cut_at_limit = matches!(self.finish_reason.as_deref(), Some("length" | "max_tokens"));
        if self.text.is_empty() && self.calls.is_empty() && !cut_at_limit {
            return Err(broken("it is empty"));
        }
        let seed = self.seed;
        let tool_calls = self.calls.into_iter().enumerate().map(|(number, slot)| ToolCall {
            id: if slot.id.is_empty() { format!("call_{seed}_{number}") } else { slot.id },
            name: slot.name,
            // Some models call a tool without arguments with nothing at all.
            arguments: if slot.arguments.trim().is_empty() { "{}".to_owned() } else { slot.arguments },
        });
        Ok(ModelTurn {
            tool_calls: tool_calls.collect(),
            text: self.text,
            usage: self.usage,
            cut_at_limit,
            ..ModelTurn::default()
        })
    }
}

fn usage(usage: &Value) -> Option<Usage> {
    let number = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    let prompt_tokens = number("/prompt_tokens")?;
    Some(Usage {
        prompt_tokens,
        completion_tokens: number("/completion_tokens").unwrap_or_default(),
        cached_tokens: number("/prompt_tokens_details/cached_tokens")
            .or_else(|| number("/prompt_cache_hit_tokens"))
            .unwrap_or_default(),
        price: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn build(deltas: &[Value]) -> Result<ModelTurn, ModelError> {
        let mut builder = TurnBuilder::new(7);
        for delta in deltas {
            builder.take(&json!({"choices": [{"delta": delta}]}), &mut |_| {})?;
        }
        builder.done();
        builder.finish()
    }

    fn calls(deltas: &[Value]) -> Vec<(String, String, String)> {
        let turn = build(deltas).unwrap();
        turn.tool_calls.into_iter().map(|call| (call.id, call.name, call.arguments)).collect()
    }

    fn call(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn calls_come_together_however_the_server_cuts_them() {
        let delta = |call: Value| json!({"tool_calls": [call]});
        // Like OpenAI: pieces by index, interleaved.
        assert_eq!(
            calls(&[
                delta(json!({"index": 0, "id": "a", "function": {"name": "click", "arguments": ""}})),
                delta(json!({"index": 0, "function": {"arguments": "{\"uid\""}})),
                delta(json!({"index": 1, "id": "b", "function": {"name": "scroll", "arguments": "{"}})),
                delta(json!({"index": 0, "function": {"arguments": ":3}"}})),
                delta(json!({"index": 1, "function": {"arguments": "}"}})),
            ]),
            [call("a", "click", "{\"uid\":3}"), call("b", "scroll", "{}")]
        );
        // Every call is number 0, complete.
        assert_eq!(
            calls(&[
                delta(json!({"index": 0, "id": "a", "function": {"name": "click", "arguments": "{}"}})),
                delta(json!({"index": 0, "id": "b", "function": {"name": "click", "arguments": "{\"uid\":1}"}})),
            ]),
            [call("a", "click", "{}"), call("b", "click", "{\"uid\":1}")]
        );
        // No numbers.
        assert_eq!(
            calls(&[
                delta(json!({"id": "a", "function": {"name": "click", "arguments": "{\"a\":"}})),
                delta(json!({"function": {"arguments": "1}"}})),
                delta(json!({"id": "b", "function": {"name": "hover", "arguments": {"uid": 2}}})),
            ]),
            [call("a", "click", "{\"a\":1}"), call("b", "hover", "{\"uid\":2}")]
        );
        // No ids; the name in every piece; no arguments.
        assert_eq!(
            calls(&[
                delta(json!({"index": 0, "function": {"name": "go_back", "arguments": ""}})),
                delta(json!({"index": 0, "function": {"name": "go_back"}})),
            ]),
            [call("call_7_0", "go_back", "{}")]
        );
    }

    #[test]
    fn an_end_is_needed_and_something_in_it() {
        let chunk = json!({"choices": [{"delta": {"content": "half"}}]});
        let mut cut = TurnBuilder::new(0);
        cut.take(&chunk, &mut |_| {}).unwrap();
        assert!(matches!(cut.clone().finish(), Err(ModelError::BrokenAnswer { .. })));
        cut.take(&json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}), &mut |_| {}).unwrap();
        assert!(matches!(cut.clone().finish(), Err(ModelError::BrokenAnswer { .. })), "without [DONE] it was cut");
        cut.done();
        assert_eq!(cut.finish().unwrap().text, "half");
        assert!(matches!(build(&[]), Err(ModelError::BrokenAnswer { .. })));
    }

    #[test]
    fn the_token_limit_and_the_content_filter_are_told_apart() {
        let end = |reason: &str| {
            let mut builder = TurnBuilder::new(0);
            let chunk = json!({"choices": [{"delta": {"content": "x"}, "finish_reason": reason}]});
            builder.take(&chunk, &mut |_| {}).unwrap();
            builder.done();
            builder.finish()
        };
        assert!(end("length").unwrap().cut_at_limit);
        assert!(!end("stop").unwrap().cut_at_limit);
        assert!(matches!(end("content_filter"), Err(ModelError::BadRequest { .. })));
    }
}
