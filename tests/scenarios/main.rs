//! Whole agents on fakes: a scripted model, a browser in memory, a store that outlives the worker.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod agent;
mod answering;
mod arrivals;
mod authority;
mod bringing;
mod by_browser;
mod claims;
mod clipboard;
mod debug_export;
mod document_links;
mod document_tasks;
mod ending;
mod example;
mod form_entries;
mod form_files;
mod form_requests;
mod form_sources;
mod form_unseen;
mod forms;
mod frames;
mod keeping;
mod keyless;
mod keys;
mod limits;
mod log;
mod meaning;
mod naming;
mod page_tools;
mod pictures;
mod plans;
mod plans_built_in;
mod plans_scheduled;
mod plans_stored;
mod profile_import;
mod profiles;
mod prompts;
mod references;
mod replays;
mod research;
mod schedules;
mod server_tests;
mod servers;
mod setbacks;
mod stored;
mod today;
mod tools;
mod tools_asking;
mod turns;
mod unseen_words;
mod unsent;
mod viewing;
mod windows;

use edith_testkit::{Scripted, World};
use serde_json::json;

const SHOP: &str = "http://shop.example/";

fn open() -> Scripted {
    Scripted::call("open_browser", &json!({ "url": SHOP }).to_string())
}

/// The uid of an element in the last look.
fn uid(world: &World, label: &str) -> u32 {
    let all = serde_json::to_string(&world.events.answers()).unwrap();
    let needle = format!("\\\"{label}\\\"");
    let before = &all[..all.rfind(&needle).unwrap_or_else(|| panic!("{label} in {all}"))];
    let line = &before[before.rfind("\\n").unwrap() + 2..];
    line.split(' ').next().unwrap().parse().unwrap()
}

/// The model's last request as text.
fn asked(world: &World) -> String {
    serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap()
}
