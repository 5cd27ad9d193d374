//! The files that documents are read with in a browser: EDITH's own scripts are in the program, pdf.js and Tesseract lie beside it.

use edith_documents::call::Failure;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The variable that names their folder.
const VARIABLE: &str = "EDITH_READER";
/// The folder's name beside the program, in its folder for data, and in the extension's package.
const FOLDER: &str = "reader";
/// EDITH's own, as the tab asks for them.
const OWN: [(&str, &str); 9] = [
    ("", include_str!("scripts/page.html")),
    ("reader/page.js", include_str!("scripts/page.js")),
    ("reader/worker.js", include_str!("scripts/worker.js")),
    ("reader/hands.js", include_str!("../../../../extension/reader/hands.js")),
    ("reader/pdf.js", include_str!("../../../../extension/reader/pdf.js")),
    ("reader/seen.js", include_str!("../../../../extension/reader/seen.js")),
    ("reader/pdfjs.js", include_str!("../../../../extension/reader/pdfjs.js")),
    ("reader/draw.js", include_str!("../../../../extension/reader/draw.js")),
    ("reader/recognise.js", include_str!("../../../../extension/reader/recognise.js")),
];
/// What the recognition imports from beside its folder.
const LANGUAGES: (&str, &str) = ("languages.js", include_str!("../../../../extension/languages.js"));

/// What lies beside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReaderPart {
    /// pdf.js.
    Pdf,
    /// Tesseract and its models.
    Ocr,
}

impl ReaderPart {
    fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf.js",
            Self::Ocr => "Tesseract",
        }
    }

    /// What it cannot work without.
    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdfjs/pdf.mjs", "pdfjs/pdf.worker.mjs"],
            Self::Ocr => {
                &["ocr/tesseract.mjs", "ocr/tesseract-core.wasm", "ocr/eng.traineddata.gz", "ocr/deu.traineddata.gz"]
            }
        }
    }
}

/// Where pdf.js and Tesseract lie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReaderFiles {
    folder: PathBuf,
}

impl ReaderFiles {
    /// The folder that `EDITH_READER` names, else that of the program's data, else that beside the program file. If it is nowhere, it is missed in `home`.
    #[must_use]
    pub fn find(home: &Path) -> Self {
        let named = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()).map(PathBuf::from);
        let beside = || std::env::current_exe().ok()?.parent().map(|folder| folder.join(FOLDER));
        Self { folder: named.unwrap_or_else(|| chosen(home.join(FOLDER), beside())) }
    }

    /// Those of this folder.
    #[must_use]
    pub fn of(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Refuses what cannot be done because a file is missing.
    pub(super) fn need(&self, part: ReaderPart) -> Result<(), Failure> {
        let is_missing = |file: &&&str| !self.folder.join(file).is_file();
        match part.needs().iter().find(is_missing) {
            None => Ok(()),
            Some(file) => Err(Failure::ReaderMissing {
                what: part.name().to_owned(),
                file: self.folder.join(file).display().to_string(),
                folder: self.folder.display().to_string(),
            }),
        }
    }

    /// What is at a path below the tab's address, with its media type.
    pub(super) fn at(&self, path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
        if let Some((_, text)) = OWN.iter().chain([&LANGUAGES]).find(|(own, _)| *own == path) {
            let mime = if path.is_empty() { "text/html; charset=utf-8" } else { "text/javascript; charset=utf-8" };
            return Some((Cow::Borrowed(text.as_bytes()), mime));
        }
        let inner = path.strip_prefix("reader/")?;
        if !inner.split('/').all(is_name) || !["pdfjs/", "ocr/"].iter().any(|folder| inner.starts_with(folder)) {
            return None;
        }
        let bytes = std::fs::read(self.folder.join(inner)).ok()?;
        let mime = match Path::new(inner).extension().and_then(|ending| ending.to_str()) {
            Some("js" | "mjs") => "text/javascript; charset=utf-8",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        Some((Cow::Owned(bytes), mime))
    }
}

/// The first of these folders that is there, else the first.
fn chosen(first: PathBuf, second: Option<PathBuf>) -> PathBuf {
    match second {
        Some(second) if !first.is_dir() && second.is_dir() => second,
        _ => first,
    }
}

/// Whether it is a plain name: it leads to no other folder.
fn is_name(part: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    !part.is_empty() && !part.starts_with('.') && part.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let files = ReaderFiles::of(folder.path().to_owned());
        let Err(Failure::ReaderMissing { what, file, .. }) = files.need(ReaderPart::Pdf) else {
            panic!("nothing is missing")
        };
        assert!(what == "pdf.js" && file.ends_with("pdf.mjs"), "{what} {file}");
        std::fs::create_dir(folder.path().join("pdfjs")).unwrap();
        for file in ReaderPart::Pdf.needs() {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        assert_eq!(files.need(ReaderPart::Pdf), Ok(()));
        assert!(files.need(ReaderPart::Ocr).is_err(), "the recognition is a part of its own");
    }

    #[test]
    fn nothing_but_the_readers_files_is_served() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("reader");
        for (file, text) in [("reader/pdfjs/pdf.mjs", "1"), ("reader/other.txt", "2"), ("secret.txt", "3")] {
            let file = outer.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let files = ReaderFiles::of(folder);
        assert!(files.at("").is_some_and(|(_, mime)| mime.starts_with("text/html")));
        assert!(files.at("languages.js").is_some() && files.at("reader/hands.js").is_some());
        assert_eq!(files.at("reader/pdfjs/pdf.mjs").map(|(bytes, _)| bytes.into_owned()), Some(b"1".to_vec()));
        for path in [
            "reader/other.txt",
            "reader/pdfjs/../other.txt",
            "reader/pdfjs/../../secret.txt",
            "../secret.txt",
            "reader//etc/passwd",
        ] {
            assert!(files.at(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_folder_is_that_of_the_data_before_that_beside_the_program() {
        let outer = tempfile::tempdir().unwrap();
        let (first, second) = (outer.path().join("a"), outer.path().join("b"));
        assert_eq!(chosen(first.clone(), Some(second.clone())), first, "neither is there");
        std::fs::create_dir(&second).unwrap();
        assert_eq!(chosen(first.clone(), Some(second.clone())), second);
        std::fs::create_dir(&first).unwrap();
        assert_eq!(chosen(first.clone(), Some(second)), first);
    }
}
