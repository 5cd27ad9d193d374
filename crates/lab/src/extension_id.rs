//! The id that Chrome gives an extension. The root `build.rs` includes this file too.

use base64::Engine;
use sha2::{Digest, Sha256};

/// Chrome's id from a manifest's `key`: the first 16 bytes of the key's SHA-256, each half byte a letter from a to p. None if the key is not Base64
/// of a DER sequence.
#[must_use]
pub fn extension_id(key: &str) -> Option<String> {
    // Every DER public key is a SEQUENCE, tag 0x30; Chrome rejects anything else only when the extension is loaded.
    let der = base64::engine::general_purpose::STANDARD.decode(key).ok().filter(|der| der.first() == Some(&0x30))?;
    let letter = |half: u8| char::from(b'a' + half);
    Some(Sha256::digest(&der).iter().take(16).flat_map(|byte| [letter(byte >> 4), letter(byte & 15)]).collect())
}
