//! Pictures inside documents: what they are, and which may hold text.

use super::reading::Reading;

/// A smaller picture holds no text worth recognising: pixels on its shorter side.
const MIN_SIDE: u32 = 24;
/// And pixels in all.
const MIN_AREA: u32 = 10_000;

/// The media type of a picture by its content, with its width and height in pixels (0 where the head does not say them).
fn recognise(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let small = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(("image/png", big(16)?, big(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some(("image/gif", small(6)?, small(8)?));
    }
    if bytes.starts_with(b"BM") {
        let long = |at: usize| Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?).unsigned_abs());
        return Some(("image/bmp", long(18)?, long(22)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some(("image/webp", 0, 0));
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        let (width, height) = jpeg_size(bytes).unwrap_or_default();
        return Some(("image/jpeg", width, height));
    }
    None
}

/// The size that a JPEG's frame header says: segments are a marker and a length, the frame's markers are C0 to CF without C4, C8 and CC.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let short = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        let marker = short(at)?;
        if matches!(marker, 0xffc0..=0xffcf) && !matches!(marker, 0xffc4 | 0xffc8 | 0xffcc) {
            return Some((u32::from(short(at + 7)?), u32::from(short(at + 5)?)));
        }
        at += 2 + usize::from(short(at + 2)?);
    }
}

/// The media type of a picture that may hold text; None for anything else.
pub(crate) fn with_text(bytes: &[u8]) -> Option<&'static str> {
    let (mime, width, height) = recognise(bytes)?;
    let unknown = width == 0 || height == 0;
    (unknown || width.min(height) >= MIN_SIDE && width.saturating_mul(height) >= MIN_AREA).then_some(mime)
}

impl Reading<'_> {
    /// How many more bytes of pictures may be handed over.
    pub(crate) fn picture_room(&self) -> usize {
        let taken: usize = self.pictures.iter().map(|picture| picture.bytes.len()).sum();
        self.limits.picture_bytes.saturating_sub(taken)
    }
}
