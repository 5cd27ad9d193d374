//! Files made to break readers.

use super::{contract, docx};

/// Each with a name: cut off, noise, references in circles, depth, more text than is unpacked, and a size that is a lie.
#[must_use]
pub fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let mut truncated = contract();
    truncated.truncate(truncated.len() / 3);
    vec![
        ("truncated.pdf", truncated),
        ("noise.pdf", [b"%PDF-1.7\n".to_vec(), vec![0xa5; 50_000]].concat()),
        ("cyclic.pdf", CYCLIC.as_bytes().to_vec()),
        ("deep.html", [b"<article>".to_vec(), b"<div>".repeat(200_000)].concat()),
        ("deep.json", b"[".repeat(1_000_000)),
        // In a few hundred kilobytes.
        ("bomb.docx", docx(&"A".repeat(210_000_000))),
        ("huge.png", huge_png()),
    ]
}

/// Pages and forms that contain themselves, an outline that leads to itself, and a count that lies.
const CYCLIC: &str = "%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2000000>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>>>>>endobj
4 0 obj<</Length 12>>stream
/X Do /X Do\u{20}
endstream endobj
5 0 obj<</First 7 0 R/Last 7 0 R/Count 1>>endobj
6 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 12>>stream
/X Do /X Do\u{20}
endstream endobj
7 0 obj<</Title(a)/Next 7 0 R/First 7 0 R/Dest[3 0 R/Fit]>>endobj
trailer<</Root 1 0 R>>
%%EOF";

/// A picture that says it is 60,000 pixels wide and high.
fn huge_png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(60_000_u32.to_be_bytes());
    bytes.extend(60_000_u32.to_be_bytes());
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([0; 64]);
    bytes
}
