//! A folder as the store's zip, byte for byte reproducible, and the compressed size of each file.

use std::io::{Cursor, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Above 9, the zip crate packs with zopfli and this many iterations minus 9: the same format, about 5 % smaller, in seconds.
const LEVEL: i64 = 9 + 8;

/// What is packed at once, in bytes. Each piece gets Huffman codes of its own, of which the packer gives a whole file too few: the wasm is 0.6 to 1 % smaller so.
const PIECE: usize = 128 * 1024;

/// How the extension is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Small: what ships and is tested.
    #[default]
    Release,
    /// Quick to compile, many times larger.
    Debug,
}

/// A part of the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The service worker, and what runs in pages.
    Core,
    /// The extension's pages, with their styles, icons and texts.
    Pages,
    /// The module that reads documents, loaded with the first of them.
    Reader,
    /// What reads PDFs, loaded with the first of them.
    PdfJs,
    /// What recognises text in pictures, loaded with the first of them.
    Recognition,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 5] = [Self::Core, Self::Pages, Self::Reader, Self::PdfJs, Self::Recognition];

    /// The part that a file belongs to.
    #[must_use]
    pub fn of(name: &str) -> Self {
        match name {
            _ if name.starts_with("reader/pdfjs/") => Self::PdfJs,
            _ if name.starts_with("reader/ocr/") => Self::Recognition,
            _ if name.starts_with("reader/") => Self::Reader,
            "background.js" | "reading.js" | "ways.js" | "manifest.json" => Self::Core,
            _ if name.starts_with("edith-worker") || name.starts_with("page/") => Self::Core,
            _ => Self::Pages,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Core => "the core: the service worker and what runs in pages",
            Self::Pages => "the panel and the other pages",
            Self::Reader => "the reader's module",
            Self::PdfJs => "pdf.js",
            Self::Recognition => "text recognition",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the zip could not be made: {0}")]
    Zip(#[from] zip::result::ZipError),
}

/// A folder's files: relative name with `/`, and content. Sorted by name.
pub type Files = Vec<(String, Vec<u8>)>;

/// File sizes, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// Name, size, and compressed size unless skipped.
    pub files: Vec<(String, u64, Option<u64>)>,
    pub zip: Option<u64>,
}

impl Sizes {
    #[must_use]
    pub fn raw_total(&self) -> u64 {
        self.files.iter().map(|(_, raw, _)| raw).sum()
    }

    #[must_use]
    pub fn compressed_total(&self) -> Option<u64> {
        self.zip
    }

    /// The bytes of a part, and those compressed.
    #[must_use]
    pub fn of(&self, part: Part) -> (u64, Option<u64>) {
        let files = || self.files.iter().filter(|(name, ..)| Part::of(name) == part);
        (files().map(|(_, raw, _)| raw).sum(), files().map(|(.., compressed)| *compressed).sum())
    }

    /// Prints a table, in bytes: our own files, then the parts.
    pub fn print(&self) {
        let shown = |size: Option<u64>| size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        println!("{:>12} {:>12}  file", "bytes", "compressed");
        for (name, raw, compressed) in &self.files {
            if !matches!(Part::of(name), Part::PdfJs | Part::Recognition) {
                println!("{raw:>12} {:>12}  {name}", shown(*compressed));
            }
        }
        println!();
        for part in Part::ALL {
            let (raw, compressed) = self.of(part);
            println!("{raw:>12} {:>12}  {}", shown(compressed), part.name());
        }
        println!("{:>12} {:>12}  in total", self.raw_total(), shown(self.zip));
    }
}

/// Reads all files of a folder.
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

/// Measures files. Those of a debug build are not compressed: they are large, and nobody ships them.
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

/// Zips files in order, with one fixed time and mode, so that equal files give equal bytes. Also returns the compressed size of each.
pub(crate) fn zip_of(files: &Files) -> Result<(Vec<u8>, Vec<u64>), ArchiveError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for packed in packed(files)? {
        zip.raw_copy_file(ZipArchive::new(Cursor::new(packed))?.by_index_raw(0)?)?;
    }
    let mut archive = zip.finish_into_readable()?;
    let sizes = (0..archive.len())
        .map(|index| Ok(archive.by_index_raw(index)?.compressed_size()))
        .collect::<Result<_, ArchiveError>>()?;
    Ok((archive.into_inner().into_inner(), sizes))
}

/// Each file as a zip of its own, in order. Packing takes most of the time, so every core does a part of it.
fn packed(files: &Files) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let next = AtomicUsize::new(0);
    let pack = || {
        let mut done = Vec::new();
        while let Some((at, (name, content))) =
            Some(next.fetch_add(1, Relaxed)).and_then(|at| Some((at, files.get(at)?)))
        {
            done.push((at, pack(name, content)?));
        }
        Ok::<_, ArchiveError>(done)
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(pack)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.collect::<Result<Vec<_>, _>>()
    })?
    .concat();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, bytes)| bytes).collect())
}

fn pack(name: &str, content: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .with_zopfli_buffer(None)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let stored =
        name.ends_with(".gz").then_some(options.compression_method(CompressionMethod::Stored).compression_level(None));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, stored.unwrap_or(options))?;
    for piece in content.chunks(PIECE) {
        zip.write_all(piece).map_err(file(Path::new(name)))?;
    }
    Ok(zip.finish()?.into_inner())
}

pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> ArchiveError {
    let path = path.to_owned();
    move |source| ArchiveError::File { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_belongs_to_a_part() {
        let files = ["edith-worker_bg.wasm", "panel.js", "reader/work.js", "reader/pdfjs/pdf.mjs", "reader/ocr/eng.gz"];
        assert_eq!(files.map(Part::of), Part::ALL);
        let files: Files = files.map(|name| (name.to_owned(), vec![7; 9])).into();
        let sizes = sizes(&files, Profile::Release).unwrap();
        assert_eq!(Part::ALL.map(|part| sizes.of(part).0), [9; 5]);
        assert!(Part::ALL.iter().all(|part| sizes.of(*part).1.is_some_and(|size| (1..=20).contains(&size))));
    }

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
