//! Reading a PDF: pdf.js gives what is drawn, page by page; the layout is made of it here; scanned pages are recognised.

use super::hands::{Hands, Recognised, Stage};
use crate::kept::{Library, OCR, RAW};
use edith_documents::Document;
use edith_documents::call::Failure;
use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawPage};

/// Reads all pages; those that an earlier reading left are not read again.
pub(super) async fn read(
    hands: &dyn Hands,
    library: &Library,
    content: &str,
    bytes: Vec<u8>,
    password: Option<&str>,
) -> Result<Document, Failure> {
    let limits = Limits::default();
    let opened = hands.open(bytes, password).await?;
    let total = opened.pages.min(u32::try_from(limits.pages).unwrap_or(u32::MAX));
    let mut known = library.pieces(RAW, content).await?;
    let mut reader = PdfReader::new(limits);
    let mut scans = Vec::new();
    for number in 1..=total {
        let raw = match known.remove(&number) {
            Some(raw) => raw,
            None => {
                let raw = hands.page(number).await?;
                library.put_piece(RAW, content, number, &raw).await?;
                raw
            }
        };
        let page = page(&raw, number);
        if reader.add_page(&page) {
            scans.push((number, (page.width, page.height)));
        }
        hands.tell(Stage::Read, number, total);
    }
    recognise(hands, library, content, &mut reader, &scans, total).await?;
    reader.holds(opened.form, opened.collection, opened.files);
    Ok(reader.finish(opened.outline, opened.title, opened.pages))
}

fn page(raw: &str, number: u32) -> RawPage {
    serde_json::from_str(raw).unwrap_or_else(|_| RawPage { number, unread: true, ..RawPage::default() })
}

/// Recognises scanned pages. One that cannot be recognised stays as it is, which the document's warnings say; but of a file that is nothing but scans
/// nothing would be left without recognition.
async fn recognise(
    hands: &dyn Hands,
    library: &Library,
    content: &str,
    reader: &mut PdfReader,
    scans: &[(u32, (f32, f32))],
    pages: u32,
) -> Result<(), Failure> {
    let mut known = library.pieces(OCR, content).await?;
    let total = u32::try_from(scans.len()).unwrap_or(u32::MAX);
    for (done, (number, size)) in (1..).zip(scans) {
        hands.tell(Stage::Ocr, done - 1, total);
        let earlier = known.remove(number).and_then(|piece| serde_json::from_str::<Recognised>(&piece).ok());
        let found = match earlier {
            Some(found) => Some(found),
            None => match hands.recognise_page(*number).await {
                Ok(found) => {
                    let piece = serde_json::to_string(&found).unwrap_or_default();
                    library.put_piece(OCR, content, *number, &piece).await?;
                    Some(found)
                }
                Err(failure @ Failure::ReaderMissing { .. }) if total == pages => return Err(failure),
                Err(_) => None,
            },
        };
        if let Some(found) = found {
            reader.add_page(&found.page(*number, Some(*size)));
        }
    }
    if total > 0 {
        hands.tell(Stage::Ocr, total, total);
    }
    Ok(())
}
