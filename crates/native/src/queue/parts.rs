//! Values of any size in a key-value store whose messages have a longest length: packed, and in pieces.

use super::error::QueueError;
use async_nats::jetstream::kv::Store;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// What a message's own headers may take of its longest length, in bytes.
const HEADERS: usize = 4_096;
/// The largest value that is unpacked, in bytes: nothing that was put there is larger.
const LARGEST: u64 = 1 << 30;

/// Packs a value.
pub(super) fn packed(value: &[u8]) -> Result<Bytes, QueueError> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(value)?;
    Ok(encoder.finish()?.into())
}

/// The value again.
pub(super) fn unpacked(value: &[u8]) -> Result<Vec<u8>, QueueError> {
    let mut whole = Vec::new();
    DeflateDecoder::new(value).take(LARGEST).read_to_end(&mut whole)?;
    Ok(whole)
}

/// How long a value may be that is one message.
pub(super) fn room(longest: usize) -> usize {
    longest.saturating_sub(HEADERS).max(HEADERS)
}

/// Puts a value under keys that begin so; returns how many.
pub(super) async fn put(kv: &Store, key: &str, value: &[u8], longest: usize) -> Result<u32, QueueError> {
    let mut count = 0;
    for piece in packed(value)?.chunks(room(longest)) {
        kv.put(format!("{key}.{count}"), Bytes::copy_from_slice(piece)).await.map_err(QueueError::server)?;
        count += 1;
    }
    Ok(count)
}

/// Reads it again.
pub(super) async fn get(kv: &Store, key: &str, count: u32) -> Result<Vec<u8>, QueueError> {
    let mut whole = Vec::new();
    for piece in 0..count {
        let found = kv.get(format!("{key}.{piece}")).await.map_err(QueueError::server)?;
        whole.extend(found.ok_or_else(|| QueueError::Unreadable(format!("a piece of {key} is missing")))?);
    }
    unpacked(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = "a look, and the same look again. ".repeat(1_000);
        let small = packed(text.as_bytes()).unwrap();
        assert!(small.len() * 10 < text.len(), "{}", small.len());
        assert_eq!(unpacked(&small).unwrap(), text.as_bytes());
        assert!(unpacked(b"\xff\xff\xff").is_err());
    }
}
