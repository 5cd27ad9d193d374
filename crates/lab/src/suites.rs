//! The benchmarks of whole tasks, by the names that `cargo xtask bench --only` and the program of `crates/trials` know them by.

/// MiniWoB++, which is not among the figures: it takes minutes.
pub const MINIWOB: &str = "miniwob";

/// A small model on the first tasks of MiniWoB++, given by its address.
pub const SMALL: &str = "small";

/// WebArena-Infinity, likewise.
pub const INFINITY: &str = "infinity";

/// The same tasks through the extension and through the program.
pub const SAME: &str = "same";
