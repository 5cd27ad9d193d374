//! Some of the episodes, evenly of all tasks, for being played in more than one way.

use std::path::{Path, PathBuf};

use edith_lab::pypi;
use serde_json::json;

use super::PACKAGE;
use super::episode::play_on;
use super::tasks::{Oracle, TASKS};
use crate::TrialError;
use crate::account::{Account, end_of};
use crate::stage::Stage;
use crate::trouble::Trouble;

/// Every episode's seed.
const SEED: u32 = 1;

pub(crate) struct Episodes {
    tasks: Vec<(&'static str, Oracle)>,
    pages: PathBuf,
}

impl Episodes {
    /// So many, each of another task.
    ///
    /// # Errors
    /// When the pages are missing.
    pub(crate) fn take(pages: Option<PathBuf>, count: usize) -> Result<Self, TrialError> {
        let pages = match pages {
            Some(pages) => pages,
            None => pypi::files(PACKAGE.0, PACKAGE.1)?.join("miniwob").join("html"),
        };
        let every = (TASKS.len() / count.max(1)).max(1);
        Ok(Self { tasks: TASKS.iter().step_by(every).take(count).copied().collect(), pages })
    }

    pub(crate) fn pages(&self) -> &Path {
        &self.pages
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (String, usize)> {
        self.tasks.iter().enumerate().map(|(at, (name, _))| ((*name).to_owned(), at))
    }

    /// Plays one with the pages at this origin.
    pub(crate) fn play(&self, stage: &Stage, origin: &str, at: usize) -> Result<Account, Trouble> {
        let (task, oracle) = self.tasks.get(at).ok_or("no such task")?;
        let (outcome, _) = play_on(stage, origin, task, Some(*oracle), SEED)?;
        let end = end_of(outcome.success, &json!([outcome.reward, outcome.reason]));
        Ok(Account { end, told: outcome.log, ms: outcome.ms })
    }
}
