//! Reading one stored file.

use crate::hands::{self, Stage};
use crate::kept::{Info, Library, content};
use crate::{file, pdf, pictures};
use edith_core::documents::Documents;
use edith_core::port::Store;
use edith_documents::call::{Failure, ReadInfo, Stored};
use edith_documents::formats::{self, Input, Limits, ReadDocument};
use edith_documents::{BlockKind, Document};
use edith_store::ChromeStore;
use std::rc::Rc;

/// Reads a document and keeps its pages, unless the same bytes were read before.
pub(crate) async fn read(stored: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
    let begun = edith_chrome::time::now();
    let store: Rc<dyn Store> = Rc::new(ChromeStore::new());
    let library = Library::new(Rc::clone(&store));
    if let Some(content) = library.content_of(&stored.id).await?
        && let Some(info) = library.info(&content).await?
    {
        return Ok(info.with_outline());
    }
    let bytes = file::bytes(&Documents::new(store), stored).await?;
    let hash = hands::hash(&bytes).await?;
    let content = content(&hash);
    if let Some(info) = library.info(&content).await? {
        library.begin(stored, &content).await?;
        return Ok(info.with_outline());
    }
    library.begin(stored, &content).await?;
    let document = if file::is_pdf(&bytes) {
        pdf::read(&library, &content, bytes, password).await?
    } else {
        let read = read_here(stored, &bytes, password)?;
        drop(bytes);
        pictures::recognise(&library, &content, read).await?
    };
    keep(&library, &content, &hash, document, begun).await
}

/// What this module reads by itself.
fn read_here(stored: &Stored, bytes: &[u8], password: Option<&str>) -> Result<ReadDocument, Failure> {
    let input = Input { bytes, name: &stored.name, mime: &stored.mime, base: stored.url.as_deref(), password };
    let mut told = |done: u32, total: u32| hands::tell(Stage::Read, done, total);
    formats::read(&input, Limits::default(), &mut told).map_err(Failure::from)
}

/// Stores a document's pages, then what describes them.
async fn keep(
    library: &Library,
    content: &str,
    hash: &str,
    document: Document,
    begun: f64,
) -> Result<ReadInfo, Failure> {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
    let mut read = ReadInfo {
        kind: document.kind,
        hash: hash.to_owned(),
        title: document.title.clone(),
        pages: count(document.pages.len()),
        characters: blocks().map(|block| block.text.chars().count() as u64).sum(),
        tables: count(blocks().filter(|block| block.kind == BlockKind::Table).count()),
        ocr_pages: count(document.pages.iter().filter(|page| page.recognised).count()),
        warnings: document.warnings.clone(),
        read_ms: 0.0,
        outline: Vec::new(),
    };
    let mut bytes = 0;
    for (number, page) in (1..).zip(&document.pages) {
        bytes += library.put_page(content, number, page).await?;
    }
    read.read_ms = edith_chrome::time::now() - begun;
    let info = Info { read, outline: document.outline, bytes };
    library.finish(content, &info).await?;
    Ok(info.with_outline())
}
