//! The servers that a person has set up, against servers in each era on a scripted network.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod asks;
mod auth;
#[path = "../common/mod.rs"]
mod common;
mod log;
mod meanwhile;
mod offers;
mod rows;
mod signing;
mod tools;
mod trouble;
mod world;
