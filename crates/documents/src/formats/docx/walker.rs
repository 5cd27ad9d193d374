//! What the walk through a part of a document knows and has found.

use super::letters::{Ground, Letters};
use super::numbering::Numbering;
use super::pieces::Piece;
use super::styles::Styles;
use crate::formats::package::{Package, Relationships};
use crate::formats::reading::ReadError;
use crate::{Hiding, Unseen};
use std::collections::{HashMap, HashSet};

/// A field code whose result is being read (`HYPERLINK`, `FORMTEXT` …).
#[derive(Debug, Default)]
pub(super) struct OpenField {
    /// The instruction.
    pub(super) code: String,
    /// Whether its result has begun.
    pub(super) in_result: bool,
    /// The result so far, also over several paragraphs.
    pub(super) result: String,
    /// The form field that it is.
    pub(super) form: Option<crate::Field>,
    /// Whether a part of its result is not seen.
    pub(super) unseen: bool,
}

/// The paragraph that is being read.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Its text so far.
    pub(super) text: String,
    /// What is in it beside the text: pictures, links, notes, boxes.
    pub(super) beside: Vec<Piece>,
    /// Whether a page was seen to end within it.
    pub(super) breaks: usize,
}

/// A walk through one part.
pub(super) struct Walker<'w> {
    pub(super) package: &'w Package<'w>,
    pub(super) styles: &'w Styles,
    pub(super) numbering: &'w mut Numbering,
    /// What the part points to.
    pub(super) relationships: Relationships,
    /// The texts of footnotes, endnotes and comments that are not placed yet, by kind and id.
    pub(super) notes: &'w mut HashMap<(&'static str, String), String>,
    /// Pictures that were handed over.
    pub(super) seen: &'w mut HashSet<String>,
    /// How many more bytes of pictures may be handed over.
    pub(super) picture_room: &'w mut usize,
    /// What was found.
    pub(super) sink: Vec<Piece>,
    /// The paragraph being read.
    pub(super) line: Line,
    /// How the letters of the paragraph look that do not say it themselves.
    pub(super) letters: Letters,
    /// What the pages have behind their text.
    pub(super) page_ground: Ground,
    /// What the paragraph stands on.
    pub(super) ground: Ground,
    /// Why the letters being read are not seen, if they are not.
    pub(super) hiding: Option<Hiding>,
    /// Field codes being read, the innermost last.
    pub(super) fields: Vec<OpenField>,
    /// Whether each of the body's next sections begins on a new page, the next one first.
    pub(super) section_breaks: std::collections::VecDeque<bool>,
    /// The headers and footers that were placed.
    pub(super) repeated: HashSet<String>,
    /// Why the walk cannot go on.
    pub(super) failed: Option<ReadError>,
}

impl Walker<'_> {
    /// Keeps the error and goes on without what was asked for.
    pub(super) fn checked<T>(&mut self, outcome: Result<Option<T>, ReadError>) -> Option<T> {
        outcome.unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }

    /// What `walk` finds, apart from what was found so far. The paragraph being read is put aside meanwhile.
    pub(super) fn apart(&mut self, walk: impl FnOnce(&mut Self)) -> Vec<Piece> {
        let sink = std::mem::take(&mut self.sink);
        let line = std::mem::take(&mut self.line);
        walk(self);
        self.line = line;
        std::mem::replace(&mut self.sink, sink)
    }

    /// What `walk` does where letters that are seen elsewhere are not, for this reason; None: where they are seen by themselves.
    pub(super) fn where_hidden<T>(&mut self, hiding: Option<Hiding>, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.hiding;
        self.hiding = outer.or(hiding);
        let done = walk(self);
        self.hiding = outer;
        done
    }

    /// What `walk` does on this ground.
    pub(super) fn on_ground<T>(&mut self, ground: Ground, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.ground, ground);
        let done = walk(self);
        self.ground = outer;
        done
    }

    /// Adds to the paragraph's text, and to the results of the fields that are open; what is not seen goes beside it.
    pub(super) fn say(&mut self, text: &str) {
        if let Some(why) = self.hiding {
            match self.line.beside.last_mut() {
                Some(Piece::Unseen(unseen)) if unseen.why == why => unseen.text.push_str(text),
                _ => self.line.beside.push(Piece::Unseen(Unseen { why, text: text.to_owned() })),
            }
            self.fields.iter_mut().for_each(|field| field.unseen |= field.in_result);
            return;
        }
        self.line.text.push_str(text);
        for field in &mut self.fields {
            if field.in_result {
                field.result.push_str(text);
            }
        }
    }
}

/// The lines of text among pieces, and the rest of them.
pub(super) fn text_of(pieces: Vec<Piece>) -> (String, Vec<Piece>) {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Block(block) => lines.push(block.text),
            Piece::Item { text, .. } => lines.push(text),
            Piece::Section { .. } => {}
            other => rest.push(other),
        }
    }
    (lines.join("\n"), rest)
}
