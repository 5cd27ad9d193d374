//! Everything a developer runs: setup, build, demo, test, package, bench; the sample sites and the scripted model server.

#![allow(missing_docs, reason = "a developer's tool: errors carry their messages, and names say the rest")]

pub mod browser;
pub mod demo;
pub mod dev;
pub mod internet;
pub mod mcp_server;
pub mod model_server;
pub mod sites;

pub mod against;
pub mod archive;
pub mod axe;
pub mod bench;
pub mod build;
pub mod bundle;
pub mod checks;
pub mod chrome;
pub mod chromium;
pub mod conformance;
pub mod corpora;
pub mod filling;
pub mod folder;
pub mod html;
pub mod js;
pub mod lock;
pub mod manifest;
pub mod npm;
pub mod package;
pub mod papers;
pub mod paths;
mod plain;
pub mod process;
pub mod pypi;
pub mod reader;
pub mod sample;
pub mod screenshots;
pub mod setup;
pub mod store;
pub mod test;
pub mod tools;
pub mod tour;
pub mod typescript;
pub mod wasm;

/// Tells the person what is being done.
pub fn say(text: &str) {
    println!("xtask: {text}");
}
