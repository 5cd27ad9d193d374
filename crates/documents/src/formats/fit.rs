//! Pages that fit into a message: a longer one is divided, so that each can be stored, sent and shown. Chrome's messages take 64 MiB of JSON, in which a
//! byte of text takes six at worst.

use super::flow::divide;
use super::reading::ReadDocument;
use crate::{Block, Cell, CellValue, Document, Link, OutlineEntry, Page, Table, Warning};

/// What is on a page, in bytes of its texts with [`PART`] for each thing beside them.
const PAGE: usize = 4 << 20;
/// A cell, a block, a link or a field without its texts.
const PART: usize = 64;
/// A title, the name of a page or of a table, a part of the file in a warning: in bytes.
const NAME: usize = 1_000;
/// Words of a page that nobody sees: in bytes.
const UNSEEN: usize = 100_000;
/// Entries of an outline, and warnings.
const ENTRIES: usize = 10_000;

/// The document with its long pages divided. A table's parts begin with its header rows each; rows, links and fields that no page can hold are cut.
pub(super) fn fit(read: ReadDocument, pages: usize) -> ReadDocument {
    let ReadDocument { mut document, mut pictures } = read;
    shorten(&mut document);
    if document.pages.iter().all(|page| weight(page) <= PAGE) {
        return ReadDocument { document, pictures };
    }
    let mut fitted: Vec<Page> = Vec::new();
    // Where each old page begins, and where each of its blocks went.
    let mut places: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
    let mut cut = false;
    for page in std::mem::take(&mut document.pages) {
        let begins = fitted.len();
        let blocks = if weight(&page) <= PAGE {
            let blocks = (0..page.blocks.len()).map(|block| (begins, block)).collect();
            fitted.push(page);
            blocks
        } else {
            parts(page, &mut fitted, &mut cut)
        };
        places.push((begins, blocks));
    }
    for picture in &mut pictures {
        let place = places.get(picture.page).and_then(|(_, blocks)| blocks.get(picture.block));
        if let Some((page, block)) = place {
            (picture.page, picture.block) = (*page, *block);
        }
    }
    let moved = |page: u32| {
        let old = usize::try_from(page).unwrap_or(usize::MAX).saturating_sub(1);
        places.get(old).map_or(page, |(begins, _)| count(*begins) + 1)
    };
    for entry in &mut document.outline {
        let old = usize::try_from(entry.page).unwrap_or(usize::MAX).saturating_sub(1);
        let mut blocks = places.get(old).into_iter().flat_map(|(_, blocks)| blocks);
        let heading = blocks.find(|(page, block)| {
            fitted.get(*page).and_then(|page| page.blocks.get(*block)).is_some_and(|block| block.text == entry.title)
        });
        entry.page = heading.map_or_else(|| moved(entry.page), |(page, _)| count(*page) + 1);
    }
    for warning in &mut document.warnings {
        if let Warning::PageUnread { page }
        | Warning::PictureUnread { page }
        | Warning::LettersLost { page }
        | Warning::NoResults { page, .. } = warning
        {
            *page = moved(*page);
        }
    }
    if cut && !document.warnings.contains(&Warning::TextCut) {
        document.warnings.push(Warning::TextCut);
    }
    if fitted.len() > pages {
        document.warnings.retain(|warning| !matches!(warning, Warning::PagesCut { .. }));
        document.warnings.push(Warning::PagesCut { total: count(fitted.len()) });
        fitted.truncate(pages);
        pictures.retain(|picture| picture.page < pages);
        document.outline.retain(|entry| entry.page <= count(pages));
    }
    document.pages = fitted;
    ReadDocument { document, pictures }
}

/// What describes the document travels with every answer about it, and stays short.
fn shorten(document: &mut Document) {
    let cut = |name: &mut String| name.truncate(name.floor_char_boundary(NAME));
    document.title.iter_mut().for_each(cut);
    document.outline.truncate(ENTRIES);
    document.outline.iter_mut().for_each(|OutlineEntry { title, .. }| cut(title));
    document.warnings.truncate(ENTRIES);
    for warning in &mut document.warnings {
        if let Warning::PartDamaged { part: name } | Warning::FileUnread { name } = warning {
            cut(name);
        }
    }
    for page in &mut document.pages {
        page.name.iter_mut().for_each(cut);
        page.blocks.iter_mut().filter_map(|block| block.table.as_mut()?.name.as_mut()).for_each(cut);
        // Nobody reads more of what is not a source.
        let mut left = UNSEEN;
        page.unseen.retain_mut(|unseen| {
            unseen.text.truncate(unseen.text.floor_char_boundary(left));
            left -= unseen.text.len();
            !unseen.text.is_empty()
        });
    }
}

fn weight(page: &Page) -> usize {
    let fields = page.fields.iter().map(weight_of_field).sum::<usize>();
    let links = page.links.iter().map(weight_of_link).sum::<usize>();
    page.blocks.iter().map(weight_of_block).sum::<usize>() + links + fields
}

fn weight_of_block(block: &Block) -> usize {
    let rows = block.table.iter().flat_map(|table| &table.rows);
    PART + block.text.len() + rows.map(|row| weight_of_row(row)).sum::<usize>()
}

fn weight_of_row(row: &[Cell]) -> usize {
    let value = |cell: &Cell| match &cell.value {
        Some(CellValue::Number(text) | CellValue::Date(text)) => text.len(),
        _ => 0,
    };
    row.iter().map(|cell| PART + cell.text.len() + value(cell)).sum()
}

fn weight_of_link(link: &Link) -> usize {
    PART + link.text.len() + link.url.len()
}

fn weight_of_field(field: &crate::Field) -> usize {
    let label = field.label.as_ref().map_or(0, String::len);
    let options: usize = field.options.iter().map(|option| PART + option.len()).sum();
    2 * PART + field.name.len() + label + field.value.len() + options
}

/// Adds the parts of a long page; says for each of its blocks the page and the place where it begins now.
fn parts(page: Page, fitted: &mut Vec<Page>, cut: &mut bool) -> Vec<(usize, usize)> {
    let Page { name, size, blocks, links, fields, recognised, unseen } = page;
    let empty = || Page { name: name.clone(), size, recognised, ..Page::default() };
    let (mut open, mut filled) = (Page { unseen, ..empty() }, 0);
    let mut places = Vec::with_capacity(blocks.len());
    for block in blocks {
        for (number, piece) in pieces(block, cut).into_iter().enumerate() {
            let weight = weight_of_block(&piece);
            if filled > 0 && filled + weight > PAGE {
                fitted.push(std::mem::replace(&mut open, empty()));
                filled = 0;
            }
            if number == 0 {
                places.push((fitted.len(), open.blocks.len()));
            }
            filled += weight;
            open.blocks.push(piece);
        }
    }
    // What is beside the text: as much as the last part, and one more, can hold.
    let mut left = PAGE.saturating_sub(filled);
    let beside = links.iter().map(weight_of_link).sum::<usize>() + fields.iter().map(weight_of_field).sum::<usize>();
    if beside > left {
        fitted.push(std::mem::replace(&mut open, empty()));
        left = PAGE;
    }
    let mut has_room = |weight: usize| {
        let fits = weight <= left;
        left = left.saturating_sub(weight);
        *cut |= !fits;
        fits
    };
    open.links = links.into_iter().filter(|link| has_room(weight_of_link(link))).collect();
    open.fields = fields.into_iter().filter(|field| has_room(weight_of_field(field))).collect();
    fitted.push(open);
    places
}

/// A block in pieces that a page can hold; one at least.
fn pieces(block: Block, cut: &mut bool) -> Vec<Block> {
    if weight_of_block(&block) <= PAGE {
        return vec![block];
    }
    let Block { kind, text, level, table, area } = block;
    let Some(Table { name, header_rows, mut rows }) = table else {
        let part = |text: &str| Block { level, area, ..Block::new(kind, text) };
        return divide(&text, PAGE / 2).into_iter().map(part).collect();
    };
    drop(text);
    for row in &mut rows {
        *cut |= bound(row);
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_small = rows
        .get(..header_rows)
        .is_some_and(|rows| rows.iter().map(|row| 2 * weight_of_row(row)).sum::<usize>() <= PAGE / 4);
    let header: Vec<Vec<Cell>> = if is_small { rows.drain(..header_rows).collect() } else { Vec::new() };
    // The text of a table repeats that of its cells.
    let head: usize = header.iter().map(|row| 2 * weight_of_row(row)).sum();
    let table = |mut rows: Vec<Vec<Cell>>| {
        // So that parts without names of their columns are known to have the same ones.
        if let (true, Some(first)) = (header.is_empty(), rows.first_mut()) {
            first.resize(width, Cell::default());
        }
        let rows: Vec<Vec<Cell>> = header.iter().cloned().chain(rows).collect();
        Block { level, area, ..Block::of_table(Table { name: name.clone(), header_rows: header.len(), rows }) }
    };
    let (mut made, mut open, mut filled) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        let weight = 2 * weight_of_row(&row);
        if !open.is_empty() && PART + head + filled + weight > PAGE {
            made.push(table(std::mem::take(&mut open)));
            filled = 0;
        }
        filled += weight;
        open.push(row);
    }
    made.push(table(open));
    made
}

/// Cuts the cells of a row that alone would fill a page; says whether it did.
fn bound(row: &mut Vec<Cell>) -> bool {
    if 2 * weight_of_row(row) <= PAGE / 2 {
        return false;
    }
    row.truncate(PAGE / 8 / PART);
    let most = (PAGE / 8 / row.len().max(1)).max(1);
    for cell in row {
        if cell.text.len() > most {
            cell.text.truncate(cell.text.floor_char_boundary(most));
        }
        if let Some(CellValue::Number(text) | CellValue::Date(text)) = &cell.value
            && text.len() > most
        {
            cell.value = None;
        }
    }
    true
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockKind, Kind};

    fn fitted(pages: Vec<Page>, outline: Vec<OutlineEntry>) -> Document {
        let document = Document { kind: Kind::Xlsx, title: None, pages, outline, warnings: Vec::new() };
        fit(ReadDocument { document, pictures: Vec::new() }, 2_000).document
    }

    fn page(blocks: Vec<Block>) -> Page {
        Page { name: Some("Sheet".to_owned()), blocks, ..Page::default() }
    }

    #[test]
    fn a_long_table_is_divided_and_found_whole_again() {
        for header_rows in [1, 0] {
            let names = vec![Cell::new("Item"), Cell::new("Remark")];
            let row = |number: usize| vec![Cell::new(format!("{number}x")), Cell::new("\u{1}".repeat(900))];
            let all = (0..header_rows).map(|_| names.clone()).chain((0..10_000).map(row)).collect();
            let table = Table { name: Some("T".to_owned()), header_rows, rows: all };
            let before = page(vec![Block::new(BlockKind::Paragraph, "before")]);
            let outline = vec![OutlineEntry { title: "end".to_owned(), level: 1, page: 2 }];
            let long = page(vec![Block::of_table(table), Block::new(BlockKind::Heading, "end")]);
            let document = fitted(vec![before, long], outline);
            assert!(document.pages.len() > 3, "{}", document.pages.len());
            for page in &document.pages {
                assert!(weight(page) <= PAGE);
                assert!(serde_json::to_string(page).unwrap().len() < 64 << 20);
                assert_eq!(page.name.as_deref(), Some("Sheet"));
            }
            assert_eq!(document.outline[0].page as usize, document.pages.len());
            assert!(document.warnings.is_empty(), "{:?}", document.warnings);
            let tables = crate::table::tables(&document);
            assert_eq!(tables.len(), 1, "{header_rows}");
            assert_eq!(tables[0].rows.len(), 10_000);
            assert_eq!(tables[0].rows[9_999].1[0].text, "9999x");
        }
    }

    #[test]
    fn what_no_page_can_hold_is_cut_and_said() {
        let wide = Table { name: None, header_rows: 0, rows: vec![vec![Cell::new("x".repeat(30 << 20)); 3]] };
        let text = Block::new(BlockKind::Paragraph, "word ".repeat(3 << 20));
        let link = Link { text: String::new(), url: "y".repeat(9 << 20) };
        let document = fitted(vec![Page { links: vec![link], ..page(vec![Block::of_table(wide), text]) }], Vec::new());
        assert!(document.pages.iter().all(|page| weight(page) <= PAGE));
        assert_eq!(document.warnings, [Warning::TextCut]);
        let words: usize =
            document.pages.iter().flat_map(|page| &page.blocks).map(|b| b.text.matches("word").count()).sum();
        assert_eq!(words, 3 << 20);
    }
}
