//! The agent without a browser: run machine, driver, tools, gate, snapshot, history, models.
//!
//! A task flows through it in this order: a command is routed, a driver turns the run, the model is asked, its calls pass the gate, actions go to a
//! tab, and the page's new state goes into the history.

pub mod action;
mod answer;
mod bring;
pub mod browser_ask;
mod conversations;
pub mod documents;
mod driver;
mod ending;
mod form;
pub mod gate;
mod hands;
mod history;
pub mod http_url;
mod journal;
pub mod log;
mod mode;
mod models;
mod plan;
pub mod port;
mod profile;
mod prompts;
pub mod references;
mod replay;
mod request_log;
mod research;
pub mod router;
mod run;
mod schedule;
mod service;
mod today;
pub mod tool;
mod unread;
mod usage;

/// For measuring what judging a step costs.
#[cfg(feature = "switches")]
pub use run::Judging;
