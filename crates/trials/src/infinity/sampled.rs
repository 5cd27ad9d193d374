//! Some of the function tasks, evenly of all, for being played in more than one way.

use std::path::PathBuf;

use serde_json::json;

use super::task::{self, Kind, Task};
use super::trial::play;
use super::{APPLICATIONS, SUITE, oracles, server};
use crate::TrialError;
use crate::account::{Account, end_of};
use crate::stage::{Decider, Stage};
use crate::trouble::Trouble;

pub(crate) struct Applications {
    tasks: Vec<Task>,
    python: PathBuf,
}

impl Applications {
    /// So many of those that an oracle knows.
    ///
    /// # Errors
    /// When the suite or Python is missing.
    pub(crate) fn take(suite: Option<PathBuf>, count: usize) -> Result<Self, TrialError> {
        let suite = match suite {
            Some(folder) => folder,
            None => SUITE.folder()?,
        };
        let mut tasks = task::tasks(&suite, &APPLICATIONS, Kind::Function)?;
        tasks.retain(|task| oracles::of(task).is_some());
        let every = (tasks.len() / count.max(1)).max(1);
        let tasks = tasks.into_iter().step_by(every).take(count).collect();
        Ok(Self { tasks, python: server::python()? })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (String, usize)> {
        self.tasks.iter().enumerate().map(|(at, task)| (task.name(), at))
    }

    pub(crate) fn play(&self, stage: &Stage, at: usize) -> Result<Account, Trouble> {
        let task = self.tasks.get(at).ok_or("no such task")?;
        let outcome = play(stage, &self.python, task, &Decider::Oracle)?;
        let end = end_of(outcome.success, &json!([outcome.outcome, outcome.reason]));
        Ok(Account { end, told: outcome.log, ms: outcome.ms })
    }
}
