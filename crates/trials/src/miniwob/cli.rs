//! The command line: which tasks, who decides, and in how many browsers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use lexopt::prelude::*;
use xtask::pypi::{self, PypiError};
use xtask::{paths, say};

use super::PACKAGE;
use super::episode::play;
use super::lane::{Lane, Server, Trouble};
use super::report::{self, Outcome};
use super::tasks::{LEFT_OUT, Oracle, TASKS};

const SEEDS: u32 = 3;

/// Parallel browsers: an episode mostly waits for its page.
const JOBS: usize = 2;

#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("{0}")]
    Usage(#[from] lexopt::Error),
    #[error("--api-key-env names {0}, which is not set")]
    NoKey(String),
    #[error(transparent)]
    Package(#[from] PypiError),
    #[error("{0}")]
    Browser(Trouble),
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("no task is called {0:?}")]
    NoTask(String),
}

#[derive(Debug, Default)]
struct Options {
    server: Option<Server>,
    tasks: Option<String>,
    seeds: Option<u32>,
    jobs: Option<usize>,
    pages: Option<PathBuf>,
}

impl Options {
    fn read(words: &[String]) -> Result<Self, TrialError> {
        let mut parser = lexopt::Parser::from_args(words);
        let (mut asked, mut base, mut model, mut key, mut prices) = (Self::default(), None, None, None, None);
        while let Some(word) = parser.next()? {
            match word {
                Long("api-base") => base = Some(parser.value()?.string()?),
                Long("model") => model = Some(parser.value()?.string()?),
                Long("api-key-env") => {
                    let name = parser.value()?.string()?;
                    key = Some(std::env::var(&name).map_err(|_| TrialError::NoKey(name))?);
                }
                Long("prices") => {
                    let pair = parser.value()?.string()?;
                    prices =
                        Some(pair_of(&pair).ok_or_else(|| {
                            lexopt::Error::from("--prices wants IN,OUT: dollars for a million tokens")
                        })?);
                }
                Long("task") => asked.tasks = Some(parser.value()?.string()?),
                Long("seeds") => asked.seeds = Some(parser.value()?.parse()?),
                Long("jobs") => asked.jobs = Some(parser.value()?.parse()?),
                Long("pages") => asked.pages = Some(parser.value()?.into()),
                other => return Err(other.unexpected().into()),
            }
        }
        asked.server = match (base, model) {
            (Some(base), Some(model)) => Some(Server { base, key, model, prices }),
            (None, None) => None,
            _ => return Err(lexopt::Error::from("--api-base and --model need each other").into()),
        };
        Ok(asked)
    }
}

/// Two numbers separated by a comma.
fn pair_of(text: &str) -> Option<(f64, f64)> {
    let (one, other) = text.split_once(',')?;
    Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
}

/// `cargo xtask bench --only miniwob …`, given a built extension and a browser.
///
/// # Errors
/// When nothing could be played. Failed episodes are results, not errors.
pub fn run_cli(words: &[String]) -> Result<(), TrialError> {
    let asked = Options::read(words)?;
    let pages = match &asked.pages {
        Some(pages) => pages.clone(),
        None => pypi::files(PACKAGE.0, PACKAGE.1)?.join("miniwob").join("html"),
    };
    let named: Vec<&str> = asked.tasks.iter().flat_map(|names| names.split(',')).collect();
    let wanted: Vec<_> = TASKS.iter().filter(|(name, _)| named.is_empty() || named.contains(name)).copied().collect();
    if wanted.is_empty() {
        return Err(TrialError::NoTask(named.join(",")));
    }
    if named.is_empty() {
        say(&format!("{} tasks; left out are:", wanted.len()));
        LEFT_OUT.iter().for_each(|(name, reason)| println!("  {name:<28} {reason}"));
    }
    let seeds = asked.seeds.unwrap_or(SEEDS);
    let (jobs, server) = (asked.jobs.unwrap_or(JOBS), asked.server.as_ref());
    let wanted: Vec<_> = wanted.into_iter().map(|(name, oracle)| (name, server.is_none().then_some(oracle))).collect();
    let outcomes = play_all(&paths::dist(), &pages, &wanted, seeds, jobs, server)?;
    report::table(&outcomes);
    let file = paths::artifacts().join("miniwob.jsonl");
    report::save(&outcomes, &file).map_err(|error| TrialError::File(file.clone(), error))?;
    say(&format!("an episode a line: {}; what was said in failed ones: beside it", file.display()));
    Ok(())
}

/// Plays tasks by name with a real model.
///
/// # Errors
/// When a browser fails.
pub fn play_with_model(
    dist: &Path,
    pages: &Path,
    tasks: &[&'static str],
    seeds: u32,
    server: &Server,
) -> Result<Vec<Outcome>, TrialError> {
    let tasks: Vec<_> = tasks.iter().map(|name| (*name, None)).collect();
    play_all(dist, pages, &tasks, seeds, 1, Some(server))
}

/// Plays tasks with several seeds each in parallel browsers; the results are in task order.
fn play_all(
    dist: &Path,
    pages: &Path,
    tasks: &[(&'static str, Option<Oracle>)],
    seeds: u32,
    jobs: usize,
    server: Option<&Server>,
) -> Result<Vec<Outcome>, TrialError> {
    let episodes: Vec<_> = tasks.iter().flat_map(|task| (1..=seeds).map(move |seed| (*task, seed))).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<(), Trouble> {
        let mut lane = None;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&((task, oracle), seed)) = episodes.get(at) else { return Ok(()) };
            let here = match lane.take() {
                Some(lane) => lane,
                None => Lane::start(dist, pages, server)?,
            };
            let played = play(&here, task, oracle, seed);
            let outcome = match played {
                Ok(outcome) => {
                    lane = Some(here);
                    outcome
                }
                // The next episode gets another browser.
                Err(trouble) => Outcome::broken(task, seed, &trouble.to_string()),
            };
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            report::tell(&outcome, done.len() + 1, episodes.len());
            done.push((at, outcome));
        }
    };
    let failed = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().find_map(|thread| match thread.join() {
            Ok(result) => result.err(),
            Err(_) => Some("a thread ended in the middle".into()),
        })
    });
    let mut outcomes = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failed {
        Some(trouble) => Err(TrialError::Browser(trouble)),
        None => {
            outcomes.sort_by_key(|(at, _)| *at);
            Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
        }
    }
}
