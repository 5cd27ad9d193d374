//! Makes the filter of public suffixes from their list.

use std::path::PathBuf;

include!("src/place/suffix_filter.rs");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=data/public_suffixes.txt");
    println!("cargo:rerun-if-changed=src/place/suffix_filter.rs");
    let mut filter = vec![0_u8; FILTER_BYTES];
    let list = std::fs::read_to_string("data/public_suffixes.txt")?;
    for rule in list.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        for (at, bit) in bits_of(rule.as_bytes()) {
            if let Some(byte) = filter.get_mut(at) {
                *byte |= bit;
            }
        }
    }
    let out = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    Ok(std::fs::write(PathBuf::from(out).join("public_suffixes.bin"), filter)?)
}
