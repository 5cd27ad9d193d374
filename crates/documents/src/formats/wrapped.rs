//! What mail programs wrap messages and files in: signed bytes (Cryptographic Message Syntax, RFC 5652) and Outlook's `winmail.dat` ([MS-OXTNEF]).

/// Elements inside each other.
const DEPTH: usize = 32;

/// What a file of the Cryptographic Message Syntax is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cms {
    /// A signature with what is signed.
    Signed(Vec<u8>),
    /// A signature of something else.
    Signature,
    /// Encrypted, or something else that only its key opens.
    Closed,
}

/// An element of the Basic Encoding Rules: its tag, its content, and what comes after it.
fn element(bytes: &[u8], depth: usize) -> Option<(u8, &[u8], &[u8])> {
    let (tag, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    if depth > DEPTH {
        return None;
    }
    let length = match length {
        0x80 => {
            // Until two zeros among its children.
            let mut end = rest;
            while !end.starts_with(&[0, 0]) {
                (_, _, end) = element(end, depth + 1)?;
            }
            let content = rest.get(..rest.len() - end.len())?;
            return Some((*tag, content, end.get(2..)?));
        }
        short @ 0..0x80 => return Some((*tag, rest.get(..usize::from(*short))?, rest.get(usize::from(*short)..)?)),
        long => usize::from(long & 0x7f),
    };
    let (digits, rest) = rest.split_at_checked(length).filter(|_| length <= 4)?;
    let length = digits.iter().fold(0_usize, |sum, digit| sum << 8 | usize::from(*digit));
    let (content, rest) = rest.split_at_checked(length)?;
    Some((*tag, content, rest))
}

/// The elements in a content, as far as they are sound.
fn elements(mut bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    std::iter::from_fn(move || {
        let (tag, content, rest) = element(bytes, 0)?;
        bytes = rest;
        Some((tag, content))
    })
}

fn first_of(bytes: &[u8], tag: u8) -> Option<&[u8]> {
    elements(bytes).find(|(own, _)| *own == tag).map(|(_, content)| content)
}

/// What a file of this kind is; None for every other file.
pub(super) fn cms(bytes: &[u8]) -> Option<Cms> {
    // 1.2.840.113549.1.7 with the kind as one more number.
    const KINDS: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07";
    let (0x30, content, _) = element(bytes, 0)? else { return None };
    let kind = first_of(content, 0x06)?.strip_prefix(KINDS)?;
    if kind != [2] {
        return Some(Cms::Closed);
    }
    let signed = first_of(content, 0xa0).and_then(|explicit| first_of(explicit, 0x30))?;
    let inner = first_of(signed, 0x30).and_then(|inner| first_of(inner, 0xa0));
    let text = inner.map(|inner| {
        let mut text = Vec::new();
        for (tag, content) in elements(inner) {
            match tag {
                0x04 => text.extend_from_slice(content),
                0x24 => elements(content).for_each(|(_, piece)| text.extend_from_slice(piece)),
                _ => {}
            }
        }
        text
    });
    Some(text.filter(|text| !text.is_empty()).map_or(Cms::Signature, Cms::Signed))
}

/// What a `winmail.dat` holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tnef<'b> {
    /// The message as plain text, if it is there in this form.
    pub(super) text: Option<&'b [u8]>,
    /// Whether it has properties in which the message may be in another form.
    pub(super) has_more: bool,
    /// Attached files with their names.
    pub(super) files: Vec<(String, &'b [u8])>,
}

/// Reads a `winmail.dat`; None for every other file.
pub(super) fn tnef(bytes: &[u8]) -> Option<Tnef<'_>> {
    // The signature, and a key of two bytes.
    let mut rest = bytes.strip_prefix(&0x223e_9f78_u32.to_le_bytes())?.get(2..)?;
    let mut read = Tnef::default();
    // Level, attribute, length; then the content and a sum of two bytes.
    while let Some((head, after)) = rest.split_at_checked(9) {
        let word = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
        let (Some(attribute), Some(length)) = (word(1), word(5)) else { break };
        let Some((content, next)) = after.split_at_checked(usize::try_from(length).unwrap_or(usize::MAX)) else {
            break;
        };
        match attribute {
            0x0002_800c => read.text = Some(content),
            0x0006_9003 => read.has_more = true,
            // Each attached file begins with how it is shown.
            0x0006_9002 => read.files.push((String::new(), &[])),
            0x0001_8010 => {
                let name = content.split(|byte| *byte == 0).next().unwrap_or_default();
                if let Some((own, _)) = read.files.last_mut() {
                    *own = encoding_rs::WINDOWS_1252.decode_without_bom_handling(name).0.into_owned();
                }
            }
            0x0006_800f => {
                if let Some((_, own)) = read.files.last_mut() {
                    *own = content;
                }
            }
            _ => {}
        }
        rest = next.get(2..).unwrap_or_default();
    }
    read.files.retain(|(_, content)| !content.is_empty());
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn der(tag: u8, content: &[u8]) -> Vec<u8> {
        let mut made = vec![tag];
        match u8::try_from(content.len()) {
            Ok(short @ 0..0x80) => made.push(short),
            _ => made.extend([0x82, (content.len() >> 8) as u8, content.len() as u8]),
        }
        made.extend(content);
        made
    }

    fn endless(tag: u8, content: &[u8]) -> Vec<u8> {
        [&[tag, 0x80], content, &[0, 0]].concat()
    }

    const KIND: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07";

    fn file(kind: u8, inner: &[u8], wrap: fn(u8, &[u8]) -> Vec<u8>) -> Vec<u8> {
        let data = wrap(0x30, &[der(0x06, &[KIND, &[1]].concat()), inner.to_vec()].concat());
        let signed = wrap(0x30, &[der(0x02, &[1]), der(0x31, &[]), data, der(0x31, &[9])].concat());
        wrap(0x30, &[der(0x06, &[KIND, &[kind]].concat()), wrap(0xa0, &signed)].concat())
    }

    #[test]
    fn signed_bytes_are_unwrapped_in_both_encodings() {
        let text = "word ".repeat(60);
        for wrap in [der, endless] {
            assert_eq!(
                cms(&file(2, &wrap(0xa0, &der(0x04, text.as_bytes())), wrap)),
                Some(Cms::Signed(text.clone().into_bytes()))
            );
            let pieces = wrap(0x24, &[der(0x04, b"in "), der(0x04, b"pieces")].concat());
            assert_eq!(cms(&file(2, &wrap(0xa0, &pieces), wrap)), Some(Cms::Signed(b"in pieces".to_vec())));
            assert_eq!(cms(&file(2, &[], wrap)), Some(Cms::Signature));
            assert_eq!(cms(&file(3, &[], wrap)), Some(Cms::Closed));
        }
        for other in [&b"From: a@b.example"[..], b"\x30\x03\x02\x01\x05", b"", &[0x30, 0x80], &[0x30, 0x80].repeat(200)]
        {
            assert_eq!(cms(other), None);
        }
    }

    #[test]
    fn what_outlook_wraps_is_taken_out() {
        let attribute = |level: u8, number: u32, content: &[u8]| {
            [&[level], &number.to_le_bytes()[..], &(content.len() as u32).to_le_bytes(), content, &[0, 0]].concat()
        };
        let file = [
            &0x223e_9f78_u32.to_le_bytes()[..],
            &[1, 0],
            &attribute(1, 0x0002_800c, b"Hello"),
            &attribute(2, 0x0006_9002, &[1; 14]),
            &attribute(2, 0x0001_8010, b"list.csv\0"),
            &attribute(2, 0x0006_800f, b"a,b"),
        ]
        .concat();
        let expected = Tnef { text: Some(b"Hello"), has_more: false, files: vec![("list.csv".into(), b"a,b")] };
        assert_eq!(tnef(&file), Some(expected));
        for cut in 0..file.len() {
            let _ = tnef(&file[..cut]);
        }
        assert_eq!(tnef(b"other"), None);
    }
}
