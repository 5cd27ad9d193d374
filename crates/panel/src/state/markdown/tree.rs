//! The safe tree, and its words without signs.

use crate::state::documents::answers::{Cited, label};

/// A block of the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// Inline content without a paragraph, as in a tight list.
    Plain(Vec<Inline>),
    /// A heading with its level, 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A code block with its language, which may be empty.
    Code {
        /// The word after the fence.
        language: String,
        /// The code.
        text: String,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// A list; `start` is the first number of an ordered one.
    List {
        /// The first number; none for bullets.
        start: Option<u64>,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A horizontal rule.
    Rule,
    /// A table; the first row is its head.
    Table(Vec<Vec<Vec<Inline>>>),
}

/// A piece of text inside a block.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Text as it is.
    Text(String),
    /// Code.
    Code(String),
    /// Emphasis.
    Emphasis(Vec<Inline>),
    /// Strong emphasis.
    Strong(Vec<Inline>),
    /// Struck out.
    Strike(Vec<Inline>),
    /// A link with a safe address.
    Link(String, Vec<Inline>),
    /// A place in a document.
    Cite(Box<Cited>),
    /// A line break.
    Break,
}

/// The text of some inline content.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(piece) | Inline::Code(piece) => text.push_str(piece),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) | Inline::Link(_, inner) => {
                text.push_str(&plain_text(inner));
            }
            Inline::Cite(cited) => text.push_str(&format!("[{}]", label(&cited.citation))),
            Inline::Break => text.push('\n'),
        }
    }
    text
}

/// Adds the words of each block.
pub(super) fn block_words(block: &Block, words: &mut Vec<String>) {
    match block {
        Block::Paragraph(inner) | Block::Plain(inner) | Block::Heading(_, inner) => words.push(plain_text(inner)),
        Block::Code { text, .. } => words.push(text.clone()),
        Block::Quote(inner) => inner.iter().for_each(|block| block_words(block, words)),
        Block::List { items, .. } => items.iter().flatten().for_each(|block| block_words(block, words)),
        Block::Rule => {}
        Block::Table(rows) => {
            let row = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join(", ");
            words.extend(rows.iter().map(row));
        }
    }
}
