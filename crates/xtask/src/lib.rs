//! Everything a developer runs: setup, build, demo, test, package, bench. What runs in a browser, and the servers for it, are the lab's.

#![allow(missing_docs, reason = "a developer's tool: errors carry their messages, and names say the rest")]

// For `manifest`, which is a part of `build.rs`, too.
use edith_lab::extension_id;

pub mod against;
mod alike;
pub mod archive;
pub mod bench;
pub mod build;
pub mod bundle;
pub mod checks;
pub mod chrome;
pub mod conformance;
pub mod demo;
pub mod dev;
pub mod html;
pub mod js;
pub mod manifest;
pub mod package;
mod plain;
pub mod reader;
pub mod screenshots;
pub mod serve;
pub mod setup;
pub mod store;
pub mod test;
pub mod tools;
pub mod typescript;
pub mod wasm;
