//! The formats: one file each, and one line in [`FORMATS`].

mod archive;
mod docx;
mod drawing;
mod package;
mod picture;
mod reading;
mod xml;

pub use reading::{Input, Limits, Picture, ReadDocument, ReadError, Reading};

/// A format: how its files are known, and how they are read.
struct Format {
    /// How sure it is that these bytes are its own: 0 not at all, 255 certain (a signature). The name and the media type only decide between formats
    /// without one.
    sniff: fn(&Input<'_>) -> u8,
    /// Reads a file of this format.
    read: fn(&Input<'_>, &mut Reading<'_>) -> Result<crate::Document, ReadError>,
}

/// Every format that this module reads itself. PDF and pictures are read by parts of their own.
const FORMATS: &[Format] = &[Format { sniff: docx::sniff, read: docx::read }];

/// Reads a file by its content.
///
/// # Errors
/// [`ReadError`] says what is wrong with the file. What could be read of a damaged file is a document with warnings.
pub fn read(input: &Input<'_>, limits: Limits, progress: &mut dyn FnMut(u32, u32)) -> Result<ReadDocument, ReadError> {
    if input.bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let best = FORMATS.iter().map(|format| ((format.sniff)(input), format)).filter(|(sure, _)| *sure > 0);
    let Some((_, format)) = best.max_by_key(|(sure, _)| *sure) else { return Err(ReadError::UnknownKind) };
    let mut reading = Reading::new(limits, progress);
    let document = (format.read)(input, &mut reading)?;
    Ok(ReadDocument { document, pictures: reading.pictures })
}
