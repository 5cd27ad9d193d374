//! The command line: which tasks, who decides, and in how many browsers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use edith_lab::{paths, pypi, say};
use lexopt::ValueExt as _;

use super::PACKAGE;
use super::episode::play;
use super::lane::Lane;
use super::report::{self, Outcome};
use super::tasks::{LEFT_OUT, Oracle, TASKS};
use crate::TrialError;
use crate::decider::{Chosen, option, unknown};
use crate::host::Through;
use crate::stage::{Decider, Server};
use crate::trouble::Trouble;

const SEEDS: u32 = 3;

/// Parallel browsers: an episode mostly waits for its page.
const JOBS: usize = 2;

#[derive(Debug, Default)]
struct Options {
    decider: Chosen,
    tasks: Option<String>,
    seeds: Option<u32>,
    jobs: Option<usize>,
    pages: Option<PathBuf>,
}

impl Options {
    fn read(words: &[String]) -> Result<Self, TrialError> {
        let mut parser = lexopt::Parser::from_args(words);
        let mut asked = Self::default();
        while let Some(word) = parser.next()? {
            let name = option(word)?;
            if asked.decider.take(&name, &mut parser)? {
                continue;
            }
            match name.as_str() {
                "task" => asked.tasks = Some(parser.value()?.string()?),
                "seeds" => asked.seeds = Some(parser.value()?.parse()?),
                "jobs" => asked.jobs = Some(parser.value()?.parse()?),
                "pages" => asked.pages = Some(parser.value()?.into()),
                _ => return Err(unknown(&name)),
            }
        }
        Ok(asked)
    }
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
    let (jobs, through) = (asked.jobs.unwrap_or(JOBS), asked.decider.through);
    let decider = asked.decider.decider()?;
    let oracles = matches!(decider, Decider::Oracle);
    let wanted: Vec<_> = wanted.into_iter().map(|(name, oracle)| (name, oracles.then_some(oracle))).collect();
    let outcomes = play_all((&paths::dist(), &pages), &wanted, seeds, jobs, (&decider, through))?;
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
    play_all((dist, pages), &tasks, seeds, 1, (&Decider::Server(server.clone()), Through::Extension))
}

/// Plays tasks with several seeds each in parallel browsers; the results are in task order.
fn play_all(
    (dist, pages): (&Path, &Path),
    tasks: &[(&'static str, Option<Oracle>)],
    seeds: u32,
    jobs: usize,
    (decider, through): (&Decider, Through),
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
                None => Lane::start(dist, pages, decider, None, through)?,
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
