//! An animated WebP, written as its pictures come: they are still WebP pictures, whose parts are put into one container without being decoded
//! (RFC 9649, sections 2.3 to 2.7).

use std::io::{Seek, SeekFrom, Write};

/// Bytes of the container's head: RIFF, VP8X and ANIM, each with the head of its chunk.
const HEAD: u64 = 12 + 18 + 14;
/// The longest duration of a frame, in milliseconds: it has 24 bits.
const LONGEST: u64 = 0xFF_FFFF;
/// A frame replaces what is below it, and the canvas is cleared after it.
const REPLACES: u8 = 0b11;
/// Flags of the container: it is animated.
const ANIMATED: u8 = 0b10;

/// A still picture in WebP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Still {
    /// Its chunks: VP8, VP8L, and ALPH before the former.
    chunks: Vec<u8>,
    width: u32,
    height: u32,
}

impl Still {
    /// Reads a picture; none: it is not a still WebP.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let body = bytes.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
        let (mut chunks, mut size) = (Vec::new(), None);
        let mut rest = body;
        while let Some((name, length)) = head(rest) {
            let whole = 8 + length + length % 2;
            // A last one may lack its padding.
            let data = rest.get(8..8 + length)?;
            match &name {
                b"VP8 " => size = lossy(data),
                b"VP8L" => size = lossless(data),
                b"ALPH" => {}
                _ => {
                    rest = rest.get(whole..).unwrap_or_default();
                    continue;
                }
            }
            chunks.extend_from_slice(rest.get(..8 + length)?);
            chunks.resize(chunks.len() + length % 2, 0);
            rest = rest.get(whole..).unwrap_or_default();
        }
        let (width, height) = size.filter(|(width, height)| *width > 0 && *height > 0)?;
        Some(Self { chunks, width, height })
    }
}

/// A chunk's name and the bytes of its data.
fn head(bytes: &[u8]) -> Option<([u8; 4], usize)> {
    let name = bytes.get(..4)?.try_into().ok()?;
    let length = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?);
    Some((name, usize::try_from(length).ok()?))
}

/// The size of a lossy picture, from the head of its key frame (RFC 6386, section 9.1).
fn lossy(data: &[u8]) -> Option<(u32, u32)> {
    let sides = data.get(3..10)?.strip_prefix(&[0x9D, 0x01, 0x2A])?;
    let side = |at: usize| Some(u32::from(u16::from_le_bytes(sides.get(at..at + 2)?.try_into().ok()?) & 0x3FFF));
    Some((side(0)?, side(2)?))
}

/// The size of a lossless picture (RFC 9649, section 3.4).
fn lossless(data: &[u8]) -> Option<(u32, u32)> {
    let bits = u32::from_le_bytes(data.strip_prefix(&[0x2F])?.get(..4)?.try_into().ok()?);
    Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
}

/// Three bytes, the lowest first.
fn three(number: u64) -> [u8; 3] {
    let [a, b, c, ..] = number.to_le_bytes();
    [a, b, c]
}

/// An animation that is written.
pub struct Animation<W> {
    to: W,
    frames: u32,
    bytes: u64,
    width: u32,
    height: u32,
    plays: u16,
}

impl<W: Write + Seek> Animation<W> {
    /// Nothing is written yet. `plays`: how many times it is played, 0 for ever.
    pub fn new(to: W, plays: u16) -> Self {
        Self { to, frames: 0, bytes: HEAD, width: 0, height: 0, plays }
    }

    /// How many frames it has.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a picture that is shown for so many milliseconds.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, still: &Still, duration: u64) -> std::io::Result<()> {
        if self.frames == 0 {
            self.head()?;
        }
        let length = 16 + still.chunks.len() as u64;
        let mut frame = b"ANMF".to_vec();
        frame.extend((length as u32).to_le_bytes());
        for number in [0, 0, u64::from(still.width - 1), u64::from(still.height - 1), duration.min(LONGEST)] {
            frame.extend(three(number));
        }
        frame.push(REPLACES);
        frame.extend(&still.chunks);
        self.to.write_all(&frame)?;
        self.frames += 1;
        self.bytes += frame.len() as u64;
        (self.width, self.height) = (self.width.max(still.width), self.height.max(still.height));
        Ok(())
    }

    /// Writes the head again, now that all is known of it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self) -> std::io::Result<()> {
        self.to.seek(SeekFrom::Start(0))?;
        self.head()?;
        self.to.flush()
    }

    fn head(&mut self) -> std::io::Result<()> {
        let mut head = b"RIFF".to_vec();
        head.extend((self.bytes as u32 - 8).to_le_bytes());
        head.extend(b"WEBPVP8X\x0A\0\0\0");
        head.extend([ANIMATED, 0, 0, 0]);
        head.extend(three(u64::from(self.width.saturating_sub(1))));
        head.extend(three(u64::from(self.height.saturating_sub(1))));
        // On a white ground.
        head.extend(b"ANIM\x06\0\0\0\xFF\xFF\xFF\xFF");
        head.extend(self.plays.to_le_bytes());
        self.to.write_all(&head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A lossless picture of one colour.
    fn still(width: u32, height: u32, red: u8) -> Still {
        let mut bytes = Vec::new();
        let pixels: Vec<u8> = (0..width * height).flat_map(|_| [red, 0, 0]).collect();
        let encoder = image_webp::WebPEncoder::new(&mut bytes);
        encoder.encode(&pixels, width, height, image_webp::ColorType::Rgb8).unwrap();
        Still::read(&bytes).unwrap()
    }

    #[test]
    fn another_programs_decoder_reads_what_was_written() {
        let mut file = Cursor::new(Vec::new());
        let mut animation = Animation::new(&mut file, 2);
        let (first, second) = (still(9, 5, 200), still(7, 3, 100));
        animation.add(&first, 250).unwrap();
        animation.add(&second, LONGEST + 5).unwrap();
        animation.add(&first, 40).unwrap();
        animation.end().unwrap();
        assert_eq!(animation.bytes(), file.get_ref().len() as u64);
        let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file.get_ref())).unwrap();
        assert_eq!((decoder.dimensions(), decoder.num_frames(), decoder.has_alpha()), ((9, 5), 3, false));
        assert!(matches!(decoder.loop_count(), image_webp::LoopCount::Times(times) if times.get() == 2));
        decoder.set_background_color([255; 4]).unwrap();
        let mut picture = vec![0; decoder.output_buffer_size().unwrap()];
        let mut seen = Vec::new();
        for _ in 0..3 {
            let duration = decoder.read_frame(&mut picture).unwrap();
            seen.push((u64::from(duration), picture[0], picture[9 * 5 * 3 - 3]));
        }
        assert_eq!(seen, [(250, 200, 200), (LONGEST, 100, 255), (40, 200, 200)]);
    }

    #[test]
    fn what_is_no_picture_is_none() {
        for bytes in [&b""[..], b"RIFF\x04\0\0\0WEBP", b"\x89PNG\r\n\x1a\n", b"RIFF\x0C\0\0\0WEBPVP8 \xFF\0\0\0"] {
            assert_eq!(Still::read(bytes), None, "{bytes:?}");
        }
        // Chromium's own, lossy: the head of a key frame of 960 by 568.
        let mut bytes = b"RIFF\x16\0\0\0WEBPVP8 \x0A\0\0\0".to_vec();
        bytes.extend([0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0xC0, 0x03, 0x38, 0x02]);
        let still = Still::read(&bytes).unwrap();
        assert_eq!((still.width, still.height, still.chunks.len()), (960, 568, 18));
    }
}
