//! What a planner says at the end: which steps' goals are reached, with the words of pages that show it.

use crate::research::loose::{json_in, pick, text_of};
use edith_model::ModelTurn;
use edith_tools::ending::Claim;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const STEPS: [&str; 4] = ["steps", "parts", "results", "checks"];
const NUMBER: [&str; 4] = ["step", "number", "id", "n"];
const REACHED: [&str; 5] = ["reached", "done", "ok", "success", "met"];
const WORDS: [&str; 4] = ["words", "evidence", "quote", "proof"];
const WHY: [&str; 4] = ["why", "reason", "missing", "because"];
const MESSAGE: [&str; 5] = ["message", "answer", "summary", "reply", "text"];

/// What was reached, as the planner says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reached {
    /// For each step that it names, by number from 1.
    pub steps: Vec<StepEnd>,
    /// Its answer to the task.
    pub message: String,
}

/// One step at the end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepEnd {
    /// Its number, from 1.
    pub number: usize,
    /// Whether its goal is reached.
    pub reached: bool,
    /// Words of pages that show it, a line each.
    pub words: Vec<String>,
    /// Why it is not reached.
    pub why: String,
}

/// Reads the planner's answer.
pub(crate) fn read(turn: &ModelTurn) -> Option<Reached> {
    let called = turn.tool_calls.iter().find_map(|call| json_in(&call.arguments, reached));
    called.or_else(|| json_in(&turn.text, reached))
}

fn reached(value: &Value) -> Option<Reached> {
    let map = value.as_object()?;
    let items = pick(map, &STEPS)?.as_array()?;
    let steps = items.iter().enumerate().map(|(at, item)| {
        let map = item.as_object()?;
        let number = text_of(map, &NUMBER).trim_start_matches("step-").parse().unwrap_or(at + 1);
        let reached = matches!(text_of(map, &REACHED).to_lowercase().as_str(), "true" | "yes" | "1" | "reached");
        let words = match pick(map, &WORDS) {
            Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"),
            _ => text_of(map, &WORDS),
        };
        Some(StepEnd { number, reached, words: Claim::new("", Some(&words)).words, why: text_of(map, &WHY) })
    });
    Some(Reached { steps: steps.collect::<Option<_>>()?, message: text_of(map, &MESSAGE) })
}

impl Reached {
    /// The claim that code compares with pages.
    pub(crate) fn claim(&self) -> Claim {
        let words = self.steps.iter().filter(|part| part.reached).flat_map(|part| part.words.iter().cloned());
        Claim { summary: self.message.clone(), words: words.collect() }
    }

    /// What is said about the step at this place, from 0.
    pub(super) fn part(&self, at: usize) -> Option<&StepEnd> {
        self.steps.iter().find(|part| part.number == at + 1)
    }
}
