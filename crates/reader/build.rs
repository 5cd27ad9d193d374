//! Bounds the module's memory: a file that unpacks to more ends its worker and nothing else.

/// With what the process has besides (the browser's own, the file itself, pdf.js) this stays below 600 MB.
const MAX_MEMORY: u32 = 416 << 20;

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-bins=--max-memory={MAX_MEMORY}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
