//! Reading one stored file.

use crate::hands::{self, Stage};
use crate::{pdf, pictures};
use edith_core::documents::Documents;
use edith_core::port::Store;
use edith_documents::call::{Failure, ReadInfo, Stored};
use edith_documents::formats::{self, Input, Limits, ReadDocument};
use edith_library::{Library, content, is_pdf};
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
    let bytes = edith_library::bytes(&Documents::new(store), stored).await?;
    let hash = hands::hash(&bytes).await?;
    let content = content(&hash);
    if let Some(info) = library.info(&content).await? {
        library.begin(stored, &content).await?;
        return Ok(info.with_outline());
    }
    library.begin(stored, &content).await?;
    let document = if is_pdf(&bytes) {
        pdf::read(&library, &content, bytes, password).await?
    } else {
        let read = read_here(stored, &bytes, password)?;
        drop(bytes);
        pictures::recognise(&library, &content, read).await?
    };
    library.keep(&content, &hash, document, || edith_chrome::time::now() - begun).await
}

/// What this module reads by itself.
fn read_here(stored: &Stored, bytes: &[u8], password: Option<&str>) -> Result<ReadDocument, Failure> {
    let input = Input { bytes, name: &stored.name, mime: &stored.mime, base: stored.url.as_deref(), password };
    let mut told = |done: u32, total: u32| hands::tell(Stage::Read, done, total);
    formats::read(&input, Limits::default(), &mut told).map_err(Failure::from)
}
