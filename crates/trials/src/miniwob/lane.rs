//! A stage with the benchmark's pages, for playing one episode after another.

use std::path::Path;
use std::time::Duration;

use edith_lab::folder::Folder;
use serde_json::{Value, json};

use crate::host::Through;
use crate::stage::{Decider, Rules, Stage};
use crate::trouble::Trouble;

/// Deadline of a page's start.
const OPEN: Duration = Duration::from_secs(40);

/// Most turns of a run.
const STEPS: usize = 90;

/// Deadline of a real model's run.
const RUN: Duration = Duration::from_secs(300);

pub(super) struct Lane {
    // Dropped in this order: the folder's server needs the stage's runtime to stop.
    folder: Folder,
    pub stage: Stage,
}

impl Lane {
    /// Starts a browser and serves the pages to it. `small`: how a small model's tools are told.
    ///
    /// # Errors
    /// When the browser does not start.
    pub(super) fn start(
        dist: &Path,
        pages: &Path,
        decider: &Decider,
        small: Option<&'static str>,
        through: Through,
    ) -> Result<Self, Trouble> {
        let stage = Stage::start(dist, decider, &Rules { steps: STEPS, run: RUN, flags: &[], small, through })?;
        let folder = stage.wait(Folder::serve(pages.to_owned()))?;
        Ok(Self { folder, stage })
    }

    /// Where the pages are served.
    pub(super) fn origin(&self) -> &str {
        &self.folder.origin
    }
}

/// Opens a page and begins an episode; returns the task's words. The page then keeps its final reward instead of restarting.
///
/// # Errors
/// When the page does not load.
pub(super) fn open(stage: &Stage, address: &str, seed: &str) -> Result<String, Trouble> {
    stage.open(address, "typeof core === 'object' && core.cover_div !== null", OPEN)?;
    let task = stage.eval(&begin(seed))?;
    Ok(task.as_str().unwrap_or_default().to_owned())
}

/// The page's account of the episode: `{done, raw, reason}`.
///
/// # Errors
/// When the page does not answer.
pub(super) fn reward(stage: &Stage) -> Result<Value, Trouble> {
    stage.eval("({ done: WOB_DONE_GLOBAL, raw: WOB_RAW_REWARD_GLOBAL, reason: WOB_REWARD_REASON })")
}

/// The script that begins an episode. The page's clock is for people who know it; a model's answer alone may take longer.
fn begin(seed: &str) -> String {
    let seed = json!(seed);
    format!(
        "(() => {{ Math.seedrandom({seed}); core.EPISODE_MAX_TIME = 1800000; core.startEpisodeReal(); core.hideDisplay(); \
         core.startEpisode = () => {{}}; const told = core.getUtterance(); return told.utterance ?? told; }})()"
    )
}
