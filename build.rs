//! Checks `manifest.json` against `Cargo.toml` and `extension/`, stops the build on a mismatch, and hands facts to the tests. Writes nothing.

use std::path::Path;

#[path = "crates/xtask/src/manifest.rs"]
#[allow(unreachable_pub, reason = "public in xtask, which owns the file")]
mod manifest;

fn main() {
    for watched in ["manifest.json", "Cargo.toml", "extension", "crates/xtask/src/manifest.rs"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let text = match std::fs::read_to_string("manifest.json") {
        Ok(text) => text,
        Err(error) => {
            println!("cargo::error=manifest.json cannot be read: {error}");
            return;
        }
    };
    let package = manifest::Package { version: env!("CARGO_PKG_VERSION"), description: env!("CARGO_PKG_DESCRIPTION") };
    match manifest::check(&text, package, Path::new("extension")) {
        Ok(facts) => {
            println!("cargo::rustc-env=EDITH_EXTENSION_ID={}", facts.extension_id);
            println!("cargo::rustc-env=EDITH_VERSION={}", facts.version);
            println!("cargo::rustc-env=EDITH_NAME={}", facts.name);
        }
        Err(problems) => problems.iter().for_each(|problem| println!("cargo::error={problem}")),
    }
}
