//! Results: a line per task, a table of applications, and JSON lines.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

/// A task's result.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Outcome {
    /// Such as `gmail/task_h1`.
    pub task: String,
    /// Such as `hard`, or "".
    pub difficulty: String,
    /// What the suite's verifier says.
    pub success: bool,
    /// What the run says about itself, such as `completed`.
    pub outcome: String,
    /// Why it failed, or "".
    pub reason: String,
    /// Turns of the model.
    pub turns: u64,
    /// Questions to the person.
    pub asks: usize,
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
    /// A task that could not be played.
    pub(super) fn broken(task: String, words: String, reason: &str) -> Self {
        Self {
            task,
            difficulty: String::new(),
            success: false,
            outcome: "not played".to_owned(),
            reason: format!("not played: {reason}"),
            turns: 0,
            asks: 0,
            ms: 0,
            prompt_tokens: 0,
            completion_tokens: 0,
            price: None,
            words,
            log: Vec::new(),
        }
    }

    fn application(&self) -> &str {
        self.task.split('/').next().unwrap_or_default()
    }
}

/// The middle one of several numbers.
fn median(outcomes: &[Outcome], value: impl Fn(&Outcome) -> u64) -> u64 {
    let mut values: Vec<_> = outcomes.iter().map(value).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// A row of the table: name, success, medians, asks.
fn row(name: &str, of: &[Outcome]) -> String {
    let successes = of.iter().filter(|outcome| outcome.success).count();
    format!(
        "{name:<26} {successes:>4} / {:<4} {:>6} {:>10} {:>10} {:>7.1} {:>5}",
        of.len(),
        median(of, |outcome| outcome.turns),
        median(of, |outcome| outcome.prompt_tokens),
        median(of, |outcome| outcome.completion_tokens),
        median(of, |outcome| outcome.ms) as f64 / 1000.0,
        of.iter().map(|outcome| outcome.asks).sum::<usize>(),
    )
}

/// Prints a line for a task that just ended.
pub(super) fn tell(outcome: &Outcome, done: usize, all: usize) {
    let sign = if outcome.success { "ok  " } else { "FAIL" };
    let seconds = Duration::from_millis(outcome.ms).as_secs_f64();
    let Outcome { task, turns, prompt_tokens, reason, .. } = outcome;
    println!(
        "[{done:>3}/{all}] {sign} {task:<36} {turns:>3} turns {prompt_tokens:>7} tokens {seconds:>5.1} s  {reason}"
    );
}

/// Prints the applications, failures with reasons, and the sum.
pub(super) fn table(outcomes: &[Outcome]) {
    println!(
        "\n{:<26} {:>11} {:>6} {:>10} {:>10} {:>7} {:>5}   (medians; asks are a sum)",
        "application", "success", "turns", "sent", "received", "s", "asks"
    );
    let mut rest = outcomes;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|outcome| outcome.application() == first.application()).count();
        let (of_application, others) = rest.split_at(count);
        println!("{}", row(first.application(), of_application));
        rest = others;
    }
    println!("{}", row("all", outcomes));
    let failed: Vec<_> = outcomes.iter().filter(|outcome| !outcome.success).collect();
    if !failed.is_empty() {
        println!("\nfailed:");
    }
    for Outcome { task, reason, words, .. } in failed {
        println!("  {task}: {reason}\n    {words}");
    }
    println!("\n{}", sum(outcomes));
}

/// Everything in a sentence.
fn sum(outcomes: &[Outcome]) -> String {
    let successes = outcomes.iter().filter(|outcome| outcome.success).count();
    let rate = 100.0 * successes as f64 / outcomes.len().max(1) as f64;
    let sent: u64 = outcomes.iter().map(|outcome| outcome.prompt_tokens).sum();
    let received: u64 = outcomes.iter().map(|outcome| outcome.completion_tokens).sum();
    let price: Option<f64> = outcomes.iter().map(|outcome| outcome.price).sum();
    let price = price.map_or("price not known".to_owned(), |price| format!("${price:.4}"));
    let wrongly = outcomes.iter().filter(|outcome| !outcome.success && outcome.outcome == "completed").count();
    format!(
        "{successes} of {} tasks ({rate:.1} %), {wrongly} of the others claimed as done; median {} turns and {} tokens a task; \
         {sent} tokens sent, {received} received, {price}",
        outcomes.len(),
        median(outcomes, |outcome| outcome.turns),
        median(outcomes, |outcome| outcome.prompt_tokens + outcome.completion_tokens),
    )
}

/// Stores a JSON line per task, and the whole dialogue of failed ones.
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
            writeln!(failures, "=== {}: {}\n{}", outcome.task, outcome.reason, outcome.words)?;
            for (call, answer) in &outcome.log {
                writeln!(failures, "--- {call}\n{answer}")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Outcome, row, sum};

    fn outcome(task: &str, success: bool, turns: u64) -> Outcome {
        let broken = Outcome::broken(task.to_owned(), String::new(), "");
        let outcome = "completed".to_owned();
        Outcome { success, turns, outcome, prompt_tokens: 100 * turns, asks: 1, price: Some(0.5), ..broken }
    }

    #[test]
    fn a_claim_that_the_verifier_denies_is_counted() {
        let outcomes = [outcome("a/1", true, 3), outcome("a/2", false, 9), outcome("a/3", true, 4)];
        let told = sum(&outcomes);
        assert!(
            told.starts_with("2 of 3 tasks (66.7 %), 1 of the others claimed as done; median 4 turns and 400 tokens"),
            "{told}"
        );
        assert!(told.ends_with("$1.5000"), "{told}");
        let row = row("a", &outcomes);
        assert!(row.contains("2 / 3") && row.ends_with('3'), "{row}");
    }
}
