//! A zip archive, unpacked within limits. A damaged archive gives the parts that can still be read.

use super::reading::{Limits, ReadError};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Parts of one archive. Office files have some hundreds.
const MAX_PARTS: usize = 50_000;
/// Bytes of one picture or other binary part.
const MAX_BINARY: usize = 32 << 20;

/// Where a part's bytes are.
#[derive(Clone, Copy)]
enum PackedAt {
    /// The index in the directory.
    Listed(usize),
    /// Found by its local header: where its data begins, how it is packed, and how long it is if the header says so.
    Found { start: usize, method: u16, packed: usize },
}

/// An open archive.
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
    zip: Option<RefCell<ZipArchive<Cursor<&'a [u8]>>>>,
    places: HashMap<String, (String, PackedAt)>,
    limit: usize,
    left: Cell<usize>,
    damaged: RefCell<BTreeSet<String>>,
    /// Whether the directory was lost, so that the end of the file may be missing.
    pub(crate) truncated: bool,
}

/// The form in which names are compared: forward slashes, none in front, lower case.
fn key(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}

impl<'a> Archive<'a> {
    /// Opens an archive by its directory, or else by the headers of its parts.
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ReadError> {
        let limit = limits.characters;
        let mut archive = Self {
            bytes,
            zip: None,
            places: HashMap::new(),
            limit,
            left: Cell::new(limit),
            damaged: RefCell::default(),
            truncated: false,
        };
        match ZipArchive::new(Cursor::new(bytes)) {
            Ok(zip) if zip.len() > MAX_PARTS => return Err(ReadError::TooLarge { limit }),
            Ok(zip) => {
                for index in 0..zip.len() {
                    if let Some(Ok(name)) = zip.name_for_index(index) {
                        archive.places.entry(key(&name)).or_insert((name.into_owned(), PackedAt::Listed(index)));
                    }
                }
                archive.zip = Some(RefCell::new(zip));
            }
            Err(_) => {
                archive.find_parts();
                archive.truncated = true;
            }
        }
        if archive.places.is_empty() {
            return Err(ReadError::Damaged { what: "its archive has no readable part".into() });
        }
        Ok(archive)
    }

    /// Looks for the parts' own headers (signature `PK\x03\x04`, 30 bytes, name, extra field, data).
    fn find_parts(&mut self) {
        let mut at = 0;
        while let Some(found) = self.bytes.get(at..).and_then(|rest| find(rest, b"PK\x03\x04")) {
            let header = at + found;
            at = header + 4;
            let Some(fixed) = self.bytes.get(header..header + 30) else { return };
            let short = |i: usize| u16::from_le_bytes([byte(fixed, i), byte(fixed, i + 1)]);
            let (method, packed) = (short(8), usize::from(short(18)) | usize::from(short(20)) << 16);
            let name_end = header + 30 + usize::from(short(26));
            let Some(name) = self.bytes.get(header + 30..name_end) else { return };
            let name = String::from_utf8_lossy(name).into_owned();
            let start = name_end + usize::from(short(28));
            if self.places.len() < MAX_PARTS {
                self.places.entry(key(&name)).or_insert((name, PackedAt::Found { start, method, packed }));
            }
        }
    }

    /// Whether there is such a part.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.places.contains_key(&key(name))
    }

    /// The names of all parts, in order.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.places.values().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// A part's bytes. None if there is no such part, or none of it can be read; a damaged part gives what comes before the damage.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] when all the unpacked parts are more than the limit.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let part = self.unpack(name, self.left.get())?;
        if let Some(bytes) = &part {
            self.left.set(self.left.get().saturating_sub(bytes.len()));
        }
        Ok(part)
    }

    /// A picture or another binary part, if it is there and not larger than `limit` bytes.
    pub(crate) fn read_binary(&self, name: &str, limit: usize) -> Option<Vec<u8>> {
        let limit = limit.min(MAX_BINARY).min(self.left.get());
        let bytes = self.unpack(name, limit).ok().flatten()?;
        self.left.set(self.left.get().saturating_sub(bytes.len()));
        Some(bytes)
    }

    fn unpack(&self, name: &str, limit: usize) -> Result<Option<Vec<u8>>, ReadError> {
        let Some((full_name, place)) = self.places.get(&key(name)) else { return Ok(None) };
        let mut bytes = Vec::new();
        let cap = limit as u64 + 1;
        let whole = match *place {
            PackedAt::Listed(index) => {
                let Some(zip) = &self.zip else { return Ok(None) };
                match zip.borrow_mut().by_index(index) {
                    Ok(part) => part.take(cap).read_to_end(&mut bytes).is_ok(),
                    Err(_) => false,
                }
            }
            PackedAt::Found { start, method: 0, packed } => {
                let end = start.saturating_add(packed).min(self.bytes.len());
                bytes.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
                bytes.len() == packed
            }
            PackedAt::Found { start, method: 8, .. } => {
                let rest = self.bytes.get(start..).unwrap_or_default();
                flate2::read::DeflateDecoder::new(rest).take(cap).read_to_end(&mut bytes).is_ok()
            }
            PackedAt::Found { .. } => false,
        };
        if bytes.len() > limit {
            return Err(ReadError::TooLarge { limit: self.limit });
        }
        if !whole {
            self.mark_damaged(full_name);
        }
        Ok((whole || !bytes.is_empty()).then_some(bytes))
    }

    /// Notes that a part is damaged.
    pub(crate) fn mark_damaged(&self, name: &str) {
        self.damaged.borrow_mut().insert(name.to_owned());
    }

    /// The parts that could not be read wholly.
    pub(crate) fn damaged(&self) -> Vec<String> {
        self.damaged.borrow().iter().cloned().collect()
    }
}

fn byte(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or_default()
}

/// Where a needle of four bytes begins.
fn find(bytes: &[u8], needle: &[u8; 4]) -> Option<usize> {
    bytes.windows(4).position(|window| window == needle)
}
