//! PowerPoint presentations (Office Open XML, ECMA-376 part 1): a page a slide.

mod place;
mod shapes;
mod text;

use super::package::{Family, Package, Relationships, family};
use super::picture::with_text;
use super::reading::{Input, Picture, ReadError, Reading};
use super::sniff::{CERTAIN, Sniff};
use super::xml::{Element, Tree};
use crate::{Block, BlockKind, Document, Kind, OutlineEntry, Page, Warning};
use place::Scale;
use shapes::{Shapes, SlideContent};
use std::collections::{HashMap, HashSet};
use text::colour;

/// Whether these are slides.
pub(super) fn sniff(input: &Input<'_>) -> Sniff {
    (family(input.bytes) == Some(Family::Slides)).then_some((Kind::Pptx, CERTAIN))
}

/// The slides' parts in the order of the presentation; without it, in the order of their numbers.
fn slides(package: &Package<'_>, presentation: &Tree<'_>, relationships: &Relationships) -> Vec<String> {
    let list = presentation.root().child("sldIdLst");
    let named = list.into_iter().flat_map(Element::elements).filter_map(|slide| {
        // Beside `r:id` there is an `id` without a prefix: the relationship's is the one that is known.
        let ids = slide.attributes("id");
        ids.into_iter().find_map(|id| Some(relationships.by_id(&id)?.target.clone()))
    });
    let slides: Vec<String> = named.collect();
    if slides.is_empty() { slides_by_number(package) } else { slides }
}

fn slides_by_number(package: &Package<'_>) -> Vec<String> {
    let number = |name: &str| {
        let number = name.strip_prefix("ppt/slides/slide")?.strip_suffix(".xml")?;
        number.parse::<u32>().ok()
    };
    let mut slides: Vec<(u32, String)> =
        package.archive.names().into_iter().filter_map(|name| Some((number(name)?, name.to_owned()))).collect();
    slides.sort();
    slides.into_iter().map(|(_, name)| name).collect()
}

/// Reads a presentation.
pub(super) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let package = Package::open(input.bytes, &reading.limits)?;
    let main = package.main_part("ppt/presentation.xml")?;
    let relationships = package.relationships(&main)?;
    let outer = package.tree(&main, |tree| (slides(&package, tree, &relationships), place::slide_size(tree.root())))?;
    let (slides, size) = outer.unwrap_or_else(|| (slides_by_number(&package), None));
    if slides.is_empty() && !package.archive.has(&main) {
        return Err(ReadError::Damaged { what: "its slides are missing".into() });
    }
    let authors = authors(&package, &relationships)?;
    let (emu, points) = size.unzip();
    let (width, height) = emu.unwrap_or((9_144_000.0, 6_858_000.0));
    let scale = Scale::of_slide(width, height);
    let mut document = Document {
        kind: Kind::Pptx,
        title: package.title()?,
        pages: Vec::new(),
        outline: Vec::new(),
        warnings: Vec::new(),
    };
    if slides.len() > reading.limits.pages {
        document.warnings.push(Warning::PagesCut { total: u32::try_from(slides.len()).unwrap_or(u32::MAX) });
    }
    let total = slides.len().min(reading.limits.pages);
    let mut seen = HashSet::new();
    for (index, slide) in slides.iter().take(total).enumerate() {
        let own = package.relationships(slide)?;
        let room = reading.picture_room();
        let walk = |tree: &Tree<'_>| {
            let mut shapes = Shapes::new(&package, &own, &mut seen, room);
            if let Some(shape_tree) = tree.root().path(&["cSld", "spTree"]) {
                let ground = tree.root().path(&["cSld", "bg", "bgPr"]);
                shapes.slide(shape_tree, colour(ground), scale);
            }
            shapes.finish()
        };
        let page_number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let Some(walked) = package.tree(slide, walk)? else {
            document.warnings.push(Warning::PageUnread { page: page_number });
            document.pages.push(Page { size: points, ..Page::default() });
            continue;
        };
        let SlideContent { mut blocks, pictures, links, unseen } = walked?;
        for (block, bytes) in pictures {
            if let Some(mime) = with_text(&bytes) {
                reading.pictures.push(Picture { page: index, block, mime, bytes });
            }
        }
        if let Some(title) = blocks.iter().find(|block| block.kind == BlockKind::Heading) {
            document.outline.push(OutlineEntry { title: title.text.replace('\n', " "), level: 1, page: page_number });
        }
        blocks.extend(beside(&package, &own, &authors)?);
        document.pages.push(Page { size: points, blocks, links, unseen, ..Page::default() });
        reading.progress(index + 1, total);
    }
    document.warnings.extend(package.warnings());
    Ok(document)
}

/// A slide's notes and comments.
fn beside(
    package: &Package<'_>,
    own: &Relationships,
    authors: &HashMap<String, String>,
) -> Result<Vec<Block>, ReadError> {
    let mut blocks = Vec::new();
    for part in own.of_kind("notesSlide") {
        let relationships = package.relationships(part)?;
        let read = package.tree(part, |tree| shapes::notes(tree.root(), &relationships))?;
        blocks.extend(read.unwrap_or_default());
    }
    for part in own.of_kind("comments") {
        blocks.extend(package.tree(part, |tree| comments(tree.root(), authors))?.unwrap_or_default());
    }
    Ok(blocks)
}

/// The names of those who comment, by id.
fn authors(package: &Package<'_>, relationships: &Relationships) -> Result<HashMap<String, String>, ReadError> {
    let mut names = HashMap::new();
    for part in relationships.of_kind("commentAuthors").chain(relationships.of_kind("authors")) {
        let read = |tree: &Tree<'_>| {
            let author = |e: Element<'_>| Some((e.attribute("id")?.into_owned(), e.attribute("name")?.into_owned()));
            tree.root().elements().filter_map(author).collect::<Vec<_>>()
        };
        names.extend(package.tree(part, read)?.unwrap_or_default());
    }
    Ok(names)
}

/// Comments and answers to them, each with its author.
fn comments(root: Element<'_>, authors: &HashMap<String, String>) -> Vec<Block> {
    let comments = root.descendants().into_iter().filter(|e| matches!(e.name(), "cm" | "reply"));
    let block = |comment: Element<'_>| {
        let body = comment.child("text").or_else(|| comment.child("txBody"))?;
        let lines = body.elements().filter(|e| e.name() == "p").map(Element::text).collect::<Vec<_>>();
        let text = if lines.is_empty() { body.text() } else { lines.join("\n") };
        let text = text.trim();
        let author = comment.attribute("authorId").and_then(|id| authors.get(&*id));
        let said = author.map_or_else(|| text.to_owned(), |author| format!("{author}: {text}"));
        (!text.is_empty()).then(|| Block::new(BlockKind::Note, said))
    };
    comments.filter_map(block).collect()
}
