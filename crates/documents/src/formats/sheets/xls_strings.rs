//! Strings of Excel 97 and later, which may go on in the next record ([MS-XLS] 2.5.293).

use super::grid::Budget;
use super::records::Bytes;
use super::strings::Strings;

/// Shared strings that are read; a workbook has at most as many as cells.
const MAX_STRINGS: usize = 4_000_000;

/// The content of a record and of those that continue it.
pub(super) struct Segments<'b> {
    current: Bytes<'b>,
    rest: std::vec::IntoIter<&'b [u8]>,
}

impl<'b> Segments<'b> {
    pub(super) fn new(parts: Vec<&'b [u8]>) -> Self {
        Self { current: Bytes::new(&[]), rest: parts.into_iter() }
    }

    /// Goes on to the next record if this one is read.
    fn refill(&mut self) -> Option<()> {
        while self.current.is_empty() {
            self.current = Bytes::new(self.rest.next()?);
        }
        Some(())
    }

    fn u8(&mut self) -> Option<u8> {
        self.refill()?;
        self.current.u8()
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.u8()?, self.u8()?]))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from(self.u16()?) | u32::from(self.u16()?) << 16)
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > 0 {
            self.refill()?;
            let step = count.min(self.current.left());
            self.current.skip(step);
            count -= step;
        }
        Some(())
    }

    /// So many characters after their flags; each record that they go on in begins with flags of its own.
    pub(super) fn characters(&mut self, count: usize) -> Option<String> {
        let flags = self.u8()?;
        self.characters_with(count, flags)
    }

    fn characters_with(&mut self, count: usize, flags: u8) -> Option<String> {
        let mut wide = flags & 1 != 0;
        let mut units: Vec<u16> = Vec::new();
        while units.len() < count {
            if self.current.is_empty() {
                self.refill()?;
                wide = self.current.u8()? & 1 != 0;
            }
            let left = self.current.left();
            let fits = (if wide { left / 2 } else { left }).min(count - units.len());
            if fits == 0 {
                // Half a character at the end of a record.
                self.current.skip(left);
                continue;
            }
            let bytes = self.current.take(if wide { fits * 2 } else { fits })?;
            if wide {
                units.extend(
                    bytes
                        .chunks_exact(2)
                        .map(|pair| pair.iter().rev().fold(0, |unit, byte| unit << 8 | u16::from(*byte))),
                );
            } else {
                units.extend(bytes.iter().map(|byte| u16::from(*byte)));
            }
        }
        Some(String::from_utf16_lossy(&units))
    }

    /// A string with its length, its flags, and what belongs to it after the characters.
    fn rich(&mut self) -> Option<String> {
        let length = usize::from(self.u16()?);
        let flags = self.u8()?;
        let runs = if flags & 8 != 0 { usize::from(self.u16()?) } else { 0 };
        let phonetic = if flags & 4 != 0 { usize::try_from(self.u32()?).ok()? } else { 0 };
        let text = self.characters_with(length, flags)?;
        // At the end of a damaged file the text is kept all the same.
        let _ = self.skip(runs * 4 + phonetic);
        Some(text)
    }
}

/// The strings that cells share.
pub(super) fn shared(mut segments: Segments<'_>, budget: &mut Budget) -> Strings {
    let mut strings = Strings::default();
    let Some((_, unique)) = segments.u32().zip(segments.u32()) else { return strings };
    for _ in 0..(unique as usize).min(MAX_STRINGS) {
        let Some(text) = segments.rich() else {
            budget.cut = true;
            break;
        };
        strings.push(&text);
    }
    strings
}

/// So many characters of a string that is not continued, after their flags.
pub(super) fn unicode(bytes: &mut Bytes<'_>, length: usize) -> Option<String> {
    let flags = bytes.u8()?;
    bytes.skip(if flags & 8 != 0 { 2 } else { 0 });
    bytes.skip(if flags & 4 != 0 { 4 } else { 0 });
    if flags & 1 != 0 {
        return bytes.utf16(length);
    }
    // One byte a character: the low half of UTF-16.
    Some(bytes.take(length)?.iter().map(|byte| char::from(*byte)).collect())
}
