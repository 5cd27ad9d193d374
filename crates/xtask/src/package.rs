//! `cargo xtask package`: a zip for the store, the same bytes every time it is made from the same files, and what each file weighs in it.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::build::{self, BuildError, Profile};
use crate::checks::{self, CheckError};
use crate::process::{self, ProcessError};
use crate::{paths, say};

/// Above 9 the zip crate packs with zopfli, this many iterations more than 9: the same format, about 5 % smaller, in seconds.
const LEVEL: i64 = 9 + 5;

/// What can go wrong while a package is made.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
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
    /// `wasm-opt` failed.
    #[error("{0}; it is optional: take it off the search path, or update it")]
    WasmOpt(#[from] ProcessError),
}

/// Why there is no package.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The extension was not built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The result must not ship.
    #[error(transparent)]
    Checks(#[from] CheckError),
    /// Making the zip failed.
    #[error(transparent)]
    Package(#[from] PackageError),
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

/// Builds a release and zips it, printing the size of each file and in total.
///
/// # Errors
/// When the build, a check or writing the file fails.
pub fn package() -> Result<PathBuf, Error> {
    let facts = build::check_manifest()?;
    let dist = build::build(Profile::Release)?;
    let folder = paths::artifacts();
    let mut files = files(&dist)?;
    match process::which("wasm-opt") {
        Some(program) => optimise(&program, &mut files, &folder)?,
        None => say("no wasm-opt on the search path: the package may be a little larger than it could be"),
    }
    let sizes = sizes(&files, Profile::Release)?;
    sizes.print();
    checks::size(&sizes)?;
    let path = folder.join(format!("edith-{}.zip", facts.version));
    let (bytes, _) = zip_of(&files)?;
    std::fs::write(&path, bytes).map_err(file(&path))?;
    let total = sizes.compressed_total().unwrap_or_default();
    say(&format!("packaged {} ({total} bytes, {} allowed)", path.display(), checks::LIMIT));
    Ok(path)
}

/// Reads all files of a folder.
///
/// # Errors
/// When one cannot be read.
pub fn files(folder: &Path) -> Result<Files, PackageError> {
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
pub fn sizes(files: &Files, profile: Profile) -> Result<Sizes, PackageError> {
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
fn zip_of(files: &Files) -> Result<(Vec<u8>, Vec<u64>), PackageError> {
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
        .collect::<Result<_, PackageError>>()?;
    Ok((archive.into_inner().into_inner(), sizes))
}

/// Lets `wasm-opt` make the wasm smaller, with every feature that today's rustc emits allowed.
fn optimise(program: &Path, files: &mut Files, folder: &Path) -> Result<(), PackageError> {
    say(&format!("making the wasm smaller with {}", program.display()));
    for (name, content) in files.iter_mut().filter(|(name, _)| name.ends_with(".wasm")) {
        let (from, to) = (folder.join("in.wasm"), folder.join("out.wasm"));
        std::fs::write(&from, &*content).map_err(file(&from))?;
        let mut command = Command::new(program);
        command.args(["-Oz", "--all-features", "--strip-debug", "--strip-producers"]).arg(&from).arg("-o").arg(&to);
        process::run(&mut command)?;
        let smaller = std::fs::read(&to).map_err(file(&to))?;
        // What counts is the size in the zip: smaller code sometimes compresses worse.
        let weigh =
            |bytes: &[u8]| Ok::<u64, PackageError>(zip_of(&vec![(name.clone(), bytes.to_vec())])?.1.iter().sum());
        let (before, after) = (weigh(content)?, weigh(&smaller)?);
        say(&format!(
            "{name}: {before} -> {after} bytes compressed{}",
            if after < before { "" } else { ", left as it was" }
        ));
        if after < before {
            *content = smaller;
        }
        for used in [from, to] {
            std::fs::remove_file(&used).map_err(file(&used))?;
        }
    }
    Ok(())
}

fn file(path: &Path) -> impl FnOnce(std::io::Error) -> PackageError {
    let path = path.to_owned();
    move |source| PackageError::File { path, source }
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
