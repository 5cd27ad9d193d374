//! Takes pages in as they come, and gives the document.

use super::blocks::{Layout, Made, bare, blocks};
use super::fields::fields;
use super::line::{Line, lines};
use super::links::{links, rect};
use super::order::{Ordered, order};
use super::piece::{Direction, Extent, Piece, pieces, tag};
use super::raw::{RawOutlineEntry, RawPage, RawTag};
use super::repeated::{Edge, edges, running};
use super::table;
use super::text::{Vocabulary, is_unmapped};
use crate::formats::Limits;
use crate::seen::hide;
use crate::{Block, BlockKind, Document, Field, FieldKind, Kind, Link, OutlineEntry, Page, Size, Unseen, Warning};
use std::collections::BTreeMap;

/// Reads a PDF page by page.
#[derive(Debug)]
pub struct PdfReader {
    limits: Limits,
    sheets: BTreeMap<u32, Sheet>,
    characters: usize,
    cut: bool,
    /// Pages left out because there are too many.
    beyond: u32,
    vocabulary: Vocabulary,
    /// Letters of each size, in quarters of a point: plain and bold.
    sizes: BTreeMap<u32, (usize, usize)>,
    outline: Vec<RawOutlineEntry>,
    /// What the pages do not show of the file.
    beside: Vec<Warning>,
}

/// What is kept of a page.
#[derive(Debug)]
struct Sheet {
    extent: Extent,
    label: Option<String>,
    lines: Vec<Line>,
    edges: Vec<Edge>,
    tags: Vec<RawTag>,
    links: Vec<Link>,
    fields: Vec<Field>,
    /// Comments and alternative texts.
    extras: Vec<Block>,
    needs_ocr: bool,
    recognised: bool,
    unread: bool,
    unseen: Vec<Unseen>,
    /// Some of its letters are not known.
    lost: bool,
    /// Files that are pinned to it, by their names.
    files: Vec<String>,
}

/// A page with fewer letters and a picture of some size is taken for a scan.
const FEW_LETTERS: usize = 60;
/// Bytes of text on a page; a page of small print has some ten thousand. In JSON a byte takes six at worst, and Chrome's messages take 64 MiB.
const MOST_TEXT: usize = 4 << 20;
/// Where more than one of so many letters is not known, the page is recognised.
const LOST_SHARE: usize = 20;
/// The part of a page that pictures cover on a scan.
const SCAN_SHARE: f32 = 0.3;

impl PdfReader {
    /// A reader without pages.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            sheets: BTreeMap::new(),
            characters: 0,
            cut: false,
            beyond: 0,
            vocabulary: Vocabulary::default(),
            sizes: BTreeMap::new(),
            outline: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Notes what the file holds that its pages do not show: a form that only some programs can show, unless the pages have its fields, and files in it by
    /// their names. `collection`: the
    /// files are what the document is, and its pages are a cover.
    pub fn holds(&mut self, form: bool, collection: bool, files: Vec<String>) {
        self.beside.clear();
        self.beside.extend(form.then_some(Warning::FormUnread));
        self.beside.extend(collection.then_some(Warning::Collection));
        self.beside.extend(files.into_iter().map(|name| Warning::FileUnread { name }));
    }

    /// Takes a page in; one with the number of another takes its place (its text was recognised meanwhile). Pages may come in any order.
    /// True if the page is a scan, or its text is not text, so that it should be recognised.
    pub fn add_page(&mut self, page: &RawPage) -> bool {
        let number = page.number.max(1);
        if usize::try_from(number).unwrap_or(usize::MAX) > self.limits.pages {
            self.beyond = self.beyond.max(number);
            return false;
        }
        let mut sheet = Sheet::read(page, self.limits.characters.saturating_sub(self.characters).min(MOST_TEXT));
        if let Some(old) = self.sheets.get(&number)
            && page.recognised
        {
            // A picture has no links, fields and labels; those of the file stay.
            sheet.label = sheet.label.or_else(|| old.label.clone());
            sheet.links.clone_from(&old.links);
            sheet.fields.clone_from(&old.fields);
            sheet.extras.clone_from(&old.extras);
            sheet.unseen.clone_from(&old.unseen);
            sheet.files.clone_from(&old.files);
        }
        let read: usize = sheet.lines.iter().map(|line| line.text.len()).sum();
        self.characters = self.characters.saturating_add(read);
        self.cut |= self.characters >= self.limits.characters || read >= MOST_TEXT;
        for line in &sheet.lines {
            self.vocabulary.add(&line.text);
            let count = self.sizes.entry((line.size * 4.0).round() as u32).or_default();
            if line.style.bold { count.1 += line.letters } else { count.0 += line.letters }
        }
        let needs_ocr = sheet.needs_ocr;
        self.sheets.insert(number, sheet);
        needs_ocr
    }

    /// How many pages were taken in.
    pub fn page_count(&self) -> usize {
        self.sheets.len()
    }

    /// The numbers of the pages that should be recognised, from 1.
    pub fn pages_without_text(&self) -> Vec<u32> {
        self.sheets.iter().filter(|(_, sheet)| sheet.needs_ocr).map(|(number, _)| *number).collect()
    }

    /// The pages that were taken in, as far as can be told without those that are missing.
    pub fn pages_so_far(&self) -> Vec<Page> {
        self.pages(false)
    }

    /// The document. `title` is what the file calls itself, `total` how many pages it has.
    pub fn finish(mut self, outline: Vec<RawOutlineEntry>, title: Option<String>, total: u32) -> Document {
        self.outline = outline;
        let pages = self.pages(true);
        let mut warnings = Vec::new();
        let total = total.max(self.beyond);
        if usize::try_from(total).unwrap_or(usize::MAX) > self.limits.pages {
            warnings.push(Warning::PagesCut { total });
        }
        if self.cut {
            warnings.push(Warning::TextCut);
        }
        for (number, sheet) in &self.sheets {
            if sheet.unread {
                warnings.push(Warning::PageUnread { page: *number });
            } else if sheet.needs_ocr && !sheet.lost {
                warnings.push(Warning::PictureUnread { page: *number });
            } else if sheet.lost {
                warnings.push(Warning::LettersLost { page: *number });
            }
        }
        let holds = |field: &Field| !matches!(field.kind, FieldKind::Signature | FieldKind::Button);
        if self.sheets.values().any(|sheet| sheet.fields.iter().any(holds)) {
            self.beside.retain(|warning| *warning != Warning::FormUnread);
        }
        for name in self.sheets.values().flat_map(|sheet| &sheet.files) {
            let warning = Warning::FileUnread { name: name.clone() };
            if !self.beside.contains(&warning) {
                self.beside.push(warning);
            }
        }
        warnings.append(&mut self.beside);
        let recognised = self.sheets.values().filter(|sheet| sheet.recognised).count();
        if recognised > 0 {
            warnings.push(Warning::Recognised { pages: u32::try_from(recognised).unwrap_or(u32::MAX) });
        }
        let title = title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
        let mut document = Document { kind: Kind::Pdf, title, outline: self.outline_of(&pages), pages, warnings };
        document.warn_of_unseen();
        document
    }

    /// The bookmarks that lead somewhere, or else the headings.
    fn outline_of(&self, pages: &[Page]) -> Vec<OutlineEntry> {
        let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let bookmarks = self
            .outline
            .iter()
            .filter(|entry| !entry.title.trim().is_empty() && entry.page >= 1 && entry.page <= count);
        let bookmarks: Vec<OutlineEntry> = bookmarks
            .map(|entry| OutlineEntry {
                title: entry.title.trim().to_owned(),
                level: entry.level.max(1),
                page: entry.page,
            })
            .collect();
        if !bookmarks.is_empty() {
            return bookmarks;
        }
        let mut headings = Vec::new();
        for (page, number) in pages.iter().zip(1..) {
            for block in page.blocks.iter().filter(|block| block.kind == BlockKind::Heading) {
                headings.push(OutlineEntry {
                    title: block.text.clone(),
                    level: block.level.unwrap_or(1),
                    page: number,
                });
            }
        }
        headings
    }

    fn pages(&self, all: bool) -> Vec<Page> {
        let last = self.sheets.keys().next_back().copied().unwrap_or(0);
        // Pages that have not come are empty, so that numbers stay right.
        let none = Vec::new();
        let edges: Vec<Vec<Edge>> = (1..=last)
            .map(|number| self.sheets.get(&number).map_or_else(|| none.clone(), |sheet| sheet.edges.clone()))
            .collect();
        let mut look = self.look();
        let mut pages = Vec::with_capacity(edges.len());
        for (index, number) in (1..=last).enumerate() {
            let Some(sheet) = self.sheets.get(&number) else {
                pages.push(Page::default());
                continue;
            };
            look.bookmarks = self
                .outline
                .iter()
                .filter(|entry| entry.page == number)
                .map(|entry| (bare(&entry.title), entry.level.clamp(1, 6)))
                .filter(|(title, _)| !title.is_empty())
                .collect();
            let marks = running(&edges, index, sheet.lines.len(), sheet.label.as_deref(), all);
            pages.push(sheet.page(&marks, &look, &self.vocabulary));
        }
        pages
    }

    /// What most of the text looks like, and which larger sizes headings have.
    fn look(&self) -> Layout {
        let Some((body, (plain, bold))) = self.sizes.iter().max_by_key(|(_, (plain, bold))| plain + bold) else {
            return Layout::default();
        };
        let body = *body as f32 / 4.0;
        let mut headings: Vec<f32> = Vec::new();
        for size in self.sizes.keys().rev().map(|size| *size as f32 / 4.0).filter(|size| *size >= 1.14 * body) {
            if headings.last().is_none_or(|last| size < last * 0.9) {
                headings.push(size);
            }
        }
        // What is bold in the size of the text comes below them.
        headings.truncate(4);
        Layout { body, bold: bold > plain, headings, bookmarks: Vec::new() }
    }
}

/// What pieces say that nobody sees.
fn unseen(pieces: &[Piece]) -> Vec<Unseen> {
    let mut unseen: Vec<Unseen> = Vec::new();
    let mut ended = true;
    for piece in pieces {
        let Some(why) = piece.hiding else { continue };
        match unseen.last_mut().filter(|last| last.why == why && !ended) {
            Some(last) => last.text.push_str(&piece.text),
            None => hide(&mut unseen, why, &piece.text),
        }
        ended = piece.line_ends;
    }
    unseen
}

impl Sheet {
    fn read(page: &RawPage, limit: usize) -> Self {
        let extent = Extent::of(page);
        let (pieces, apart): (Vec<Piece>, Vec<Piece>) =
            pieces(page, limit).into_iter().partition(|piece| piece.hiding.is_none());
        let lines = lines(&pieces, page.recognised);
        let letters: usize = lines.iter().map(|line| line.letters).sum();
        let unmapped: usize = lines.iter().map(|line| line.text.chars().filter(|c| is_unmapped(*c)).count()).sum();
        let scanned = letters < FEW_LETTERS && page.pictures > 0 && page.picture_share >= SCAN_SHARE;
        // Letters of which there is no more than the shape: a part of the words is not there, and what is left reads as if it were all.
        let lost = usize::try_from(page.lost).unwrap_or(usize::MAX);
        let garbage =
            letters > 0 && unmapped * 3 > letters || lost.saturating_mul(LOST_SHARE) > letters.saturating_add(lost);
        let mut extras = Vec::new();
        for figure in &page.figures {
            let area = figure.area.map(|area| extent.area(rect(area)));
            extras.push(Block { area, ..Block::new(BlockKind::Image, figure.text.trim()) });
        }
        for note in &page.notes {
            extras.push(Block {
                area: Some(extent.area(rect(note.area))),
                ..Block::new(BlockKind::Note, note.text.trim())
            });
        }
        Self {
            extent,
            label: page.label.clone().filter(|label| !label.trim().is_empty()),
            edges: edges(&lines, extent),
            links: links(&page.links, &pieces, extent),
            fields: fields(&page.fields, extent),
            tags: page.tags.clone(),
            extras,
            needs_ocr: !page.recognised && !page.unread && (scanned || garbage),
            recognised: page.recognised,
            unread: page.unread,
            unseen: unseen(&apart),
            lost: lost > 0,
            files: page.files.clone(),
            lines,
        }
    }

    fn page(&self, marks: &[(usize, BlockKind)], look: &Layout, vocabulary: &Vocabulary) -> Page {
        let mut frames: BTreeMap<Direction, Vec<Line>> = BTreeMap::new();
        let mut headers = Vec::new();
        let mut footers = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match marks.iter().find(|(marked, _)| *marked == index) {
                Some((_, BlockKind::Header)) => headers.push(line),
                Some(_) => footers.push(line),
                None => frames.entry(line.turn).or_default().push(line.clone()),
            }
        }
        let mut blocks = self.running(headers, BlockKind::Header);
        let mut frames: Vec<(Direction, Vec<Line>)> = frames.into_iter().collect();
        // The direction of most of the text first.
        frames.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.iter().map(|line| line.letters).sum::<usize>()));
        for (_, lines) in frames {
            for made in self.frame(&lines, look, vocabulary) {
                let Made { mut block, rect, turn } = made;
                block.area = Some(self.extent.area(turn.leave(self.extent, rect)));
                blocks.push(block);
            }
        }
        for extra in self.extras.iter().filter(|extra| !extra.text.is_empty()) {
            let top = extra.area.map_or(1.0, |area| area.top);
            let at =
                blocks.iter().position(|block| block.area.is_some_and(|area| area.top > top)).unwrap_or(blocks.len());
            blocks.insert(at, extra.clone());
        }
        blocks.extend(self.running(footers, BlockKind::Footer));
        Page {
            name: self.label.clone(),
            size: Some(Size { width: self.extent.width, height: self.extent.height }),
            blocks,
            links: self.links.clone(),
            fields: self.fields.clone(),
            recognised: self.recognised,
            unseen: self.unseen.clone(),
        }
    }

    /// The blocks of the lines of one direction.
    fn frame(&self, lines: &[Line], look: &Layout, vocabulary: &Vocabulary) -> Vec<Made> {
        let is_header = |line: &Line| tag(&self.tags, line.tag).is_some_and(|tag| tag.role == "TH");
        let tables = table::tagged(lines, is_header);
        if tables.is_empty() {
            return self.blocks(lines, look, vocabulary);
        }
        // A table of the structure tree stands where its first line is drawn.
        let mut made = Vec::new();
        let mut rest: Vec<Line> = Vec::new();
        let mut starts: BTreeMap<usize, &table::FoundTable> = BTreeMap::new();
        let mut inside = vec![false; lines.len()];
        for (indexes, found) in &tables {
            if let Some(first) = indexes.first() {
                starts.insert(*first, found);
            }
            for index in indexes {
                if let Some(inside) = inside.get_mut(*index) {
                    *inside = true;
                }
            }
        }
        for (index, line) in lines.iter().enumerate() {
            if let Some(found) = starts.get(&index) {
                made.extend(self.blocks(&std::mem::take(&mut rest), look, vocabulary));
                made.push(Made { block: Block::of_table(found.table.clone()), rect: found.rect, turn: line.turn });
            }
            if inside.get(index) != Some(&true) {
                rest.push(line.clone());
            }
        }
        made.extend(self.blocks(&rest, look, vocabulary));
        made
    }

    fn blocks(&self, lines: &[Line], look: &Layout, vocabulary: &Vocabulary) -> Vec<Made> {
        let slanted = lines.first().is_some_and(|line| matches!(line.turn, Direction::Slanted(_)));
        let parts = if slanted { (0..lines.len()).map(Ordered::Line).collect() } else { order(lines) };
        blocks(lines, &parts, &self.tags, look, vocabulary)
    }

    /// Running lines, those on one baseline in one block, from top to bottom.
    fn running(&self, mut lines: Vec<&Line>, kind: BlockKind) -> Vec<Block> {
        lines.sort_by(|a, b| {
            ((a.base / 3.0).round() as i32)
                .cmp(&((b.base / 3.0).round() as i32))
                .then(a.rect.left.total_cmp(&b.rect.left))
        });
        let mut blocks: Vec<(f32, Block)> = Vec::new();
        for line in lines {
            let area = self.extent.area(line.turn.leave(self.extent, line.rect));
            match blocks.last_mut() {
                Some((base, block)) if (*base - line.base).abs() < 0.4 * line.size => {
                    block.text.push(' ');
                    block.text.push_str(&line.text);
                    if let Some(whole) = &mut block.area {
                        whole.width = (area.left + area.width - whole.left).max(whole.width);
                    }
                }
                _ => blocks.push((line.base, Block { area: Some(area), ..Block::new(kind, line.text.clone()) })),
            }
        }
        blocks.into_iter().map(|(_, block)| block).collect()
    }
}
