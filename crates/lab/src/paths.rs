//! Paths: the repository, build output, and persistent caches.

use std::path::{Path, PathBuf};

/// The repository's root. Cargo tells a program it runs; otherwise it is the folder of compilation. The two differ when clones share a target folder.
#[must_use]
pub fn root() -> PathBuf {
    let compiled_in = Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let is_root = |folder: &&Path| folder.join("crates/xtask").is_dir();
    let found = told.iter().flat_map(|folder| folder.ancestors()).find(is_root);
    found.or_else(|| compiled_in.ancestors().nth(2)).unwrap_or(compiled_in).to_owned()
}

/// The built extension, for "Load unpacked".
#[must_use]
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The shipped files that are not compiled from Rust.
#[must_use]
pub fn extension() -> PathBuf {
    root().join("extension")
}

/// Output for people: packages, screenshots, measurements.
#[must_use]
pub fn artifacts() -> PathBuf {
    root().join("artifacts")
}

/// This user's cache folder for the project: installed tools, the persistent browser profile. `EDITH_CACHE` moves it.
#[must_use]
pub fn cache() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(chosen) = variable("EDITH_CACHE") {
        return chosen;
    }
    let home = || variable("HOME").or_else(|| variable("USERPROFILE")).unwrap_or_else(root);
    let user = match std::env::consts::OS {
        "windows" => variable("LOCALAPPDATA").unwrap_or_else(|| home().join("AppData").join("Local")),
        "macos" => home().join("Library").join("Caches"),
        _ => variable("XDG_CACHE_HOME").unwrap_or_else(|| home().join(".cache")),
    };
    user.join("edith")
}
