//! `cargo xtask test`: everything that must pass, quick stages first, with times and a final line of counts.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use edith_lab::process::{self, ProcessError};
use edith_lab::sample::{self, SAID};
use edith_lab::{paths, say};

use crate::archive::Sizes;
use crate::build::{self, BuildError, Profile};
use crate::checks::{self, CheckError};
use crate::setup::{self, SetupError, WASM_TARGET};
use crate::tools;
use crate::typescript::{self, TypesError};

/// The packages that only make sense in the browser. The build compiles the three programs among them alone, as together they hide each other's missing features.
const WASM_PACKAGES: &[&str] = &["edith-chrome", "edith-worker", "edith-reader", "edith-panel"];

#[derive(Debug, thiserror::Error)]
pub enum TestError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("the code is not formatted: run `cargo fmt --all`")]
    Format,
    #[error(transparent)]
    Scripts(#[from] TypesError),
    #[error("{0}; the lines above say where")]
    Lint(ProcessError),
    #[error("{0}; the lines above say which dependency, and deny.toml what is allowed")]
    Dependencies(ProcessError),
    #[error("{0}; the lines above say which test and why")]
    Tests(ProcessError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Size(#[from] CheckError),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    /// Tests that no stage ran, with reasons.
    pub skipped: BTreeMap<String, String>,
    /// Browser tests that failed beside others and passed alone.
    pub unsteady: Vec<String>,
    /// Which tables were done in part, and how much of them.
    pub sampled: Vec<String>,
    /// The failed tests of the present stage.
    failing: Vec<String>,
    /// What the package weighs, from its build.
    sizes: Option<Sizes>,
}

/// Test programs beside the end-to-end tests that need a browser.
const WITH_A_BROWSER: &[&str] =
    &["chromium", "driving", "walks", "program", "attacks", "records", "queue", "tools", "documents"];

/// More browser tests than these that fail at once are not a matter of a busy machine; none of them is run a second time.
const MOST_UNSTEADY: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Rust,
    Manifest,
    Format,
    /// The extension's scripts against their types.
    Scripts,
    Lints,
    LintsOnWasm,
    Tests,
    /// A browser crate's tests that need no browser.
    TestsOf(&'static str),
    Tools,
    /// Licences, sources and versions of dependencies.
    Dependencies,
    Build,
    /// The tests of the lab's browser client, which all later ones rely on, and of the program, which needs no extension.
    BrowserClient,
    EndToEnd,
    /// Last, because a package that is too large can still be tested.
    Size,
}

/// Runs every stage and stops at the first failure. `quick` omits those with a browser, `all` does costly tables whole. The last line is `N passed, N failed, N skipped`, after the
/// names of the skipped, the sampled and the unsteady ones; a failed stage without a failed test counts as one failure.
pub fn test(quick: bool, all: bool) -> Result<(), TestError> {
    let stages = stages(quick);
    let started = Instant::now();
    let mut counts = Counts::default();
    let mut outcome = Ok(());
    for (index, stage) in stages.iter().enumerate() {
        let title = format!("[{}/{}] {}", index + 1, stages.len(), stage.name());
        say(&title);
        let stage_started = Instant::now();
        let failed_before = counts.failed;
        outcome = stage.run(all, &mut counts);
        let took = seconds(stage_started.elapsed());
        if outcome.is_err() {
            say(&format!("{title}: FAILED after {took}"));
            counts.failed += u64::from(counts.failed == failed_before);
            break;
        }
        say(&format!("{title}: ok, {took}"));
    }
    say(&format!("everything took {}", seconds(started.elapsed())));
    if let Err(error) = &outcome {
        eprintln!("error: {error}");
    }
    for (name, reason) in &counts.skipped {
        println!("skipped: {name} ({reason})");
    }
    for table in &counts.sampled {
        println!("{SAID}{table}; whole with `cargo xtask test --all`");
    }
    for name in &counts.unsteady {
        println!("unsteady: {name} (failed beside the others, as shown above, and passed alone)");
    }
    println!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped.len());
    outcome
}

/// Quick ones first.
fn stages(quick: bool) -> Vec<Stage> {
    let mut stages = vec![
        Stage::Rust,
        Stage::Manifest,
        Stage::Format,
        Stage::Scripts,
        Stage::Lints,
        Stage::LintsOnWasm,
        Stage::Tests,
    ];
    let tested = WASM_PACKAGES.iter().filter(|package| has_tests(&package_folder(package)));
    stages.extend(tested.map(|package| Stage::TestsOf(package)));
    if !quick {
        stages.extend([
            Stage::Tools,
            Stage::Dependencies,
            Stage::Build,
            Stage::BrowserClient,
            Stage::EndToEnd,
            Stage::Size,
        ]);
    }
    stages
}

impl Stage {
    fn name(self) -> String {
        match self {
            Self::Rust => "what Rust needs".to_owned(),
            Self::Manifest => "manifest".to_owned(),
            Self::Format => "format".to_owned(),
            Self::Scripts => "types of the scripts".to_owned(),
            Self::Lints => "lints of the native packages".to_owned(),
            Self::LintsOnWasm => format!("lints of the packages on {WASM_TARGET}"),
            Self::Tests => "native tests".to_owned(),
            Self::TestsOf(package) => format!("native tests of {package}"),
            Self::Tools => "tools and browser".to_owned(),
            Self::Dependencies => "dependencies".to_owned(),
            Self::Build => "build and package checks".to_owned(),
            Self::BrowserClient => "tests of the browser client and of the program".to_owned(),
            Self::EndToEnd => "end-to-end tests".to_owned(),
            Self::Size => "package size".to_owned(),
        }
    }

    fn run(self, all: bool, counts: &mut Counts) -> Result<(), TestError> {
        match self {
            Self::Rust => {
                setup::wasm_target()?;
                Ok(setup::lint_tools()?)
            }
            Self::Manifest => Ok(build::check_manifest().map(drop)?),
            Self::Format => {
                process::run(process::cargo().args(["fmt", "--all", "--check"])).map_err(|_| TestError::Format)
            }
            Self::Scripts => {
                if !typescript::check(&paths::root())? {
                    let reason = "there is no npm (Node.js) to get the TypeScript compiler with";
                    counts.skipped.insert(self.name(), reason.to_owned());
                }
                Ok(())
            }
            Self::Lints => {
                lint(native(&mut process::cargo(), &["clippy", "--all-targets", "--features", "e2e/browser"]))
            }
            Self::LintsOnWasm => {
                let packages = WASM_PACKAGES.iter().flat_map(|package| ["--package", package]);
                lint(process::cargo().args(["clippy", "--target", WASM_TARGET]).args(packages))
            }
            Self::Tests => cargo_test(native(&mut tests(all), &["test", "--no-fail-fast"]), counts),
            Self::TestsOf(package) => {
                cargo_test(process::cargo().args(["test", "--no-fail-fast", "--package", package]), counts)
            }
            Self::Tools => {
                setup::build_tools()?;
                setup::browser()?;
                setup::fleet();
                Ok(())
            }
            Self::Dependencies => {
                let mut command = Command::new(tools::cargo_deny().map_err(SetupError::from)?);
                command.args([
                    "--log-level",
                    "error",
                    "check",
                    "--hide-inclusion-graph",
                    "bans",
                    "licenses",
                    "sources",
                ]);
                process::run(command.current_dir(paths::root())).map_err(TestError::Dependencies)
            }
            Self::Build => {
                counts.sizes = Some(build::weighed(Profile::Release)?.1);
                Ok(())
            }
            Self::BrowserClient => {
                let named = WITH_A_BROWSER.iter().flat_map(|name| ["--test", name]);
                let words: Vec<&str> = std::iter::once("test").chain(named).collect();
                browser_test(all, &words, &["--ignored"], counts)
            }
            Self::EndToEnd => browser_test(all, &["test", "--features", "e2e/browser", "--test", "e2e"], &[], counts),
            Self::Size => Ok(counts.sizes.as_ref().map_or(Ok(()), checks::size)?),
        }
    }
}

/// Adds cargo arguments and selects every package that runs outside the browser. All are selected even if one is meant: with fewer packages cargo
/// would choose other features of shared dependencies, and recompile them.
fn native<'a>(cargo: &'a mut Command, words: &[&str]) -> &'a mut Command {
    cargo.args(words).arg("--workspace");
    for package in WASM_PACKAGES {
        cargo.args(["--exclude", package]);
    }
    cargo
}

/// Cargo, for tests that do costly tables whole or in part.
fn tests(all: bool) -> Command {
    let mut cargo = process::cargo();
    if all {
        cargo.env(sample::ALL, "1");
    }
    cargo
}

fn lint(command: &mut Command) -> Result<(), TestError> {
    process::run(command.args(["--", "-D", "warnings"])).map_err(TestError::Lint)
}

/// Runs one program of browser tests. Up to [`MOST_UNSTEADY`] tests that fail are run once more, alone: a real browser on a busy machine may miss a
/// deadline that says nothing of the code. If all of them pass then, they are named at the end, so that nobody takes them for steady.
fn browser_test(all: bool, words: &[&str], options: &[&str], counts: &mut Counts) -> Result<(), TestError> {
    let run = |more: &[String], counts: &mut Counts| {
        let mut cargo = tests(all);
        cargo_test(native(&mut cargo, words).arg("--").args(options).args(more), counts)
    };
    let failed_before = counts.failed;
    counts.failing.clear();
    let first = run(&[format!("--test-threads={}", browsers_at_once())], counts);
    let failing = std::mem::take(&mut counts.failing);
    if first.is_ok() || !may_be_unsteady(&failing, counts.failed - failed_before) {
        return first;
    }
    say(&format!("once more, alone: {}", failing.join(", ")));
    let mut alone = Counts::default();
    let only = ["--exact", "--test-threads=1"].map(str::to_owned);
    match run(&[&only, failing.as_slice()].concat(), &mut alone) {
        Ok(()) if counts.forgive(failing, &alone) => Ok(()),
        Ok(()) | Err(_) => first,
    }
}

/// How many browser tests run beside each other: they wait more than they compute, and a browser takes half a gigabyte.
fn browsers_at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    (cores * 3 / 2).clamp(2, 8)
}

/// Whether failing tests may be run once more. A program whose summary does not count them has crashed, and nobody knows what it left out.
fn may_be_unsteady(failing: &[String], counted: u64) -> bool {
    (1..=MOST_UNSTEADY).contains(&failing.len()) && failing.len() as u64 == counted
}

/// Runs `cargo test`, passing its output on while counting tests.
fn cargo_test(command: &mut Command, counts: &mut Counts) -> Result<(), TestError> {
    let text = process::line(command);
    let start = |source| TestError::Tests(ProcessError::Start { command: text.clone(), source });
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(start)?;
    let output = child.stdout.take().ok_or_else(|| start(std::io::ErrorKind::BrokenPipe.into()))?;
    // As bytes: a failing test may print anything.
    for line in BufReader::new(output).split(b'\n') {
        let line = line.map_err(start)?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counts.add(&line);
    }
    let status = child.wait().map_err(start)?;
    if status.success() {
        Ok(())
    } else {
        Err(TestError::Tests(ProcessError::Failed { command: text.clone(), status }))
    }
}

impl Counts {
    /// Takes failing tests for unsteady if a second run has passed every one of them; returns whether it has.
    fn forgive(&mut self, failing: Vec<String>, alone: &Counts) -> bool {
        let count = failing.len() as u64;
        let all = alone.passed == count;
        if all {
            self.passed += count;
            self.failed -= count;
            self.unsteady.extend(failing);
        }
        all
    }

    /// Counts a test program's summary line, a failed or skipped test, a previously skipped one, or a sampled table.
    fn add(&mut self, line: &str) {
        // Beside other tests' lines, such a line may begin in the middle of one.
        if let Some((_, table)) = line.split_once(SAID) {
            self.sampled.push(table.trim().to_owned());
        }
        if let Some((name, end)) = line.trim().strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            match end.strip_prefix("ignored") {
                Some(reason) => {
                    let reason = reason.trim_start_matches([',', ' ']);
                    let reason = if reason.is_empty() { "no reason is given" } else { reason };
                    self.skipped.insert(name.to_owned(), reason.to_owned());
                }
                None => drop(self.skipped.remove(name)),
            }
            if end == "FAILED" {
                self.failing.push(name.to_owned());
            }
            return;
        }
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
    use super::*;

    #[test]
    fn quick_leaves_out_what_needs_a_browser_and_nothing_else() {
        let (quick, all) = (stages(true), stages(false));
        assert_eq!(all[..quick.len()], quick);
        assert_eq!(
            all[quick.len()..],
            [Stage::Tools, Stage::Dependencies, Stage::Build, Stage::BrowserClient, Stage::EndToEnd, Stage::Size]
        );
        assert!(quick.contains(&Stage::LintsOnWasm) && quick.contains(&Stage::Tests));
    }

    #[test]
    fn summary_lines_are_counted_and_skipped_tests_named() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test tests::a ... ok",
            "test client::starts ... ignored, starts a real Chromium",
            "test slow::waits ... ignored, takes a quarter of an hour",
            "test slow::sleeps ... ignored",
            "test slow::breaks ... FAILED",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out; finished in 1.20s",
            "a test said: test result: ok. 9 passed",
            "test forms::all ... sampled: forms: 3 of 9 (seed 7)",
            // A later stage runs it.
            "test client::starts ... ok",
        ] {
            counts.add(line);
        }
        let skipped = [("slow::sleeps", "no reason is given"), ("slow::waits", "takes a quarter of an hour")];
        let skipped = skipped.map(|(name, reason)| (name.to_owned(), reason.to_owned())).into();
        let failing = vec!["slow::breaks".to_owned()];
        let sampled = vec!["forms: 3 of 9 (seed 7)".to_owned()];
        assert_eq!(counts, Counts { passed: 13, failed: 2, skipped, sampled, failing, ..Counts::default() });
    }

    #[test]
    fn only_tests_that_all_pass_alone_are_forgiven_and_they_are_named() {
        let failing = || ["a::waits", "b::breaks"].map(str::to_owned).to_vec();
        let begun = Counts { passed: 8, failed: 2, ..Counts::default() };
        // One fails again, or the second run finds no such test.
        for passed in [0, 1] {
            let mut counts = Counts { passed: 8, failed: 2, ..Counts::default() };
            assert!(!counts.forgive(failing(), &Counts { passed, ..Counts::default() }));
            assert_eq!(counts, begun);
        }
        let mut counts = begun;
        assert!(counts.forgive(failing(), &Counts { passed: 2, ..Counts::default() }));
        assert_eq!(counts, Counts { passed: 10, failed: 0, unsteady: failing(), ..Counts::default() });
    }

    #[test]
    fn a_crash_or_many_failures_are_no_matter_of_a_busy_machine() {
        let failing = |count: usize| vec!["a::waits".to_owned(); count];
        assert!(may_be_unsteady(&failing(1), 1) && may_be_unsteady(&failing(3), 3));
        assert!(!may_be_unsteady(&failing(4), 4));
        assert!(!may_be_unsteady(&failing(0), 0), "it did not compile");
        assert!(!may_be_unsteady(&failing(1), 0), "it crashed before its summary");
    }
}
