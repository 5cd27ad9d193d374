//! Texts hidden in other texts: percent-encoding, Base64, hexadecimal, reversal, letter rotation.

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

/// Base64 (RFC 4648) as it is found: its padding may be missing, and its last letter may have bits too many.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The text with `%41` decoded; invalid UTF-8 becomes replacement characters.
pub(super) fn percent(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Readable decodings of a text, other than itself.
pub(super) fn readings(text: &str) -> Vec<String> {
    let mut found: Vec<String> =
        [base64(text), hex(text)].into_iter().flatten().filter(|text| is_readable(text)).collect();
    found.extend(Some(percent(text)).filter(|decoded| decoded != text));
    found.push(text.chars().rev().collect());
    found.push(text.chars().map(rotated).collect());
    found
}

fn is_readable(text: &str) -> bool {
    text.chars().count() >= 3
        && text.chars().all(|c| !c.is_control() || c.is_whitespace())
        && !text.contains('\u{fffd}')
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// ROT13.
fn rotated(c: char) -> char {
    let turn = |base: u8| char::from(base + (c as u8 - base + 13) % 26);
    match c {
        'a'..='z' => turn(b'a'),
        'A'..='Z' => turn(b'A'),
        other => other,
    }
}

fn hex(text: &str) -> Option<String> {
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    if digits.len() < 8 || digits.len() != text.len() {
        return None;
    }
    let bytes = digits.chunks_exact(2).filter_map(|pair| Some(pair.first()? * 16 + pair.last()?)).collect();
    String::from_utf8(bytes).ok()
}

/// Base64 in either alphabet, padded or not; an incomplete last byte is left out.
fn base64(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    let whole = text.len() - usize::from(text.len() % 4 == 1);
    if text.len() < 8 {
        return None;
    }
    String::from_utf8(BASE64.decode(text.get(..whole)?).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_texts_are_found() {
        assert_eq!(percent("a%20b%C3%B1%zz%4"), "a bñ%zz%4");
        for hidden in [
            "c2VjcmV0IGNvZGU=",
            "c2VjcmV0IGNvZGU",
            "73656372657420636f6465",
            "edoc terces",
            "frperg pbqr",
            "secret%20code",
        ] {
            assert!(readings(hidden).iter().any(|text| text == "secret code"), "{hidden}");
        }
        // Either alphabet, and parts cut in the middle of a byte.
        for (hidden, expected) in [
            ("c2VjcmV0Pz8/Y29kZT4+", "secret???code>>"),
            ("c2VjcmV0Pz8_Y29kZT4-", "secret???code>>"),
            ("c2VjcmV0IGNvZG", "secret cod"),
            ("c2VjcmV0IGNvZ", "secret co"),
        ] {
            assert!(readings(hidden).iter().any(|text| text == expected), "{hidden}");
        }
        assert_eq!(readings("lampen"), ["nepmal", "ynzcra"], "no encoding: only backwards and rotated");
        assert_eq!(readings("ÿÿÿÿÿÿÿÿ").len(), 2);
    }
}
