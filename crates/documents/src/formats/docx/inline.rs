//! Runs of text, and what is in them: links, field codes, notes, drawings.

use super::letters::Letters;
use super::pieces::Piece;
use super::symbols::symbol;
use super::walker::{OpenField, Walker};
use crate::formats::drawing::{self, chosen};
use crate::formats::xml::Element;
use crate::{Block, BlockKind, Hiding, Link};

impl Walker<'_> {
    /// Reads what is in a paragraph, a run or a part of one.
    pub(super) fn inline(&mut self, element: Element<'_>) {
        for child in element.elements() {
            match child.name() {
                "t" => self.say(&child.text()),
                "r" => {
                    let hiding = self.hiding_of(child);
                    self.where_hidden(hiding, |walker| walker.inline(child));
                }
                "tab" | "ptab" => self.say("\t"),
                "br" if child.attribute("type").is_some_and(|kind| kind == "page") => self.page_ends(),
                "br" | "cr" => self.say("\n"),
                "noBreakHyphen" => self.say("\u{2011}"),
                "sym" => {
                    let code = child.attribute("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
                    let sign = code.and_then(|code| symbol(code, &child.attribute("font").unwrap_or_default()));
                    if let Some(sign) = sign {
                        self.say(&sign.to_string());
                    }
                }
                "lastRenderedPageBreak" if self.line.text.trim().is_empty() && self.line.beside.is_empty() => {
                    self.sink.push(Piece::Break { rendered: true });
                }
                "lastRenderedPageBreak" => self.line.breaks += 1,
                "footnoteReference" => self.note("footnote", child),
                "endnoteReference" => self.note("endnote", child),
                "commentReference" => self.note("comment", child),
                "hyperlink" => self.hyperlink(child),
                "fldSimple" => {
                    let code = child.attribute("instr").unwrap_or_default().into_owned();
                    let form = child.child("ffData").map(super::controls::form_field);
                    self.fields.push(OpenField { code, in_result: true, form, ..OpenField::default() });
                    self.inline(child);
                    self.close_field();
                }
                "fldChar" => self.field_mark(child),
                "instrText" => {
                    if let Some(field) = self.fields.last_mut().filter(|field| !field.in_result) {
                        field.code.push_str(&child.text());
                    }
                }
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.inline(chosen);
                    }
                }
                "drawing" | "pict" | "object" => self.drawing(child),
                "sdt" => self.inline_control(child),
                "ruby" => {
                    if let Some(base) = child.child("rubyBase") {
                        self.inline(base);
                    }
                    if let Some(reading) = child.child("rt") {
                        self.say("(");
                        self.inline(reading);
                        self.say(")");
                    }
                }
                "p" | "tbl" => {
                    // A paragraph inside a paragraph, as some programs write text boxes.
                    let pieces = self.apart(|walker| walker.blocks(element));
                    self.line.beside.extend(pieces);
                    return;
                }
                "del" | "moveFrom" | "delText" | "delInstrText" | "pPr" | "rPr" | "sdtPr" | "tabs" => {}
                _ => self.inline(child),
            }
        }
    }

    /// Why the letters of a run are not seen, if they are not.
    fn hiding_of(&self, run: Element<'_>) -> Option<Hiding> {
        let properties = run.child("rPr");
        let style = properties.and_then(|p| p.value_at(&["rStyle"]));
        let letters = self.letters.under(self.styles.style_letters(style.as_deref()));
        letters.under(properties.map(Letters::of).unwrap_or_default()).hiding(self.ground)
    }

    /// A page break that was asked for ends the paragraph's text before it.
    fn page_ends(&mut self) {
        self.end_line(Block::new(BlockKind::Paragraph, ""), None);
        self.sink.push(Piece::Break { rendered: false });
    }

    fn note(&mut self, kind: &'static str, reference: Element<'_>) {
        let id = reference.attribute("id").unwrap_or_default().into_owned();
        if let Some(text) = self.notes.remove(&(kind, id)) {
            self.line.beside.push(Piece::Note(text));
        }
    }

    fn hyperlink(&mut self, link: Element<'_>) {
        let address = link.attribute("id").and_then(|id| Some(self.relationships.by_id(&id)?.target.clone()));
        let anchor = link.attribute("anchor").map(|anchor| format!("#{anchor}"));
        let url = match (address, anchor) {
            (Some(address), Some(anchor)) if !address.contains('#') => Some(address + &anchor),
            (Some(address), _) => Some(address),
            (None, anchor) => anchor,
        };
        let (start, beside) = (self.line.text.len(), self.line.beside.len());
        self.inline(link);
        let text = self.line.text.get(start..).unwrap_or_default().trim().to_owned();
        let is_unseen = |piece: &Piece| matches!(piece, Piece::Unseen(_));
        let is_seen = !text.is_empty() || !self.line.beside.iter().skip(beside).any(is_unseen);
        if let Some(url) = url.filter(|_| is_seen) {
            self.line.beside.push(Piece::Link(Link { text, url }));
        }
    }

    fn field_mark(&mut self, mark: Element<'_>) {
        match mark.attribute("fldCharType").as_deref() {
            Some("begin") => {
                let form = mark.child("ffData").map(super::controls::form_field);
                self.fields.push(OpenField { form, ..OpenField::default() });
            }
            Some("separate") => {
                if let Some(field) = self.fields.last_mut() {
                    field.in_result = true;
                }
            }
            Some("end") => self.close_field(),
            _ => {}
        }
    }

    fn close_field(&mut self) {
        let Some(field) = self.fields.pop() else { return };
        let text = field.result.trim();
        if let Some(mut form) = field.form {
            if form.kind == crate::FieldKind::Text {
                // Five blanks of a width of their own stand for nothing entered.
                form.value = text.trim_matches(['\u{2002}', ' ']).to_owned();
            }
            self.line.beside.push(Piece::Field(form));
        } else if let Some(url) = hyperlink_address(&field.code).filter(|_| !text.is_empty() || !field.unseen) {
            self.line.beside.push(Piece::Link(Link { text: text.to_owned(), url }));
        }
    }

    /// Pictures, boxes with text, charts and diagrams.
    fn drawing(&mut self, drawing: Element<'_>) {
        let mut alt = drawing::alternative_text(drawing);
        for part in drawing.descendants_unless(|e| matches!(e.name(), "txbxContent" | "Fallback")) {
            match part.name() {
                "txbxContent" => {
                    let ground = self.ground.in_drawing(drawing);
                    let pieces = self.apart(|walker| walker.on_ground(ground, |walker| walker.blocks(part)));
                    self.line.beside.extend(pieces);
                }
                "textpath" => {
                    // WordArt.
                    if let Some(text) = part.attribute("string").filter(|text| !text.trim().is_empty()) {
                        self.line.beside.push(Piece::Block(Block::new(BlockKind::Paragraph, text.into_owned())));
                    }
                }
                "blip" | "imagedata" => {
                    let id = part.attribute("embed").or_else(|| part.attribute("id"));
                    let target = id.and_then(|id| Some(self.relationships.by_id(&id)?.target.clone()));
                    let bytes = target.filter(|target| self.seen.insert(target.clone())).and_then(|target| {
                        let bytes = self.package.archive.read_binary(&target, *self.picture_room)?;
                        crate::formats::picture::with_text(&bytes)?;
                        *self.picture_room = self.picture_room.saturating_sub(bytes.len());
                        Some(bytes)
                    });
                    let alt = std::mem::take(&mut alt);
                    if bytes.is_some() || !alt.is_empty() {
                        self.line.beside.push(Piece::Picture { alt, bytes });
                    }
                }
                "chart" | "relIds" => {
                    let id = part.attribute("id").or_else(|| part.attribute("dm"));
                    let target = id.and_then(|id| Some(self.relationships.by_id(&id)?.target.clone()));
                    let Some(target) = target else { continue };
                    let read = self.package.tree(&target, |tree| drawing::graphic(tree.root()));
                    let block = self.checked(read).flatten();
                    self.line.beside.extend(block.map(Piece::Block));
                }
                _ => {}
            }
        }
        if !alt.is_empty() {
            self.line.beside.push(Piece::Picture { alt, bytes: None });
        }
    }
}

/// Where a `HYPERLINK` field leads: its first argument, and the place in it after `\l`.
fn hyperlink_address(code: &str) -> Option<String> {
    let rest = code.trim().strip_prefix("HYPERLINK")?;
    let mut url = String::new();
    let mut arguments = rest.split('"');
    let mut switches = arguments.next()?.trim().to_owned();
    if !switches.is_empty() && !switches.starts_with('\\') {
        url = switches.split_whitespace().next().unwrap_or_default().to_owned();
    }
    while let Some(quoted) = arguments.next() {
        if switches.ends_with("\\l") {
            url = format!("{url}#{quoted}");
        } else if url.is_empty() && !switches.ends_with("\\o") && !switches.ends_with("\\t") {
            quoted.clone_into(&mut url);
        }
        arguments.next().unwrap_or_default().trim().clone_into(&mut switches);
    }
    (!url.is_empty()).then_some(url)
}
