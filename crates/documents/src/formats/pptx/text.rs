//! The text of shapes: paragraphs, bullets, links.

use crate::formats::drawing::chosen;
use crate::formats::labels::{bullet, number};
use crate::formats::package::Relationships;
use crate::formats::xml::Element;
use crate::seen::{Rgb, hexadecimal, hide, is_seen_on, is_tiny};
use crate::{Block, BlockKind, Hiding, Link, Unseen};

/// A paragraph of a shape.
struct Paragraph {
    text: String,
    /// From 0.
    level: usize,
    /// The bullet or number that is shown before it.
    label: Option<String>,
}

/// What a shape's text is made with.
pub(super) struct TextReader<'r> {
    /// What the slide points to.
    pub(super) relationships: &'r Relationships,
    /// The links that were found.
    pub(super) links: Vec<Link>,
    /// Words that nobody sees.
    pub(super) unseen: Vec<Unseen>,
    /// What the text is on, if that is known.
    pub(super) ground: Option<Rgb>,
}

/// A colour that is given in numbers.
pub(super) fn colour(fill: Option<Element<'_>>) -> Option<Rgb> {
    hexadecimal(&fill?.path(&["solidFill", "srgbClr"])?.attribute("val")?)
}

impl TextReader<'_> {
    /// Notes where a text or shape leads, if that is outside the file.
    pub(super) fn link(&mut self, properties: Option<Element<'_>>, text: &str) {
        let id = properties.and_then(|p| p.child("hlinkClick")?.attribute("id"));
        let target = id.and_then(|id| self.relationships.by_id(&id)).filter(|r| r.external);
        if let Some(target) = target {
            let url = target.target.clone();
            match self.links.last_mut() {
                // A link over several runs.
                Some(last) if last.url == url && !last.text.is_empty() && !text.is_empty() => last.text.push_str(text),
                _ => self.links.push(Link { text: text.to_owned(), url }),
            }
        }
    }

    /// Why a run with these properties is not seen, if it is not.
    fn hiding(&self, properties: Option<Element<'_>>) -> Option<Hiding> {
        // In hundredths of a point.
        let size = properties?.attribute("sz").and_then(|size| size.parse::<f32>().ok());
        if size.is_some_and(|size| is_tiny(size / 100.0, None)) {
            return Some(Hiding::Tiny);
        }
        let is_lit = properties?.child("highlight").is_some();
        let (own, ground) = colour(properties).zip(self.ground.filter(|_| !is_lit))?;
        (!is_seen_on(own, ground)).then_some(Hiding::Colour)
    }

    /// The text of one paragraph.
    fn line(&mut self, element: Element<'_>, text: &mut String) {
        for child in element.elements() {
            match child.name() {
                "r" | "fld" => {
                    let start = text.len();
                    self.line(child, text);
                    if let Some(why) = self.hiding(child.child("rPr")) {
                        let own = text.split_off(start);
                        hide(&mut self.unseen, why, &own);
                        continue;
                    }
                    let own = text.get(start..).unwrap_or_default().to_owned();
                    self.link(child.child("rPr"), &own);
                }
                "t" => text.push_str(&child.text()),
                "br" => text.push('\n'),
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.line(chosen, text);
                    }
                }
                "pPr" | "rPr" | "endParaRPr" => {}
                _ => self.line(child, text),
            }
        }
    }

    fn paragraphs(&mut self, body: Element<'_>, has_bullets: bool) -> Vec<Paragraph> {
        let mut counts = [0u32; 9];
        let mut paragraphs = Vec::new();
        for paragraph in body.elements().filter(|e| e.name() == "p") {
            let mut text = String::new();
            self.line(paragraph, &mut text);
            let text = text.trim().to_owned();
            if text.is_empty() {
                continue;
            }
            let properties = paragraph.child("pPr");
            let level =
                properties.and_then(|p| p.attribute("lvl")).and_then(|level| level.parse().ok()).unwrap_or(0).min(8);
            let automatic = properties.and_then(|p| p.child("buAutoNum"));
            for (deeper, count) in counts.iter_mut().enumerate() {
                if deeper > level || deeper == level && automatic.is_none() {
                    *count = 0;
                }
            }
            let label = if let Some(automatic) = automatic {
                let start: u32 = automatic.attribute("startAt").and_then(|start| start.parse().ok()).unwrap_or(1);
                let count = counts.get_mut(level).map_or(0, |count| std::mem::replace(count, count.saturating_add(1)));
                Some(auto_number(start.saturating_add(count), &automatic.attribute("type").unwrap_or_default()))
            } else if let Some(sign) = properties.and_then(|p| p.child("buChar")) {
                Some(bullet(&sign.attribute("char").unwrap_or_default()).to_string())
            } else {
                let none = properties.is_some_and(|p| p.child("buNone").is_some());
                (has_bullets && !none).then(|| "•".to_owned())
            };
            paragraphs.push(Paragraph { text, level, label });
        }
        paragraphs
    }

    /// The blocks of a text body: its lists, and the paragraphs between them.
    pub(super) fn blocks(&mut self, body: Element<'_>, has_bullets: bool) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let paragraphs = self.paragraphs(body, has_bullets);
        let is_alone = paragraphs.len() == 1;
        for paragraph in paragraphs {
            let label = paragraph.label.filter(|label| !is_alone || label != "•");
            let kind = if label.is_some() { BlockKind::List } else { BlockKind::Paragraph };
            let line = match label {
                Some(label) => format!("{}{label} {}", "  ".repeat(paragraph.level), paragraph.text),
                None => paragraph.text,
            };
            match blocks.last_mut() {
                Some(last) if last.kind == kind => {
                    last.text.push('\n');
                    last.text.push_str(&line);
                }
                _ => {
                    let level = (kind == BlockKind::List).then(|| u8::try_from(paragraph.level + 1).ok()).flatten();
                    blocks.push(Block { level, ..Block::new(kind, line) });
                }
            }
        }
        blocks
    }

    /// The text of a body, a paragraph a line.
    pub(super) fn plain(&mut self, body: Element<'_>) -> String {
        let lines = self.paragraphs(body, false).into_iter().map(|paragraph| paragraph.text);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A number of an automatic list, in a format such as `arabicPeriod` or `alphaLcParenR` (ECMA-376 part 1, 20.1.10.61).
fn auto_number(value: u32, format: &str) -> String {
    let formats = [
        ("romanUc", "upperRoman"),
        ("romanLc", "lowerRoman"),
        ("alphaUc", "upperLetter"),
        ("alphaLc", "lowerLetter"),
        ("arabic", "decimal"),
    ];
    let known = formats.iter().find_map(|(start, name)| Some((format.strip_prefix(start)?, *name)));
    let (ending, name) = known.unwrap_or(("Period", "decimal"));
    let number = number(value, name);
    match ending {
        "ParenBoth" => format!("({number})"),
        "ParenR" => format!("{number})"),
        "Plain" => number,
        _ => format!("{number}."),
    }
}
