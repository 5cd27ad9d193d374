//! HTML as a tree of limited size.

use super::bound::bounded;
use dom_query::Document;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};

/// Nodes of a tree; one takes about 200 bytes. The largest pages that people write have some hundred thousand. Tags that are never closed are put into each
/// paragraph again, so that the number of tags says little.
const NODES: usize = 800_000;

/// Bytes that are parsed between two looks at the tree.
const STEP: usize = 16 << 10;

/// The tree of a page, or of a piece of one in its body, and whether the rest was left out because it is too large.
pub(super) fn parse(html: &str) -> (Document, bool) {
    let (html, mut is_cut) = bounded(html);
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let mut parser = parse_document(Document::default(), ParseOpts { tree_builder, ..ParseOpts::default() });
    let mut rest = html.as_ref();
    while !rest.is_empty() {
        let (step, after) = rest.split_at(rest.floor_char_boundary(STEP.min(rest.len())));
        parser.process(step.into());
        rest = after;
        let document = &parser.tokenizer.sink.sink;
        // Each mistake is noted, and hardly anything of some files is right.
        document.errors.borrow_mut().clear();
        if !rest.is_empty() && document.tree.len() > NODES {
            is_cut = true;
            break;
        }
    }
    let document = parser.finish();
    document.errors.take();
    (document, is_cut)
}
