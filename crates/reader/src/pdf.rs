//! Reading a PDF: pdf.js gives what is drawn, page by page, and the layout is made of it here.

use crate::hands::{self, Stage};
use crate::kept::Library;
use edith_documents::call::Failure;
use edith_documents::{Block, BlockKind, Document, Kind, OutlineEntry, Page, Warning};
use serde::Deserialize;

/// The most pages that are read.
const PAGES: u32 = 2_000;

#[derive(Deserialize)]
struct Opened {
    pages: u32,
    title: Option<String>,
    outline: Vec<OutlineEntry>,
}

/// Reads all pages; those that an earlier reading left are not read again.
pub(crate) async fn read(
    library: &Library,
    content: &str,
    bytes: Vec<u8>,
    password: Option<&str>,
) -> Result<Document, Failure> {
    let opened: Opened = hands::pdf_open(&bytes, password).await?;
    drop(bytes);
    let total = opened.pages.min(PAGES);
    let mut known = library.raw(content).await?;
    let mut pages = Vec::new();
    for number in 1..=total {
        let raw = match known.remove(&number) {
            Some(raw) => raw,
            None => {
                let raw = hands::pdf_page(number).await?;
                library.put_raw(content, number, &raw).await?;
                raw
            }
        };
        pages.push(page(&raw));
        hands::tell(Stage::Read, number, total);
    }
    let warnings = (opened.pages > total).then_some(Warning::PagesCut { total: opened.pages });
    Ok(Document {
        kind: Kind::Pdf,
        title: opened.title,
        pages,
        outline: opened.outline,
        warnings: warnings.into_iter().collect(),
    })
}

fn page(raw: &str) -> Page {
    #[derive(Deserialize)]
    struct Raw {
        items: Vec<Item>,
    }
    type Item = (String, f32, f32, f32, f32, u32, u32, f32, i32);
    let Ok(raw) = serde_json::from_str::<Raw>(raw) else { return Page::default() };
    let mut text = String::new();
    for item in &raw.items {
        text.push_str(&item.0);
        if item.6 & 1 != 0 {
            text.push('\n');
        }
    }
    Page { blocks: vec![Block::new(BlockKind::Paragraph, text)], ..Page::default() }
}
