//! The core's ports on an operating system, for programs that have no browser of their own: a browser driven over one WebSocket, storage in one SQLite
//! file, the network, the clock.
//!
//! Everything runs on one thread (a `tokio::task::LocalSet`): the core's work is not `Send`, and waits far more than it computes.
//!
//! `wire` (the DevTools connection), `browser` (tabs, their bounds, the page's script), `launch` (a browser of the system), `lent` (one of a WebDriver),
//! `queue` (tasks for many workers), `programs` (tools of programs), `watched` (calls to models), `store`, `http`, `bringer`, `reader`, `reading` (what it needs a browser for), `recording` (requests and pictures of a task for files), `small` (clock, random numbers, background work) and `agent` (all of them put together).

pub mod agent;
mod bringer;
pub mod browser;
mod http;
pub mod launch;
pub mod lent;
pub mod programs;
pub mod queue;
mod reader;
pub mod reading;
pub mod recording;
pub mod small;
pub mod store;
pub mod watched;
pub mod wire;
