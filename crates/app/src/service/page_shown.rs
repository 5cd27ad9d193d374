//! A page of a document as it is shown, in parts that fit into one message.

use super::page::fill;
use edith_documents::{Area, Block, BlockKind, Field, FieldKind, Page, Table};
use edith_protocol::{BlockShown, BoxShown, FieldShown, LinkShown, PageShown};

/// Bytes of blocks in one answer: their text comes once more beside them, and both are less than the 64 MiB that Chrome passes.
const PART_BYTES: usize = 24 << 20;
/// Rows of a table that stay together: a longer table is shown as several.
const ROWS: usize = 1_000;

/// The part of a page from a number of blocks on, and the number for the next part; none: that was the rest.
pub(super) fn part(page: Page, after: Option<u32>) -> (PageShown, Option<u32>) {
    part_of(page, after, PART_BYTES)
}

fn part_of(page: Page, after: Option<u32>, bytes: usize) -> (PageShown, Option<u32>) {
    let (blocks, next) = fill(page.blocks.into_iter().flat_map(pieces), after, bytes);
    let texts: Vec<&str> = blocks.iter().map(|block: &BlockShown| block.text.as_str()).collect();
    let mut shown = PageShown {
        text: texts.join("\n"),
        name: page.name,
        width: page.size.map(|size| size.width),
        height: page.size.map(|size| size.height),
        recognised: page.recognised,
        ..PageShown::default()
    };
    shown.blocks = blocks;
    if after.unwrap_or_default() == 0 {
        shown.links = page.links.into_iter().map(|link| LinkShown { text: link.text, url: link.url }).collect();
        shown.fields = page.fields.into_iter().map(field).collect();
    }
    (shown, next)
}

/// A block, or a long table in pieces.
fn pieces(block: Block) -> Vec<BlockShown> {
    let Block { kind, text, level, table, area } = block;
    let area = area.map(|Area { left, top, width, height }| BoxShown { left, top, width, height });
    let shown =
        |text, rows, header_rows| BlockShown { kind: kind_of(kind).to_owned(), text, level, rows, header_rows, area };
    let Some(table) = table else { return vec![shown(text, None, None)] };
    if table.rows.len() <= ROWS {
        return vec![shown(text, Some(rows(&table.rows)), Some(table.header_rows))];
    }
    let chunks = table.rows.chunks(ROWS).enumerate().map(|(number, chunk)| {
        let piece = Table { name: None, header_rows: 0, rows: chunk.to_vec() };
        let headers = if number == 0 { table.header_rows } else { 0 };
        shown(piece.to_text(), Some(rows(chunk)), Some(headers))
    });
    chunks.collect()
}

fn rows(rows: &[Vec<edith_documents::Cell>]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect()
}

fn field(field: Field) -> FieldShown {
    let kind = match field.kind {
        FieldKind::Text => "text",
        FieldKind::Check => "check",
        FieldKind::Choice => "choice",
        FieldKind::Signature => "signature",
        FieldKind::Button => "button",
    };
    let name = field.label.unwrap_or(field.name);
    FieldShown { name, kind: kind.to_owned(), value: field.value, options: field.options }
}

fn kind_of(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Heading => "heading",
        BlockKind::Paragraph => "paragraph",
        BlockKind::List => "list",
        BlockKind::Table => "table",
        BlockKind::Caption => "caption",
        BlockKind::Header => "header",
        BlockKind::Footer => "footer",
        BlockKind::Note => "note",
        BlockKind::Image => "image",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_documents::{Cell, Link};
    use serde_json::json;

    fn sheet(rows: usize) -> Page {
        let row = |number: usize| vec![Cell::new(format!("item {number}")), Cell::new(number.to_string())];
        let table = Table { name: None, header_rows: 1, rows: (0..rows).map(row).collect() };
        let link = Link { text: "shop".into(), url: "https://shop.example/".into() };
        Page {
            blocks: vec![Block::new(BlockKind::Heading, "Prices"), Block::of_table(table)],
            links: vec![link],
            ..Page::default()
        }
    }

    #[test]
    fn the_parts_of_a_page_are_the_page() {
        for count in [3, 1_000, 1_001, 4_321] {
            for bytes in [1, 40_000, 1 << 20] {
                let (mut after, mut rows, mut texts, mut links, mut parts) = (None, Vec::new(), Vec::new(), 0, 0);
                loop {
                    let (part, next) = part_of(sheet(count), after, bytes);
                    texts.push(part.text);
                    links += part.links.len();
                    rows.extend(part.blocks.into_iter().filter_map(|block| block.rows).flatten());
                    (after, parts) = (next, parts + 1);
                    if after.is_none() {
                        break;
                    }
                }
                assert_eq!((rows.len(), links), (count, 1), "{count} {bytes}");
                assert_eq!(rows.last().unwrap(), &[format!("item {}", count - 1), (count - 1).to_string()]);
                let whole = format!("Prices\n{}", sheet(count).blocks[1].text);
                assert_eq!(texts.join("\n"), whole);
                assert_eq!(parts > 1, bytes == 1 || bytes == 40_000 && count > 2_000, "{count} {bytes}");
            }
        }
        assert_eq!(part_of(sheet(3), Some(9), 100).0.blocks, []);
    }

    #[test]
    fn kinds_have_the_names_that_the_reader_writes() {
        for kind in [
            BlockKind::Heading,
            BlockKind::Paragraph,
            BlockKind::List,
            BlockKind::Table,
            BlockKind::Caption,
            BlockKind::Header,
            BlockKind::Footer,
            BlockKind::Note,
            BlockKind::Image,
        ] {
            assert_eq!(json!(kind), kind_of(kind));
        }
    }
}
