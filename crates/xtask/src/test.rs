//! `cargo xtask test`: everything that must be green, quick stages first, each with its time, and one line with the counts at the end.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::build::{self, BuildError, Profile};
use crate::process::{self, ProcessError};
use crate::setup::{self, SetupError, WASM_TARGET};
use crate::{paths, say};

/// The packages that only make sense in the browser. Each is linted alone, because together they hide each other's missing features.
const WASM_PACKAGES: &[&str] = &["edith-chrome", "edith-worker", "edith-panel"];

/// Why the tests are not green.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// Something is missing.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The formatting is off.
    #[error("the code is not formatted: run `cargo fmt --all`")]
    Format,
    /// A lint or a compile error.
    #[error("{0}; the lines above say where")]
    Lint(ProcessError),
    /// A test failed.
    #[error("{0}; the lines above say which test and why")]
    Tests(ProcessError),
    /// The build or a check on it.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Tests counted so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

type Stage = (String, Box<dyn Fn(&mut Counts) -> Result<(), TestError>>);

/// Runs every stage and stops at the first that fails. `quick` leaves out what needs the browser. The last line printed is
/// `N passed, N failed`; a failed stage in which no test failed counts as one failure.
///
/// # Errors
/// When a stage fails.
pub fn test(quick: bool) -> Result<(), TestError> {
    let stages = stages(quick);
    let started = Instant::now();
    let mut counts = Counts::default();
    let mut outcome = Ok(());
    for (index, (name, stage)) in stages.iter().enumerate() {
        let title = format!("[{}/{}] {name}", index + 1, stages.len());
        say(&title);
        let stage_started = Instant::now();
        let failed_before = counts.failed;
        outcome = stage(&mut counts);
        let took = seconds(stage_started.elapsed());
        if outcome.is_err() {
            say(&format!("{title}: FAILED after {took}"));
            counts.failed += u64::from(counts.failed == failed_before);
            break;
        }
        say(&format!("{title}: ok, {took}"));
    }
    say(&format!("all stages took {}", seconds(started.elapsed())));
    if let Err(error) = &outcome {
        eprintln!("error: {error}");
    }
    println!("{} passed, {} failed", counts.passed, counts.failed);
    outcome
}

fn stages(quick: bool) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut add = |name: String, stage: Box<dyn Fn(&mut Counts) -> Result<(), TestError>>| stages.push((name, stage));
    add("what Rust needs".to_owned(), Box::new(|_| Ok(setup::wasm_target().and_then(|()| setup::lint_tools())?)));
    add("manifest".to_owned(), Box::new(|_| Ok(build::check_manifest().map(drop)?)));
    add(
        "format".to_owned(),
        Box::new(|_| process::run(process::cargo().args(["fmt", "--all", "--check"])).map_err(|_| TestError::Format)),
    );
    add(
        "lints, native".to_owned(),
        Box::new(|_| lint(native(&mut process::cargo().args(["clippy", "--all-targets", "--features", "edith/e2e"])))),
    );
    for package in WASM_PACKAGES {
        add(
            format!("lints, {package} alone on wasm"),
            Box::new(|_| lint(process::cargo().args(["clippy", "--package", package, "--target", WASM_TARGET]))),
        );
    }
    add("native tests".to_owned(), Box::new(|counts| cargo_test(native(process::cargo().arg("test")), counts)));
    // What a browser crate can test without a browser runs natively too, when there is any.
    for package in WASM_PACKAGES.iter().filter(|package| has_tests(&package_folder(package))) {
        add(
            format!("native tests of {package}"),
            Box::new(|counts| cargo_test(process::cargo().args(["test", "--package", package]), counts)),
        );
    }
    if !quick {
        add(
            "tools and browser".to_owned(),
            Box::new(|_| Ok(setup::build_tools().and_then(|_| setup::browser()).map(drop)?)),
        );
        add("build and package checks".to_owned(), Box::new(|_| Ok(build::build(Profile::Release).map(drop)?)));
        add(
            "end-to-end tests".to_owned(),
            Box::new(|counts| {
                // All native packages are selected as above, so that nothing is compiled again with other features.
                cargo_test(native(process::cargo().args(["test", "--features", "edith/e2e", "--test", "e2e"])), counts)
            }),
        );
    }
    stages
}

/// Selects every package that runs outside of the browser.
fn native(command: &mut Command) -> &mut Command {
    command.arg("--workspace");
    for package in WASM_PACKAGES {
        command.args(["--exclude", package]);
    }
    command
}

fn lint(command: &mut Command) -> Result<(), TestError> {
    process::run(command.args(["--", "-D", "warnings"])).map_err(TestError::Lint)
}

/// Runs `cargo test`, passing on what it prints while counting the tests in it.
fn cargo_test(command: &mut Command, counts: &mut Counts) -> Result<(), TestError> {
    command.arg("--no-fail-fast").stdout(Stdio::piped());
    let start =
        |command: &Command, source| TestError::Tests(ProcessError::Start { command: process::line(command), source });
    let mut child = command.spawn().map_err(|source| start(command, source))?;
    // Bytes, not text: a failing test may print anything.
    let mut reader =
        BufReader::new(child.stdout.take().ok_or_else(|| start(command, std::io::ErrorKind::BrokenPipe.into()))?);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).map_err(|source| start(command, source))? > 0 {
        let line = String::from_utf8_lossy(&bytes);
        print!("{line}");
        counts.add(&line);
        drop(line);
        bytes.clear();
    }
    let status = child.wait().map_err(|source| start(command, source))?;
    if status.success() {
        Ok(())
    } else {
        Err(TestError::Tests(ProcessError::Failed { command: process::line(command), status }))
    }
}

impl Counts {
    /// Adds what a line says, when it is the summary line of a test program.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.trim().strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        for part in counts.split(';') {
            match part.trim().split_once(' ') {
                Some((number, "passed")) => self.passed += number.parse::<u64>().unwrap_or(0),
                Some((number, "failed")) => self.failed += number.parse::<u64>().unwrap_or(0),
                _ => {}
            }
        }
    }
}

fn package_folder(package: &str) -> std::path::PathBuf {
    paths::root().join("crates").join(package.trim_start_matches("edith-"))
}

/// Whether any Rust file in a folder has a test.
fn has_tests(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        let rust = path.extension().is_some_and(|extension| extension == "rs");
        path.is_dir() && has_tests(&path)
            || rust
                && std::fs::read_to_string(&path).is_ok_and(|text| text.lines().any(|line| line.trim() == "#[test]"))
    })
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn only_summary_lines_are_counted() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test tests::a ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out; finished in 1.20s",
            "a test said: test result: ok. 9 passed",
        ] {
            counts.add(line);
        }
        assert_eq!(counts, Counts { passed: 13, failed: 2 });
    }
}
