//! A folder's files as the store's zip: the same bytes every time it is made from the same files, and what each file weighs in it.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Above 9 the zip crate packs with zopfli, this many iterations more than 9: the same format, about 5 % smaller, in seconds.
const LEVEL: i64 = 9 + 5;

/// How the extension is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Small: what ships and what is tested.
    #[default]
    Release,
    /// Quick to compile, many times larger.
    Debug,
}

/// What can go wrong while files are read and packed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file or folder could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The zip could not be made.
    #[error("the zip could not be made: {0}")]
    Zip(#[from] zip::result::ZipError),
}

/// The files of a folder: name from the folder with `/`, and content. Sorted by name.
pub type Files = Vec<(String, Vec<u8>)>;

/// What each file weighs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// Name, bytes, and bytes compressed when they were worth finding out.
    pub files: Vec<(String, u64, Option<u64>)>,
    /// Bytes of the whole zip.
    pub zip: Option<u64>,
}

impl Sizes {
    /// Bytes of all files together.
    #[must_use]
    pub fn raw_total(&self) -> u64 {
        self.files.iter().map(|(_, raw, _)| raw).sum()
    }

    /// Bytes of the whole package as the store gets it.
    #[must_use]
    pub fn compressed_total(&self) -> Option<u64> {
        self.zip
    }

    /// Prints a table, in bytes.
    pub fn print(&self) {
        let shown = |size: Option<u64>| size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        println!("{:>12} {:>12}  file", "bytes", "compressed");
        for (name, raw, compressed) in &self.files {
            println!("{raw:>12} {:>12}  {name}", shown(*compressed));
        }
        println!("{:>12} {:>12}  in total", self.raw_total(), shown(self.zip));
    }
}

/// Reads all files of a folder.
///
/// # Errors
/// When one cannot be read.
pub fn files(folder: &Path) -> Result<Files, ArchiveError> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).map_err(file(&next))? {
            let path = entry.map_err(file(&next))?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push((name, std::fs::read(&path).map_err(file(&path))?));
        }
    }
    found.sort();
    Ok(found)
}

/// Weighs files. Those of a debug build are not compressed: they are large, and nobody ships them.
///
/// # Errors
/// When the zip cannot be made.
pub fn sizes(files: &Files, profile: Profile) -> Result<Sizes, ArchiveError> {
    let raw = |content: &Vec<u8>| u64::try_from(content.len()).unwrap_or(u64::MAX);
    if profile == Profile::Debug {
        let files = files.iter().map(|(name, content)| (name.clone(), raw(content), None)).collect();
        return Ok(Sizes { files, zip: None });
    }
    let (bytes, compressed) = zip_of(files)?;
    let each = files.iter().zip(compressed).map(|((name, content), size)| (name.clone(), raw(content), Some(size)));
    Ok(Sizes { files: each.collect(), zip: Some(raw(&bytes)) })
}

/// Zips files: in order, with one fixed time and one set of rights, so that equal files make equal bytes. With it the compressed size of each.
pub(crate) fn zip_of(files: &Files) -> Result<(Vec<u8>, Vec<u64>), ArchiveError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(content).map_err(file(Path::new(name)))?;
    }
    let mut archive = zip.finish_into_readable()?;
    let sizes = (0..archive.len())
        .map(|index| Ok(archive.by_index_raw(index)?.compressed_size()))
        .collect::<Result<_, ArchiveError>>()?;
    Ok((archive.into_inner().into_inner(), sizes))
}

pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> ArchiveError {
    let path = path.to_owned();
    move |source| ArchiveError::File { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_files_make_equal_packages() {
        let files: Files = vec![("a.js".to_owned(), b"1".repeat(1000)), ("b/c.png".to_owned(), vec![7, 3, 9])];
        let (first, sizes) = zip_of(&files).unwrap();
        assert_eq!(first, zip_of(&files).unwrap().0);
        assert!(sizes.iter().sum::<u64>() < 100, "{sizes:?}");
        let mut archive = zip::ZipArchive::new(Cursor::new(first)).unwrap();
        let names: Vec<String> =
            (0..archive.len()).map(|at| archive.by_index(at).unwrap().name().unwrap().into_owned()).collect();
        assert_eq!(names, ["a.js", "b/c.png"]);
    }
}
