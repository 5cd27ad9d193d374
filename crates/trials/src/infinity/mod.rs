//! WebArena-Infinity: whole applications with tasks and verifiers that read the application's state, worked on by the built extension in a real browser.
//!
//! Each task gets a server of its own on a port of its own, so that nothing is left of the task before. Its page is opened, a run is started on it with
//! the task's words, and at the end the suite's own verifier says whether it was done. *Function tasks* are decided by oracles of ours
//! ([`oracles`]), which see what a model sees; *real tasks* by a model, or by whoever answers.

mod cli;
mod oracles;
mod report;
mod sampled;
mod server;
mod task;
mod trial;

pub use cli::run_cli;
use edith_lab::corpora::Corpus;
pub(crate) use sampled::Applications;

/// The suite, at the commit behind the documents' figures. MIT; its code and data are fetched, never committed.
const SUITE: Corpus =
    Corpus { repository: "web-arena-x/webarena-infinity", commit: "1ca77813bf8d8e4011aa3fb1f740f70d78bd522d" };

/// The applications that are played. The others are held back: nothing here was made with them in view.
const APPLICATIONS: [&str; 6] = [
    "figma-slides",
    "gitlab-plan-and-track",
    "gmail",
    "linear-account-settings",
    "superhuman-general",
    "xero-invoicing",
];
