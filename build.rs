//! Checks `manifest.json` against `Cargo.toml` and `extension/`, stops the build on a mismatch, and hands facts to the tests. Writes nothing.

use std::path::Path;

#[path = "crates/lab/src/extension_id.rs"]
#[allow(unreachable_pub, reason = "public in the lab, which owns the file")]
mod extension_id;
#[path = "crates/xtask/src/manifest.rs"]
#[allow(unreachable_pub, reason = "public in xtask, which owns the file")]
mod manifest;

fn main() {
    let watched =
        ["manifest.json", "Cargo.toml", "extension", "crates/lab/src/extension_id.rs", "crates/xtask/src/manifest.rs"];
    for watched in watched {
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
