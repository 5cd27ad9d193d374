//! A model that does a fixed task step by step and trusts its results: a step reported as done is not repeated, one reported as not done is, and
//! for an unknown one it checks the page.

use edith_model::{ChatMessage, ChatRequest, ModelTurn};
use edith_protocol::ToolCall;
use edith_testkit::Scripted;
use serde_json::{Value, json};

pub(crate) const SHOP: &str = "http://shop.example/";
pub(crate) const NEXT: &str = "http://shop.example/next";

/// A step of the task: its tool, its target, and the effect that the browser counts.
pub(crate) struct Step {
    pub tool: &'static str,
    pub label: &'static str,
    pub effect: &'static str,
}

const fn step(tool: &'static str, label: &'static str, effect: &'static str) -> Step {
    Step { tool, label, effect }
}

/// What the button `Count` makes the page send: its name says nothing, so it is held back and asked about.
pub(crate) const SENT: &str = "POST http://shop.example/x/17";

/// The task. `Place order`, `Count`, and `Send message` need approval, `ask_user` asks by itself.
pub(crate) const STEPS: [Step; 8] = [
    step("open_browser", SHOP, "navigate http://shop.example/"),
    step("type_text", "Name", "type \"Anna\" into \"Name\""),
    step("click", "Add lamp", "click \"Add lamp\""),
    step("click", "Place order", "click \"Place order\""),
    step("ask_user", "", ""),
    step("click", "More", "click \"More\""),
    step("click", "Count", SENT),
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

/// The uid of the element with this label in the last look.
fn uid_of(all: &str, label: &str) -> Option<u64> {
    let needle = format!("| \"{label}\"");
    let line = all.lines().rev().find(|line| line.contains(&needle))?;
    line.split('|').next()?.trim().trim_start_matches(['+', '~', ' ']).trim().parse().ok()
}

/// Everything the model was sent, with real line breaks.
fn whole(request: &ChatRequest) -> String {
    let text = |message: &ChatMessage| match message {
        ChatMessage::System { .. } => String::new(),
        ChatMessage::Assistant { content, .. } => content.clone(),
        ChatMessage::User { content } | ChatMessage::Tool { content, .. } => content.text().into_owned(),
    };
    request.messages.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// The model's reading of its last result.
enum Verdict {
    Done,
    NotDone,
    Unknown,
}

fn verdict(answer: &str) -> Verdict {
    let has = |part: &str| answer.contains(part);
    if has("The user answers: it happened") {
        Verdict::Done
    } else if has("The user answers: it did not happen") {
        Verdict::NotDone
    } else if has("not known whether it took effect") {
        Verdict::Unknown
    } else if has("was not done")
        || has("Not done:")
        || has("no longer on the page")
        || has("No page is open")
        || has("The tab was closed")
    {
        Verdict::NotDone
    } else {
        Verdict::Done
    }
}

/// The last step begun, its result, and what was read since.
fn last(request: &ChatRequest) -> Option<(usize, String, String)> {
    let mut found = None;
    let mut since = String::new();
    for message in &request.messages {
        match message {
            ChatMessage::Assistant { content, tool_calls, .. } => {
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

/// The number of effects that the page last showed.
fn effects_shown(since: &str) -> Option<usize> {
    let (_, rest) = since.rsplit_once("things done: ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The number of effects if this step is not done.
fn before(step: usize) -> usize {
    // A press that sends something counts twice.
    let count = |step: &Step| usize::from(!step.effect.is_empty()) + usize::from(step.effect == SENT);
    STEPS.iter().take(step).map(count).sum()
}

fn turn(text: String, id: usize, name: &str, arguments: &Value) -> Scripted {
    let call = ToolCall { id: format!("c{id}"), name: name.to_owned(), arguments: arguments.to_string() };
    Scripted::Turn(Box::new(ModelTurn { text, tool_calls: vec![call], ..ModelTurn::default() }))
}

/// The model's reply to a request; `number` is unique. It knows only what it was sent: for unknown effects, what the page shows.
pub(crate) fn answer(request: &ChatRequest, number: usize) -> Scripted {
    let next = match last(request) {
        None => 0,
        Some((step, answer, since)) => match (verdict(&answer), effects_shown(&since)) {
            (Verdict::Done, _) => step + 1,
            (Verdict::NotDone, _) => step,
            // An unanswered question is asked again.
            (Verdict::Unknown, _) if STEPS[step].effect.is_empty() => step,
            (Verdict::Unknown, Some(done)) => {
                if done > before(step) {
                    step + 1
                } else {
                    step
                }
            }
            // If a look shows no trace of it, nothing happened.
            (Verdict::Unknown, None) if since.len() > answer.len() => step,
            (Verdict::Unknown, None) => return turn("L".into(), number, "take_snapshot", &json!({})),
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
