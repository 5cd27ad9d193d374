//! Pages as Markdown for a model.

use edith_documents::call::Text;
use edith_documents::{Block, BlockKind, Page, Table};

/// Pages from `from` on, as many whole blocks as fit into so many characters; the first block is cut if it alone is longer.
pub(crate) fn text(pages: &[Page], from: u32, characters: usize) -> Text {
    let (mut text, mut left, mut to) = (String::new(), characters, from);
    for (number, page) in (from..).zip(pages) {
        let name = page.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
        let head = format!("--- page {number}{name} ---\n");
        let parts =
            std::iter::once(head).chain(page.blocks.iter().filter(|block| !block.text.is_empty()).map(markdown));
        for part in parts {
            let length = part.chars().count() + 1;
            if length > left {
                if text.lines().count() <= 1 {
                    text.extend(part.chars().take(left));
                }
                return Text { text, to, cut: true };
            }
            left -= length;
            text.push_str(&part);
            text.push('\n');
            to = number;
        }
    }
    Text { text, to, cut: false }
}

fn markdown(block: &Block) -> String {
    match (block.kind, &block.table) {
        (BlockKind::Heading, _) => {
            format!("{} {}\n", "#".repeat(usize::from(block.level.unwrap_or(1).clamp(1, 6))), block.text)
        }
        (BlockKind::Table, Some(table)) => rows(table),
        (BlockKind::List, _) => block.text.lines().map(|line| format!("- {line}\n")).collect(),
        (BlockKind::Header | BlockKind::Footer, _) => format!("({})\n", block.text),
        _ => format!("{}\n", block.text),
    }
}

fn rows(table: &Table) -> String {
    let mut text = table.name.as_ref().map(|name| format!("Table: {name}\n")).unwrap_or_default();
    for (index, row) in table.rows.iter().enumerate() {
        for cell in row {
            text.push_str("| ");
            text.extend(cell.text.chars().map(|c| if matches!(c, '\n' | '\r' | '|') { ' ' } else { c }));
            text.push(' ');
        }
        text.push_str("|\n");
        if index + 1 == table.header_rows {
            text.push_str(&"|---".repeat(row.len()));
            text.push_str("|\n");
        }
    }
    text
}
