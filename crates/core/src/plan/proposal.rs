//! What a planner answers: steps, or with none of them the whole answer.

use super::Proposed;
use crate::research::loose::{json_in, pick, text_of};
use edith_model::ModelTurn;
use edith_protocol::PlanStep;
use serde_json::{Map, Value};

const STEPS: [&str; 4] = ["steps", "plan", "tasks", "subtasks"];
const MESSAGE: [&str; 6] = ["message", "answer", "summary", "explanation", "reply", "text"];
const TEXT: [&str; 7] = ["text", "goal", "step", "description", "title", "task", "action"];
const DONE_WHEN: [&str; 6] = ["donewhen", "done", "check", "success", "successcriteria", "verify"];
const EFFECTS: [&str; 3] = ["effects", "effect", "needs"];
const SITES: [&str; 5] = ["sites", "site", "hosts", "host", "domains"];

/// Reads a plan from the planner's answer, which may be in a code block, among other words, or in a call.
pub(crate) fn read(turn: &ModelTurn) -> Option<Proposed> {
    let called = turn.tool_calls.iter().find_map(|call| json_in(&call.arguments, proposed));
    called.or_else(|| json_in(&turn.text, proposed))
}

fn proposed(value: &Value) -> Option<Proposed> {
    match value {
        Value::Object(map) => {
            let message = text_of(map, &MESSAGE);
            match pick(map, &STEPS) {
                Some(Value::Array(items)) => all(items).map(|steps| Proposed { steps, message }),
                // The whole plan one level down.
                Some(inner @ Value::Object(_)) => proposed(inner),
                _ if !message.is_empty() && map.len() <= 2 => Some(Proposed { steps: Vec::new(), message }),
                _ => None,
            }
        }
        Value::Array(items) if !items.is_empty() => all(items).map(|steps| Proposed { steps, message: String::new() }),
        _ => None,
    }
}

/// The steps of a list in which every item is one.
fn all(items: &[Value]) -> Option<Vec<PlanStep>> {
    items.iter().map(step).collect()
}

fn step(item: &Value) -> Option<PlanStep> {
    let empty = Map::new();
    let map = item.as_object().unwrap_or(&empty);
    let text = item.as_str().map_or_else(|| text_of(map, &TEXT), str::to_owned);
    if text.trim().is_empty() {
        return None;
    }
    Some(PlanStep {
        step_id: String::new(),
        text,
        done_when: text_of(map, &DONE_WHEN),
        effects: words(map, &EFFECTS),
        sites: words(map, &SITES),
    })
}

/// A list of words, or words with commas between them.
fn words(map: &Map<String, Value>, names: &[&str]) -> Vec<String> {
    text_of(map, names).split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The same as a planner would write it.
pub(crate) fn written(proposed: &Proposed) -> String {
    let step = |step: &PlanStep| serde_json::json!({ "text": step.text, "done_when": step.done_when, "effects": step.effects, "sites": step.sites });
    let steps: Vec<Value> = proposed.steps.iter().map(step).collect();
    serde_json::json!({ "steps": steps, "message": proposed.message }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ToolCall;

    const PLAN: &str = r#"{"steps": [{"text": "Send it", "done_when": "It is sent", "effects": ["send"], "sites": ["a.example"]}], "message": "One step."}"#;

    fn text(text: &str) -> Option<Proposed> {
        read(&ModelTurn { text: text.to_owned(), ..ModelTurn::default() })
    }

    #[test]
    fn a_plan_is_read_however_it_is_written() {
        let whole = text(PLAN).unwrap();
        assert_eq!((whole.message.as_str(), whole.steps.len()), ("One step.", 1));
        let step = &whole.steps[0];
        assert_eq!((step.text.as_str(), step.done_when.as_str()), ("Send it", "It is sent"));
        assert_eq!(
            (step.effects.as_slice(), step.sites.as_slice()),
            (&["send".to_owned()][..], &["a.example".to_owned()][..])
        );
        for written in [
            format!("```json\n{PLAN}\n```"),
            format!("Here is what I would do:\n{PLAN}\nShall I?"),
            PLAN.replace("\"]}]", "\"],},]"),
            PLAN.replace("done_when", "doneWhen").replace(r#"["send"]"#, r#""send""#),
            format!(r#"{{"plan": {PLAN}}}"#),
        ] {
            assert_eq!(text(&written).as_ref(), Some(&whole), "{written}");
        }
        let call = ToolCall { id: "1".into(), name: "plan".into(), arguments: PLAN.to_owned() };
        assert_eq!(read(&ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }), Some(whole));
    }

    #[test]
    fn an_answer_without_steps_is_the_whole_answer_and_other_words_are_none() {
        let answer = text(r#"{"steps": [], "message": "It is open."}"#).unwrap();
        assert_eq!((answer.steps.len(), answer.message.as_str()), (0, "It is open."));
        assert_eq!(text(r#"{"message": "It is open."}"#), Some(answer));
        for broken in
            ["I would send it.", r#"{"steps": [{"effects": ["send"]}]}"#, r#"{"steps": [{"text": "Send"#, "[]", "{}"]
        {
            assert_eq!(text(broken), None, "{broken}");
        }
    }
}
