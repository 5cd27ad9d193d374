//! A small model on first tasks, with its tools as tools and as text: how much of what it writes can be read, what it was told, and where it stopped.

use std::io::Write;
use std::path::PathBuf;

use edith_lab::{paths, pypi, say};
use lexopt::ValueExt as _;
use serde::Serialize;
use serde_json::Value;

use super::PACKAGE;
use super::episode::play_recorded;
use super::lane::Lane;
use super::report::{Outcome, Sum};
use super::tasks::TASKS;
use crate::TrialError;
use crate::decider::{Chosen, option, unknown};
use crate::stage::Decider;
use crate::trouble::Trouble;

/// Tasks of one to three steps, one for each thing that a page can ask for.
const FIRST: [&str; 10] = [
    "click-test",
    "click-button",
    "click-link",
    "click-tab",
    "click-dialog",
    "click-checkboxes",
    "choose-list",
    "enter-text",
    "focus-text",
    "login-user",
];
/// How its tools are told.
const STYLES: [&str; 2] = ["native", "text"];

/// What a run's record says about how a model was understood.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Reading {
    /// Turns that were answered.
    turns: usize,
    /// Those of them that were read as calls, or as an answer.
    readable: usize,
    /// Requests without an answer.
    faults: usize,
    /// Tokens of the first request, as the server counts them; 0 if it does not.
    first_tokens: u64,
    /// The messages of the first request.
    #[serde(skip)]
    told: String,
    /// What it wrote last.
    last: String,
}

impl Reading {
    /// Reads the entries of `RUN_DEBUG`.
    fn of(entries: &[Value]) -> Self {
        let mut reading = Self::default();
        let text = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
        for entry in entries.iter().filter(|entry| entry["kind"] == "request") {
            if reading.told.is_empty() {
                let messages = entry["added"].as_array().into_iter().flatten();
                let tools = entry["tools"].as_array().into_iter().flatten().filter_map(Value::as_str);
                reading.told =
                    messages.map(|one| format!("[{}]\n{}\n", text(one, "role"), text(one, "text"))).collect();
                reading.told.push_str(&format!("[tools] {}\n", tools.collect::<Vec<_>>().join(", ")));
            }
            let Some(answer) = entry.get("answer").filter(|answer| !answer.is_null()) else {
                reading.faults += 1;
                continue;
            };
            if reading.turns == 0 {
                reading.first_tokens =
                    answer.pointer("/usage/promptTokens").and_then(Value::as_u64).unwrap_or_default();
            }
            reading.turns += 1;
            reading.readable += usize::from(
                answer.get("unclear").is_none_or(Value::is_null)
                    && answer.get("cutAtLimit") != Some(&Value::Bool(true)),
            );
            let calls =
                answer.get("calls").and_then(Value::as_array).into_iter().flatten().map(|call| text(call, "name"));
            let calls = calls.collect::<Vec<_>>().join(", ");
            reading.last = [text(answer, "text"), calls].join(" ").trim().to_owned();
        }
        reading
    }
}

/// One episode, in one style.
#[derive(Debug, Serialize)]
struct Played {
    style: &'static str,
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(flatten)]
    reading: Reading,
}

/// `cargo xtask bench --only small …`, given a built extension and a browser.
///
/// # Errors
/// When nothing could be played. Failed episodes are results, not errors.
pub fn run_cli(words: &[String]) -> Result<(), TrialError> {
    let mut parser = lexopt::Parser::from_args(words);
    let (mut chosen, mut named, mut seeds, mut pages) = (Chosen::default(), None, 1_u32, None::<PathBuf>);
    while let Some(word) = parser.next()? {
        let name = option(word)?;
        if chosen.take(&name, &mut parser)? {
            continue;
        }
        match name.as_str() {
            "task" => named = Some(parser.value()?.string()?),
            "seeds" => seeds = parser.value()?.parse()?,
            "pages" => pages = Some(parser.value()?.into()),
            _ => return Err(unknown(&name)),
        }
    }
    let through = chosen.through;
    let decider = chosen.decider()?;
    if !matches!(decider, Decider::Server(_)) {
        return Err(lexopt::Error::from("a small model is given by --api-base and --model").into());
    }
    let pages = match pages {
        Some(pages) => pages,
        None => pypi::files(PACKAGE.0, PACKAGE.1)?.join("miniwob").join("html"),
    };
    let named: Vec<&str> = named.iter().flat_map(|names| names.split(',')).collect();
    let wanted = TASKS.iter().map(|(name, _)| *name);
    let wanted: Vec<&str> =
        wanted.filter(|name| if named.is_empty() { FIRST.contains(name) } else { named.contains(name) }).collect();
    if wanted.is_empty() {
        return Err(TrialError::NoTask(named.join(",")));
    }
    let mut all = Vec::new();
    for style in STYLES {
        let lane = Lane::start(&paths::dist(), &pages, &decider, Some(style), through).map_err(TrialError::Browser)?;
        for task in &wanted {
            for seed in 1..=seeds {
                all.push(played(&lane, style, task, seed).map_err(TrialError::Browser)?);
            }
        }
    }
    let file = paths::artifacts().join("small.jsonl");
    save(&all, &file).map_err(|error| TrialError::File(file.clone(), error))?;
    for style in STYLES {
        say(&sum(style, &all));
    }
    say(&format!("an episode a line: {}; what the model was told and wrote: beside it", file.display()));
    Ok(())
}

fn played(lane: &Lane, style: &'static str, task: &str, seed: u32) -> Result<Played, Trouble> {
    let (outcome, run) = play_recorded(lane, task, None, seed)?;
    let reading = Reading::of(&lane.stage.record(&run)?);
    let sign = if outcome.success { "ok  " } else { "FAIL" };
    println!(
        "{sign} {style:<6} {task:<20} seed {seed}: {} of {} turns read, {} faults  {}",
        reading.readable, reading.turns, reading.faults, outcome.reason
    );
    Ok(Played { style, outcome, reading })
}

/// The sum of a style in two sentences.
fn sum(style: &str, all: &[Played]) -> String {
    let own: Vec<&Played> = all.iter().filter(|one| one.style == style).collect();
    let count = |of: fn(&Reading) -> usize| own.iter().map(|one| of(&one.reading)).sum::<usize>();
    let (turns, readable) = (count(|one| one.turns), count(|one| one.readable));
    let share = 100.0 * readable as f64 / turns.max(1) as f64;
    let first = own.iter().map(|one| one.reading.first_tokens).max().unwrap_or_default();
    let outcomes: Vec<Outcome> = own.iter().map(|one| one.outcome.clone()).collect();
    format!(
        "{style}: {readable} of {turns} turns could be read ({share:.1} %), {} requests failed; the first request had {first} tokens at most.\n  {}",
        count(|one| one.faults),
        Sum::of(&outcomes).words()
    )
}

/// Stores a JSON line per episode, and beside it what the model was told first and wrote last.
fn save(all: &[Played], file: &std::path::Path) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut lines = std::fs::File::create(file)?;
    let mut told = std::fs::File::create(file.with_extension("told.txt"))?;
    for one in all {
        writeln!(lines, "{}", serde_json::to_string(one)?)?;
        let Played { style, outcome, reading } = one;
        writeln!(told, "=== {style} {} seed {}: {}\n{}", outcome.task, outcome.seed, outcome.words, reading.told)?;
        writeln!(told, "--- it wrote last: {}\n--- the end: {}\n", reading.last, outcome.reason)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_record_says_what_could_be_read() {
        let request = |answer: Value| json!({ "kind": "request", "tools": ["click"], "added": [{ "role": "user", "text": "TASK: press" }], "answer": answer });
        let record = [
            json!({ "kind": "begin" }),
            request(json!({ "text": "", "calls": [{ "name": "click" }], "usage": { "promptTokens": 900 } })),
            request(json!({ "text": "I click(5)", "unclear": "what?" })),
            request(Value::Null),
            request(json!({ "text": "Done", "cutAtLimit": true })),
            json!({ "kind": "end" }),
        ];
        let reading = Reading::of(&record);
        assert_eq!((reading.turns, reading.readable, reading.faults, reading.first_tokens), (3, 1, 1, 900));
        assert_eq!((reading.told.as_str(), reading.last.as_str()), ("[user]\nTASK: press\n[tools] click\n", "Done"));
    }
}
