//! The command line: which tasks, who decides, and in how many browsers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use edith_lab::{paths, say};
use lexopt::ValueExt as _;

use super::report::{self, Outcome};
use super::task::{self, Kind, Task};
use super::trial::play;
use super::{APPLICATIONS, SUITE, oracles, server};
use crate::TrialError;
use crate::decider::{Chosen, option, unknown};
use crate::host::Through;
use crate::stage::{Decider, Rules, Stage};
use crate::trouble::Trouble;

/// Most turns of a run.
const STEPS: usize = 120;

/// Deadline of a real model's run.
const RUN: Duration = Duration::from_secs(20 * 60);

/// Deadline of a run that is answered by hand.
const BY_HAND: Duration = Duration::from_secs(12 * 60 * 60);

/// A window as people have it: the applications are laid out for one.
const WINDOW: [&str; 1] = ["--window-size=1440,1000"];

#[derive(Debug, Default)]
struct Options {
    decider: Chosen,
    kind: Option<Kind>,
    tasks: Option<String>,
    suite: Option<PathBuf>,
    jobs: Option<usize>,
    dist: Option<PathBuf>,
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
                "tasks" => {
                    let name = parser.value()?.string()?;
                    let wanted = || lexopt::Error::from("--tasks is function or real");
                    asked.kind = Some(Kind::named(&name).ok_or_else(wanted)?);
                }
                "task" => asked.tasks = Some(parser.value()?.string()?),
                "suite" => asked.suite = Some(parser.value()?.into()),
                "jobs" => asked.jobs = Some(parser.value()?.parse()?),
                "dist" => asked.dist = Some(parser.value()?.into()),
                _ => return Err(unknown(&name)),
            }
        }
        Ok(asked)
    }
}

/// `cargo xtask bench --only infinity …`, given a built extension and a browser.
///
/// # Errors
/// When nothing could be played. Failed tasks are results, not errors.
pub fn run_cli(words: &[String]) -> Result<(), TrialError> {
    let asked = Options::read(words)?;
    let through = asked.decider.through;
    let decider = asked.decider.decider()?;
    let is_oracle = matches!(decider, Decider::Oracle);
    let kind = asked.kind.unwrap_or(if is_oracle { Kind::Function } else { Kind::Real });
    if is_oracle && kind == Kind::Real {
        return Err(lexopt::Error::from("the real tasks need --api-base and --model, or --answers").into());
    }
    let suite = match asked.suite {
        Some(folder) => folder,
        None => SUITE.folder()?,
    };
    let named: Vec<&str> = asked.tasks.iter().flat_map(|names| names.split(',')).collect();
    let mut tasks = task::tasks(&suite, &APPLICATIONS, kind)?;
    tasks.retain(|task| task::is_wanted(task, &named));
    if tasks.is_empty() {
        return Err(TrialError::NoTask(named.join(",")));
    }
    if is_oracle {
        let unknown = tasks.iter().filter(|task| oracles::of(task).is_none()).count();
        say(&format!("{} tasks; {unknown} of them no oracle knows, and these count as failed", tasks.len()));
    }
    let python = server::python()?;
    let dist = asked.dist.unwrap_or_else(paths::dist);
    let games = Games { dist: &dist, python: &python, decider: &decider, through };
    let outcomes = games.play_all(&tasks, asked.jobs.unwrap_or(1))?;
    report::table(&outcomes);
    let file = paths::artifacts().join("infinity.jsonl");
    report::save(&outcomes, &file).map_err(|error| TrialError::File(file.clone(), error))?;
    say(&format!("a task a line: {}; what was said in failed ones: beside it", file.display()));
    Ok(())
}

/// What every task is played with.
struct Games<'a> {
    dist: &'a Path,
    python: &'a Path,
    decider: &'a Decider,
    through: Through,
}

impl Games<'_> {
    /// Plays the tasks in parallel browsers; the results are in task order.
    fn play_all(&self, tasks: &[Task], jobs: usize) -> Result<Vec<Outcome>, TrialError> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), Trouble> {
            let mut stage = None;
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(at) else { return Ok(()) };
                let outcome = self.play(task, &mut stage)?;
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                report::tell(&outcome, done.len() + 1, tasks.len());
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

    /// Plays a task; after trouble the next one gets another browser.
    fn play(&self, task: &Task, stage: &mut Option<Stage>) -> Result<Outcome, Trouble> {
        let here = match stage.take() {
            Some(here) => here,
            None => Stage::start(self.dist, self.decider, &self.rules())?,
        };
        match play(&here, self.python, task, self.decider) {
            Ok(outcome) => {
                *stage = Some(here);
                Ok(outcome)
            }
            Err(trouble) => Ok(Outcome::broken(task.name(), task.instruction.clone(), &trouble.to_string())),
        }
    }

    fn rules(&self) -> Rules {
        let run = if matches!(self.decider, Decider::Answers(_)) { BY_HAND } else { RUN };
        Rules { steps: STEPS, run, flags: &WINDOW, small: None, through: self.through }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Options};

    #[test]
    fn words_are_read_or_refused_with_a_reason() {
        let read = |words: &[&str]| Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        let asked = read(&["--tasks", "real", "--answers", "f", "--task", "gmail/task_h1", "--jobs", "2"]).unwrap();
        assert_eq!(
            (asked.kind, asked.tasks.as_deref(), asked.jobs),
            (Some(Kind::Real), Some("gmail/task_h1"), Some(2))
        );
        assert!(read(&["--tasks", "all"]).unwrap_err().to_string().contains("function or real"));
        assert!(read(&["--seeds", "2"]).unwrap_err().to_string().contains("--seeds"));
    }
}
