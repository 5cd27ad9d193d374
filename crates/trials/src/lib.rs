//! Other people's benchmarks, played by the built extension in a real browser. `cargo xtask bench` runs them.

#![allow(missing_docs, reason = "a developer's tool: errors carry their messages, and names say the rest")]

pub mod miniwob;
