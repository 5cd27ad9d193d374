//! Pictures: recognising the text of those in documents, and drawing pages.

use super::hands::{Hands, Recognised, Stage};
use crate::file::{bytes, is_pdf};
use crate::kept::{Library, OCR};
use edith_documents::call::{Failure, Stored};
use edith_documents::formats::{self, Input, Limits, Picture, ReadDocument};
use edith_documents::pdf::PdfReader;
use edith_documents::{Block, BlockKind, Document, Kind, Warning};
use edith_records::documents::Documents;
use std::collections::BTreeSet;

/// The most pictures of one document that are recognised.
const PICTURES: usize = 300;

/// Fills in what the pictures of a document say.
pub(super) async fn recognise(
    hands: &dyn Hands,
    library: &Library,
    content: &str,
    read: ReadDocument,
) -> Result<Document, Failure> {
    let ReadDocument { mut document, pictures } = read;
    let mut known = library.pieces(OCR, content).await?;
    let total = count(pictures.len().min(PICTURES));
    let (mut unread, mut recognised) = (BTreeSet::new(), BTreeSet::new());
    for (number, picture) in (1..).zip(&pictures) {
        hands.tell(Stage::Ocr, (number - 1).min(total), total);
        if number > total {
            unread.insert(picture.page);
            continue;
        }
        let earlier = known.remove(&number).and_then(|piece| serde_json::from_str(&piece).ok());
        let found = match earlier {
            Some(found) => Ok(found),
            None => hands.recognise_picture(&picture.bytes, picture.mime).await,
        };
        match found {
            Ok(found) => {
                library.put_piece(OCR, content, number, &serde_json::to_string(&found).unwrap_or_default()).await?;
                if fill(&mut document, picture, &found) {
                    recognised.insert(picture.page);
                }
            }
            // Nothing would be left of a picture file.
            Err(failure @ Failure::ReaderMissing { .. }) if document.kind == Kind::Image => return Err(failure),
            Err(_) => {
                unread.insert(picture.page);
            }
        }
    }
    if total > 0 {
        hands.tell(Stage::Ocr, total, total);
    }
    document.warnings.extend(unread.into_iter().map(|page| Warning::PictureUnread { page: count(page) + 1 }));
    if !recognised.is_empty() {
        document.warnings.push(Warning::Recognised { pages: count(recognised.len()) });
    }
    Ok(document)
}

/// Puts the words where the picture is; returns whether there were any.
fn fill(document: &mut Document, picture: &Picture, found: &Recognised) -> bool {
    if document.kind == Kind::Image {
        // The words of a picture file are laid out like those of a scanned page.
        let mut reader = PdfReader::new(Limits::default());
        reader.add_page(&found.page(1, None));
        let laid_out = reader.finish(Vec::new(), None, 1);
        let has_words = laid_out.pages.iter().any(|page| !page.blocks.is_empty());
        if has_words {
            document.pages = laid_out.pages;
            document.outline = laid_out.outline;
        }
        return has_words;
    }
    let text = lines(found);
    let Some(page) = document.pages.get_mut(picture.page).filter(|_| !text.is_empty()) else { return false };
    if let Some(block) = page.blocks.get_mut(picture.block) {
        if !block.text.is_empty() {
            block.text.push('\n');
        }
        block.text.push_str(&text);
    } else {
        page.blocks.push(Block::new(BlockKind::Image, text));
    }
    true
}

/// The words, line by line.
fn lines(found: &Recognised) -> String {
    let mut text = String::new();
    let mut line = None;
    for word in &found.words {
        if let Some(last) = line {
            text.push(if last == word.line { ' ' } else { '\n' });
        }
        text.push_str(&word.text);
        line = Some(word.line);
    }
    text
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// What is drawn from: whoever looks asks for one page after another.
pub enum Drawn {
    /// The open PDF has so many pages.
    Pdf(u32),
    /// A picture file.
    Picture(Picture),
}

impl Drawn {
    /// Opens a stored file to draw from.
    ///
    /// # Errors
    /// When it cannot be read, or is of a kind that is not drawn.
    pub async fn open(
        hands: &dyn Hands,
        documents: &Documents,
        stored: &Stored,
        password: Option<&str>,
    ) -> Result<Self, Failure> {
        let bytes = bytes(documents, stored).await?;
        if is_pdf(&bytes) {
            return Ok(Self::Pdf(hands.open(bytes, password).await?.pages));
        }
        let input = Input { bytes: &bytes, name: &stored.name, mime: &stored.mime, base: None, password };
        let read = formats::read(&input, Limits::default(), &mut |_, _| {}).map_err(Failure::from)?;
        let kind = read.document.kind;
        match read.pictures.into_iter().next() {
            Some(picture) if kind == Kind::Image => Ok(Self::Picture(picture)),
            _ => Err(Failure::UnsupportedKind { kind: kind.name().to_owned() }),
        }
    }

    /// A page as a data URL, from 1, so many pixels wide.
    ///
    /// # Errors
    /// When there is no such page, or it cannot be drawn.
    pub async fn page(&self, hands: &dyn Hands, page: u32, width: u32) -> Result<String, Failure> {
        match self {
            Self::Pdf(pages) if (1..=*pages).contains(&page) => hands.draw_page(page, width).await,
            Self::Pdf(pages) => Err(Failure::NoPage { pages: *pages }),
            Self::Picture(picture) if page == 1 => hands.draw_picture(&picture.bytes, picture.mime, width).await,
            Self::Picture(_) => Err(Failure::NoPage { pages: 1 }),
        }
    }
}
