//! The blocks of a page, from its elements.

use super::super::{flow::Flow, numbers::Style};
use super::{line::one_line, table};
use crate::{Block, BlockKind, Link};
use dom_query::NodeRef;
use std::collections::VecDeque;
use url::Url;

/// Elements that begin and end on lines of their own.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frameset",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Elements whose text is not the page's: fields have places of their own.
const LEFT_OUT: &[&str] = &[
    "script",
    "style",
    "template",
    "noscript",
    "head",
    "title",
    "input",
    "select",
    "textarea",
    "button",
    "svg",
    "annotation",
    "annotation-xml",
];

/// How deep blocks are looked for. Parsed pages are not deeper than [`super::bound`] leaves them, but for a few that the parser adds.
const DEPTH: usize = 400;

/// A list's item with more text than this, in bytes, is a part of the page and no line.
const ITEM: usize = 1_500;

/// Pictures and captions whose texts are kept to know one that comes again.
const SAID: usize = 4;
/// Letters and digits of such a text, at least: `Photo` may be said about each picture.
const SAME_TEXT: usize = 12;

/// Text of an article with links, as it is gathered.
pub(crate) struct Blocks<'a> {
    flow: &'a mut Flow,
    base: Option<&'a Url>,
    style: Option<Style>,
    line: String,
    links: Vec<Link>,
    pictures: Vec<String>,
    kind: BlockKind,
    cut: bool,
    /// What the last pictures and captions say, in letters and digits alone.
    said: VecDeque<String>,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(flow: &'a mut Flow, base: Option<&'a Url>, lang: Option<&str>) -> Self {
        let style = lang.and_then(style_of);
        let (line, links, pictures) = (String::new(), Vec::new(), Vec::new());
        Self { flow, base, style, line, links, pictures, kind: BlockKind::Paragraph, cut: false, said: VecDeque::new() }
    }

    /// Whether something was left out because it was too deep or too large.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }

    /// Reads all blocks inside an element.
    pub(crate) fn read(&mut self, root: NodeRef<'_>) {
        self.children(&root, 0);
        self.end_line();
    }

    fn children(&mut self, node: &NodeRef<'_>, depth: usize) {
        if depth > DEPTH {
            self.cut = true;
            return;
        }
        for child in node.children_it(false) {
            if child.is_text() {
                push_collapsed(&mut self.line, &child.text());
            } else if child.is_element() {
                self.element(&child, depth + 1);
            }
        }
    }

    fn element(&mut self, node: &NodeRef<'_>, depth: usize) {
        let Some(name) = node.node_name() else { return };
        let name: &str = &name;
        match name {
            _ if LEFT_OUT.contains(&name) => {}
            "br" => self.line.push('\n'),
            "img" => self.picture(node),
            "a" => self.link(node, depth),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_line();
                self.children(node, depth);
                let level = name.as_bytes().get(1).map(|digit| digit - b'0');
                let text = one_line(&std::mem::take(&mut self.line));
                self.add(Block { level, ..Block::new(BlockKind::Heading, text) });
            }
            "pre" => {
                self.end_line();
                let text = preformatted(node);
                self.add(Block::new(BlockKind::Paragraph, text.trim_matches('\n').trim_end()));
            }
            "ul" | "ol" | "menu" | "dir" if is_list(node) => {
                self.end_line();
                let mut lines = Vec::new();
                self.list(node, 0, &mut lines);
                self.add(Block { level: Some(1), ..Block::new(BlockKind::List, lines.join("\n")) });
            }
            "table" => {
                self.end_line();
                match table::table(node, self.style, |cell| self.text_of(cell, depth)) {
                    Some(table) => self.add(Block::of_table(table)),
                    None => self.apart(node, depth),
                }
            }
            "figcaption" => {
                self.end_line();
                let outer = std::mem::replace(&mut self.kind, BlockKind::Caption);
                self.apart(node, depth);
                self.kind = outer;
            }
            _ if BLOCKS.contains(&name) => self.apart(node, depth),
            _ => self.children(node, depth),
        }
    }

    fn apart(&mut self, node: &NodeRef<'_>, depth: usize) {
        self.end_line();
        self.children(node, depth);
        self.end_line();
    }

    /// Ends a line of text, which is a paragraph or a caption.
    fn end_line(&mut self) {
        let text = tidy(&std::mem::take(&mut self.line));
        self.add(Block::new(self.kind, text));
    }

    /// Adds a block with the links and pictures that it has.
    fn add(&mut self, block: Block) {
        let is_empty = block.text.is_empty();
        if matches!(block.kind, BlockKind::Paragraph | BlockKind::Caption) && self.is_said(&block) {
            self.links.clear();
        } else {
            self.flow.push(block);
        }
        self.links.drain(..).filter(|link| !is_empty || !link.text.is_empty()).for_each(|link| self.flow.link(link));
        for alt in std::mem::take(&mut self.pictures) {
            let block = Block::new(BlockKind::Image, alt);
            if !self.is_said(&block) {
                self.flow.push(block);
            }
        }
    }

    /// Whether a picture or caption shortly before says the same: a text that is there for each width of the window, or as caption and as alternative.
    fn is_said(&mut self, block: &Block) -> bool {
        let bare: String = block.text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        if bare.chars().count() < SAME_TEXT {
            return false;
        }
        let is_picture = block.kind == BlockKind::Image;
        if self.said.iter().any(|said| *said == bare || is_picture && said.contains(&bare)) {
            return true;
        }
        if block.kind != BlockKind::Paragraph {
            self.said.push_back(bare);
            if self.said.len() > SAID {
                self.said.pop_front();
            }
        }
        false
    }

    /// A picture is a block with its alternative text; without one it says nothing.
    fn picture(&mut self, node: &NodeRef<'_>) {
        let alt = one_line(&node.attr("alt").unwrap_or_default());
        if alt.chars().any(char::is_alphanumeric) {
            self.pictures.push(alt);
        }
    }

    fn link(&mut self, node: &NodeRef<'_>, depth: usize) {
        let from = self.line.len();
        let blocks = self.flow.characters();
        self.children(node, depth);
        let Some(url) = node.attr("href").and_then(|href| self.resolve(&href)) else { return };
        // A link around blocks has its text in them.
        let text = if self.flow.characters() == blocks { self.line.get(from..).map(one_line) } else { None };
        let text = text.unwrap_or_else(|| one_line(&node.text()));
        self.links.push(Link { text, url });
    }

    /// The whole address of a link; as it is where nothing says what it is relative to. Scripts and places on the same page are none.
    fn resolve(&self, href: &str) -> Option<String> {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        let is_link = |url: &Url| matches!(url.scheme(), "http" | "https" | "mailto" | "tel" | "ftp" | "file");
        match Url::options().base_url(self.base).parse(href) {
            Ok(url) => is_link(&url).then(|| url.into()),
            Err(url::ParseError::RelativeUrlWithoutBase) => Some(href.to_owned()),
            Err(_) => None,
        }
    }

    /// The lines of a list: an item's own text, then the lists inside it, two blanks further in.
    fn list(&mut self, list: &NodeRef<'_>, level: usize, lines: &mut Vec<String>) {
        let is_ordered = list.has_name("ol");
        let mut number = list.attr("start").and_then(|start| start.trim().parse::<i64>().ok()).unwrap_or(1);
        for item in list.children_it(false).filter(NodeRef::is_element) {
            if item.node_name().is_some_and(|name| matches!(&*name, "ul" | "ol")) && level < 8 {
                self.list(&item, level + 1, lines);
                continue;
            }
            let mut inner = Vec::new();
            let text = self.item_text(&item, level, &mut inner);
            let mark = if is_ordered { format!("{number}. ") } else { String::new() };
            number = number.saturating_add(1);
            if !text.is_empty() {
                lines.push(format!("{}{mark}{text}", "  ".repeat(level)));
            }
            lines.append(&mut inner);
        }
    }

    fn item_text(&mut self, item: &NodeRef<'_>, level: usize, inner: &mut Vec<String>) -> String {
        let outer = std::mem::take(&mut self.line);
        for child in item.children_it(false) {
            if child.node_name().is_some_and(|name| matches!(&*name, "ul" | "ol")) && child.is_element() && level < 8 {
                self.list(&child, level + 1, inner);
            } else if child.is_text() {
                push_collapsed(&mut self.line, &child.text());
            } else if child.is_element() {
                let text = self.inline(&child, level);
                push_collapsed(&mut self.line, &text);
            }
        }
        one_line(&std::mem::replace(&mut self.line, outer))
    }

    /// The text of a cell, on one line.
    fn text_of(&mut self, node: &NodeRef<'_>, depth: usize) -> String {
        one_line(&self.inline(node, depth))
    }

    /// Text and links of an element without making blocks of it.
    fn inline(&mut self, node: &NodeRef<'_>, depth: usize) -> String {
        let outer = std::mem::take(&mut self.line);
        let mut stack = vec![(*node, false)];
        while let Some((node, is_end)) = stack.pop() {
            if is_end {
                self.line.push(' ');
                continue;
            }
            if node.is_text() {
                push_collapsed(&mut self.line, &node.text());
                continue;
            }
            let Some(name) = node.node_name() else { continue };
            let name: &str = &name;
            if LEFT_OUT.contains(&name) {
                continue;
            }
            if name == "br" || BLOCKS.contains(&name) || name.len() == 2 && name.starts_with('h') {
                self.line.push(' ');
                stack.push((node, true));
            }
            if name == "img" {
                push_collapsed(&mut self.line, &node.attr("alt").unwrap_or_default());
            }
            if name == "a"
                && depth < DEPTH
                && let Some(url) = node.attr("href").and_then(|href| self.resolve(&href))
            {
                self.links.push(Link { text: one_line(&node.text()), url });
            }
            let children: Vec<NodeRef<'_>> = node.children_it(true).collect();
            stack.extend(children.into_iter().map(|child| (child, false)));
        }
        std::mem::replace(&mut self.line, outer)
    }
}

/// Whether a list is one of lines, and not of parts of the page: no headings, tables or preformatted text, and no long items.
fn is_list(list: &NodeRef<'_>) -> bool {
    let parts = ["h1", "h2", "h3", "h4", "h5", "h6", "table", "pre", "figure", "article", "form"];
    let has_parts = list.descendants_it().any(|node| parts.iter().any(|name| node.has_name(name)));
    let items = || list.children_it(false).filter(NodeRef::is_element);
    items().next().is_some()
        && !has_parts
        && items().all(|item| item.has_name("ul") || item.has_name("ol") || item.text().len() <= ITEM)
}

fn preformatted(node: &NodeRef<'_>) -> String {
    let mut text = String::new();
    for inner in node.descendants_it() {
        if inner.is_text() {
            text.push_str(&inner.text());
        } else if inner.has_name("br") {
            text.push('\n');
        }
    }
    text
}

/// The style in which a language writes numbers, for those where it is the same everywhere.
fn style_of(lang: &str) -> Option<Style> {
    let primary = lang.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    match primary.as_str() {
        "en" | "ja" | "zh" | "ko" | "th" | "he" => Some(Style::Point),
        "fr" | "it" | "pt" | "nl" | "pl" | "cs" | "da" | "nb" | "no" | "sv" | "fi" | "ru" | "uk" | "tr" | "id" => {
            Some(Style::Comma)
        }
        "de" if !lang.to_ascii_lowercase().ends_with("ch") => Some(Style::Comma),
        _ => None,
    }
}

/// Adds text with one blank for any white space.
fn push_collapsed(line: &mut String, text: &str) {
    for character in text.chars() {
        if !matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c') {
            if !character.is_control() && !matches!(character, '\u{ad}' | '\u{200b}' | '\u{feff}') {
                line.push(character);
            }
        } else if !line.is_empty() && !line.ends_with([' ', '\n']) {
            line.push(' ');
        }
    }
}

/// Lines without blanks at their ends, and none empty.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}
