//! Facts about the shipped package, as `build.rs` found them in `manifest.json`. The tests in `tests/` use them; nothing else is here.

/// The id Chrome gives the extension; it follows from the manifest's `key` and never changes.
pub const EXTENSION_ID: &str = env!("EDITH_EXTENSION_ID");

/// The extension's version.
pub const VERSION: &str = env!("EDITH_VERSION");

/// The extension's name in its default language.
pub const NAME: &str = env!("EDITH_NAME");
