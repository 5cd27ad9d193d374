//! Makes citations of the marks `[name, p. N]` in a tree.

use super::tree::{Block, Inline};
use crate::state::documents::answers::{Cited, Piece, pieces};

/// Finds what a mark's name and page cite; none leaves the mark as text.
type Resolve<'r> = dyn FnMut(&str, u32) -> Option<Cited> + 'r;

/// The blocks with their marks made citations.
pub fn cited(blocks: Vec<Block>, resolve: &mut Resolve<'_>) -> Vec<Block> {
    blocks.into_iter().map(|one| block(one, resolve)).collect()
}

fn block(block: Block, resolve: &mut Resolve<'_>) -> Block {
    match block {
        Block::Paragraph(inner) => Block::Paragraph(inlines(inner, resolve)),
        Block::Plain(inner) => Block::Plain(inlines(inner, resolve)),
        Block::Heading(level, inner) => Block::Heading(level, inlines(inner, resolve)),
        Block::Quote(inner) => Block::Quote(cited(inner, resolve)),
        Block::List { start, items } => {
            Block::List { start, items: items.into_iter().map(|item| cited(item, resolve)).collect() }
        }
        Block::Table { columns, rows } => {
            let row = |row: Vec<Vec<Inline>>| row.into_iter().map(|cell| inlines(cell, resolve)).collect();
            Block::Table { columns, rows: rows.into_iter().map(row).collect() }
        }
        Block::Cited(items) => {
            Block::Cited(items.into_iter().map(|(number, item)| (number, cited(item, resolve))).collect())
        }
        other @ (Block::Code { .. } | Block::Rule | Block::Maths(_)) => other,
    }
}

fn inlines(list: Vec<Inline>, resolve: &mut Resolve<'_>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(list.len());
    for inline in list {
        match inline {
            Inline::Text(text) => out.extend(pieces(&text, resolve).into_iter().map(|piece| match piece {
                Piece::Text(text) => Inline::Text(text.to_owned()),
                Piece::Mark(cited) => Inline::Cite(Box::new(cited)),
            })),
            Inline::Emphasis(inner) => out.push(Inline::Emphasis(inlines(inner, resolve))),
            Inline::Strong(inner) => out.push(Inline::Strong(inlines(inner, resolve))),
            Inline::Strike(inner) => out.push(Inline::Strike(inlines(inner, resolve))),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{parse, plain_text};
    use super::*;
    use crate::state::documents::answers::by_name;

    #[test]
    fn marks_are_found_in_paragraphs_lists_and_tables_but_not_in_code() {
        let known = [("d".to_owned(), "annual_report_2023.pdf".to_owned())];
        let text = "It is **so [annual_report_2023.pdf, p. 4]**.\n\n- x [annual_report_2023.pdf,\np. 5]\n\n\
                    | a |\n|---|\n| [annual_report_2023.pdf, p. 6] |\n\n`[annual_report_2023.pdf, p. 7]` [other.pdf, p. 8]";
        let mut pages = Vec::new();
        let tree = cited(parse(text), &mut |name, page| {
            let cited = by_name(&known, name, page);
            pages.extend(cited.as_ref().map(|cited| cited.citation.page));
            cited
        });
        assert_eq!(pages, [4, 5, 6]);
        let Some(Block::Paragraph(inner)) = tree.first() else { panic!("{tree:?}") };
        assert_eq!(plain_text(inner), "It is so [annual_report_2023.pdf, p. 4].");
    }
}
