//! End-to-end tests: the built `dist/` in a real Chromium. `cargo xtask test` builds it first and enables them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod acts;
mod anew;
mod asking;
mod attack;
mod axe;
mod background;
mod boxes;
mod browser_language;
mod browser_model;
mod composer;
mod debug_export;
mod demo;
mod desk;
mod dialogs;
mod disk;
mod documents;
mod documents_panel;
mod downloads;
mod drawn_places;
mod drawn_states;
mod drop_downs;
mod durable;
mod endings;
mod everyday;
mod faults;
mod filling;
mod following;
mod forms;
mod frames;
mod idle;
mod journeys;
mod keyless;
mod keys;
mod kill;
mod lab;
mod languages;
mod libraries;
mod listeners;
mod look;
mod matrix;
mod mcp;
mod mcp_panel;
mod messages;
mod naming;
mod newtab;
mod office;
mod overlay;
mod package;
mod page_tools;
mod pages;
mod panel;
mod perils;
mod plans;
mod play;
mod profiles;
mod reach;
mod redrawn;
mod replays;
mod requests;
mod research;
mod retyped;
mod run;
mod safe;
mod sample_forms;
mod schedules;
mod see;
mod servers;
mod settings;
mod side_panel;
mod sign_in;
mod slow;
mod sources;
mod start;
mod stopping;
mod surfaces;
mod timers;
mod told;
mod tools;
mod trials;
mod troubles;
mod uploads;
mod usage;
mod ways;
mod widgets;
mod windows;

use std::time::Duration;

use edith_lab::browser::{Browser, Options};

/// A generous limit for something that is quick on an idle machine.
const SOON: Duration = Duration::from_secs(20);

/// A new browser with the built extension.
async fn browser() -> Browser {
    browser_with(&[]).await
}

/// The same started with these flags.
async fn browser_with(flags: &[&str]) -> Browser {
    // With a display, background tabs are really hidden.
    let headed = std::env::var_os("EDITH_HEADED").is_some();
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    Browser::start(&Options { headed, flags, ..Options::with_extension(edith_lab::paths::dist()) }).await.unwrap()
}
