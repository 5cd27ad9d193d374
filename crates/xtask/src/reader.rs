//! What the package carries to read PDFs and pictures: files of npm packages, at the versions and hashes in `crates/reader/npm/package-lock.json`.

use std::path::{Path, PathBuf};

use edith_lab::npm::{self, NpmError};
use edith_lab::paths;

#[derive(Debug, thiserror::Error)]
pub enum ReaderError {
    #[error(transparent)]
    Npm(#[from] NpmError),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("name one folder: cargo xtask reader FOLDER")]
    NoFolder,
    #[error("npm is not installed, which fetches them")]
    NoNpm,
}

/// Files and folders of packages, and where they go in `reader/`. Of a folder only the files with this ending are taken.
const FILES: &[(&str, &str, &str)] = &[
    ("pdfjs-dist/build/pdf.min.mjs", "pdfjs/pdf.mjs", ""),
    ("pdfjs-dist/build/pdf.worker.min.mjs", "pdfjs/pdf.worker.mjs", ""),
    ("pdfjs-dist/LICENSE", "pdfjs/LICENSE.txt", ""),
    // Character maps of Chinese, Japanese and Korean fonts, and the fonts that a PDF need not bring.
    ("pdfjs-dist/cmaps", "pdfjs/cmaps", "bcmap"),
    ("pdfjs-dist/standard_fonts", "pdfjs/standard_fonts", "pfb"),
    ("pdfjs-dist/standard_fonts", "pdfjs/standard_fonts", "ttf"),
    ("pdfjs-dist/standard_fonts/LICENSE_FOXIT", "pdfjs/standard_fonts/LICENSE_FOXIT.txt", ""),
    ("pdfjs-dist/standard_fonts/LICENSE_LIBERATION", "pdfjs/standard_fonts/LICENSE_LIBERATION.txt", ""),
    // Pictures in JPEG 2000 and JBIG2, and colour profiles.
    ("pdfjs-dist/wasm/openjpeg.wasm", "pdfjs/wasm/openjpeg.wasm", ""),
    ("pdfjs-dist/wasm/LICENSE_OPENJPEG", "pdfjs/wasm/LICENSE_OPENJPEG.txt", ""),
    ("pdfjs-dist/wasm/jbig2.wasm", "pdfjs/wasm/jbig2.wasm", ""),
    ("pdfjs-dist/wasm/LICENSE_JBIG2", "pdfjs/wasm/LICENSE_JBIG2.txt", ""),
    ("pdfjs-dist/wasm/qcms_bg.wasm", "pdfjs/wasm/qcms_bg.wasm", ""),
    ("pdfjs-dist/wasm/LICENSE_QCMS", "pdfjs/wasm/LICENSE_QCMS.txt", ""),
    ("pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc", "pdfjs/iccs/CGATS001Compat-v2-micro.icc", ""),
    ("pdfjs-dist/iccs/LICENSE", "pdfjs/iccs/LICENSE.txt", ""),
    // Recognising text in pictures. The models are the integer ones of Tesseract's best, packed.
    ("tesseract-wasm/dist/lib.js", "ocr/tesseract.mjs", ""),
    ("tesseract-wasm/dist/tesseract-core.wasm", "ocr/tesseract-core.wasm", ""),
    ("tesseract-wasm/LICENSE.md", "ocr/LICENSE.txt", ""),
    ("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz", "ocr/eng.traineddata.gz", ""),
    ("@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz", "ocr/deu.traineddata.gz", ""),
];

/// The folder in the package.
pub const FOLDER: &str = "reader";

/// The folder with the packages, installed once. None on a machine without npm.
pub fn packages() -> Result<Option<PathBuf>, ReaderError> {
    let source = paths::root().join("crates").join("reader").join("npm");
    // pdf.js's optional dependency draws pages in Node.js.
    Ok(npm::locked(&source, &["--omit=optional"])?.map(|folder| folder.join("node_modules")))
}

/// Copies the files into a folder of somebody's choice, for the program.
pub fn run_cli(words: &[String]) -> Result<(), ReaderError> {
    let [folder] = words else { return Err(ReaderError::NoFolder) };
    let packages = packages()?.ok_or(ReaderError::NoNpm)?;
    put_all(&packages, Path::new(folder))
}

/// Copies the files from the packages into a built folder.
pub fn copy(packages: &Path, dist: &Path) -> Result<(), ReaderError> {
    put_all(packages, &dist.join(FOLDER))
}

fn put_all(packages: &Path, folder: &Path) -> Result<(), ReaderError> {
    for (from, to, ending) in FILES {
        let (from, to) = (packages.join(from), folder.join(to));
        if ending.is_empty() {
            put(&from, &to)?;
            continue;
        }
        for entry in std::fs::read_dir(&from).map_err(file(&from))? {
            let path = entry.map_err(file(&from))?.path();
            if let Some(name) = path.file_name()
                && path.extension().is_some_and(|extension| extension == *ending)
            {
                put(&path, &to.join(name))?;
            }
        }
    }
    Ok(())
}

fn put(from: &Path, to: &Path) -> Result<(), ReaderError> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(file(folder))?;
    }
    std::fs::copy(from, to).map(drop).map_err(file(from))
}

fn file(path: &Path) -> impl FnOnce(std::io::Error) -> ReaderError {
    let path = path.to_owned();
    move |source| ReaderError::File { path, source }
}
