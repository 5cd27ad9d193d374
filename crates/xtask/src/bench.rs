//! `cargo xtask bench`: every performance figure, contenders interleaved, medians, as a table and as JSON lines.
//!
//! The figures are in `benches/`, compiled with optimisation; this is what they plug into: a [`Figure`] has one or more [`Contender`]s, each
//! returning one sample per call.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use edith_lab::process::{self, ProcessError};
use edith_lab::suites::{INFINITY, MINIWOB, SAME, SMALL};
use edith_lab::{paths, say};
use serde::Serialize;

use crate::against::{self, AgainstError};
use crate::build::{self, BuildError, Profile};
use crate::setup::{self, SetupError};

/// Uncounted rounds, for caches and branch predictors to warm up.
const WARM_UP: usize = 2;

/// Most rounds per figure.
const ROUNDS: usize = 51;

/// Least rounds per figure.
const LEAST: usize = 5;

/// Time after which a figure ends, given the least rounds.
const BUDGET: Duration = Duration::from_secs(20);

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Against(#[from] AgainstError),
    #[error("{0}; the lines above say which figure and why")]
    Figures(#[from] ProcessError),
    #[error("{figure}, {contender}: {reason}")]
    Contender { figure: String, contender: String, reason: Reason },
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
}

/// Why a contender has no sample, in its own words.
pub type Reason = Box<dyn std::error::Error + Send + Sync>;

/// One way of doing what a figure measures, called repeatedly in turn with its rivals.
pub struct Contender<'a> {
    pub name: String,
    /// Takes one sample, in the figure's unit.
    pub sample: Box<dyn FnMut() -> Result<f64, Reason> + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender that measures a piece of work, in milliseconds. The result is kept from being optimised away.
    pub fn timed<T>(name: impl Into<String>, mut work: impl FnMut() -> Result<T, Reason> + 'a) -> Self {
        let sample = move || {
            let started = Instant::now();
            let result = work()?;
            let took = started.elapsed();
            std::hint::black_box(result);
            Ok(took.as_secs_f64() * 1000.0)
        };
        Self { name: name.into(), sample: Box::new(sample) }
    }

    /// A contender that samples a number, such as a size.
    pub fn counted(name: impl Into<String>, sample: impl FnMut() -> Result<f64, Reason> + 'a) -> Self {
        Self { name: name.into(), sample: Box::new(sample) }
    }
}

/// One thing that is measured.
pub struct Figure<'a> {
    pub name: String,
    pub unit: &'static str,
    pub contenders: Vec<Contender<'a>>,
    /// Rounds to take: 1 for what is always the same.
    pub rounds: usize,
    /// Rounds to take however long they last.
    pub least: usize,
}

impl<'a> Figure<'a> {
    /// A figure in milliseconds with the usual rounds.
    pub fn time(name: impl Into<String>, contenders: Vec<Contender<'a>>) -> Self {
        Self { name: name.into(), unit: "ms", contenders, rounds: ROUNDS, least: LEAST }
    }

    /// A figure that is always the same, such as a size.
    pub fn count(name: impl Into<String>, unit: &'static str, contenders: Vec<Contender<'a>>) -> Self {
        Self { name: name.into(), unit, contenders, rounds: 1, least: 1 }
    }

    /// The same with so many rounds, however long they last.
    #[must_use]
    pub fn exactly(self, rounds: usize) -> Self {
        Self { rounds, least: rounds, ..self }
    }

    /// Takes the samples: every round calls each contender once, starting with another one each time, so that interference hits all alike.
    pub fn measure(mut self) -> Result<Vec<Row>, BenchError> {
        let count = self.contenders.len();
        let mut samples = vec![Vec::new(); count];
        let warm_up = if self.rounds > 1 { WARM_UP } else { 0 };
        let started = Instant::now();
        for round in 0..warm_up + self.rounds {
            if round >= warm_up + self.least && started.elapsed() > BUDGET {
                break;
            }
            for turn in 0..count {
                let at = (round + turn) % count;
                let (Some(contender), Some(samples)) = (self.contenders.get_mut(at), samples.get_mut(at)) else {
                    continue;
                };
                let sample = (contender.sample)().map_err(|reason| BenchError::Contender {
                    figure: self.name.clone(),
                    contender: contender.name.clone(),
                    reason,
                })?;
                if round >= warm_up {
                    samples.push(sample);
                }
            }
        }
        let rows = self.contenders.iter().zip(samples);
        Ok(rows.filter_map(|(contender, samples)| Row::of(&self, &contender.name, samples)).collect())
    }
}

/// One contender's result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    pub figure: String,
    pub contender: String,
    pub unit: &'static str,
    pub median: f64,
    pub min: f64,
    pub max: f64,
    pub samples: usize,
}

impl Row {
    fn of(figure: &Figure<'_>, contender: &str, mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        Some(Self {
            figure: figure.name.clone(),
            contender: contender.to_owned(),
            unit: figure.unit,
            median: *samples.get(samples.len() / 2)?,
            min: *samples.first()?,
            max: *samples.last()?,
            samples: samples.len(),
        })
    }
}

/// The contenders that are builds of the extension: this one, and another.
pub const THIS: &str = "EDITH";
pub const OTHER: &str = "EDITH, the other build";

/// Both builds' medians side by side, as a table for `docs/benchmarks.md`; `other` names the other one. Empty: they were not compared.
fn side_by_side(rows: &[Row], other: &str) -> String {
    let median = |figure: &str, contender: &str| {
        rows.iter().find(|row| row.figure == figure && row.contender == contender).map(|row| row.median)
    };
    let line = |row: &Row| {
        let before = median(&row.figure, OTHER)?;
        let (now, ratio) = (row.median, row.median / before);
        Some(format!("| {} | {before:.0} | {now:.0} | {ratio:.2} |\n", row.figure))
    };
    let lines: String = rows.iter().filter(|row| row.contender == THIS).filter_map(line).collect();
    if lines.is_empty() {
        return lines;
    }
    format!("\n| medians | {other} | this build | of it |\n|---|---|---|---|\n{lines}")
}

/// Measures figures one by one, prints the table and the JSON lines, and stores the lines in `artifacts/bench.jsonl`. `other` names another build
/// that is measured beside this one.
pub fn report(figures: Vec<Figure<'_>>, only: Option<&str>, other: Option<&str>) -> Result<(), BenchError> {
    let wanted =
        |figure: &Figure<'_>| only.is_none_or(|text| figure.name.to_lowercase().contains(&text.to_lowercase()));
    let mut rows = Vec::new();
    println!("{:<52} {:<26} {:>12} {:>12} {:>12} {:>5}  unit", "figure", "contender", "median", "min", "max", "n");
    for figure in figures.into_iter().filter(wanted) {
        for row in figure.measure()? {
            let Row { figure, contender, unit, median, min, max, samples } = &row;
            let places = if unit == &"bytes" { 0 } else { 3 };
            println!(
                "{figure:<52} {contender:<26} {median:>12.places$} {min:>12.places$} {max:>12.places$} {samples:>5}  {unit}"
            );
            rows.push(row);
        }
    }
    let path = paths::artifacts().join("bench.jsonl");
    let lines: String = rows.iter().filter_map(|row| serde_json::to_string(row).ok()).map(|line| line + "\n").collect();
    print!("\n{lines}");
    print!("{}", side_by_side(&rows, other.unwrap_or("the other build")));
    let written = std::fs::create_dir_all(paths::artifacts())
        .and_then(|()| std::fs::File::create(&path))
        .and_then(|mut file| file.write_all(lines.as_bytes()));
    written.map_err(|error| BenchError::File(path, error))
}

/// Measures the times of a step beside the build of an earlier commit, in turn; with `only` those figures instead. What is slower is told and fails
/// nothing: on a shared machine single figures say little.
pub fn against(commit: &str, only: Option<&str>) -> Result<(), BenchError> {
    let built = against::built(commit)?;
    measure(only, Some(&built.dist), Some(&built.name))
}

/// Builds the extension, ensures a browser, and runs the figures' program. `beside`: a folder with another build, which replaces the other agents as
/// rival.
pub fn bench(only: Option<&str>, beside: Option<&Path>) -> Result<(), BenchError> {
    measure(only, beside, None)?;
    say(&format!(
        "not among them: benchmarks of whole tasks: cargo xtask bench --only {MINIWOB}, cargo xtask bench --only {SMALL}, cargo xtask bench --only {INFINITY}, cargo xtask bench --only {SAME}"
    ));
    Ok(())
}

/// `name`: of the other build, if it is an earlier one.
fn measure(only: Option<&str>, beside: Option<&Path>, name: Option<&str>) -> Result<(), BenchError> {
    setup::browser()?;
    build::build(Profile::Release)?;
    say("measuring (compiling with optimisation first)");
    let mut command = process::cargo();
    command.args(["bench", "--quiet", "--package", "edith", "--bench", "figures", "--"]);
    command.args(only.into_iter().flat_map(|text| ["--only", text]));
    command.args(name.into_iter().flat_map(|name| ["--against", name]));
    if let Some(folder) = beside {
        // The browser needs an absolute path.
        let folder = folder.canonicalize().map_err(|error| BenchError::File(folder.to_owned(), error))?;
        command.arg("--beside").arg(folder);
    }
    process::run(&mut command)?;
    say(&format!("kept as {}", paths::artifacts().join("bench.jsonl").display()));
    Ok(())
}

/// Whether `only` names a benchmark of whole tasks, which takes its own arguments.
#[must_use]
pub fn is_suite(only: &str) -> bool {
    [MINIWOB, SMALL, INFINITY, SAME].contains(&only)
}

/// Builds the extension, ensures a browser, and plays a suite. `words` are its program's arguments.
pub fn suite(name: &str, words: &[String]) -> Result<(), BenchError> {
    setup::browser()?;
    build::build(Profile::Release)?;
    let mut command = process::cargo();
    // What is measured of the program is measured as it is shipped; the extension is built so in any case.
    let plays_program = name == SAME || words.iter().any(|word| word == "program");
    command.args(["run", "--quiet", "--package", "edith-trials"]).args(plays_program.then_some("--release"));
    command.args(["--", name]).args(words);
    Ok(process::run(&mut command)?)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn contenders_take_turns_and_the_median_is_the_middle() {
        let order = RefCell::new(String::new());
        let contender = |name: &'static str, values: [f64; 5]| {
            let (order, mut at) = (&order, 0);
            Contender::counted(name, move || {
                order.borrow_mut().push_str(name);
                at += 1;
                Ok(values[at - 1])
            })
        };
        let (a, b) = (contender("a", [100.0, 100.0, 3.0, 1.0, 2.0]), contender("b", [0.0, 0.0, 9.0, 7.0, 8.0]));
        let figure = Figure { name: "f".to_owned(), unit: "ms", contenders: vec![a, b], rounds: 3, least: 1 };
        let rows = figure.measure().unwrap();
        assert_eq!(order.into_inner(), "abbaabbaab");
        let medians: Vec<_> =
            rows.iter().map(|row| (row.contender.as_str(), row.median, row.min, row.max, row.samples)).collect();
        assert_eq!(medians, [("a", 2.0, 1.0, 3.0, 3), ("b", 8.0, 7.0, 9.0, 3)]);
    }

    #[test]
    fn two_builds_are_told_side_by_side() {
        let row = |figure: &str, contender: &str, median: f64| Row {
            figure: figure.to_owned(),
            contender: contender.to_owned(),
            unit: "ms",
            median,
            min: median,
            max: median,
            samples: 12,
        };
        let rows = [row("click", THIS, 75.0), row("click", OTHER, 100.0), row("walk", "EDITH's walk alone", 3.0)];
        let table = side_by_side(&rows, "2026-11-22 b085a38d");
        assert!(table.contains("| medians | 2026-11-22 b085a38d | this build | of it |"), "{table}");
        assert!(table.ends_with("| click | 100 | 75 | 0.75 |\n"), "{table}");
        assert_eq!(side_by_side(&rows[..1], "x"), "");
    }

    #[test]
    fn a_figure_takes_the_rounds_it_must_however_long_they_last() {
        let mut taken = 0;
        let contender = Contender::counted("a", || {
            taken += 1;
            Ok(0.0)
        });
        let rows = Figure::time("f", vec![contender]).exactly(12).measure().unwrap();
        assert_eq!((rows[0].samples, taken), (12, 12 + WARM_UP));
    }

    #[test]
    fn a_failing_contender_is_named() {
        let figure = Figure::count("size", "bytes", vec![Contender::counted("ours", || Err("no such file".into()))]);
        assert_eq!(figure.measure().unwrap_err().to_string(), "size, ours: no such file");
    }
}
