//! Files that are known by their first bytes: PDF and pictures, and what is not read, by the name that people know.

use super::{charset, reading::Input};
use crate::Kind;

/// What a file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sniffed {
    /// A kind that is read: by [`super::read`], or as a PDF elsewhere.
    Kind(Kind),
    /// A kind that is not read, as people call it.
    Unsupported(&'static str),
}

/// Signatures at a place, in bytes from the start. The longer ones come before those that they begin with.
const SIGNATURES: &[(usize, &[u8], &str)] = &[
    (0, b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (0, b"Rar!\x1a\x07", "RAR archive"),
    (0, b"\x1f\x8b\x08", "gzip archive"),
    (0, b"BZh", "bzip2 archive"),
    (0, b"\xfd7zXZ\0", "xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard archive"),
    (0, b"\x04\x22\x4d\x18", "LZ4 archive"),
    (0, b"MSCF\0\0\0\0", "cabinet archive"),
    (0, b"!<arch>\n", "program library"),
    (0, b"\xed\xab\xee\xdb", "software package"),
    (257, b"ustar", "tar archive"),
    (0x8001, b"CD001", "disc image"),
    (0, b"\x7fELF", "program"),
    (0, b"\xfe\xed\xfa\xce", "program"),
    (0, b"\xfe\xed\xfa\xcf", "program"),
    (0, b"\xce\xfa\xed\xfe", "program"),
    (0, b"\xcf\xfa\xed\xfe", "program"),
    (0, b"\xca\xfe\xba\xbe", "program"),
    (0, b"\0asm", "program"),
    (0, b"dex\n", "program"),
    (0, b"L\0\0\0\x01\x14\x02\0", "shortcut"),
    (0, b"II*\0", "TIFF picture"),
    (0, b"MM\0*", "TIFF picture"),
    (0, b"8BPS", "Photoshop picture"),
    (0, b"\0\0\x01\0", "icon"),
    (0, b"\0\0\0\x0cJXL ", "JPEG XL picture"),
    (0, b"\0\0\0\x0cjP  ", "JPEG 2000 picture"),
    (4, b"ftypheic", "HEIC picture"),
    (4, b"ftypheix", "HEIC picture"),
    (4, b"ftypmif1", "HEIC picture"),
    (4, b"ftypavif", "AVIF picture"),
    (4, b"ftypM4A", "audio"),
    (4, b"ftyp", "video"),
    (4, b"moov", "video"),
    (0, b"\x1a\x45\xdf\xa3", "video"),
    (0, b"FLV\x01", "video"),
    (0, b"\0\0\x01\xba", "video"),
    (0, b"\0\0\x01\xb3", "video"),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "video"),
    (0, b"OggS", "audio"),
    (0, b"fLaC", "audio"),
    (0, b"ID3", "audio"),
    (0, b"MThd\0\0\0\x06", "audio"),
    (0, b"#!AMR", "audio"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (4, b"Standard Jet DB", "Access database"),
    (4, b"Standard ACE DB", "Access database"),
    (0, b"PAR1", "Parquet table"),
    (0, b"wOFF", "font"),
    (0, b"wOF2", "font"),
    (0, b"OTTO\0", "font"),
    (0, b"\0\x01\0\0\0", "font"),
    (0, b"%!PS", "PostScript file"),
    (0, b"AT&TFORM", "DjVu file"),
    (60, b"BOOKMOBI", "Kindle book"),
    (0, b"ITSF\x03\0\0\0", "Windows help file"),
    (0, b"!BDN", "Outlook mailbox"),
    (0, b"\xffWPC", "WordPerfect file"),
];

/// What the bytes say by a signature, apart from pictures and the Office formats that have readers.
pub(crate) fn signature(bytes: &[u8]) -> Option<Sniffed> {
    let starts = |at: usize, with: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(with));
    if let Some((_, _, name)) = SIGNATURES.iter().find(|(at, with, _)| starts(*at, with)) {
        return Some(Sniffed::Unsupported(name));
    }
    if starts(0, b"RIFF") {
        let name = if starts(8, b"AVI ") { "video" } else { "audio" };
        return (starts(8, b"AVI ") || starts(8, b"WAVE")).then_some(Sniffed::Unsupported(name));
    }
    if starts(0, b"MZ") && bytes.contains(&0) {
        return Some(Sniffed::Unsupported("program"));
    }
    // An MPEG audio frame: eleven bits set, layer III. UTF-16's mark, FF FE, is none of these.
    if [[0xff, 0xfb], [0xff, 0xf3], [0xff, 0xf2]].iter().any(|frame| starts(0, frame)) && bytes.contains(&0) {
        return Some(Sniffed::Unsupported("audio"));
    }
    if starts(0, b"PK\x03\x04") || starts(0, b"PK\x05\x06") {
        return Some(Sniffed::Unsupported(archive(bytes)));
    }
    if starts(0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Some(Sniffed::Unsupported(compound(bytes)));
    }
    // Readers of PDF take the mark anywhere in the first 1,024 bytes; a text may speak of it there.
    let has_mark =
        || bytes.get(..bytes.len().min(1_024)).is_some_and(|head| head.windows(5).any(|window| window == b"%PDF-"));
    let is_pdf =
        bytes.trim_ascii_start().starts_with(b"%PDF-") || has_mark() && charset::head(bytes, 64 << 10).is_none();
    is_pdf.then_some(Sniffed::Kind(Kind::Pdf))
}

/// What a ZIP archive holds, by the names of its members, which are never compressed.
fn archive(bytes: &[u8]) -> &'static str {
    const MEMBERS: &[(&[u8], &str)] = &[
        (b"mimetypeapplication/epub+zip", "EPUB book"),
        (b"mimetypeapplication/vnd.oasis.opendocument.text", "OpenDocument text (ODT)"),
        (b"mimetypeapplication/vnd.oasis.opendocument.presentation", "OpenDocument presentation (ODP)"),
        (b"mimetypeapplication/vnd.oasis.opendocument", "OpenDocument file"),
        (b"AndroidManifest.xml", "Android app"),
        (b"META-INF/MANIFEST.MF", "Java program"),
        (b"Index/Document.iwa", "Pages, Numbers or Keynote file"),
        (b"Index.zip", "Pages, Numbers or Keynote file"),
        (b"FixedDocSeq", "XPS file"),
        (b"visio/document.xml", "Visio drawing"),
    ];
    find(bytes, MEMBERS).unwrap_or("ZIP archive")
}

/// What a compound file holds, by the names of its streams, which are UTF-16.
fn compound(bytes: &[u8]) -> &'static str {
    const STREAMS: &[(&[u8], &str)] = &[
        (b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0", "old Word file (DOC)"),
        (b"P\0o\0w\0e\0r\0P\0o\0i\0n\0t\0 \0D\0", "old PowerPoint file (PPT)"),
        (b"_\0_\0s\0u\0b\0s\0t\0g\x001\0.\x000\0", "Outlook message (MSG)"),
        (b"V\0i\0s\0i\0o\0D\0o\0c\0", "Visio drawing"),
        (b"Q\0u\0i\0l\0l\0", "Publisher file"),
    ];
    find(bytes, STREAMS).unwrap_or("old Office file")
}

/// The name of the first part, in the order of the list, that is in the first or the last 256 KB: where archives have their first members and their
/// directories.
fn find(bytes: &[u8], parts: &[(&[u8], &'static str)]) -> Option<&'static str> {
    const EDGE: usize = 256 << 10;
    let first = bytes.get(..bytes.len().min(EDGE)).unwrap_or_default();
    let last = bytes.get(bytes.len().saturating_sub(EDGE)..).unwrap_or_default();
    let has = |part: &[u8]| [first, last].iter().any(|edge| edge.windows(part.len()).any(|window| window == part));
    parts.iter().find(|(part, _)| has(part)).map(|(_, name)| *name)
}

/// The media type of a picture that the browser shows: PNG, JPEG, GIF, WebP or BMP.
pub(crate) fn picture_type(input: &Input<'_>) -> Option<&'static str> {
    let bytes = input.bytes;
    let starts = |at: usize, with: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(with));
    // A bitmap's header has four zero bytes before the offset, and one of these sizes.
    let is_bitmap = starts(0, b"BM")
        && starts(6, &[0; 4])
        && [12, 40, 52, 56, 64, 108, 124].iter().any(|size| starts(14, &[*size, 0, 0, 0]));
    match () {
        () if starts(0, b"\x89PNG\r\n\x1a\n") => Some("image/png"),
        () if starts(0, b"\xff\xd8\xff") => Some("image/jpeg"),
        () if starts(0, b"GIF87a") || starts(0, b"GIF89a") => Some("image/gif"),
        () if starts(0, b"RIFF") && starts(8, b"WEBP") => Some("image/webp"),
        () if is_bitmap => Some("image/bmp"),
        () => None,
    }
}
