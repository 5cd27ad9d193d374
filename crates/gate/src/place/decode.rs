//! Addresses as texts: their percent-encoding and their fragments.

use percent_encoding::percent_decode_str;

/// The text with `%41` decoded; invalid UTF-8 becomes replacement characters.
pub(crate) fn percent(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

pub(crate) fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}
