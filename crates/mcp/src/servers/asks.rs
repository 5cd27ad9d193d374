//! What servers ask for within a call: as the core has it, and the replies as the protocol has them.

use super::elicit::{content, questions};
use crate::client::{InputRequest, Waiting};
use edith_port::{ServerAsk, ServerAsks, ServerReply};
use edith_protocol::{FormQuestion, FormValue, json::from_value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Tokens of an answer of the person's model, if the server names no limit.
const SAMPLE_TOKENS: u32 = 1_000;
/// Characters that a server may have the model asked with.
const SAMPLE_CHARS: usize = 50_000;

/// What a call continues with.
#[derive(Serialize, Deserialize)]
struct CallSoFar {
    waiting: Waiting,
    /// The replies so far.
    answers: BTreeMap<String, Value>,
}

/// What is needed to go on with a call.
pub(super) struct Resumed {
    pub(super) waiting: Waiting,
    pub(super) answers: BTreeMap<String, Value>,
    /// Whether the person did not want their model asked.
    pub(super) refused_model: bool,
}

/// The call that waits for what was asked.
pub(super) fn waiting(asked: &ServerAsks) -> Option<Waiting> {
    from_value::<CallSoFar>(asked.state.clone()).ok().map(|state| state.waiting)
}

/// What a server asks for.
pub(super) fn asks(waiting: Waiting) -> ServerAsks {
    let asks = waiting.asks.iter().map(|(id, wanted)| (id.clone(), ask(wanted))).collect();
    ServerAsks { asks, state: json!(CallSoFar { waiting, answers: BTreeMap::new() }) }
}

fn ask(wanted: &InputRequest) -> ServerAsk {
    match wanted {
        InputRequest::Form { message, schema } => {
            ServerAsk::Form { message: message.clone(), questions: questions(schema) }
        }
        InputRequest::Url { message, url } => ServerAsk::Visit { message: message.clone(), url: url.clone() },
        InputRequest::Sample(params) => sample(params),
    }
}

fn sample(params: &Map<String, Value>) -> ServerAsk {
    let mut left = SAMPLE_CHARS;
    let mut cut = |text: &str| -> String {
        let text: String = text.chars().take(left).collect();
        left = left.saturating_sub(text.chars().count());
        text
    };
    let system = cut(params.get("systemPrompt").and_then(Value::as_str).unwrap_or_default());
    let messages = params.get("messages").and_then(Value::as_array).into_iter().flatten().map(|message| {
        let by_model = message.get("role").and_then(Value::as_str) == Some("assistant");
        (by_model, cut(&words(message.get("content").unwrap_or(&Value::Null))))
    });
    let messages = messages.filter(|(_, text)| !text.is_empty()).collect();
    let most =
        params.get("maxTokens").and_then(Value::as_f64).map_or(SAMPLE_TOKENS, |most| most.clamp(1.0, 1e6) as u32);
    ServerAsk::Sample { system, messages, max_tokens: most }
}

/// The text of a message's content: one block or several.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(words).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        Value::Object(block) => {
            match (block.get("type").and_then(Value::as_str), block.get("text").and_then(Value::as_str)) {
                (_, Some(text)) => text.to_owned(),
                (Some(kind), None) => format!("({kind})"),
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

/// The replies as the protocol has them; what does not fit its form is asked once more, and `Err`.
pub(super) fn resumed(
    asked: &ServerAsks,
    replies: &BTreeMap<String, ServerReply>,
) -> Option<Result<Resumed, ServerAsks>> {
    let CallSoFar { waiting, mut answers } = from_value(asked.state.clone()).ok()?;
    let mut again = Vec::new();
    let mut refused_model = false;
    for (id, shown) in &asked.asks {
        let reply = replies.get(id)?;
        match (waiting.asks.get(id)?, reply) {
            (InputRequest::Form { schema, .. }, ServerReply::Filled { values }) => match content(schema, values) {
                Ok(content) => {
                    answers.insert(id.clone(), json!({ "action": "accept", "content": content }));
                }
                Err(wrong) => again.push((id.clone(), corrected(shown, values, &wrong))),
            },
            (InputRequest::Url { .. }, ServerReply::Agreed) => {
                answers.insert(id.clone(), json!({ "action": "accept" }));
            }
            (InputRequest::Form { .. } | InputRequest::Url { .. }, _) => {
                answers.insert(id.clone(), json!({ "action": "decline" }));
            }
            (InputRequest::Sample(_), ServerReply::Sampled { text, model }) => {
                let content = json!({ "type": "text", "text": text });
                let answer =
                    json!({ "role": "assistant", "content": content, "model": model, "stopReason": "endTurn" });
                answers.insert(id.clone(), answer);
            }
            (InputRequest::Sample(_), _) => refused_model = true,
        }
    }
    if again.is_empty() {
        return Some(Ok(Resumed { waiting, answers, refused_model }));
    }
    Some(Err(ServerAsks { asks: again, state: json!(CallSoFar { waiting, answers }) }))
}

/// The form with what the person entered, and what is wrong with it.
fn corrected(
    shown: &ServerAsk,
    values: &BTreeMap<String, FormValue>,
    wrong: &BTreeMap<String, edith_words::Sentence>,
) -> ServerAsk {
    let ServerAsk::Form { message, questions } = shown else { return shown.clone() };
    let corrected = |question: &FormQuestion| {
        let id = &question.question_id;
        let reason = wrong.get(id).map(ToString::to_string).unwrap_or_default();
        FormQuestion { value: values.get(id).cloned().unwrap_or_default(), reason, ..question.clone() }
    };
    ServerAsk::Form { message: message.clone(), questions: questions.iter().map(corrected).collect() }
}
