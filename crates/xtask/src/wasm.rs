//! Strips debugging data from a wasm file. Function names are a third of a small module.

/// The start of every module: magic number and version 1.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";

/// The id of a custom section, which no engine needs.
const CUSTOM: u8 = 0;

/// The module without its custom sections; none if malformed.
#[must_use]
pub fn without_custom_sections(module: &[u8]) -> Option<Vec<u8>> {
    let mut rest = module.strip_prefix(HEADER)?;
    let mut kept = HEADER.to_vec();
    while let Some((id, after)) = rest.split_first() {
        let (length, body) = leb128(after)?;
        let (_, next) = body.split_at_checked(length)?;
        if *id != CUSTOM {
            kept.extend_from_slice(rest.get(..rest.len() - next.len())?);
        }
        rest = next;
    }
    Some(kept)
}

/// A LEB128 unsigned number of at most 32 bits, and the rest.
fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0_usize;
    for (index, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, bytes.get(index + 1..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_go_and_the_others_stay() {
        let check = |sections: &[u8], expected: Option<&[u8]>| {
            let module = [HEADER, sections].concat();
            let expected = expected.map(|kept| [HEADER, kept].concat());
            assert_eq!(without_custom_sections(&module), expected, "{sections:?}");
        };
        check(&[], Some(&[]));
        check(&[1, 2, 9, 9, 0, 3, 1, b'x', 7, 10, 1, 5], Some(&[1, 2, 9, 9, 10, 1, 5]));
        // A length in two bytes.
        check(
            &[[10, 0x81, 0x01].as_slice(), &[4; 129]].concat(),
            Some(&[[10, 0x81, 0x01].as_slice(), &[4; 129]].concat()),
        );
        check(&[1, 5, 0], None);
        check(&[1, 0x80], None);
        assert_eq!(without_custom_sections(b"<html>"), None);
    }
}
