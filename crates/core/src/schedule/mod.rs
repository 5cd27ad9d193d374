//! Schedules: tasks that run by themselves at their times, unattended.
//!
//! A schedule is stored by whoever makes it (the panel through commands, or a script that writes `edith_schedules`); [`cron`] reads its
//! times, [`slots`] puts them on the clock of the place, [`log`] keeps which of them are dealt with, and [`scheduler`] starts the runs.

pub mod cron;
pub mod log;
pub(crate) mod scheduler;
pub mod slots;
pub mod task;
#[cfg(test)]
mod tests;

pub use cron::{Cron, CronError};
pub use task::{Task, TaskError};
