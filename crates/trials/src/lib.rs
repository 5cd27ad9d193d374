//! Other people's benchmarks, played by the built extension or by the program in a real browser. `cargo xtask bench` runs them.

#![allow(missing_docs, reason = "a developer's tool: errors carry their messages, and names say the rest")]

mod account;
mod agent;
mod decider;
mod host;
pub mod infinity;
mod look;
pub mod miniwob;
pub mod program;
pub mod same;
mod stage;
mod step;
mod trouble;

use std::path::PathBuf;

pub use stage::Server;
pub use trouble::Trouble;

#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("{0}")]
    Usage(#[from] lexopt::Error),
    #[error("--api-key-env names {0}, which is not set")]
    NoKey(String),
    #[error(transparent)]
    Package(#[from] edith_lab::pypi::PypiError),
    #[error(transparent)]
    Suite(#[from] edith_lab::corpora::CorpusError),
    #[error("{0}")]
    Browser(Trouble),
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("no task is called {0:?}")]
    NoTask(String),
}
