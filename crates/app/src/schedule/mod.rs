//! Schedules: tasks that run by themselves at their times, unattended.
//!
//! A schedule is stored by its author (the panel through commands, or a script that writes `edith_schedules`); [`cron`] parses its times, [`slots`]
//! puts them on the local clock, [`log`] tracks which are dealt with, and [`scheduler`] starts the runs.

pub(crate) mod cron;
pub(crate) mod log;
pub(crate) mod scheduler;
pub(crate) mod slots;
pub(crate) mod task;
#[cfg(test)]
mod tests;
