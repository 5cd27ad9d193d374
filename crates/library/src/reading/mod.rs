//! Reading one stored file. What needs a browser is done by [`Hands`]: those of the extension's worker, or of a tab that a program drives.

mod hands;
mod pdf;
mod pictures;

pub use hands::{Hands, Opened, Recognised, Stage, Word};
pub use pictures::Drawn;

use crate::file::{bytes, is_pdf};
use crate::kept::{Library, content};
use edith_documents::call::{Failure, ReadInfo, Stored};
use edith_documents::formats::{self, Input, Limits, ReadDocument};
use edith_port::Store;
use edith_records::documents::Documents;
use std::rc::Rc;

/// Reads a document and keeps its pages, unless the same bytes were read before. `now`: the time in milliseconds.
///
/// # Errors
/// When it cannot be read, or the store fails.
pub async fn read(
    hands: &dyn Hands,
    store: &Rc<dyn Store>,
    stored: &Stored,
    password: Option<&str>,
    now: impl Fn() -> f64,
) -> Result<ReadInfo, Failure> {
    let begun = now();
    let library = Library::new(Rc::clone(store));
    if let Some(content) = library.content_of(&stored.id).await?
        && let Some(info) = library.info(&content).await?
    {
        return Ok(info.with_outline());
    }
    let bytes = bytes(&Documents::new(Rc::clone(store)), stored).await?;
    let hash = hands.hash(&bytes).await?;
    let content = content(&hash);
    if let Some(info) = library.info(&content).await? {
        library.begin(stored, &content).await?;
        return Ok(info.with_outline());
    }
    library.begin(stored, &content).await?;
    let document = if is_pdf(&bytes) {
        pdf::read(hands, &library, &content, bytes, password).await?
    } else {
        let read = read_here(hands, stored, &bytes, password)?;
        drop(bytes);
        pictures::recognise(hands, &library, &content, read).await?
    };
    library.keep(&content, &hash, document, || now() - begun).await
}

/// What needs no browser.
fn read_here(
    hands: &dyn Hands,
    stored: &Stored,
    bytes: &[u8],
    password: Option<&str>,
) -> Result<ReadDocument, Failure> {
    let input = Input { bytes, name: &stored.name, mime: &stored.mime, base: stored.url.as_deref(), password };
    let mut told = |done: u32, total: u32| hands.tell(Stage::Read, done, total);
    formats::read(&input, Limits::default(), &mut told).map_err(Failure::from)
}
