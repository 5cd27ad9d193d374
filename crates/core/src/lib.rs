//! The agent without a browser: run machine, driver, tools, gate, snapshot, history, models.
//!
//! A task flows through it in this order: a command is routed, a driver turns the run, the model is asked, its calls pass the gate, actions go to a
//! tab, and the page's new state goes into the history.

pub mod action;
pub mod conversations;
pub mod documents;
pub mod driver;
pub mod ending;
pub mod gate;
pub mod hands;
pub mod history;
pub mod http_url;
pub mod journal;
pub mod log;
pub mod mode;
pub mod models;
pub mod port;
pub mod references;
pub mod research;
pub mod router;
pub mod run;
pub mod schedule;
pub mod service;
pub mod tool;
pub mod usage;
