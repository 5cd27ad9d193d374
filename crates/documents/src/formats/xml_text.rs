//! The text of XML that is not a kind of its own: drawings (SVG), feeds, data.

use super::{
    charset,
    flow::Flow,
    html,
    reading::{Input, ReadError, Reading},
    sniff::{self, SYNTAX, Sniff},
    text,
    xml::{Child, Element, Tree},
};
use crate::{Block, BlockKind, Document, Kind, Warning};

/// A list stays on one page, so that a long one becomes several: its length in bytes.
const LIST: usize = 2_000;

/// An XML declaration, or the first tag of a drawing.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    let start = head.trim_start();
    (start.starts_with("<?xml") || start.starts_with("<svg")).then_some((Kind::Text, SYNTAX))
}

/// Reads the text of elements: an element with text alone is a line with its name, one with text and elements is a paragraph. Of a drawing, only what it
/// writes and says about itself.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let decoded = charset::decode(input.bytes, charset::declared_in_markup(input.bytes));
    let mut warnings = Vec::new();
    let source = text::limited(&decoded, reading.limits.characters, &mut warnings);
    let tree = Tree::parse(source);
    if tree.damaged {
        warnings.push(Warning::Truncated);
    }
    let root = tree.root();
    let mut lines = Lines::default();
    let mut title = None;
    if root.name() == "svg" {
        title = root.child("title").map(|title| html::one_line(&title.text())).filter(|title| !title.is_empty());
        let said = |element: &Element<'_>| matches!(element.name(), "text" | "title" | "desc");
        for element in root.descendants_unless(|element| said(&element)).into_iter().filter(said) {
            lines.flow.push(Block::new(BlockKind::Paragraph, html::one_line(&element.text())));
        }
    } else {
        lines.element(root);
    }
    lines.end();
    let pages = lines.flow.into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    Ok(Document { kind: Kind::Text, title, pages, outline: Vec::new(), warnings })
}

#[derive(Default)]
struct Lines {
    flow: Flow,
    lines: Vec<String>,
    length: usize,
}

impl Lines {
    /// A tree is not deeper than its reader allows, which is little enough for this.
    fn element(&mut self, element: Element<'_>) {
        let has_elements = element.elements().next().is_some();
        let own = element.children().map(|child| if let Child::Text(text) = child { text.trim().len() } else { 0 });
        let own: usize = own.sum();
        let has_text = own > 0;
        // A word between parts does not make a paragraph of them.
        let is_mixed = has_text && has_elements && own * 4 >= element.text().len();
        match (has_text, has_elements) {
            (true, true) if !is_mixed => {
                self.end();
                for child in element.children() {
                    match child {
                        Child::Element(inner) => self.element(inner),
                        Child::Text(text) => {
                            self.end();
                            self.flow.push(Block::new(BlockKind::Paragraph, html::one_line(text)));
                        }
                    }
                }
                self.end();
            }
            (true, true) => {
                self.end();
                self.flow.push(Block::new(BlockKind::Paragraph, html::one_line(&element.text())));
            }
            (true, false) => {
                let line = format!("{}: {}", element.name(), html::one_line(&element.text()));
                if line.len() > LIST / 4 {
                    self.end();
                    self.flow.push(Block::new(BlockKind::Paragraph, line));
                } else {
                    self.length += line.len();
                    self.lines.push(line);
                }
                if self.length > LIST {
                    self.end();
                }
            }
            (false, _) => {
                let before = self.flow.characters() + self.length;
                element.elements().for_each(|inner| self.element(inner));
                // What stands together in an element is a list of its own.
                if has_elements && self.flow.characters() + self.length > before {
                    self.end();
                }
            }
        }
    }

    fn end(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        self.length = 0;
        self.flow.push(Block { level: Some(1), ..Block::new(BlockKind::List, lines.join("\n")) });
    }
}
