//! Paragraphs, and what is beside them in a body, a cell, a header, a note.

use super::letters::Letters;
use super::pieces::Piece;
use super::styles::Numbered;
use super::walker::{OpenField, Walker, text_of};
use crate::formats::drawing::chosen;
use crate::formats::xml::{Element, is_on};
use crate::{Block, BlockKind};

impl Walker<'_> {
    /// The blocks in an element.
    pub(super) fn blocks(&mut self, element: Element<'_>) {
        for child in element.elements() {
            if self.failed.is_some() {
                return;
            }
            match child.name() {
                "p" => {
                    let properties = child.child("pPr");
                    let style = properties.and_then(|p| p.value_at(&["pStyle"]));
                    let letters = self.styles.paragraph_letters(style.as_deref());
                    let outer = std::mem::replace(&mut self.letters, letters);
                    let ground = self.ground.under(properties);
                    self.on_ground(ground, |walker| walker.paragraph(child));
                    self.letters = outer;
                }
                "tbl" => self.table(child),
                "sdt" => self.block_control(child),
                "sectPr" => self.section(child),
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.blocks(chosen);
                    }
                }
                "del" | "moveFrom" | "tblPr" | "tblGrid" | "trPr" | "tcPr" | "sdtPr" => {}
                "r" | "hyperlink" | "oMathPara" | "oMath" => {
                    // Runs outside any paragraph, as some programs write them.
                    self.inline(child);
                    self.end_line(Block::new(BlockKind::Paragraph, ""), None);
                }
                _ => self.blocks(child),
            }
        }
        // What the last paragraph left open, because its mark is deleted.
        self.end_line(Block::new(BlockKind::Paragraph, ""), None);
    }

    fn paragraph(&mut self, paragraph: Element<'_>) {
        let properties = paragraph.child("pPr");
        let style = properties.and_then(|p| p.value_at(&["pStyle"]));
        let looks = self.styles.looks(style.as_deref());
        let own_break = properties.and_then(|p| p.child("pageBreakBefore"));
        let breaks = own_break.map_or(looks.breaks_page, |switch| is_on(switch.attribute("val").as_deref()));
        if breaks && !self.sink.is_empty() {
            self.sink.push(Piece::Break { rendered: false });
        }
        let mut kind = Block::new(BlockKind::Paragraph, "");
        let outline = properties.and_then(|p| p.value_at(&["outlineLvl"])).and_then(|level| level.parse::<u8>().ok());
        let level = outline.map_or(looks.heading, |level| (level < 9).then_some(level + 1));
        if let Some(level) = level {
            kind = Block { level: Some(level), ..Block::new(BlockKind::Heading, "") };
        } else if looks.caption {
            kind = Block::new(BlockKind::Caption, "");
        }
        let own = properties.and_then(Numbered::of).unwrap_or_default();
        let list = own.list.or(looks.numbered.and_then(|n| n.list)).filter(|list| *list != 0);
        let numbered = list.map(|list| {
            let by_style = || self.numbering.level_of_style(list, style.as_deref()?);
            let level = own.level.or_else(by_style).or(looks.numbered.and_then(|n| n.level));
            (list, level.unwrap_or(0))
        });
        let mark = properties.and_then(|p| p.child("rPr"));
        let is_joined = mark.is_some_and(|mark| {
            let is_deleted = ["del", "moveFrom"].iter().any(|name| mark.child(name).is_some());
            is_deleted || self.letters.under(Letters::of(mark)).are_hidden()
        });
        let section = properties.and_then(|p| p.child("sectPr"));
        if is_joined && section.is_none() {
            // Without its mark the paragraph goes on in the next one, and is what that is.
            self.inline(paragraph);
            return;
        }
        // Counted before the text is read: a text box inside it may have items of its own.
        let item = self.has_text(paragraph).then_some(numbered).flatten();
        let item = item.and_then(|(list, level)| Some((level, self.numbering.next(list, level)?)));
        self.inline(paragraph);
        self.end_line(kind, item);
        if let Some(section) = section {
            self.section(section);
        }
    }

    /// Whether a paragraph shows anything, so that it is counted if it is numbered.
    fn has_text(&self, paragraph: Element<'_>) -> bool {
        paragraph.find("t").is_some() || paragraph.find("drawing").is_some() || paragraph.find("sym").is_some()
    }

    /// Ends the paragraph being read: its text as the block `kind`, or as the item of a list, then what was beside it.
    pub(super) fn end_line(&mut self, kind: Block, item: Option<(usize, String)>) {
        let line = std::mem::take(&mut self.line);
        for field in &mut self.fields {
            if field.in_result && !field.result.is_empty() {
                field.result.push('\n');
            }
        }
        let text = line.text.trim();
        if !text.is_empty() {
            let labelled = |label: &str| if label.is_empty() { text.to_owned() } else { format!("{label} {text}") };
            self.sink.push(match item {
                Some((level, label)) if kind.kind == BlockKind::Paragraph => {
                    Piece::Item { level, text: labelled(&label) }
                }
                Some((_, label)) => Piece::Block(Block { text: labelled(&label), ..kind }),
                None => Piece::Block(Block { text: text.to_owned(), ..kind }),
            });
        }
        self.sink.extend(line.beside);
        self.sink.extend((0..line.breaks).map(|_| Piece::Break { rendered: true }));
    }

    /// The end of a section: its headers and footers, once each, and the page's end if the next section begins on a new page.
    fn section(&mut self, section: Element<'_>) {
        let mut headers = Vec::new();
        let mut footers = Vec::new();
        for reference in section.elements() {
            let (kind, blocks) = match reference.name() {
                "headerReference" => (BlockKind::Header, &mut headers),
                "footerReference" => (BlockKind::Footer, &mut footers),
                _ => continue,
            };
            let target = reference.attribute("id").and_then(|id| Some(self.relationships.by_id(&id)?.target.clone()));
            if let Some(target) = target.filter(|target| self.repeated.insert(target.clone())) {
                blocks.extend(self.repeated_part(&target, kind));
            }
        }
        self.sink.push(Piece::Section { headers, footers });
        if self.section_breaks.pop_front() == Some(true) {
            self.sink.push(Piece::Break { rendered: false });
        }
    }

    /// The blocks of a header or footer; its pictures, links and fields go to where the walk is.
    pub(super) fn repeated_part(&mut self, part: &str, kind: BlockKind) -> Vec<Block> {
        let own = self.package.relationships(part);
        let Some(own) = self.checked(own.map(Some)) else { return Vec::new() };
        let outer = std::mem::replace(&mut self.relationships, own);
        let open: Vec<OpenField> = std::mem::take(&mut self.fields);
        let package = self.package;
        let ground = self.page_ground;
        let pieces = self.apart(|walker| {
            let read = package.tree(part, |tree| walker.on_ground(ground, |walker| walker.blocks(tree.root())));
            walker.checked(read);
        });
        self.fields = open;
        self.relationships = outer;
        let mut blocks = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Break { .. } | Piece::Section { .. } => {}
                piece @ (Piece::Block(_) | Piece::Item { .. }) => blocks.push(Block::new(kind, text_of(vec![piece]).0)),
                other => self.sink.push(other),
            }
        }
        blocks
    }
}
