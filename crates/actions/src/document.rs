//! Documents in words.

use edith_protocol::Document;

/// A document's name, type as far as it is known, and size.
pub fn line(document: &Document) -> String {
    let kind = if document.mime.is_empty() { String::new() } else { format!("{}, ", document.mime) };
    format!("{:?} ({kind}{})", document.name, size(document.size))
}

/// A size in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes.div_ceil(1_000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}
