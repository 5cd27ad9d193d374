//! Percent-encoding in addresses.

use percent_encoding::percent_decode_str;

/// The text with `%41` decoded; invalid UTF-8 becomes replacement characters.
pub(crate) fn percent(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
