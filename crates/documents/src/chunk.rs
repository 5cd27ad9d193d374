//! Pages cut into chunks for search: each keeps its page, the headings above it and its table's header.

use crate::call::ChunkId;
use crate::units::unit_line;
use crate::{Block, BlockKind, Page, Table};
use serde::{Deserialize, Serialize};

/// Blocks above a table that may say what its numbers count.
const ABOVE: usize = 4;
/// What is said about a table is repeated with each of its chunks if it has no more characters than this.
const SAID: usize = 200;
/// How many characters a chunk is to have. By the retrieval figures of the bench, 1,500 and whole abstracts find no more.
const TARGET: usize = 900;
/// Up to how many it may have so that a block stays whole.
const MOST: usize = 1_200;

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chunk {
    /// Its name.
    pub id: ChunkId,
    /// The headings that it is under, the highest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// The table's header that the text begins with, if the chunk is of a table: not a part of the page at this place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// Its text, without that header. Rows of a table are lines, cells are separated by tabs.
    pub text: String,
}

impl Chunk {
    /// Its text with the table's header before it.
    pub fn full_text(&self) -> String {
        match &self.header {
            Some(header) => format!("{header}\n{}", self.text),
            None => self.text.clone(),
        }
    }
}

/// Cuts the pages of a document in their order; headings hold on over pages.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Chunker {
    headings: Vec<(u8, String)>,
}

impl Chunker {
    /// The chunks of the next page. Running headers and footers are left out.
    pub fn page(&mut self, number: u32, page: &Page) -> Vec<Chunk> {
        let mut out = Parts { page: number, chunks: Vec::new(), headings: self.path(), text: String::new(), length: 0 };
        for (at, block) in page.blocks.iter().enumerate() {
            match (block.kind, &block.table) {
                (BlockKind::Header | BlockKind::Footer, _) => {}
                (BlockKind::Heading, _) => {
                    out.flush();
                    self.enter(block);
                    out.headings = self.path();
                    out.add(&block.text);
                }
                (_, Some(table)) => {
                    out.flush();
                    out.table(table, &said_of_table(&page.blocks, at));
                }
                _ => out.add(&block.text),
            }
        }
        for field in page.fields.iter().filter(|field| !field.value.is_empty()) {
            out.add(&format!("{}: {}", field.label.as_deref().unwrap_or(&field.name), field.value));
        }
        out.flush();
        out.chunks
    }

    fn enter(&mut self, heading: &Block) {
        let level = heading.level.unwrap_or(1);
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, heading.text.split_whitespace().collect::<Vec<_>>().join(" ")));
    }

    fn path(&self) -> Vec<String> {
        self.headings.iter().map(|(_, text)| text.clone()).collect()
    }
}

/// What is beside a table and is said about all of it: its caption, and the line above that says what its numbers count.
fn said_of_table(blocks: &[Block], at: usize) -> Vec<String> {
    let is_caption = |at: usize| blocks.get(at).filter(|block| block.kind == BlockKind::Caption);
    let above = blocks.get(at.saturating_sub(ABOVE)..at).unwrap_or_default();
    let above = above.iter().rev().take_while(|block| block.table.is_none()).map(|block| block.text.as_str());
    let caption = at.checked_sub(1).and_then(is_caption).or_else(|| {
        // Below it, unless that is the next table's.
        is_caption(at + 1).filter(|_| blocks.get(at + 2).is_none_or(|next| next.table.is_none()))
    });
    let caption = caption.map(|block| block.text.split_whitespace().collect::<Vec<_>>().join(" "));
    let unit = unit_line(above.flat_map(str::lines))
        .filter(|unit| caption.as_ref().is_none_or(|caption| !caption.contains(unit.as_str())));
    caption.into_iter().chain(unit).filter(|text| text.chars().count() <= SAID).collect()
}

/// The chunks of a page in the making.
struct Parts {
    page: u32,
    chunks: Vec<Chunk>,
    headings: Vec<String>,
    text: String,
    /// Of the text, in characters.
    length: usize,
}

impl Parts {
    fn add(&mut self, text: &str) {
        let text = text.trim();
        let length = text.chars().count();
        if self.length + length <= MOST && (self.length < TARGET || length < MOST - TARGET) {
            self.append(text, length, "\n");
            return;
        }
        if self.length > TARGET / 3 {
            self.flush();
        }
        for (index, piece) in sentences(text).into_iter().enumerate() {
            let length = piece.chars().count();
            if self.length > 0 && self.length + length > TARGET {
                self.flush();
            }
            self.append(piece, length, if index == 0 { "\n" } else { "" });
        }
    }

    fn append(&mut self, text: &str, length: usize, between: &str) {
        if !self.text.is_empty() {
            self.text.push_str(between);
        }
        self.text.push_str(text);
        self.length += length;
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.length = 0;
        self.push(text.trim(), None);
    }

    fn push(&mut self, text: &str, header: Option<&str>) {
        if text.is_empty() {
            return;
        }
        let part = u32::try_from(self.chunks.len()).unwrap_or(u32::MAX);
        self.chunks.push(Chunk {
            id: ChunkId { page: self.page, part },
            headings: self.headings.clone(),
            header: header.map(str::to_owned),
            text: text.to_owned(),
        });
    }

    /// Rows stay whole; each chunk gets what is said about the table, and the header.
    fn table(&mut self, table: &Table, said: &[String]) {
        let text = table.to_text();
        let mut rows = text.lines();
        let mut header: Vec<&str> = rows.by_ref().take(table.header_rows).collect();
        header.splice(0..0, table.name.as_deref());
        header.splice(0..0, said.iter().map(String::as_str));
        let header = header.join("\n");
        let header = Some(header.as_str()).filter(|header| !header.trim().is_empty());
        let above = header.map_or(0, |header| header.chars().count());
        let before = self.chunks.len();
        let mut held = String::new();
        let mut length = above;
        for row in rows.filter(|row| !row.trim().is_empty()) {
            let row_length = row.chars().count();
            if !held.is_empty() && length + row_length > TARGET {
                self.push(&held, header);
                held.clear();
                length = above;
            }
            if !held.is_empty() {
                held.push('\n');
            }
            held.push_str(row);
            length += row_length;
        }
        self.push(&held, header);
        if self.chunks.len() == before
            && let Some(header) = header
        {
            self.push(header, None);
        }
    }
}

/// A text cut after its sentences; what is longer than a chunk is cut at a space, or else anywhere.
fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut length = 0;
    let mut space = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        length += 1;
        if c.is_whitespace() {
            space = Some(end);
        }
        let next_is_space = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let ends = matches!(c, '\n' | '。' | '！' | '？') || (matches!(c, '.' | '!' | '?' | ';') && next_is_space);
        let cut = if ends {
            Some(end)
        } else if length >= TARGET {
            Some(space.filter(|space| *space > start).unwrap_or(end))
        } else {
            None
        };
        if let Some(cut) = cut {
            out.extend(text.get(start..cut));
            length = text.get(cut..end).map_or(0, |rest| rest.chars().count());
            start = cut;
            space = None;
        }
    }
    out.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    fn page(blocks: Vec<Block>) -> Page {
        Page { blocks, ..Page::default() }
    }

    fn heading(level: u8, text: &str) -> Block {
        Block { level: Some(level), ..Block::new(BlockKind::Heading, text) }
    }

    #[test]
    fn chunks_keep_page_and_headings_over_pages() {
        let mut chunker = Chunker::default();
        let first = chunker.page(
            1,
            &page(vec![
                Block::new(BlockKind::Header, "ACME confidential"),
                heading(1, "Terms"),
                heading(2, "Rent"),
                Block::new(BlockKind::Paragraph, "The rent is 5."),
                Block::new(BlockKind::Note, "1 A note."),
                Block::new(BlockKind::Footer, "Page 1"),
            ]),
        );
        let second = chunker.page(2, &page(vec![Block::new(BlockKind::Paragraph, "More."), heading(2, "End")]));
        let told = |chunk: &Chunk| (chunk.id.page, chunk.id.part, chunk.headings.join("/"), chunk.text.clone());
        let all: Vec<_> = first.iter().chain(&second).map(told).collect();
        let row = |page, part, path: &str, text: &str| (page, part, path.to_owned(), text.to_owned());
        assert_eq!(
            all,
            [
                row(1, 0, "Terms", "Terms"),
                row(1, 1, "Terms/Rent", "Rent\nThe rent is 5.\n1 A note."),
                row(2, 0, "Terms/Rent", "More."),
                row(2, 1, "Terms/End", "End"),
            ]
        );
    }

    #[test]
    fn a_row_is_never_cut_and_the_header_is_repeated() {
        let long = "x ".repeat(1_000);
        let row = |index: usize| {
            let name = if index == 7 { long.clone() } else { format!("item {index} {}", "y".repeat(100)) };
            vec![Cell::new(name), Cell::new(index.to_string())]
        };
        let mut rows = vec![vec![Cell::new("Item"), Cell::new("Price")]];
        rows.extend((0..30).map(row));
        let table = Table { name: None, header_rows: 1, rows };
        let lines: Vec<String> = table.to_text().lines().skip(1).map(str::to_owned).collect();
        let chunks = Chunker::default().page(1, &page(vec![Block::of_table(table)]));
        assert!(chunks.len() > 4, "{}", chunks.len());
        assert!(chunks.iter().all(|chunk| chunk.header.as_deref() == Some("Item\tPrice")));
        let kept: Vec<String> = chunks.iter().flat_map(|chunk| chunk.text.lines().map(str::to_owned)).collect();
        assert_eq!(kept.len(), lines.len());
        assert!(kept.iter().zip(&lines).all(|(kept, line)| kept.trim() == line.trim()));
        assert!(chunks.iter().filter(|chunk| chunk.text.len() > 1_000).all(|chunk| chunk.text.lines().count() == 1));
    }

    #[test]
    fn each_piece_of_a_table_has_its_caption_its_unit_and_its_years() {
        let rows = std::iter::once(["", "2023", "2022"].map(Cell::new).to_vec());
        let rows = rows.chain(
            (0..60).map(|at| [format!("Line {at} of the statement"), "5".into(), "4".into()].map(Cell::new).to_vec()),
        );
        let table = Table { name: None, header_rows: 1, rows: rows.collect() };
        let blocks = vec![
            heading(1, "Balance sheets"),
            Block::new(BlockKind::Paragraph, "(In thousands, except per share data)"),
            Block::new(BlockKind::Paragraph, "The company rents 12 houses for its 300 people."),
            Block::of_table(table),
            Block::new(BlockKind::Caption, "Table 4: What is owned"),
        ];
        let chunks = Chunker::default().page(1, &page(blocks));
        let header = "Table 4: What is owned\n(In thousands, except per share data)\n\t2023\t2022";
        let of_table: Vec<&Chunk> = chunks.iter().filter(|chunk| chunk.text.starts_with("Line")).collect();
        assert!(
            of_table.len() > 1 && of_table.iter().all(|chunk| chunk.header.as_deref() == Some(header)),
            "{of_table:?}"
        );
    }

    #[test]
    fn text_is_cut_at_sentences_and_nothing_is_lost() {
        for text in [
            "One sentence is here. ".repeat(200),
            "word ".repeat(1_000),
            "語".repeat(3_000),
            "a".repeat(5_000),
            "これは文です。".repeat(400),
        ] {
            let chunks = Chunker::default().page(1, &page(vec![Block::new(BlockKind::Paragraph, text.clone())]));
            let squeeze = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            let joined: String = chunks.iter().map(|chunk| squeeze(&chunk.text)).collect();
            assert_eq!(joined, squeeze(&text));
            assert!(chunks.iter().all(|chunk| chunk.text.chars().count() <= MOST));
            assert!(chunks.len() <= text.chars().count() / 600 + 1, "{}", chunks.len());
        }
        let chunks = Chunker::default()
            .page(1, &page(vec![Block::new(BlockKind::Paragraph, "One sentence is here. ".repeat(200))]));
        assert!(chunks.iter().all(|chunk| chunk.text.ends_with("here.")));
    }

    #[test]
    fn the_same_page_gives_the_same_names() {
        let page = page(vec![Block::new(BlockKind::Paragraph, "A sentence. ".repeat(300))]);
        assert_eq!(Chunker::default().page(3, &page), Chunker::default().page(3, &page));
    }
}
