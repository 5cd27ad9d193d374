//! The agent as an application: what answers a page's commands, runs and keeps tasks, and starts what is planned.

pub mod router;
mod schedule;
mod service;
