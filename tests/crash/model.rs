//! A model that does a fixed task step by step and believes what it is told: a step that it is told was done is not done again, one that it
//! is told was not done is, and of one that is not known it looks whether the page shows it.

use edith_model::{ChatMessage, ChatRequest, ModelTurn};
use edith_protocol::ToolCall;
use edith_testkit::Scripted;
use serde_json::{Value, json};

pub const SHOP: &str = "http://shop.example/";
pub const NEXT: &str = "http://shop.example/next";

/// One step of the task: its tool, what it is done to, and the effect that the browser counts.
pub struct Step {
    pub tool: &'static str,
    pub label: &'static str,
    pub effect: &'static str,
}

const fn step(tool: &'static str, label: &'static str, effect: &'static str) -> Step {
    Step { tool, label, effect }
}

/// The task. `Place order` and `Send message` are asked for by the gate, `ask_user` asks by itself.
pub const STEPS: [Step; 8] = [
    step("open_browser", SHOP, "navigate http://shop.example/"),
    step("type_text", "Name", "type \"Anna\" into \"Name\""),
    step("click", "Add lamp", "click \"Add lamp\""),
    step("click", "Place order", "click \"Place order\""),
    step("ask_user", "", ""),
    step("click", "More", "click \"More\""),
    step("click", "Count", "click \"Count\""),
    step("click", "Send message", "click \"Send message\""),
];

fn arguments(step: &Step, uid: Option<u64>) -> Option<Value> {
    Some(match step.tool {
        "open_browser" => json!({"url": step.label}),
        "ask_user" => json!({"question": "Which colour?"}),
        "type_text" => json!({"uid": uid?, "text": "Anna"}),
        _ => json!({"uid": uid?}),
    })
}

/// The uid that the last look gave to what bears that label.
fn uid_of(all: &str, label: &str) -> Option<u64> {
    let needle = format!("| \"{label}\"");
    let line = all.lines().rev().find(|line| line.contains(&needle))?;
    line.split('|').next()?.trim().trim_start_matches(['+', '~', ' ']).trim().parse().ok()
}

/// Everything the model is sent, with true line breaks.
fn whole(request: &ChatRequest) -> String {
    let text = |message: &ChatMessage| match message {
        ChatMessage::System { .. } => String::new(),
        ChatMessage::Assistant { content, .. } => content.clone(),
        ChatMessage::User { content } | ChatMessage::Tool { content, .. } => content.text().into_owned(),
    };
    request.messages.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// What the model makes of the answer to its last step.
enum Told {
    Done,
    NotDone,
    Unknown,
}

fn told(answer: &str) -> Told {
    let has = |part: &str| answer.contains(part);
    if has("The user answers: it happened") {
        Told::Done
    } else if has("The user answers: it did not happen") {
        Told::NotDone
    } else if has("not known whether it took effect") {
        Told::Unknown
    } else if has("was not done")
        || has("Not done:")
        || has("no longer on the page")
        || has("No page is open")
        || has("The tab was closed")
    {
        Told::NotDone
    } else {
        Told::Done
    }
}

/// The last step that was begun, what was answered to it, and what was read since.
fn last(request: &ChatRequest) -> Option<(usize, String, String)> {
    let mut found = None;
    let mut since = String::new();
    for message in &request.messages {
        match message {
            ChatMessage::Assistant { content, tool_calls } => {
                if let Some(step) = content.strip_prefix('S').and_then(|number| number.parse().ok()) {
                    found = Some((step, tool_calls.first().map(|call| call.id.clone()), String::new()));
                    since.clear();
                }
            }
            ChatMessage::User { content } => since.push_str(&content.text()),
            ChatMessage::Tool { tool_call_id, content } => {
                since.push_str(&content.text());
                if let Some((_, Some(id), answer)) = &mut found
                    && id == tool_call_id
                {
                    *answer = content.text().into_owned();
                }
            }
            ChatMessage::System { .. } => {}
        }
    }
    found.map(|(step, _, answer)| (step, answer, since))
}

/// How many things were done, as the page showed it last.
fn shown(since: &str) -> Option<usize> {
    let (_, rest) = since.rsplit_once("things done: ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// How many things are done when this step is not.
fn before(step: usize) -> usize {
    STEPS.iter().take(step).filter(|step| !step.effect.is_empty()).count()
}

fn turn(text: String, id: usize, name: &str, arguments: &Value) -> Scripted {
    let call = ToolCall { id: format!("c{id}"), name: name.to_owned(), arguments: arguments.to_string() };
    Scripted::Turn(ModelTurn { text, tool_calls: vec![call], ..ModelTurn::default() })
}

/// The model's answer to a request; `number` is new with each. It knows nothing but what it was told: of what is unknown, what the page shows.
pub fn answer(request: &ChatRequest, number: usize) -> Scripted {
    let next = match last(request) {
        None => 0,
        Some((step, answer, since)) => match (told(&answer), shown(&since)) {
            (Told::Done, _) => step + 1,
            (Told::NotDone, _) => step,
            // A question that nobody has answered is asked again.
            (Told::Unknown, _) if STEPS[step].effect.is_empty() => step,
            (Told::Unknown, Some(done)) => {
                if done > before(step) {
                    step + 1
                } else {
                    step
                }
            }
            // Where a look shows nothing of it, nothing was done there.
            (Told::Unknown, None) if since.len() > answer.len() => step,
            (Told::Unknown, None) => return turn("L".into(), number, "take_snapshot", &json!({})),
        },
    };
    let Some(step) = STEPS.get(next) else {
        return turn("T".into(), number, "task_complete", &json!({"summary": "all done"}));
    };
    let uid = uid_of(&whole(request), step.label);
    match arguments(step, uid) {
        Some(arguments) => turn(format!("S{next}"), number, step.tool, &arguments),
        None => turn("L".into(), number, "take_snapshot", &json!({})),
    }
}
