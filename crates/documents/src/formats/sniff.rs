//! How sure a format is of a file: the scale, and what the kinds of text share.

use super::{charset, reading::Input};
use crate::Kind;

/// Which kind a file is, and how sure that is (0 to 255); nothing if it is none of the format's.
pub(crate) type Sniff = Option<(Kind, u8)>;

/// A signature: nothing else begins like this.
pub(crate) const CERTAIN: u8 = 255;
/// Its syntax says so, whatever the name is.
pub(crate) const SYNTAX: u8 = 150;
/// The name or the media type says so, and the content does not contradict it.
pub(crate) const NAMED: u8 = 100;
/// The content looks like it.
pub(crate) const LIKELY: u8 = 60;
/// It is text of some kind.
pub(crate) const TEXT: u8 = 10;

/// How many bytes are looked at to know a kind of text.
pub(crate) const HEAD: usize = 64 << 10;

/// The start of a file as text; nothing if it is not a text.
pub(crate) fn head(input: &Input<'_>) -> Option<String> {
    charset::head(input.bytes, HEAD)
}

/// Whether the whole file is in its head.
pub(crate) fn is_whole(input: &Input<'_>) -> bool {
    input.bytes.len() <= HEAD
}

/// Whether the name ends in one of these, or the media type is one of these.
pub(crate) fn is_named(input: &Input<'_>, extensions: &[&str], media_types: &[&str]) -> bool {
    extensions.contains(&input.extension().as_str()) || media_types.contains(&input.media_type().as_str())
}
