//! Blocks of a format without pages of its own, laid out on pages of a sensible size, so that a citation can say where.

use crate::{Block, BlockKind, Field, Link, OutlineEntry, Page, Unseen};

/// About what a printed page holds, in characters.
const PAGE: usize = 3_000;
/// What still stays on one page, in characters.
const ONE_PAGE: usize = 2 * PAGE;
/// What the file itself calls a page is divided beyond this, in characters.
const OWN_PAGE: usize = 20_000;
/// A paragraph longer than this is divided, in characters.
const PARAGRAPH: usize = 2_000;

/// From so many blocks on, headings are paragraphs, and short paragraphs are joined as lines of one: a block takes about 200 bytes beside its text.
const BLOCKS: usize = 200_000;

/// Blocks in reading order, and what belongs to them.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    items: Vec<Item>,
    /// The item that links and fields are added to.
    open: Item,
    characters: usize,
    has_breaks: bool,
    unseen: Vec<Unseen>,
}

#[derive(Debug, Default)]
struct Item {
    block: Option<Block>,
    links: Vec<Link>,
    fields: Vec<Field>,
    /// The file itself begins a page here.
    breaks: bool,
}

impl Flow {
    /// Adds a block. A paragraph that is too long for a page is divided at the end of a sentence, else between words, a list between its lines. An empty
    /// block is left out.
    pub(crate) fn push(&mut self, block: Block) {
        if block.text.trim().is_empty() && block.kind != BlockKind::Image {
            return;
        }
        if block.kind == BlockKind::Paragraph && block.text.len() > PARAGRAPH {
            for part in divide(&block.text, PARAGRAPH) {
                self.add(Block { text: part.to_owned(), ..Block::new(BlockKind::Paragraph, "") });
            }
        } else if block.kind == BlockKind::List && block.text.len() > PAGE {
            let mut part = String::new();
            for line in block.text.lines() {
                if part.len() + line.len() > PARAGRAPH && !part.is_empty() {
                    self.add(Block { level: block.level, ..Block::new(BlockKind::List, std::mem::take(&mut part)) });
                }
                if !part.is_empty() {
                    part.push('\n');
                }
                part.push_str(line);
            }
            self.add(Block { level: block.level, ..Block::new(BlockKind::List, part) });
        } else {
            self.add(block);
        }
    }

    fn add(&mut self, mut block: Block) {
        self.characters += block.text.len();
        let is_full = self.items.len() >= BLOCKS;
        if is_full && block.kind == BlockKind::Heading {
            block = Block::new(BlockKind::Paragraph, block.text);
        }
        if is_full
            && matches!(block.kind, BlockKind::Paragraph | BlockKind::List)
            && let Some(last) = self.open.block.as_mut()
            && last.kind == block.kind
            && last.text.len() < PARAGRAPH
        {
            last.text.push('\n');
            last.text.push_str(&block.text);
            return;
        }
        if self.open.block.is_some() {
            self.items.push(std::mem::take(&mut self.open));
        }
        self.open.block = Some(block);
    }

    /// Adds a link of the last block.
    pub(crate) fn link(&mut self, link: Link) {
        self.open.links.push(link);
    }

    /// Adds a field after the last block.
    pub(crate) fn field(&mut self, field: Field) {
        self.open.fields.push(field);
    }

    /// Begins a page, as the file says. A page without anything is none.
    pub(crate) fn page_break(&mut self) {
        if self.open.block.is_some() && self.items.len() < BLOCKS {
            let next = Item { breaks: true, ..Item::default() };
            self.items.push(std::mem::replace(&mut self.open, next));
            self.has_breaks = true;
        }
    }

    /// Adds words that nobody sees: they are kept with the first page.
    pub(crate) fn hide(&mut self, unseen: Vec<Unseen>) {
        self.unseen.extend(unseen);
    }

    /// Adds all of another flow.
    pub(crate) fn append(&mut self, other: Self) {
        let mut items = other.items;
        items.push(other.open);
        self.items.push(std::mem::take(&mut self.open));
        self.open = items.pop().unwrap_or_default();
        self.items.append(&mut items);
        self.characters += other.characters;
        self.has_breaks |= other.has_breaks;
        self.unseen.extend(other.unseen);
    }

    /// How many bytes of text there are so far.
    pub(crate) fn characters(&self) -> usize {
        self.characters
    }

    /// The pages: the file's own ones (divided only beyond 20,000 characters), or else pages of about 3,000, larger where there would be more than
    /// `most`. What has at most 6,000 characters stays together. A page begins with a heading rather than ending with one.
    pub(crate) fn into_pages(self, most: usize) -> Vec<Page> {
        let least = match self.has_breaks {
            true => OWN_PAGE,
            false if self.characters <= ONE_PAGE => ONE_PAGE + PARAGRAPH,
            false => PAGE,
        };
        let size = least.max(self.characters / most.max(1) + PARAGRAPH);
        let mut pages = Vec::new();
        let (mut page, mut filled) = (Page { unseen: self.unseen, ..Page::default() }, 0);
        for item in self.items.into_iter().chain([self.open]) {
            let length = item.block.as_ref().map_or(0, |block| block.text.len());
            let is_heading = item.block.as_ref().is_some_and(|block| block.kind == BlockKind::Heading);
            let is_full = filled > 0 && (filled + length > size || is_heading && filled > size / 2);
            if (item.breaks || is_full) && pages.len() + 1 < most {
                let mut next = Page::default();
                if !item.breaks && !is_heading {
                    carry_headings(&mut page, &mut next);
                }
                pages.push(std::mem::replace(&mut page, next));
                filled = page.blocks.iter().map(|block| block.text.len()).sum();
            }
            filled += length;
            page.blocks.extend(item.block);
            page.links.extend(item.links);
            page.fields.extend(item.fields);
        }
        pages.push(page);
        pages
    }
}

/// Headings at the end of a page belong to what follows.
fn carry_headings(page: &mut Page, next: &mut Page) {
    let kept = page.blocks.iter().rposition(|block| block.kind != BlockKind::Heading).map_or(0, |last| last + 1);
    if kept > 0 {
        next.blocks = page.blocks.split_off(kept);
    }
}

/// The headings of pages as an outline.
pub(crate) fn outline(pages: &[Page]) -> Vec<OutlineEntry> {
    let mut entries = Vec::new();
    for (index, page) in (1..).zip(pages) {
        let headings = page.blocks.iter().filter(|block| block.kind == BlockKind::Heading);
        entries.extend(headings.map(|block| OutlineEntry {
            title: block.text.clone(),
            level: block.level.unwrap_or(1),
            page: index,
        }));
    }
    entries
}

/// Divides a text into parts of at most `most` bytes: after a sentence's end in the second half, else after a blank, else anywhere.
pub(crate) fn divide(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while rest.len() > most {
        let end = rest.floor_char_boundary(most);
        let window = rest.get(..end).unwrap_or(rest);
        let half = window.floor_char_boundary(end / 2);
        let tail = window.get(half..).unwrap_or_default();
        let sentence = tail.char_indices().zip(tail.chars().skip(1)).filter(|((_, c), next)| {
            matches!(c, '。' | '！' | '？') || matches!(c, '.' | '!' | '?' | '\n') && next.is_whitespace()
        });
        let cut = sentence.last().map(|((at, c), _)| half + at + c.len_utf8());
        let cut = cut.or_else(|| tail.rfind(char::is_whitespace).map(|at| half + at)).unwrap_or(end).max(1);
        let (part, after) = rest.split_at(rest.ceil_char_boundary(cut));
        parts.push(part.trim_end());
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}
