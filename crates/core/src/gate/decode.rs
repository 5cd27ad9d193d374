//! Texts that hide in other texts: percent signs, Base64, hexadecimal, backwards, rotated letters.

/// The text with its `%41` decoded; what is no UTF-8 then stays readable by replacement signs.
pub(super) fn percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let pair = after.get(..2).and_then(|pair| Some(digit(*pair.first()?)? * 16 + digit(*pair.last()?)?));
        match (first, pair) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the text may stand for, where it is an encoding of a text: readable, and not the text itself.
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

/// RFC 4648, with either alphabet, with or without its padding.
fn base64(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=');
    if text.len() < 8 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let (mut held, mut bits) = (0_u32, 0_u32);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = (held << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    String::from_utf8(bytes).ok()
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
        assert_eq!(readings("lampen"), ["nepmal", "ynzcra"], "no encoding: only backwards and rotated");
        assert_eq!(readings("ÿÿÿÿÿÿÿÿ").len(), 2);
    }
}
