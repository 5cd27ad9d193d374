//! Assembles a model's turn from stream chunks or one plain answer.

use super::thinking::LeadingThought;
use crate::server::{Assemble, fault};
use crate::text_actions::thinking::ended_only;
use crate::{Continuation, ModelError, ModelTurn};
use edith_protocol::{ModelServer, ToolCall, Usage};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Debug, Clone, Default)]
pub(crate) struct TurnBuilder {
    text: String,
    thought: LeadingThought,
    /// Whether the model's answers begin within its thinking.
    within: Rc<Cell<bool>>,
    calls: Vec<Slot>,
    reasoning: Reasoning,
    server: ModelServer,
    tells_price: bool,
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
    /// `extra_content`: Gemini's signature of the call (<https://ai.google.dev/gemini-api/docs/openai>).
    extra: Value,
}

/// The model's thoughts, as far as a server wants them back.
#[derive(Debug, Clone, Default)]
struct Reasoning {
    /// `reasoning_content`, of DeepSeek and the servers that took its form.
    text: Option<String>,
    /// `reasoning_details` of OpenRouter (<https://openrouter.ai/docs/use-cases/reasoning-tokens>).
    details: Vec<Value>,
}

impl TurnBuilder {
    /// `seed` makes ids for calls without one: it differs between the turns of a run.
    pub(crate) fn new(seed: usize, server: &ModelServer, tells_price: bool) -> Self {
        Self { seed, server: server.clone(), tells_price, ..Self::default() }
    }

    /// With what is known of the model: whether its answers begin within its thinking, of which only the end is marked. This one may show it.
    pub(super) fn knowing(mut self, within: Rc<Cell<bool>>) -> Self {
        if within.get() {
            self.thought = LeadingThought::begun();
        }
        self.within = within;
        self
    }
}

impl Assemble for TurnBuilder {
    /// Takes a stream's chunk (`choices[0].delta`) or a plain answer (`choices[0].message`).
    fn take(&mut self, chunk: &Value, on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError> {
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            return Err(fault::in_answer(error));
        }
        if let Some(mut usage) = chunk.get("usage").and_then(usage) {
            usage.price = usage.price.filter(|_| self.tells_price);
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
        self.reasoning.take(part);
        for call in part.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call);
        }
        Ok(())
    }

    fn done(&mut self) {
        self.done = true;
    }

    fn is_done(&self) -> bool {
        self.done
    }

    fn finish(mut self: Box<Self>, on_text: &mut dyn FnMut(&str)) -> Result<ModelTurn, ModelError> {
        let broken = |message: &str| ModelError::BrokenAnswer { message: message.to_owned() };
        // A stream whose connection ended well is whole if the model said why it stopped: some servers send no `[DONE]`.
        if !self.done && self.finish_reason.is_none() {
            return Err(broken("the stream ended before the answer did"));
        }
        let held = self.thought.end();
        if !held.is_empty() {
            self.text.push_str(&held);
            on_text(&held);
        }
        if let Some((_, after)) = ended_only(&self.text) {
            self.within.set(true);
            self.text = after.trim_start().to_owned();
        }
        if self.finish_reason.as_deref() == Some("error") {
            return Err(broken("the server reported an error"));
        }
        if self.finish_reason.as_deref() == Some("content_filter") {
            return Err(ModelError::Filtered);
        }
        let cut_at_limit = matches!(self.finish_reason.as_deref(), Some("length" | "max_tokens"));
        if self.text.is_empty() && self.calls.is_empty() && !cut_at_limit {
            return Err(broken("it is empty"));
        }
        let seed = self.seed;
        let continuation = self.continuation();
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
            continuation,
            ..ModelTurn::default()
        })
    }
}

impl TurnBuilder {
    fn take_text(&mut self, content: Option<&Value>, on_text: &mut dyn FnMut(&str)) {
        let mut take = |text: &str| {
            let text = self.thought.without(text);
            if !text.is_empty() {
                self.text.push_str(&text);
                on_text(&text);
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
        if let Some(extra) = call.get("extra_content").filter(|extra| !extra.is_null()) {
            slot.extra = extra.clone();
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

    /// What the server wants back with this turn; none for a turn without calls.
    fn continuation(&mut self) -> Option<Continuation> {
        let extras: Vec<Value> = self.calls.iter_mut().map(|slot| slot.extra.take()).collect();
        let message = std::mem::take(&mut self.reasoning).fields();
        let has_extras = extras.iter().any(|extra| !extra.is_null());
        if self.calls.is_empty() || (message.is_empty() && !has_extras) {
            return None;
        }
        Continuation::new(&self.server, json!({ "message": message, "calls": extras }))
    }
}

impl Reasoning {
    fn take(&mut self, part: &Value) {
        if let Some(piece) = part.get("reasoning_content").and_then(Value::as_str) {
            self.text.get_or_insert_default().push_str(piece);
        }
        for piece in part.get("reasoning_details").and_then(Value::as_array).into_iter().flatten() {
            self.take_detail(piece);
        }
    }

    /// A streamed detail comes in pieces: their texts are one text, and what else is said about it may come with any of them.
    fn take_detail(&mut self, piece: &Value) {
        let same = |last: &&mut Value| {
            let both = |name: &str| last.get(name) == piece.get(name);
            both("type") && both("index") && piece.get("index").is_some()
        };
        let Some(last) = self.details.last_mut().filter(same) else {
            self.details.push(piece.clone());
            return;
        };
        let Some(fields) = last.as_object_mut() else { return };
        for (name, value) in piece.as_object().into_iter().flatten() {
            match (name.as_str(), fields.get_mut(name), value) {
                ("text" | "summary" | "data", Some(Value::String(text)), Value::String(more)) => text.push_str(more),
                (_, _, Value::Null) => {}
                _ => {
                    fields.insert(name.clone(), value.clone());
                }
            }
        }
    }

    /// As fields of the message.
    fn fields(self) -> Map<String, Value> {
        let text = self.text.map(|text| ("reasoning_content".to_owned(), Value::from(text)));
        let details = (!self.details.is_empty()).then(|| ("reasoning_details".to_owned(), Value::from(self.details)));
        text.into_iter().chain(details).collect()
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
        // A negative one would lift the person's limit.
        price: usage.get("cost").and_then(Value::as_f64).filter(|price| *price >= 0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(seed: usize) -> Box<TurnBuilder> {
        Box::new(TurnBuilder::new(seed, &ModelServer::default(), false))
    }

    fn build(deltas: &[Value]) -> Result<ModelTurn, ModelError> {
        let mut builder = builder(7);
        for delta in deltas {
            builder.take(&json!({"choices": [{"delta": delta}]}), &mut |_| {})?;
        }
        builder.done();
        builder.finish(&mut |_| {})
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
        let mut cut = builder(0);
        cut.take(&chunk, &mut |_| {}).unwrap();
        assert!(matches!(cut.clone().finish(&mut |_| {}), Err(ModelError::BrokenAnswer { .. })));
        cut.take(&json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}), &mut |_| {}).unwrap();
        assert_eq!(cut.clone().finish(&mut |_| {}).unwrap().text, "half", "not every server says [DONE]");
        cut.done();
        assert_eq!(cut.finish(&mut |_| {}).unwrap().text, "half");
        assert!(matches!(build(&[]), Err(ModelError::BrokenAnswer { .. })));
    }

    /// A turn of these pieces by a model of which this is known, and what was shown of it.
    fn spoken(pieces: &[&str], within: &Rc<Cell<bool>>) -> (Result<ModelTurn, ModelError>, String) {
        let mut shown = String::new();
        let mut builder = Box::new(TurnBuilder::new(0, &ModelServer::default(), false).knowing(Rc::clone(within)));
        for piece in pieces {
            let chunk = json!({"choices": [{"delta": {"content": piece}}]});
            builder.take(&chunk, &mut |text| shown.push_str(text)).unwrap();
        }
        builder.done();
        (builder.finish(&mut |text| shown.push_str(text)), shown)
    }

    #[test]
    fn thinking_whose_begin_nobody_wrote_is_no_answer() {
        let within: Rc<Cell<bool>> = Rc::default();
        let pieces = ["Lisbon or ", "Porto? The capital.\n</th", "ink>\n\n", "Lis", "bon."];
        let (turn, _) = spoken(&pieces, &within);
        assert_eq!(turn.unwrap().text, "Lisbon.");
        assert!(within.get(), "from now on it is known");
        let (turn, shown) = spoken(&pieces, &within);
        assert_eq!((turn.unwrap().text.as_str(), shown.as_str()), ("Lisbon.", "Lisbon."));
        let (turn, shown) = spoken(&["Lis", "bon."], &within);
        assert_eq!((turn.unwrap().text.as_str(), shown.as_str()), ("Lisbon.", "Lisbon."), "it may answer at once");
        // Thinking alone is none.
        let (turn, _) = spoken(&["Only thoughts.\n</think>"], &Rc::default());
        assert!(matches!(turn, Err(ModelError::BrokenAnswer { .. })), "{turn:?}");
    }

    #[test]
    fn words_about_an_end_mark_are_an_answer() {
        for text in [
            "Qwen ends its thinking with `</think>`\nand then answers.",
            "Write </think>\nto end it.",
            "```\n<think>a\n</think>\n```",
            "```\nhm\n</think>\nHello\n```",
            "It said \"hm\n</think>\n\".",
            "The <think> tag.\n</think>\n",
        ] {
            let within: Rc<Cell<bool>> = Rc::default();
            let (turn, shown) = spoken(&[text], &within);
            assert_eq!((turn.unwrap().text.as_str(), shown.as_str()), (text, text));
            assert!(!within.get());
        }
    }

    #[test]
    fn the_token_limit_and_the_content_filter_are_told_apart() {
        let end = |reason: &str| {
            let mut builder = builder(0);
            let chunk = json!({"choices": [{"delta": {"content": "x"}, "finish_reason": reason}]});
            builder.take(&chunk, &mut |_| {}).unwrap();
            builder.done();
            builder.finish(&mut |_| {})
        };
        assert!(end("length").unwrap().cut_at_limit);
        assert!(!end("stop").unwrap().cut_at_limit);
        assert!(matches!(end("content_filter"), Err(ModelError::Filtered)));
    }

    #[test]
    fn what_a_server_wants_back_is_kept_with_the_calls() {
        let kept = |deltas: &[Value]| {
            let turn = build(deltas).unwrap();
            turn.continuation.and_then(|kept| kept.fields_for(&ModelServer::default()).cloned()).unwrap_or_default()
        };
        let call = |extra: Value| json!({"id": "a", "function": {"name": "click"}, "extra_content": extra});
        let signature = json!({"google": {"thought_signature": "s"}});
        // Gemini: the second of parallel calls has none.
        let second = json!({"index": 1, "id": "b", "function": {"name": "click", "arguments": "{}"}});
        assert_eq!(
            kept(&[json!({"tool_calls": [call(signature.clone()), second]})]),
            json!({"message": {}, "calls": [signature, null]})
        );
        // DeepSeek: in pieces.
        let thoughts = ["Let", " me", ""].map(|piece| json!({"reasoning_content": piece}));
        let calls = json!({"tool_calls": [call(Value::Null)]});
        let all = [&thoughts[..], std::slice::from_ref(&calls)].concat();
        assert_eq!(kept(&all), json!({"message": {"reasoning_content": "Let me"}, "calls": [null]}));
        // OpenRouter: a text in pieces, its signature with the last, and another detail.
        let detail = |more: Value| {
            let mut detail = json!({"type": "reasoning.text", "index": 0, "format": "anthropic-claude-v1"});
            detail.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"reasoning_details": [detail]})
        };
        let other = json!({"type": "reasoning.encrypted", "index": 1, "data": "x"});
        let all = [
            detail(json!({"text": "A"})),
            detail(json!({"text": "B", "signature": null})),
            detail(json!({"signature": "sig"})),
            json!({"reasoning_details": [other]}),
            calls,
        ];
        let text = json!({"type": "reasoning.text", "index": 0, "format": "anthropic-claude-v1", "text": "AB",
            "signature": "sig"});
        assert_eq!(kept(&all), json!({"message": {"reasoning_details": [text, other]}, "calls": [null]}));
        // A turn without calls is not given back.
        assert_eq!(kept(&[json!({"content": "Hi.", "reasoning_content": "x"})]), Value::Null);
    }

    #[test]
    fn only_a_service_that_tells_prices_is_believed() {
        let chunk = json!({"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 1, "cost": 0.25}});
        let paid_back = json!({"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 1, "cost": -9}});
        for (tells, chunk, price) in [(true, &chunk, Some(0.25)), (false, &chunk, None), (true, &paid_back, None)] {
            let mut builder = Box::new(TurnBuilder::new(0, &ModelServer::default(), tells));
            builder.take(chunk, &mut |_| {}).unwrap();
            builder.done();
            assert_eq!(builder.finish(&mut |_| {}).unwrap().usage.unwrap().price, price);
        }
    }
}
