//! Benchmarks of other people that the built extension is put through in a real browser. `cargo xtask bench` runs them.

pub mod miniwob;
