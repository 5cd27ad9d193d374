//! One episode: a page with a seed, a run on it, and the page's reward.

use std::time::Instant;

use serde_json::Value;

use super::lane::{Lane, open, reward};
use super::report::Outcome;
use super::tasks::Oracle;
use crate::agent::Agent;
use crate::stage::{Run, Stage, told};
use crate::trouble::Trouble;

/// The share of the reward from which an episode counts as done: pages that grade nearly right answers give less.
const WHOLE: f64 = 0.99;

/// Plays an episode, without an oracle by the lane's model.
///
/// # Errors
/// When the browser fails, which is not the player's fault.
pub(super) fn play(lane: &Lane, task: &str, oracle: Option<Oracle>, seed: u32) -> Result<Outcome, Trouble> {
    Ok(play_recorded(lane, task, oracle, seed)?.0)
}

/// The same, with the run.
pub(super) fn play_recorded(
    lane: &Lane,
    task: &str,
    oracle: Option<Oracle>,
    seed: u32,
) -> Result<(Outcome, Run), Trouble> {
    play_on(&lane.stage, lane.origin(), task, oracle, seed)
}

/// The same on a stage, with the pages at this origin.
pub(super) fn play_on(
    stage: &Stage,
    origin: &str,
    task: &str,
    oracle: Option<Oracle>,
    seed: u32,
) -> Result<(Outcome, Run), Trouble> {
    let words = open(stage, &format!("{origin}/miniwob/{task}.html"), &format!("edith {task} {seed}"))?;
    let started = Instant::now();
    let run = stage.run(&words, origin)?;
    let (mut reason, log, end) = match oracle {
        Some(oracle) => {
            let (reason, log) = decide(stage, &run, &words, oracle);
            (reason, log, stage.end(&run)?)
        }
        None => (String::new(), Vec::new(), stage.finish(&run)?),
    };
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let reward = reward(stage)?;
    let done = reward.get("done") == Some(&Value::Bool(true));
    let counted = reward.get("raw").and_then(Value::as_f64).filter(|_| done);
    let success = counted.is_some_and(|reward| reward >= WHOLE);
    let said = reward.get("reason").and_then(Value::as_str).unwrap_or_default();
    match counted {
        _ if success => reason.clear(),
        Some(counted) => reason = format!("the page gave {counted} {said} {reason}").trim_end().to_owned(),
        None if reason.is_empty() => {
            reason =
                format!("the page's episode did not end; the run: {}: {}", end.text("outcome"), end.text("summary"));
        }
        None => {}
    }
    let events = stage.events(&run);
    let steps = events.iter().filter_map(|event| event.message.get("step").and_then(Value::as_u64)).max();
    let usage = |name: &str| end.message.pointer(&format!("/usage/{name}"));
    let tokens = |name: &str| usage(name).and_then(Value::as_u64).unwrap_or_default();
    let log = if log.is_empty() { told(&events) } else { log };
    let outcome = Outcome {
        task: task.to_owned(),
        seed,
        success,
        reward: counted,
        reason,
        steps: steps.unwrap_or_default(),
        ms,
        prompt_tokens: tokens("promptTokens"),
        completion_tokens: tokens("completionTokens"),
        price: usage("price").and_then(Value::as_f64),
        words,
        log,
    };
    Ok((outcome, run))
}

/// Why the oracle stopped early, if it did, and its calls with answers.
fn decide(stage: &Stage, run: &Run, words: &str, oracle: Oracle) -> (String, Vec<(String, String)>) {
    match Agent::begin(stage, run, words.to_owned()) {
        Ok(mut agent) => {
            let reason = oracle(&mut agent).err().map(|stop| stop.0).unwrap_or_default();
            (reason, agent.log)
        }
        Err(stop) => (stop.0, Vec::new()),
    }
}
