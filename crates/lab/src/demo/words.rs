//! What the demo's parts share.

use std::time::Duration;

use crate::browser::BrowserError;
use crate::model_server::ModelServerError;
use crate::sites::SitesError;

/// Deadline of a task. A real model on a slow machine needs minutes.
pub(super) const TASK_DEADLINE: Duration = Duration::from_secs(15 * 60);

#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error(transparent)]
    Sites(#[from] SitesError),
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error(transparent)]
    Model(#[from] ModelServerError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("the variable {0} is not set, but --api-key-env says that the key is in it")]
    NoKey(String),
    /// A run asks for something and nobody is there to answer.
    #[error(
        "the task waits for an answer ({0}); run the demo with --yes to approve such things, or with --headed to answer in the panel"
    )]
    Asked(String),
    #[error("{0} of the demo's checks failed; the lines above say which")]
    Wrong(usize),
}

/// The first line of a text, cut at a length.
pub(super) fn first_line(text: &str, length: usize) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    if line.chars().count() <= length { line.to_owned() } else { line.chars().take(length).chain(['…']).collect() }
}
