//! The agent without a browser: run machine, driver, tools, gate, snapshot, history, models.
//!
//! A task flows through it in this order: a command is routed, a driver turns the run, the model is asked, its calls pass the gate, actions go to a
//! tab, and the page's new state goes into the history.

mod answer;
mod bring;
mod conversations;
mod driver;
mod figures;
mod form;
mod hands;
mod history;
mod journal;
mod models;
mod plan;
pub mod references;
mod replay;
mod request_log;
mod research;
pub mod router;
mod run;
mod schedule;
mod service;
mod today;
mod unread;
mod usage;

/// For hosts that write down what a run's pages sent.
pub use request_log::Covering;
/// For measuring what judging a step costs.
#[cfg(feature = "switches")]
pub use run::Judging;
/// For hosts whose tabs do not outlive them.
pub use run::is_untouched;
