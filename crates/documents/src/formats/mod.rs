//! The formats: one file each, and one line in [`FORMATS`].

mod archive;
mod charset;
mod csv;
mod docx;
mod drawing;
mod eml;
mod encrypted;
mod fit;
mod flow;
mod header;
mod html;
mod image;
mod json;
mod labels;
mod markdown;
mod numbers;
mod package;
mod picture;
mod pptx;
mod reading;
mod rtf;
mod sheets;
mod signature;
mod sniff;
mod text;
mod wrapped;
mod xml;
mod xml_text;

use crate::{Document, Kind};
pub use reading::{Input, Limits, Picture, ReadDocument, ReadError, Reading};
pub use signature::Sniffed;
use sniff::{CERTAIN, Sniff};

/// A format: how its files are known, and how they are read.
struct Format {
    /// Which kind these bytes are, and how sure that is: 0 not at all, 255 certain (a signature). The name and the media type only decide between
    /// formats without one.
    sniff: fn(&Input<'_>) -> Sniff,
    /// Reads a file of this format.
    read: fn(&Input<'_>, &mut Reading<'_>) -> Result<Document, ReadError>,
}

/// Every format that this module reads itself. PDF is read elsewhere.
const FORMATS: &[Format] = &[
    Format { sniff: text::sniff, read: text::read },
    Format { sniff: csv::sniff, read: csv::read },
    Format { sniff: markdown::sniff, read: markdown::read },
    Format { sniff: json::sniff, read: json::read },
    Format { sniff: xml_text::sniff, read: xml_text::read },
    Format { sniff: rtf::sniff, read: rtf::read },
    Format { sniff: html::sniff, read: html::read },
    Format { sniff: eml::sniff, read: eml::read },
    Format { sniff: encrypted::sniff, read: encrypted::read },
    Format { sniff: docx::sniff, read: docx::read },
    Format { sniff: pptx::sniff, read: pptx::read },
    Format { sniff: sheets::sniff, read: sheets::read },
    Format { sniff: image::sniff, read: image::read },
];

/// Tells what a file is by its content; its name and media type only decide between kinds of text. Nothing if it is not known.
pub fn kind_of(input: &Input<'_>) -> Option<Sniffed> {
    let signed = signature::signature(input.bytes);
    match best(input) {
        Some((CERTAIN, kind, _)) => Some(Sniffed::Kind(kind)),
        _ if signed.is_some() => signed,
        found => found.map(|(_, kind, _)| Sniffed::Kind(kind)),
    }
}

/// Reads a file by its content.
///
/// # Errors
/// [`ReadError`] says what is wrong with the file. What could be read of a damaged file is a document with warnings.
pub fn read(input: &Input<'_>, limits: Limits, progress: &mut dyn FnMut(u32, u32)) -> Result<ReadDocument, ReadError> {
    let mut reading = Reading::new(limits, read_known, progress);
    let document = read_known(input, &mut reading)?;
    let mut read = fit::fit(ReadDocument { document, pictures: reading.pictures }, limits.pages);
    read.document.warn_of_unseen();
    Ok(read)
}

fn read_known(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    if input.bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    match (best(input), signature::signature(input.bytes)) {
        (Some((CERTAIN, _, format)), _) => (format.read)(input, reading),
        (_, Some(Sniffed::Unsupported(kind))) => Err(ReadError::UnsupportedKind { kind }),
        (_, Some(Sniffed::Kind(kind))) => Err(ReadError::UnsupportedKind { kind: kind.name() }),
        (Some((_, _, format)), None) => (format.read)(input, reading),
        (None, None) => Err(ReadError::UnknownKind),
    }
}

/// The format that is surest; of two that are as sure, the later one in the table.
fn best(input: &Input<'_>) -> Option<(u8, Kind, &'static Format)> {
    let sniffed = FORMATS.iter().filter_map(|format| (format.sniff)(input).map(|(kind, sure)| (sure, kind, format)));
    sniffed.filter(|(sure, ..)| *sure > 0).max_by_key(|(sure, ..)| *sure)
}
