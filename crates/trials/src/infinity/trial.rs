//! One task: a server of its own, a run on its page, and the verifier's word.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::oracles::{self, Oracle};
use super::report::Outcome;
use super::server::Server;
use super::task::Task;
use crate::agent::Agent;
use crate::stage::{Decider, Run, Stage, told};
use crate::trouble::Trouble;

/// Deadline of a page's start.
const OPEN: Duration = Duration::from_secs(40);

/// What holds when an application has drawn itself and told its server the state that a verifier reads.
const READY: &str = "document.readyState === 'complete' && fetch('/api/state').then(answer => answer.ok)";

/// Does a task, and has it judged.
///
/// # Errors
/// When browser, server or verifier fail, which is not the decider's fault.
pub(super) fn play(stage: &Stage, python: &Path, task: &Task, decider: &Decider) -> Result<Outcome, Trouble> {
    let server = Server::start(python, &task.folder)?;
    stage.open(&server.origin, READY, OPEN)?;
    let started = Instant::now();
    let run = stage.run(&task.instruction, &server.origin)?;
    let (stopped, log, end) = match decider {
        Decider::Oracle => {
            let (stopped, log) = decide(stage, &run, task, oracles::of(task));
            (stopped, log, stage.end(&run)?)
        }
        Decider::Server(_) | Decider::Answers(_) => (None, Vec::new(), stage.finish(&run)?),
    };
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (success, words) = server.verdict(python, task)?;
    let events = stage.events(&run);
    let turns = events.iter().filter_map(|event| event.message.get("step").and_then(Value::as_u64)).max();
    let tokens =
        |name: &str| end.message.pointer(&format!("/usage/{name}")).and_then(Value::as_u64).unwrap_or_default();
    let reason = match (success, stopped) {
        (true, _) => String::new(),
        (false, Some(stopped)) => format!("{words} ({stopped})"),
        (false, None) => format!("{words} (the run: {}: {})", end.text("outcome"), end.text("summary")),
    };
    Ok(Outcome {
        task: task.name(),
        difficulty: task.difficulty.clone(),
        success,
        outcome: end.text("outcome").to_owned(),
        reason,
        turns: turns.unwrap_or_default(),
        asks: events.iter().filter(|event| event.kind() == "agent_ask").count(),
        ms,
        prompt_tokens: tokens("promptTokens"),
        completion_tokens: tokens("completionTokens"),
        price: end.message.pointer("/usage/price").and_then(Value::as_f64),
        words: task.instruction.clone(),
        log: if log.is_empty() { told(&events) } else { log },
    })
}

/// Why the oracle stopped early, if it did, and its calls with answers.
fn decide(stage: &Stage, run: &Run, task: &Task, oracle: Option<Oracle>) -> (Option<String>, Vec<(String, String)>) {
    let Some(oracle) = oracle else { return (Some("no oracle knows these words".to_owned()), Vec::new()) };
    match Agent::begin(stage, run, task.instruction.clone()) {
        Ok(mut agent) => (oracle.decide(&mut agent).err().map(|stop| stop.0), agent.log),
        Err(stop) => (Some(stop.0), Vec::new()),
    }
}
