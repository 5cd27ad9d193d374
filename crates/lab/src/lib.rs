//! What a real browser is tried with: sample sites, scripted servers of models and tools, papers, and a Chromium that is driven from outside.
//!
//! The command line is `xtask`. Tests that need no browser take this crate without its features, and compile none of that.

#![allow(missing_docs, reason = "a developer's tool: errors carry their messages, and names say the rest")]

pub mod chromium;
pub mod corpora;
pub mod lock;
pub mod npm;
pub mod paths;
pub mod process;
pub mod pypi;
pub mod sample;
pub mod suites;
pub mod vector;

#[cfg(feature = "servers")]
pub mod folder;
#[cfg(feature = "servers")]
pub mod internet;
#[cfg(feature = "servers")]
pub mod mcp_server;
#[cfg(feature = "servers")]
pub mod model_server;
#[cfg(feature = "servers")]
pub mod papers;
#[cfg(feature = "servers")]
pub mod sites;

#[cfg(feature = "browser")]
pub mod axe;
#[cfg(feature = "browser")]
pub mod browser;
#[cfg(feature = "browser")]
pub mod demo;
#[cfg(feature = "browser")]
pub mod extension_id;
#[cfg(feature = "browser")]
pub mod filling;
#[cfg(feature = "browser")]
pub mod tour;

/// Tells the person what is being done.
pub fn say(text: &str) {
    println!("xtask: {text}");
}
