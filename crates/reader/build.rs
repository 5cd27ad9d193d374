//! Bounds the module's memory: a file that unpacks to more ends its worker and nothing else.

/// 512 MB.
const MAX_MEMORY: u32 = 512 << 20;

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-bins=--max-memory={MAX_MEMORY}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
