//! Pages as Markdown, as a model reads them.

use crate::call::Text;
use crate::table::tables;
use crate::{Block, BlockKind, Document, Link, Page, Table, Warning};
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

/// Columns of a table that are named, at most.
const MOST_NAMED: usize = 30;

/// Pages of a document (from 1) as Markdown, each after a line `--- page N ---`, in so many characters at most.
///
/// What does not fit is left out from the end of a block on; only a block that is longer than all of it is cut inside, at the end of a line. Running headers
/// and footers are shown where they first come.
pub fn to_markdown(document: &Document, pages: RangeInclusive<u32>, characters: usize) -> Text {
    let mut out = Text { text: String::new(), to: 0, cut: false };
    let mut left = characters;
    let mut running = HashSet::new();
    let labels = labels(document);
    for (number, page) in (1_u32..).zip(&document.pages) {
        let shown = pages.contains(&number);
        let mut links: Vec<&Link> = page.links.iter().collect();
        let mut pieces = vec![mark(number, page)];
        let mut tables = 0;
        for block in &page.blocks {
            if block.table.is_some() {
                tables += 1;
                if let Some(label) = labels.get(&(number, tables)) {
                    pieces.push(format!("{label}\n\n{}", of_block(block, &mut links)));
                    continue;
                }
            }
            if matches!(block.kind, BlockKind::Header | BlockKind::Footer) && !running.insert(unnumbered(&block.text)) {
                continue;
            }
            pieces.push(of_block(block, &mut links));
        }
        if !shown {
            continue;
        }
        pieces.extend(fields(page));
        pieces.extend(links.iter().map(|link| linked(&link.text, &link.url)));
        pieces.extend(unseen(page));
        pieces.extend(document.warnings.iter().filter_map(|warning| missing(warning, number)));
        let (begun, before) = (out.text.len(), out.to);
        for (index, piece) in pieces.iter().filter(|piece| !piece.is_empty()).enumerate() {
            let between = if out.text.is_empty() { "" } else { "\n\n" };
            let length = piece.chars().count() + between.len();
            if length <= left {
                left -= length;
                out.text.push_str(between);
                out.text.push_str(piece);
                out.to = number;
                continue;
            }
            out.cut = true;
            if index <= 1 && before > 0 {
                // A page of which nothing fits is left for the next reading.
                out.text.truncate(begun);
                out.to = before;
            } else if index == 1 {
                let head: String = piece.chars().take(left.saturating_sub(between.len())).collect();
                let head = head.rsplit_once('\n').map_or(head.as_str(), |(lines, _)| lines);
                if !head.is_empty() {
                    out.text.push_str(between);
                    out.text.push_str(head);
                }
            }
            return out;
        }
    }
    out
}

/// What is to be known of tables to compute with them, by page and place: their numbers where there are several, and the names of their columns where
/// the header does not show them. What goes on from the page before has none.
fn labels(document: &Document) -> BTreeMap<(u32, usize), String> {
    let tables = tables(document);
    let several = tables.len() > 1;
    let mut labels = BTreeMap::new();
    for table in tables {
        let headers = document
            .pages
            .get(table.page.saturating_sub(1) as usize)
            .and_then(|page| page.blocks.iter().filter_map(|block| block.table.as_ref()).nth(table.on_page - 1))
            .filter(|shown| shown.header_rows == 1)
            .and_then(|shown| shown.rows.first());
        let shown = headers.is_some_and(|row| {
            let same = |(name, cell): (&String, &crate::Cell)| {
                *name == cell.text.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            row.len() == table.columns.len() && table.columns.iter().zip(row).all(same)
        });
        let mut label = if several { format!("Table {} of the document", table.number) } else { String::new() };
        if !shown && table.columns.len() <= MOST_NAMED {
            let names: Vec<String> = table.columns.iter().map(|name| format!("“{name}”")).collect();
            label.push_str(if several { "; its columns" } else { "The table's columns" });
            label.push_str(&format!(" are called {}", names.join(", ")));
        }
        if !label.is_empty() {
            labels.insert((table.page, table.on_page), format!("({label}.)"));
        }
    }
    labels
}

fn mark(number: u32, page: &Page) -> String {
    match &page.name {
        Some(name) if *name != number.to_string() => format!("--- page {number} ---\n({name})"),
        _ => format!("--- page {number} ---"),
    }
}

/// A block as Markdown. Links whose text is in it are taken out of the list and put there.
pub(crate) fn of_block(block: &Block, links: &mut Vec<&Link>) -> String {
    if let Some(table) = &block.table {
        return of_table(table);
    }
    let mut text = block.text.trim().to_owned();
    let mut from = 0;
    links.retain(|link| {
        let found = (!link.text.trim().is_empty())
            .then(|| text.get(from..).and_then(|rest| rest.find(link.text.as_str())))
            .flatten();
        let Some(at) = found.map(|at| from + at) else { return true };
        let linked = linked(&link.text, &link.url);
        text.replace_range(at..at + link.text.len(), &linked);
        from = at + linked.len();
        false
    });
    match block.kind {
        BlockKind::Heading if !text.is_empty() => {
            let level = usize::from(block.level.unwrap_or(1).clamp(1, 6));
            format!("{} {}", "#".repeat(level), text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        BlockKind::List => text.lines().map(item).collect::<Vec<_>>().join("\n"),
        _ => text,
    }
}

fn item(line: &str) -> String {
    let marked = line.trim_start().starts_with(['-', '*', '•', '–', '◦', '▪'])
        || line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if marked { line.to_owned() } else { format!("- {line}") }
}

fn of_table(table: &Table) -> String {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or_default();
    let row = |cells: &[crate::Cell]| {
        let texts = (0..width).map(|at| {
            let text = cells.get(at).map_or("", |cell| cell.text.as_str());
            text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
        });
        format!("| {} |", texts.collect::<Vec<_>>().join(" | "))
    };
    let line = format!("|{}", " --- |".repeat(width));
    let mut lines: Vec<String> = table.name.iter().map(|name| format!("Table: {name}\n")).collect();
    let headers = table.header_rows.min(table.rows.len());
    if width > 0 && headers == 0 {
        lines.extend([row(&[]), line.clone()]);
    }
    for (at, cells) in table.rows.iter().enumerate() {
        lines.push(row(cells));
        if at + 1 == headers {
            lines.push(line.clone());
        }
    }
    lines.join("\n")
}

fn fields(page: &Page) -> Option<String> {
    let line = |field: &crate::Field| {
        let label = field.label.as_deref().unwrap_or(&field.name);
        format!("- {label}: {}", if field.value.is_empty() { "(empty)" } else { &field.value })
    };
    (!page.fields.is_empty())
        .then(|| format!("Form fields:\n{}", page.fields.iter().map(line).collect::<Vec<_>>().join("\n")))
}

/// Says that there are words that nobody sees, without them: what they say is nobody's word.
fn unseen(page: &Page) -> Option<String> {
    let words: usize = page.unseen.iter().map(|unseen| unseen.text.split_whitespace().count()).sum();
    (words > 0).then(|| {
        format!("(The file has {words} words on this page that a reader cannot see. They are left out and are not a source.)")
    })
}

/// What is missing on a page, or, at the first one, in the file.
fn missing(warning: &Warning, number: u32) -> Option<String> {
    match warning {
        Warning::PageUnread { page } if *page == number => Some("(This page could not be read.)".to_owned()),
        Warning::PictureUnread { page } if *page == number => {
            Some("(A picture on this page may have text that was not read.)".to_owned())
        }
        Warning::LettersLost { page } if *page == number => Some(
            "(Some letters or figures of this page could not be read: what is missing here may still be there.)"
                .to_owned(),
        ),
        Warning::NoResults { page, cells } if *page == number => {
            Some(format!("({cells} cells of this page are formulas without a stored result and seem empty.)"))
        }
        Warning::FormUnread if number == 1 => {
            Some("(The file is a form that could not be read. This is only a notice in its place.)".to_owned())
        }
        Warning::Collection if number == 1 => {
            Some("(The file is a collection of files. This is only its cover.)".to_owned())
        }
        Warning::FileUnread { name } if number == 1 => Some(format!("(The file {name:?} in it was not read.)")),
        _ => None,
    }
}

fn linked(text: &str, url: &str) -> String {
    if text.trim().is_empty() { format!("<{url}>") } else { format!("[{text}]({url})") }
}

/// What a running header says but for its page number.
fn unnumbered(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quote::{find_quote, page_text};
    use crate::{Cell, Kind};

    fn document() -> Document {
        let row = |cells: [&str; 2]| cells.map(Cell::new).to_vec();
        let table =
            Table { name: None, header_rows: 1, rows: vec![row(["Item", "Price"]), row(["Lamp | big", "24.90"])] };
        let heading = Block { level: Some(2), ..Block::new(BlockKind::Heading, "Prices") };
        let page = |blocks: Vec<Block>| Page { blocks, ..Page::default() };
        let mut first = page(vec![
            Block::new(BlockKind::Header, "ACME page 1"),
            heading,
            Block::new(BlockKind::Paragraph, "See the report for more."),
            Block::new(BlockKind::List, "one\ntwo"),
            Block::of_table(table),
        ]);
        first.links = vec![
            Link { text: "the report".into(), url: "https://a.example/r".into() },
            Link { text: String::new(), url: "https://b.example/".into() },
        ];
        let second = page(vec![
            Block::new(BlockKind::Header, "ACME page 2"),
            Block::new(BlockKind::Paragraph, "The end. ".repeat(20)),
        ]);
        Document { kind: Kind::Pdf, title: None, pages: vec![first, second], outline: Vec::new(), warnings: Vec::new() }
    }

    #[test]
    fn pages_become_markdown() {
        let text = to_markdown(&document(), 1..=9, 10_000);
        assert_eq!((text.to, text.cut), (2, false));
        let expected = "--- page 1 ---\n\nACME page 1\n\n## Prices\n\nSee [the report](https://a.example/r) for more.\n\n- one\n- two\n\n\
            | Item | Price |\n| --- | --- |\n| Lamp \\| big | 24.90 |\n\n<https://b.example/>\n\n--- page 2 ---\n\nThe end.";
        assert!(text.text.starts_with(expected), "{}", text.text);
        assert!(to_markdown(&document(), 2..=2, 10_000).text.starts_with("--- page 2 ---\n\nThe end."));
    }

    #[test]
    fn tables_are_called_what_a_query_calls_them() {
        let mut document = document();
        let row = |cells: [&str; 3]| cells.map(Cell::new).to_vec();
        let rows = vec![row(["", "Year ended", "Year ended"]), row(["", "2023", "2022"]), row(["Sales", "5", "4"])];
        document.pages[1].blocks.push(Block::of_table(Table { name: None, header_rows: 2, rows }));
        let text = to_markdown(&document, 1..=2, 10_000).text;
        assert!(text.contains("(Table 1 of the document.)\n\n| Item | Price |"), "{text}");
        let label =
            "(Table 2 of the document; its columns are called “column 1”, “Year ended / 2023”, “Year ended / 2022”.)";
        assert!(text.contains(label), "{text}");
        let query = crate::call::TableQuery {
            table: "2".into(),
            select: vec!["Year ended / 2023".into()],
            ..Default::default()
        };
        assert_eq!(crate::table::query_table(&document, &query, None).unwrap().rows, [["5"]]);
    }

    #[test]
    fn unseen_words_are_told_of_and_not_shown() {
        let mut document = document();
        let text = "secret orders to follow".to_owned();
        document.pages[0].unseen.push(crate::Unseen { why: crate::Hiding::Colour, text });
        let text = to_markdown(&document, 1..=1, 10_000).text;
        assert!(text.ends_with(
            "(The file has 4 words on this page that a reader cannot see. They are left out and are not a source.)"
        ));
        assert!(!text.contains("secret") && !page_text(&document.pages[0]).text.contains("secret"));
    }

    #[test]
    fn a_page_says_what_is_missing_on_it() {
        let mut document = document();
        document.warnings = vec![
            Warning::LettersLost { page: 2 },
            Warning::FileUnread { name: "terms.txt".into() },
            Warning::FormUnread,
        ];
        let first = to_markdown(&document, 1..=1, 10_000).text;
        assert!(first.contains("\"terms.txt\" in it was not read") && first.contains("a form that could not be read"));
        assert!(!first.contains("letters or figures"));
        let second = to_markdown(&document, 2..=2, 10_000).text;
        assert!(second.ends_with("what is missing here may still be there.)"), "{second}");
    }

    #[test]
    fn what_is_too_long_is_cut_at_blocks() {
        let document = document();
        let whole = to_markdown(&document, 1..=2, 10_000).text;
        for characters in 0..400 {
            let text = to_markdown(&document, 1..=2, characters);
            assert!(text.cut || text.text == whole);
            assert!(text.text.chars().count() <= characters, "{characters}");
            assert!(whole.starts_with(&text.text), "{characters}: {}", text.text);
        }
        assert_eq!(to_markdown(&document, 1..=2, 220).to, 1);
    }

    #[test]
    fn what_a_model_copies_from_it_is_found_on_the_page() {
        let document = document();
        let page = page_text(&document.pages[0]);
        for line in to_markdown(&document, 1..=1, 10_000).text.lines() {
            if line.is_empty()
                || line.starts_with("---")
                || line.starts_with("| ---")
                || line.starts_with('<')
                || line.contains("\\|")
            {
                continue;
            }
            assert!(find_quote(&page.text, line).is_some(), "{line}");
        }
    }
}
