//! The shapes of a slide.

use super::place::Scale;
use super::text::{TextReader, colour};
use crate::formats::drawing::{self, chosen};
use crate::formats::package::{Package, Relationships};
use crate::formats::picture::with_text;
use crate::formats::reading::ReadError;
use crate::formats::xml::{Element, is_on};
use crate::seen::{Rgb, hide};
use crate::{Block, BlockKind, Cell, Hiding, Link, Table, Unseen};
use std::collections::HashSet;

/// Blocks, pictures with text by the index of their block, links, and words that nobody sees.
pub(super) struct SlideContent {
    pub(super) blocks: Vec<Block>,
    pub(super) pictures: Vec<(usize, Vec<u8>)>,
    pub(super) links: Vec<Link>,
    pub(super) unseen: Vec<Unseen>,
}

/// A walk through a slide's shapes.
pub(super) struct Shapes<'s, 'p> {
    package: &'s Package<'p>,
    text: TextReader<'s>,
    seen: &'s mut HashSet<String>,
    room: usize,
    blocks: Vec<Block>,
    pictures: Vec<(usize, Vec<u8>)>,
    /// What the slide itself is filled with, if that is known.
    ground: Option<Rgb>,
    failed: Option<ReadError>,
}

/// The kind of a placeholder; empty for a shape that is none.
fn placeholder<'t>(shape: Element<'t>) -> Option<std::borrow::Cow<'t, str>> {
    let properties = shape.elements().find(|e| e.name().starts_with("nv"))?;
    let placeholder = properties.path(&["nvPr", "ph"])?;
    Some(placeholder.attribute("type").unwrap_or("obj".into()))
}

impl<'s, 'p> Shapes<'s, 'p> {
    /// A walk that finds parts in `package` by `relationships`, hands over pictures that are not among those `seen` and takes at most `room` bytes of
    /// them.
    pub(super) fn new(
        package: &'s Package<'p>,
        relationships: &'s Relationships,
        seen: &'s mut HashSet<String>,
        room: usize,
    ) -> Self {
        let text = TextReader { relationships, links: Vec::new(), unseen: Vec::new(), ground: None };
        Self { package, text, seen, room, blocks: Vec::new(), pictures: Vec::new(), ground: None, failed: None }
    }

    /// What was found.
    ///
    /// # Errors
    /// What ended the walk.
    pub(super) fn finish(self) -> Result<SlideContent, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let TextReader { links, unseen, .. } = self.text;
        Ok(SlideContent { blocks: self.blocks, pictures: self.pictures, links, unseen })
    }

    fn push(&mut self, blocks: Vec<Block>, shape: Element<'_>, scale: Scale) {
        let area = scale.area(shape);
        self.blocks.extend(blocks.into_iter().map(|block| Block { area, ..block }));
    }

    /// The shapes of a tree, the title first.
    pub(super) fn slide(&mut self, tree: Element<'_>, ground: Option<Rgb>, scale: Scale) {
        self.ground = ground;
        let is_title = |e: &Element<'_>| placeholder(*e).is_some_and(|kind| kind == "title" || kind == "ctrTitle");
        let (titles, others): (Vec<_>, Vec<_>) = tree.elements().partition(is_title);
        for title in titles {
            if self.is_apart(title, scale) {
                continue;
            }
            let text = title.child("txBody").map(|body| self.text.plain(body)).unwrap_or_default();
            if !text.is_empty() {
                let heading = Block { level: Some(1), ..Block::new(BlockKind::Heading, text) };
                self.push(vec![heading], title, scale);
            }
        }
        for shape in others {
            self.shape(shape, scale);
        }
    }

    fn shape(&mut self, shape: Element<'_>, scale: Scale) {
        if self.failed.is_some() {
            return;
        }
        if matches!(shape.name(), "sp" | "cxnSp" | "pic" | "graphicFrame" | "grpSp") && self.is_apart(shape, scale) {
            return;
        }
        match shape.name() {
            "grpSp" => {
                let inner = scale.within(shape);
                for child in shape.elements() {
                    self.shape(child, inner);
                }
            }
            "AlternateContent" => {
                for child in chosen(shape).into_iter().flat_map(Element::elements) {
                    self.shape(child, scale);
                }
            }
            "sp" | "cxnSp" => self.text_shape(shape, scale),
            "pic" => self.picture(shape, scale),
            "graphicFrame" => self.frame(shape, scale),
            _ => {}
        }
    }

    /// Keeps the words of a shape apart that is hidden or stands outside the slide; says whether it did. Sets what the shape's text is on.
    fn is_apart(&mut self, shape: Element<'_>, scale: Scale) -> bool {
        let own = shape.elements().find(|e| e.name().starts_with("nv")).and_then(|own| own.child("cNvPr"));
        let is_hidden = own.and_then(|own| own.attribute("hidden")).is_some_and(|on| is_on(Some(&on)));
        let is_outside = scale.area(shape).is_some_and(|area| {
            area.left >= 1.0 || area.top >= 1.0 || area.left + area.width <= 0.0 || area.top + area.height <= 0.0
        });
        let why = match (is_hidden, is_outside && shape.name() != "grpSp") {
            (true, _) => Hiding::Marked,
            (_, true) => Hiding::Outside,
            _ => {
                let properties = shape.child("spPr");
                let is_clear = properties.is_some_and(|p| p.child("noFill").is_some());
                self.text.ground = colour(properties).or(self.ground.filter(|_| is_clear));
                return false;
            }
        };
        for paragraph in shape.descendants().into_iter().filter(|e| e.name() == "p") {
            hide(&mut self.text.unseen, why, &paragraph.text());
        }
        true
    }

    fn text_shape(&mut self, shape: Element<'_>, scale: Scale) {
        let kind = placeholder(shape);
        let has_bullets = matches!(kind.as_deref(), Some("body" | "obj"));
        let mut blocks = match shape.child("txBody") {
            Some(body) => self.text.blocks(body, has_bullets),
            None => Vec::new(),
        };
        let repeated = match kind.as_deref() {
            Some("ftr" | "dt" | "sldNum") => Some(BlockKind::Footer),
            Some("hdr") => Some(BlockKind::Header),
            _ => None,
        };
        if let Some(repeated) = repeated {
            blocks = blocks.into_iter().map(|block| Block::new(repeated, block.text)).collect();
        }
        let text = blocks.first().map(|block| block.text.clone()).unwrap_or_default();
        self.text.link(shape.path(&["nvSpPr", "cNvPr"]), &text);
        if blocks.is_empty() {
            let alt = drawing::alternative_text(shape);
            if !alt.is_empty() {
                blocks.push(Block::new(BlockKind::Image, alt));
            }
        }
        self.push(blocks, shape, scale);
        if shape.path(&["spPr", "blipFill"]).is_some() {
            self.picture_of(shape, String::new(), scale);
        }
    }

    fn picture(&mut self, shape: Element<'_>, scale: Scale) {
        self.text.link(shape.path(&["nvPicPr", "cNvPr"]), "");
        self.picture_of(shape, drawing::alternative_text(shape), scale);
    }

    fn picture_of(&mut self, shape: Element<'_>, alt: String, scale: Scale) {
        let id = shape.find("blip").and_then(|blip| blip.attribute("embed"));
        let target = id.and_then(|id| Some(self.text.relationships.by_id(&id)?.target.clone()));
        let bytes = target.filter(|target| self.seen.insert(target.clone())).and_then(|target| {
            let bytes = self.package.archive.read_binary(&target, self.room)?;
            with_text(&bytes)?;
            self.room = self.room.saturating_sub(bytes.len());
            Some(bytes)
        });
        if bytes.is_none() && alt.is_empty() {
            return;
        }
        self.pictures.extend(bytes.map(|bytes| (self.blocks.len(), bytes)));
        self.push(vec![Block::new(BlockKind::Image, alt)], shape, scale);
    }

    /// A table, a chart, a diagram, an embedded object.
    fn frame(&mut self, frame: Element<'_>, scale: Scale) {
        let Some(data) = frame.path(&["graphic", "graphicData"]) else { return };
        if let Some(table) = data.child("tbl") {
            let block = self.table(table);
            self.push(vec![block], frame, scale);
            return;
        }
        let alt = drawing::alternative_text(frame);
        let mut blocks = Vec::new();
        let id = data.child("chart").and_then(|chart| chart.attribute("id"));
        let id = id.or_else(|| data.child("relIds").and_then(|ids| ids.attribute("dm")));
        if let Some(target) = id.and_then(|id| Some(self.text.relationships.by_id(&id)?.target.clone())) {
            match self.package.tree(&target, |tree| drawing::graphic(tree.root())) {
                Ok(read) => blocks.extend(read.flatten()),
                Err(error) => self.failed = Some(error),
            }
        }
        if !alt.is_empty() {
            blocks.push(Block::new(BlockKind::Image, alt));
        }
        self.push(blocks, frame, scale);
        for picture in data.descendants().into_iter().filter(|e| e.name() == "pic").take(1) {
            self.picture(picture, scale);
        }
    }

    fn table(&mut self, table: Element<'_>) -> Block {
        let mut read = Table::default();
        for row in table.elements().filter(|e| e.name() == "tr") {
            let cells = row.elements().filter(|e| e.name() == "tc").map(|cell| {
                let text = cell.child("txBody").map(|body| self.text.plain(body)).unwrap_or_default();
                Cell::new(text)
            });
            read.rows.push(cells.collect());
        }
        let first = table.child("tblPr").and_then(|p| p.attribute("firstRow"));
        read.header_rows = usize::from(first.is_some_and(|on| on == "1" || on == "true") && read.rows.len() > 1);
        Block::of_table(read)
    }
}

/// The texts of a slide's notes.
pub(super) fn notes(tree: Element<'_>, relationships: &Relationships) -> Vec<Block> {
    let mut text = TextReader { relationships, links: Vec::new(), unseen: Vec::new(), ground: None };
    let mut blocks = Vec::new();
    for shape in tree.descendants().into_iter().filter(|e| e.name() == "sp") {
        if matches!(placeholder(shape).as_deref(), Some("sldNum" | "sldImg" | "dt" | "hdr" | "ftr")) {
            continue;
        }
        let note = shape.child("txBody").map(|body| text.plain(body)).unwrap_or_default();
        if !note.is_empty() {
            blocks.push(Block::new(BlockKind::Note, note));
        }
    }
    blocks
}
