//! Results: a line per episode, a table of tasks, and JSON lines.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

/// An episode's result.
#[derive(Debug, Clone, Serialize)]
pub struct Outcome {
    /// Such as `click-test`.
    pub task: String,
    /// From 1.
    pub seed: u32,
    /// Whether the page gave its whole reward.
    pub success: bool,
    /// The page's reward without its clock; none if the episode did not end.
    pub reward: Option<f64>,
    /// Why it failed, or "".
    pub reason: String,
    /// Turns of the model.
    pub steps: u64,
    /// Duration in milliseconds.
    pub ms: u64,
    /// Tokens sent, as the model server counts them.
    pub prompt_tokens: u64,
    /// Tokens received.
    pub completion_tokens: u64,
    /// Price in dollars, if known.
    pub price: Option<f64>,
    /// The task's words, for readers of a failure.
    pub words: String,
    /// Calls and answers, for failures.
    #[serde(skip)]
    pub log: Vec<(String, String)>,
}

impl Outcome {
    /// An episode that could not be played.
    pub(super) fn broken(task: &str, seed: u32, reason: &str) -> Self {
        Self {
            task: task.to_owned(),
            seed,
            success: false,
            reward: None,
            reason: format!("not played: {reason}"),
            steps: 0,
            ms: 0,
            prompt_tokens: 0,
            completion_tokens: 0,
            price: None,
            words: String::new(),
            log: Vec::new(),
        }
    }
}

/// The sum of several results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sum {
    /// Episodes with the whole reward.
    pub successes: usize,
    pub episodes: usize,
    pub median_steps: u64,
    /// Median duration in milliseconds.
    pub median_ms: u64,
    /// Tokens sent, of all episodes.
    pub prompt_tokens: u64,
    /// Tokens received, of all episodes.
    pub completion_tokens: u64,
    /// Total price in dollars; none if one is unknown.
    pub price: Option<f64>,
}

impl Sum {
    #[must_use]
    pub fn of(outcomes: &[Outcome]) -> Self {
        let median = |value: fn(&Outcome) -> u64| {
            let mut values: Vec<_> = outcomes.iter().map(value).collect();
            values.sort_unstable();
            values.get(values.len() / 2).copied().unwrap_or_default()
        };
        Self {
            successes: outcomes.iter().filter(|outcome| outcome.success).count(),
            episodes: outcomes.len(),
            median_steps: median(|outcome| outcome.steps),
            median_ms: median(|outcome| outcome.ms),
            prompt_tokens: outcomes.iter().map(|outcome| outcome.prompt_tokens).sum(),
            completion_tokens: outcomes.iter().map(|outcome| outcome.completion_tokens).sum(),
            price: outcomes.iter().map(|outcome| outcome.price).sum(),
        }
    }

    /// The sum in a sentence or two.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { successes, episodes, median_steps, prompt_tokens, completion_tokens, .. } = self;
        let rate = 100.0 * successes.to_owned() as f64 / (*episodes).max(1) as f64;
        let seconds = self.median_ms as f64 / 1000.0;
        let price = self.price.map_or("price not known".to_owned(), |price| format!("${price:.4}"));
        format!(
            "{successes} of {episodes} episodes ({rate:.1} %); median {median_steps} steps and {seconds:.1} s an episode; \
             {prompt_tokens} tokens sent, {completion_tokens} received, {price}"
        )
    }
}

/// Prints a line for an episode that just ended.
pub(super) fn tell(outcome: &Outcome, done: usize, all: usize) {
    let sign = if outcome.success { "ok  " } else { "FAIL" };
    let seconds = Duration::from_millis(outcome.ms).as_secs_f64();
    let Outcome { task, seed, steps, reason, .. } = outcome;
    println!("[{done:>3}/{all}] {sign} {task:<28} seed {seed} {steps:>3} steps {seconds:>5.1} s  {reason}");
}

/// Prints the tasks, failures with reasons, and the sum.
pub(super) fn table(outcomes: &[Outcome]) {
    println!("\n{:<28} {:>9} {:>6} {:>7} {:>9} {:>9}", "task", "success", "steps", "s", "sent", "received");
    let mut rest = outcomes;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|outcome| outcome.task == first.task).count();
        let (of_task, others) = rest.split_at(count);
        let sum = Sum::of(of_task);
        println!(
            "{:<28} {:>5} / {} {:>6} {:>7.1} {:>9} {:>9}",
            first.task,
            sum.successes,
            sum.episodes,
            sum.median_steps,
            sum.median_ms as f64 / 1000.0,
            sum.prompt_tokens,
            sum.completion_tokens
        );
        rest = others;
    }
    let failed: Vec<_> = outcomes.iter().filter(|outcome| !outcome.success).collect();
    if !failed.is_empty() {
        println!("\nfailed:");
    }
    for Outcome { task, seed, reason, words, .. } in failed {
        println!("  {task} seed {seed}: {reason}\n    {words}");
    }
    println!("\n{}", Sum::of(outcomes).words());
}

/// Stores a JSON line per episode, and the whole dialogue of failed ones.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn save(outcomes: &[Outcome], file: &Path) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut lines = std::fs::File::create(file)?;
    let mut failures = std::fs::File::create(file.with_extension("failures.txt"))?;
    for outcome in outcomes {
        writeln!(lines, "{}", serde_json::to_string(outcome)?)?;
        if !outcome.success {
            writeln!(failures, "=== {} seed {}: {}\n{}", outcome.task, outcome.seed, outcome.reason, outcome.words)?;
            for (call, answer) in &outcome.log {
                writeln!(failures, "--- {call}\n{answer}")?;
            }
        }
    }
    Ok(())
}
