//! MiniWoB++: small web tasks with a reward counted by the page, done by the built extension in a real browser.
//!
//! The decider is either our oracle ([`tasks`]), which replaces the model server and gets the same texts, or a real model. The pages come from the
//! package `miniwob` and are never changed; the harness only starts an episode with a seed, extends its authors' time limit for people, hides the
//! page's reward display, and reads the reward at the end.

mod cli;
mod episode;
mod lane;
mod report;
mod sampled;
mod small;
mod tasks;

pub use cli::{play_with_model, run_cli};
pub use report::{Outcome, Sum};
pub(crate) use sampled::Episodes;
pub use small::run_cli as run_small;

/// The package with the pages, at the version behind the documents' figures.
const PACKAGE: (&str, &str) = ("miniwob", "1.1.0");
