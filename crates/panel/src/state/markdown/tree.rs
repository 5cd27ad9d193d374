//! The safe tree, and its words without signs.

use super::maths::Maths;
use crate::state::documents::answers::{Cited, label};

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Words, from the start.
    Words,
    /// In the middle, as the text says.
    Middle,
    /// Figures, whose digits are aligned below each other.
    Figures,
}

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
    /// A table.
    Table {
        /// How each column is set.
        columns: Vec<Column>,
        /// The rows; the first one is its head.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// Maths in a line of its own.
    Maths(Maths),
    /// What the answer cites, by number.
    Cited(Vec<(u32, Vec<Block>)>),
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
    /// The host that the link around it leads to, whose words read as another address.
    Host(String),
    /// A place in a document.
    Cite(Box<Cited>),
    /// The number of what is cited, which is in the answer's [`Block::Cited`].
    Number {
        /// The number.
        number: u32,
        /// Whether its quote was not found.
        doubtful: bool,
    },
    /// Why a quote is not confirmed.
    Doubt(String),
    /// The box of a task, and whether it is done.
    Task(bool),
    /// Maths within a line.
    Maths(Maths),
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
            Inline::Host(host) => text.push_str(&format!(" ({host})")),
            Inline::Cite(cited) => text.push_str(&format!("[{}]", label(&cited.citation))),
            Inline::Number { number, doubtful } => {
                text.push_str(&format!("[{number}]{}", if *doubtful { " ⚠" } else { "" }));
            }
            Inline::Doubt(why) => text.push_str(why),
            Inline::Task(done) => text.push_str(if *done { "☑ " } else { "☐ " }),
            Inline::Maths(maths) => text.push_str(&maths.source),
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
        Block::Maths(maths) => words.push(maths.source.clone()),
        Block::Cited(items) => items.iter().flat_map(|(_, item)| item).for_each(|block| block_words(block, words)),
        Block::Table { rows, .. } => {
            let row = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join(", ");
            words.extend(rows.iter().map(row));
        }
    }
}
