//! The agent without a browser: the run and its modes, who carries it out, what is kept of it.
//!
//! A task flows through it in this order: a command is routed, a driver turns the run, the model is asked, its calls pass the gate, actions go to a
//! tab, and the page's new state goes into the history.

mod answer;
pub mod bring;
pub mod conversations;
pub mod driver;
mod figures;
mod form;
pub mod hands;
pub mod history;
pub mod journal;
pub mod models;
mod plan;
pub mod references;
pub mod replay;
pub mod request_log;
mod research;
pub mod run;
pub mod today;
pub mod unread;
pub mod usage;

/// For the services that start runs of these kinds.
pub use answer::questions;
pub use form::Wishes;
/// For hosts that write down what a run's pages sent.
pub use request_log::Covering;
pub use research::group_title;
/// For measuring what judging a step costs.
#[cfg(feature = "switches")]
pub use run::Judging;
/// For hosts whose tabs do not outlive them.
pub use run::is_untouched;
