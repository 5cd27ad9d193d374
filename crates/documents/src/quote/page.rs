//! A page's blocks as the text that quotes are looked for in, and the way back from a place in it to the blocks.

use crate::{BlockKind, Page};
use std::ops::Range;

/// A piece of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSpan {
    /// The block's index on the page.
    pub block: usize,
    /// From where in the block's text, in bytes.
    pub start: usize,
    /// To where.
    pub end: usize,
}

/// A page's text for [`super::QuotedText`], with where each block's text is in it. Blocks and the items of a list are separated by empty lines. The
/// values of form fields follow the blocks, with their labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageText {
    /// The text.
    pub text: String,
    /// For each piece: where it is in the text, its block, and where it begins there.
    pieces: Vec<(Range<usize>, usize, usize)>,
}

/// The text of a page.
pub fn page_text(page: &Page) -> PageText {
    let blocks = page.blocks.iter().map(|block| (block.text.as_str(), block.kind == BlockKind::List));
    let fields = page.fields.iter().map(|field| (field.label.as_deref().unwrap_or(&field.name), field.value.as_str()));
    PageText::of(blocks, fields)
}

impl PageText {
    /// The text of blocks, each with whether its lines are items of a list, and of form fields with their labels and values.
    pub fn of<'t>(
        blocks: impl IntoIterator<Item = (&'t str, bool)>,
        fields: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Self {
        let mut out = Self::default();
        for (index, (block, lines)) in blocks.into_iter().enumerate() {
            let mut start = 0;
            for piece in block.split_inclusive(|c| lines && c == '\n') {
                let text = piece.trim_end_matches('\n');
                let from = out.text.len();
                out.text.push_str(text);
                out.pieces.push((from..out.text.len(), index, start));
                out.text.push_str("\n\n");
                start += piece.len();
            }
        }
        for (label, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
            out.text.push_str(&format!("{label}: {value}\n\n"));
        }
        out
    }

    /// The pieces of blocks that a range of the text covers.
    pub fn places(&self, range: &Range<usize>) -> Vec<BlockSpan> {
        let mut places: Vec<BlockSpan> = Vec::new();
        for (piece, block, from) in &self.pieces {
            let (start, end) = (range.start.max(piece.start), range.end.min(piece.end));
            if start >= end {
                continue;
            }
            let place = BlockSpan { block: *block, start: start - piece.start + from, end: end - piece.start + from };
            match places.last_mut().filter(|last| last.block == *block) {
                Some(last) => last.end = place.end,
                None => places.push(place),
            }
        }
        places
    }
}
