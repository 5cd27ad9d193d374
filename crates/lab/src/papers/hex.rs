//! Strings of PDF files.

/// Bytes as a string of a PDF.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("<{digits}>")
}
