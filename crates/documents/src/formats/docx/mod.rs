//! Word documents (Office Open XML, ECMA-376 part 1).

mod blocks;
mod controls;
mod inline;
mod letters;
mod numbering;
mod pieces;
mod styles;
mod symbols;
mod table;
mod walker;

use super::package::{Family, Package, Relationships, family};
use super::reading::{Input, ReadError, Reading};
use super::sniff::{CERTAIN, Sniff};
use super::xml::{Element, Tree};
use crate::{BlockKind, Document, Kind};
use letters::{Ground, Letters};
use numbering::Numbering;
use pieces::Piece;
use std::collections::{HashMap, HashSet, VecDeque};
use styles::Styles;
use walker::{Line, Walker};

/// Whether these are Word's.
pub(super) fn sniff(input: &Input<'_>) -> Sniff {
    (family(input.bytes) == Some(Family::Word)).then_some((Kind::Docx, CERTAIN))
}

/// Whether each section after the first begins on a new page, in order.
fn section_breaks(body: Element<'_>) -> VecDeque<bool> {
    let sections = body.descendants_unless(|e| matches!(e.name(), "r" | "tbl"));
    let sections = sections.into_iter().filter(|e| e.name() == "sectPr");
    let begins =
        |section: Element<'_>| !matches!(section.value_at(&["type"]).as_deref(), Some("continuous" | "nextColumn"));
    sections.skip(1).map(begins).collect()
}

/// Reads a Word document.
pub(super) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let package = Package::open(input.bytes, &reading.limits)?;
    let main = package.main_part("word/document.xml")?;
    let relationships = package.relationships(&main)?;
    let part = |kind: &str| relationships.of_kind(kind).next().unwrap_or_default().to_owned();
    let styles = package.tree(&part("styles"), Styles::read)?.unwrap_or_default();
    let mut numbering = package.tree(&part("numbering"), |tree| Numbering::read(tree, &styles))?.unwrap_or_default();
    let mut notes = HashMap::new();
    let mut seen = HashSet::new();
    let mut picture_room = reading.picture_room();
    let mut walker = Walker {
        package: &package,
        styles: &styles,
        numbering: &mut numbering,
        relationships: Relationships::default(),
        notes: &mut notes,
        seen: &mut seen,
        picture_room: &mut picture_room,
        sink: Vec::new(),
        line: Line::default(),
        letters: Letters::default(),
        page_ground: Ground::default(),
        ground: Ground::default(),
        hiding: None,
        fields: Vec::new(),
        section_breaks: VecDeque::new(),
        repeated: HashSet::new(),
        failed: None,
    };
    let mut order = Vec::new();
    for (kind, part_kind) in [("footnote", "footnotes"), ("endnote", "endnotes"), ("comment", "comments")] {
        let name = part(part_kind);
        walker.relationships = package.relationships(&name)?;
        let texts = package.tree(&name, |tree| note_texts(&mut walker, tree, kind))?.unwrap_or_default();
        order.extend(texts.iter().map(|(id, _)| (kind, id.clone())));
        walker.notes.extend(texts.into_iter().map(|(id, text)| ((kind, id), text)));
    }
    walker.sink.clear();
    walker.relationships = relationships.clone();
    let read_body = |tree: &Tree<'_>| {
        let body = tree.root().child("body").unwrap_or_else(|| tree.root());
        walker.page_ground = Ground::of_page(tree.root());
        walker.ground = walker.page_ground;
        walker.section_breaks = section_breaks(body);
        walker.blocks(body);
    };
    if package.tree(&main, read_body)?.is_none() {
        return Err(ReadError::Damaged { what: "its text is missing".into() });
    }
    // What no section and no place of the text names.
    for (kind, block_kind) in [("header", BlockKind::Header), ("footer", BlockKind::Footer)] {
        for target in relationships.of_kind(kind) {
            if walker.repeated.insert(target.to_owned()) {
                let blocks = walker.repeated_part(target, block_kind);
                let none = Vec::new();
                let (headers, footers) = if kind == "header" { (blocks, none) } else { (none, blocks) };
                walker.sink.push(Piece::Section { headers, footers });
            }
        }
    }
    for key in order {
        walker.sink.extend(walker.notes.remove(&key).map(Piece::Note));
    }
    if let Some(error) = walker.failed {
        return Err(error);
    }
    let pieces = walker.sink;
    let mut document = pieces::assemble(pieces, reading);
    document.title = package.title()?;
    document.warnings.extend(package.warnings());
    Ok(document)
}

/// The texts of a part of notes, by id; a comment begins with its author.
fn note_texts(walker: &mut Walker<'_>, tree: &Tree<'_>, kind: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for note in tree.root().elements().filter(|e| e.name() == kind) {
        let kind = note.attribute("type");
        if kind.is_some_and(|kind| matches!(&*kind, "separator" | "continuationSeparator" | "continuationNotice")) {
            continue;
        }
        let text = walker.text_apart(note);
        let text = match note.attribute("author").filter(|author| !author.trim().is_empty()) {
            Some(author) => format!("{}: {text}", author.trim()),
            None => text,
        };
        if !text.trim().is_empty() {
            texts.push((note.attribute("id").unwrap_or_default().into_owned(), text));
        }
    }
    texts
}
