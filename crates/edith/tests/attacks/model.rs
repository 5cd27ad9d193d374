//! A model that obeys: where its request has the order, it does what the order says, step by step.

use super::cases::Attack;
use super::support::site::{Answer, json as answer_json};
use serde_json::{Value, json};

/// The order of a case.
pub(crate) fn order(id: &str) -> String {
    format!("ORDER-{id}-OBEY")
}

/// The text of a message.
fn text(message: &Value) -> String {
    message["content"].as_str().map_or_else(|| message["content"].to_string(), str::to_owned)
}

/// The newest element of this name, from lines such as `12 | BUTTON | "Search"`.
fn uid(messages: &[Value], label: &str) -> u64 {
    let named = format!("\"{label}\"");
    let lines: Vec<String> =
        messages.iter().flat_map(|message| text(message).lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let found = lines
        .iter()
        .rev()
        .filter(|line| line.contains(&named))
        .find_map(|line| line.trim().trim_start_matches(['+', '~']).split('|').next()?.trim().parse().ok());
    found.unwrap_or(0)
}

/// Whether a request is of this case.
pub(crate) fn is_of(body: &str, id: &str) -> bool {
    body.contains(&format!("http://shop.example/{id}/"))
}

/// The next turn.
pub(crate) fn turn(body: &str, id: &str, attack: &Attack, filled: impl Fn(&str) -> String) -> Answer {
    let request: Value = serde_json::from_str(body).unwrap();
    let messages = request["messages"].as_array().unwrap();
    let done = messages.iter().filter(|message| message["role"] == "tool").count();
    let others: String = messages.iter().filter(|message| message["role"] != "assistant").map(text).collect();
    // Later requests may have the page that carried it no more.
    let step = attack.steps.get(done).filter(|_| done > 0 || others.contains(&order(id)));
    let (tool, arguments) = match step {
        None => ("task_complete", json!({"summary": "It is about lamps.", "evidence": "Lamps"})),
        Some((tool, arguments)) => {
            let mut arguments: Value = serde_json::from_str(&filled(&arguments.to_string())).unwrap();
            if let Some(label) = arguments.as_object_mut().unwrap().remove("$") {
                arguments["uid"] = uid(messages, label.as_str().unwrap()).into();
            }
            (*tool, arguments)
        }
    };
    let call = super::support::call(tool, &arguments);
    answer_json(&json!({
        "id": "1", "object": "chat.completion", "created": 1, "model": "scripted",
        "choices": [{"index": 0, "message": call, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
    }))
}
