//! The charset of a text: its mark, what it declares, and else what its bytes look like.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// How many bytes are enough to guess from, in bytes. Statistics of letter pairs do not change after this.
const GUESSED: usize = 256 << 10;

/// How many bytes at the start may declare a charset. The HTML standard looks at 1,024; editors put long comments before it.
const DECLARED: usize = 4_096;

/// Decodes a text. `declared` is the label that came with it (a header's `charset`), if any.
///
/// The order: a byte order mark; UTF-16 without one; valid UTF-8, whatever is declared; what is declared, if the bytes fit; UTF-8 with a few damaged
/// places; a guess by statistics. Bytes that do not fit become U+FFFD. The mark is not part of the text.
pub(crate) fn decode<'a>(bytes: &'a [u8], declared: Option<&str>) -> Cow<'a, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default()).0;
    }
    if let Some(encoding) = utf16(bytes) {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    let declared = declared.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let declared = declared.map(|encoding| if encoding.is_ascii_compatible() { encoding } else { UTF_8 });
    let escapes = has_japanese_escapes(bytes);
    if !escapes && let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let declared = if escapes { Some(ISO_2022_JP) } else { declared.filter(|encoding| *encoding != UTF_8) };
    if let Some(encoding) = declared {
        let (text, damaged) = encoding.decode_without_bom_handling(bytes);
        if !damaged || !looks_like_utf8(bytes) && mostly_whole(&text) {
            return text;
        }
    }
    let encoding = if looks_like_utf8(bytes) { UTF_8 } else { guess(bytes) };
    encoding.decode_without_bom_handling(bytes).0
}

/// The charset that the start of an HTML or XML file declares for itself.
pub(crate) fn declared_in_markup(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..bytes.len().min(DECLARED))?;
    let after = |name: &[u8]| {
        let at = head.windows(name.len()).position(|window| window.eq_ignore_ascii_case(name))?;
        head.get(at + name.len()..)
    };
    let is_xml = head.trim_ascii_start().starts_with(b"<?xml");
    let value = if is_xml { after(b"encoding=").or_else(|| after(b"charset=")) } else { after(b"charset=") }?;
    let value = value.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
    let end = value.iter().position(|b| !(b.is_ascii_alphanumeric() || b"-_:.+".contains(b))).unwrap_or(value.len());
    std::str::from_utf8(value.get(..end)?).ok().filter(|label| !label.is_empty())
}

/// The start of a file as text, without a mark; nothing if it is not a text.
///
/// A text has hardly a control character: one in 256 at most, where a tab, a line's end, a page's end, a backspace and an escape do not count.
/// Random bytes have one in nine.
pub(crate) fn head(bytes: &[u8], most: usize) -> Option<String> {
    let cut = bytes.get(..bytes.len().min(most) & !1).filter(|cut| cut.len() > 1).unwrap_or(bytes);
    let text = decode(cut, None);
    let (mut characters, mut controls) = (0_usize, 0_usize);
    for character in text.chars() {
        characters += 1;
        let is_plain =
            !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\x0c' | '\x08' | '\x1b' | '\u{85}');
        controls += usize::from(!is_plain || (character == '\u{fffd}' && cut.len() == bytes.len()));
    }
    (characters > 0 && controls * 256 <= characters).then(|| text.into_owned())
}

/// UTF-16 without a mark. A single-byte text has no zero byte, and a UTF-16 text of some length has them: blanks and line ends at least. Of the two
/// byte orders, only one has no broken pair and no control character, or else more blanks, line ends and CJK stops.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(8_192) & !1)?;
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) && bytes.len() < 64 || !head.contains(&0) {
        return None;
    }
    let score = |read: fn([u8; 2]) -> u16| {
        let (pairs, _) = head.as_chunks::<2>();
        let mut score = 0_usize;
        for character in char::decode_utf16(pairs.iter().map(|pair| read(*pair))) {
            match character {
                Ok(' ' | '\n' | '\r' | '\t' | '\u{3000}'..='\u{3002}' | '\u{ff0c}') => score += 4,
                Ok(c) if c.is_ascii_alphanumeric() => score += 2,
                Ok(c) if c.is_control() || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fffe}' | '\u{ffff}') => {
                    return None;
                }
                Ok(_) => {}
                // The head may end between the two halves of a pair.
                Err(_) if head.len() == 8_192 => {}
                Err(_) => return None,
            }
        }
        Some(score)
    };
    match (score(u16::from_le_bytes), score(u16::from_be_bytes)) {
        (Some(little), Some(big)) => Some(if big > little { UTF_16BE } else { UTF_16LE }),
        (Some(_), None) => Some(UTF_16LE),
        (None, Some(_)) => Some(UTF_16BE),
        (None, None) => None,
    }
}

/// Whether the escapes of ISO-2022-JP switch to Japanese somewhere.
fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.is_ascii() && bytes.windows(3).any(|window| matches!(window, b"\x1b$B" | b"\x1b$@"))
}

/// Whether damaged bytes are rare beside whole characters of several bytes. Text in another charset has hardly any of these.
fn looks_like_utf8(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(4 * GUESSED)).unwrap_or(bytes);
    let (mut whole, mut damaged) = (0_usize, 0_usize);
    for chunk in head.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        // The cut at the end is not damage.
        damaged += usize::from(!chunk.invalid().is_empty() && chunk.invalid().len() < 3);
    }
    whole > 0 && damaged <= 1 + whole / 20
}

/// Whether at most one character in a hundred was damaged.
fn mostly_whole(text: &str) -> bool {
    text.chars().filter(|c| *c == '\u{fffd}').count() * 100 <= text.chars().count()
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|b| !b.is_ascii()).unwrap_or_default().saturating_sub(256);
    let sample = bytes.get(start..bytes.len().min(start + GUESSED)).unwrap_or(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    if !detector.feed(sample, sample.len() < GUESSED) {
        return WINDOWS_1252;
    }
    detector.guess(None, Utf8Detection::Deny)
}
