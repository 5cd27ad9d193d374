//! MiniWoB++: small web tasks, each with a reward that its page counts, done by the built extension in a real browser.
//!
//! Who decides is either an oracle of ours ([`tasks`]), which stands where the model's server would and gets the same texts, or a real model.
//! The pages come from the package `miniwob` and are never changed; the harness only starts an episode with a seed, gives it more time than
//! its authors' clock for people does, hides the page's own display of rewards, and reads the reward at the end.

mod agent;
mod cli;
mod episode;
mod lane;
mod look;
mod report;
mod step;
mod tasks;

pub use cli::{TrialError, play_with_model, run_cli};
pub use lane::Server;
pub use report::{Outcome, Sum};

/// The package with the pages, at the version that the figures in the documents were taken with.
const PACKAGE: (&str, &str) = ("miniwob", "1.1.0");
