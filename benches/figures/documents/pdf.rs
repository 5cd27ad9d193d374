//! Words and links of PDFs, beside what other engines read. The consensus and the scores are made by `benches/documents/pdf.py`.

use super::corpora::{DOCLING, MARKITDOWN, PDF_SAMPLES, PDFPLUMBER};
use super::once;
use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawOutlineEntry, RawPage};
use edith_documents::{BlockKind, Document};
use edith_lab::{npm, paths, process, pypi};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;
use xtask::bench::{Contender, Figure, Reason};

pub(super) fn figures() -> Vec<Figure<'static>> {
    let scores = once(scores);
    let part = |take: fn(&Scores) -> f64| {
        let scores = Rc::clone(&scores);
        move || scores().map(|scores| take(&scores))
    };
    vec![
        Figure::count(
            "documents: words of PDF",
            "F1 against the consensus of pdf.js, PDFium and Poppler",
            vec![
                Contender::counted("EDITH", part(|scores| mean(scores.of("EDITH")))),
                Contender::counted("pdf.js", part(|scores| mean(scores.of("pdf.js")))),
                Contender::counted("PDFium", part(|scores| mean(scores.of("PDFium")))),
                Contender::counted("Poppler", part(|scores| mean(scores.of("Poppler")))),
                Contender::counted("EDITH, files", part(|scores| crate::number(scores.of("EDITH").len()))),
                Contender::counted(
                    "EDITH, files below 0.9",
                    part(|scores| crate::number(scores.of("EDITH").iter().filter(|one| **one < 0.9).count())),
                ),
            ],
        ),
        Figure::count(
            "documents: links of PDF found",
            "share",
            vec![
                Contender::counted(
                    "EDITH",
                    part(|scores| crate::number(scores.found) / crate::number(scores.links.max(1))),
                ),
                Contender::counted("links that PDFium finds", part(|scores| crate::number(scores.links))),
            ],
        ),
    ]
}

/// What the script prints.
#[derive(Debug, Clone, Deserialize)]
struct Scores {
    scores: HashMap<String, Vec<f64>>,
    found: usize,
    links: usize,
    remarks: Vec<String>,
}

impl Scores {
    fn of(&self, engine: &str) -> &[f64] {
        self.scores.get(engine).map(Vec::as_slice).unwrap_or_default()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / crate::number(values.len().max(1))
}

fn scores() -> Result<Scores, Reason> {
    process::which("pdftotext").ok_or("Poppler's pdftotext is needed: install poppler-utils")?;
    let python = pypi::environment("pypdfium2", "5.15.2")?;
    let mut files = Vec::new();
    for corpus in [PDF_SAMPLES, PDFPLUMBER, MARKITDOWN, DOCLING] {
        files.extend(corpus.files(&["pdf"])?);
    }
    let mut read = Vec::new();
    for extracted in extracted(&files)? {
        let Some(document) = document(&extracted)? else { continue };
        let pages = document.pages.iter();
        // Of a picture only what it is said to show is there, which no engine tells.
        let blocks = pages.clone().flat_map(|page| &page.blocks).filter(|block| block.kind != BlockKind::Image);
        read.push(json!({
            "file": extracted["file"],
            "texts": {
                "EDITH": blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n"),
                "pdf.js": items(&extracted),
            },
            "links": pages.flat_map(|page| &page.links).map(|link| link.url.as_str()).collect::<Vec<_>>(),
        }));
    }
    let given = tempfile::NamedTempFile::new()?;
    serde_json::to_writer(given.as_file(), &read)?;
    let script = paths::root().join("benches").join("documents").join("pdf.py");
    let mut command = Command::new(python);
    command.arg(script).stdin(Stdio::from(given.reopen()?));
    let scores: Scores = serde_json::from_str(&process::output(&mut command)?)?;
    for remark in &scores.remarks {
        println!("  {remark}");
    }
    Ok(scores)
}

/// What the package's script gets out of PDFs by pdf.js, in their order: `{ file, title, outline, pages }` or `{ file, error }`.
pub(super) fn extracted(files: &[PathBuf]) -> Result<Vec<Value>, Reason> {
    let node = process::which("node").ok_or("PDFs are read by pdf.js, which needs Node.js: install it (with npm)")?;
    let source = paths::root().join("crates").join("reader").join("npm");
    let packages = npm::locked(&source, &["--omit=optional"])?.ok_or("there is no npm to get pdf.js with")?;
    let output = tempfile::tempdir()?;
    let mut command = Command::new(node);
    command.arg(paths::root().join("benches").join("documents").join("extract.mjs"));
    command.arg(packages.join("node_modules").join("pdfjs-dist")).arg(output.path()).args(files);
    process::output(&mut command)?;
    let read = |at: usize| Ok(serde_json::from_slice(&std::fs::read(output.path().join(format!("{at}.json")))?)?);
    (0..files.len()).map(read).collect()
}

/// The document, as the package makes it of that; none, and a line that says why, where pdf.js could not read it.
pub(super) fn document(extracted: &Value) -> Result<Option<Document>, Reason> {
    if let Some(error) = extracted["error"].as_str() {
        println!("  not read ({error}): {}", extracted["file"]);
        return Ok(None);
    }
    let pages = Vec::<RawPage>::deserialize(&extracted["pages"])?;
    let mut reader = PdfReader::new(Limits::default());
    for page in &pages {
        reader.add_page(page);
    }
    let outline = Vec::<RawOutlineEntry>::deserialize(&extracted["outline"])?;
    let title = extracted["title"].as_str().map(str::to_owned);
    Ok(Some(reader.finish(outline, title, u32::try_from(pages.len())?)))
}

/// The text of pdf.js's items, as they are; bit 1 of an item's flags ends a line.
fn items(extracted: &Value) -> String {
    let mut text = String::new();
    for page in extracted["pages"].as_array().into_iter().flatten() {
        for item in page["items"].as_array().into_iter().flatten() {
            text.push_str(item[0].as_str().unwrap_or_default());
            if item[6].as_u64().is_some_and(|flags| flags & 1 == 1) {
                text.push('\n');
            }
        }
        text.push('\n');
    }
    text
}
