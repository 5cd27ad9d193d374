//! Reads what `benches/documents/extract.mjs` wrote of PDFs and prints one document a line, as JSON: `pdf FILE...`

use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawOutlineEntry, RawPage};
use serde::Deserialize;
use std::io::Write;

#[derive(Deserialize)]
struct Extracted {
    file: String,
    title: Option<String>,
    #[serde(default)]
    outline: Vec<RawOutlineEntry>,
    #[serde(default)]
    pages: Vec<RawPage>,
    error: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let extracted: Extracted = serde_json::from_slice(&std::fs::read(&path)?)?;
        if let Some(error) = extracted.error {
            writeln!(out, "{}", serde_json::json!({ "file": extracted.file, "error": error }))?;
            continue;
        }
        let begun = std::time::Instant::now();
        let mut reader = PdfReader::new(Limits::default());
        for page in &extracted.pages {
            reader.add_page(page);
        }
        let total = u32::try_from(extracted.pages.len())?;
        let document = reader.finish(extracted.outline, extracted.title, total);
        let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        writeln!(
            out,
            "{}",
            serde_json::json!({ "file": extracted.file, "document": document, "milliseconds": milliseconds })
        )?;
    }
    Ok(())
}
