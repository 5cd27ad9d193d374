//! What the walk through a document finds, in order, and how pages are made of it.

use crate::formats::picture::with_text;
use crate::formats::reading::{Picture, Reading};
use crate::seen::hide;
use crate::{Block, BlockKind, Document, Field, Kind, Link, OutlineEntry, Page, Unseen, Warning};

/// A list longer than this, in bytes, goes on in another block.
const MAX_LIST: usize = 4_000;
/// A longer paragraph is not a heading, whatever its style says; in bytes.
const MAX_HEADING: usize = 600;

/// Something that was found.
#[derive(Debug)]
pub(super) enum Piece {
    /// A heading, a paragraph, a table.
    Block(Block),
    /// An item of a list, with its number or bullet; the level is from 0.
    Item { level: usize, text: String },
    /// A picture: its alternative text, and its bytes if they are to be recognised.
    Picture { alt: String, bytes: Option<Vec<u8>> },
    /// A footnote, an endnote or a comment that belongs here.
    Note(String),
    /// A link.
    Link(Link),
    /// A field of a form.
    Field(Field),
    /// Words that nobody sees.
    Unseen(Unseen),
    /// The end of a page. A rendered one is where Word last saw it, which may be the same as the one that was asked for.
    Break { rendered: bool },
    /// The end of a section: what is repeated on its pages.
    Section { headers: Vec<Block>, footers: Vec<Block> },
}

#[derive(Default)]
struct Sheet {
    headers: Vec<Block>,
    page: Page,
    notes: Vec<Block>,
    footers: Vec<Block>,
}

/// Makes pages of pieces. Pages beyond the limit are counted and left out.
pub(super) fn assemble(pieces: Vec<Piece>, reading: &mut Reading<'_>) -> Document {
    let limit = reading.limits.pages.max(1);
    let mut sheets = vec![Sheet::default()];
    let mut pictures: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    let mut outline = Vec::new();
    let mut section_start = 0;
    let mut page_start = true;
    let mut total = 1usize;
    let mut in_list = false;
    let mut after_section = false;
    for piece in pieces {
        let index = sheets.len() - 1;
        let Some(sheet) = sheets.last_mut() else { break };
        let goes_on =
            matches!(piece, Piece::Item { .. } | Piece::Note(_) | Piece::Link(_) | Piece::Field(_) | Piece::Unseen(_))
                && in_list;
        in_list = goes_on || matches!(piece, Piece::Item { .. });
        let begins_section = std::mem::replace(&mut after_section, matches!(piece, Piece::Section { .. }));
        match piece {
            Piece::Break { rendered: true } if page_start => {}
            Piece::Break { .. } => {
                total += 1;
                page_start = true;
                if total <= limit {
                    sheets.push(Sheet::default());
                    if begins_section {
                        section_start = index + 1;
                    }
                }
            }
            Piece::Section { headers, footers } => {
                if let Some(first) = sheets.get_mut(section_start) {
                    first.headers.extend(headers);
                    first.footers.extend(footers);
                }
                section_start = index;
            }
            _ if total > limit => {}
            Piece::Block(mut block) => {
                page_start = false;
                if block.kind == BlockKind::Heading && block.text.len() > MAX_HEADING {
                    block = Block::new(BlockKind::Paragraph, block.text);
                }
                if block.kind == BlockKind::Heading {
                    let page = u32::try_from(index + 1).unwrap_or(u32::MAX);
                    outline.push(OutlineEntry {
                        title: block.text.replace('\n', " "),
                        level: block.level.unwrap_or(1),
                        page,
                    });
                }
                sheet.page.blocks.push(block);
            }
            Piece::Item { level, text } => {
                page_start = false;
                let line = format!("{}{text}", "  ".repeat(level));
                match sheet.page.blocks.last_mut() {
                    Some(list) if goes_on && list.kind == BlockKind::List && list.text.len() < MAX_LIST => {
                        list.text.push('\n');
                        list.text.push_str(&line);
                    }
                    _ => {
                        let level = u8::try_from(level + 1).ok();
                        sheet.page.blocks.push(Block { level, ..Block::new(BlockKind::List, line) });
                    }
                }
            }
            Piece::Picture { alt, bytes } => {
                page_start = false;
                if let Some(bytes) = bytes {
                    pictures.push((index, sheet.page.blocks.len(), bytes));
                }
                sheet.page.blocks.push(Block::new(BlockKind::Image, alt));
            }
            Piece::Note(text) => sheet.notes.push(Block::new(BlockKind::Note, text)),
            Piece::Link(link) => sheet.page.links.push(link),
            Piece::Unseen(Unseen { why, text }) => hide(&mut sheet.page.unseen, why, &text),
            Piece::Field(field) => sheet.page.fields.push(field),
        }
    }
    for (page, block, bytes) in pictures {
        let before = sheets.get(page).map_or(0, |sheet| sheet.headers.len());
        if let Some(mime) = with_text(&bytes) {
            reading.pictures.push(Picture { page, block: before + block, mime, bytes });
        }
    }
    let in_order = |mut sheet: Sheet| {
        let mut blocks = sheet.headers;
        blocks.append(&mut sheet.page.blocks);
        blocks.append(&mut sheet.notes);
        blocks.append(&mut sheet.footers);
        Page { blocks, ..sheet.page }
    };
    let pages: Vec<Page> = sheets.into_iter().map(in_order).collect();
    reading.progress(pages.len(), pages.len());
    let cut = u32::try_from(total).ok().filter(|_| total > limit);
    let warnings = cut.map(|total| Warning::PagesCut { total }).into_iter().collect();
    Document { kind: Kind::Docx, title: None, pages, outline, warnings }
}
