//! A picture by itself: one page with one place, whose text is recognised elsewhere.

use super::{
    reading::{Input, Picture, ReadError, Reading},
    signature::picture_type,
    sniff::{CERTAIN, Sniff},
};
use crate::{Block, BlockKind, Document, Kind, Page};

/// A picture that the browser shows.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    picture_type(input).map(|_| (Kind::Image, CERTAIN))
}

/// Hands the picture over.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let mime = picture_type(input).ok_or(ReadError::UnknownKind)?;
    let limit = reading.limits.picture_bytes;
    if input.bytes.len() > limit {
        return Err(ReadError::TooLarge { limit });
    }
    reading.pictures.push(Picture { page: 0, block: 0, mime, bytes: input.bytes.to_vec() });
    let page = Page { blocks: vec![Block::new(BlockKind::Image, "")], ..Page::default() };
    Ok(Document { kind: Kind::Image, title: None, pages: vec![page], outline: Vec::new(), warnings: Vec::new() })
}
