//! What every format gets and gives: input, limits, progress, pictures, errors.

use crate::Document;
use crate::call::Failure;
use thiserror::Error;

/// A file to read.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// All of its bytes.
    pub bytes: &'a [u8],
    /// Its file name; may be empty.
    pub name: &'a str,
    /// The media type that it came with; may be empty or wrong.
    pub mime: &'a str,
    /// The person's password for it, if they gave one.
    pub password: Option<&'a str>,
    /// The address that it came from, against which relative links are resolved.
    pub base: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// A file with its name and media type, without a password or an address.
    pub fn new(bytes: &'a [u8], name: &'a str, mime: &'a str) -> Self {
        Self { bytes, name, mime, password: None, base: None }
    }

    /// The end of the name after its last dot, in lower case; empty if there is none.
    pub(crate) fn extension(&self) -> String {
        self.name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
    }

    /// The media type without its parameters, in lower case.
    pub(crate) fn media_type(&self) -> String {
        self.mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }
}

/// How much is read of a file.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Pages, slides or sheets.
    pub pages: usize,
    /// Characters, and bytes of an unpacked archive.
    pub characters: usize,
    /// Bytes of pictures that are handed over for recognition.
    pub picture_bytes: usize,
}

impl Default for Limits {
    /// The limits of the public interface: 2,000 pages, 200 million characters unpacked.
    fn default() -> Self {
        Self { pages: 2_000, characters: 200_000_000, picture_bytes: 64 << 20 }
    }
}

/// A reading under way.
pub struct Reading<'a> {
    /// How much may be read.
    pub limits: Limits,
    /// Pictures with text, for recognition.
    pub(crate) pictures: Vec<Picture>,
    /// Whether this file is inside another one (an attachment), so that files inside it are only named.
    pub(crate) inside: bool,
    /// Reads a file by its content: what a format that holds other files calls.
    pub(crate) read: ReadFn,
    progress: &'a mut dyn FnMut(u32, u32),
}

/// Reads a file of any known format.
pub(crate) type ReadFn = fn(&Input<'_>, &mut Reading<'_>) -> Result<Document, ReadError>;

impl<'a> Reading<'a> {
    pub(crate) fn new(limits: Limits, read: ReadFn, progress: &'a mut dyn FnMut(u32, u32)) -> Self {
        Self { limits, pictures: Vec::new(), inside: false, read, progress }
    }

    /// Tells that so many pages of so many are read.
    pub(crate) fn progress(&mut self, done: usize, total: usize) {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (self.progress)(count(done), count(total));
    }
}

/// A picture inside a document, whose text may be recognised. The place is marked by an empty [`crate::BlockKind::Image`] block, or one with its
/// alternative text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The index of the page in the document.
    pub page: usize,
    /// The index of the block on that page.
    pub block: usize,
    /// PNG, JPEG, GIF, WebP or BMP, by content.
    pub mime: &'static str,
    /// The file of the picture.
    pub bytes: Vec<u8>,
}

/// A read document, and its pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadDocument {
    /// What it says.
    pub document: Document,
    /// Pictures large enough to hold text.
    pub pictures: Vec<Picture>,
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// No byte.
    #[error("the file is empty")]
    Empty,
    /// None of the formats knows it.
    #[error("this kind of file cannot be read")]
    UnknownKind,
    /// A known kind that is not read (an old Word file, a program …).
    #[error("files of the kind {kind} cannot be read")]
    UnsupportedKind {
        /// What it is, as people call it.
        kind: &'static str,
    },
    /// It is encrypted, and no password was given.
    #[error("the file is protected by a password")]
    NeedsPassword,
    /// The password does not open it.
    #[error("the password does not open the file")]
    WrongPassword,
    /// It is encrypted in a way that is not known.
    #[error("the file is encrypted in a way that cannot be opened")]
    UnknownEncryption,
    /// None of it can be read.
    #[error("the file is damaged: {what}")]
    Damaged {
        /// What is wrong, in a few words.
        what: String,
    },
    /// It unpacks to more than the limit (a bomb, or too large a file).
    #[error("the file unpacks to more than {limit} bytes")]
    TooLarge {
        /// In bytes.
        limit: usize,
    },
}

impl ReadError {
    /// The name that sentences for people go by: snake case, and never changed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::UnknownKind => "unknown_kind",
            Self::UnsupportedKind { .. } => "unsupported_kind",
            Self::NeedsPassword => "needs_password",
            Self::WrongPassword => "wrong_password",
            Self::UnknownEncryption => "unknown_encryption",
            Self::Damaged { .. } => "damaged",
            Self::TooLarge { .. } => "too_large",
        }
    }
}

/// As it is reported to whoever asked the reader.
impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Empty => Self::Empty,
            ReadError::UnknownKind => Self::UnknownKind,
            ReadError::UnsupportedKind { kind } => Self::UnsupportedKind { kind: kind.to_owned() },
            ReadError::NeedsPassword => Self::NeedsPassword,
            ReadError::WrongPassword => Self::WrongPassword,
            ReadError::UnknownEncryption => Self::UnknownEncryption,
            ReadError::Damaged { what } => Self::Damaged { what },
            ReadError::TooLarge { limit } => Self::TooLarge { limit: limit as u64 },
        }
    }
}
