//! Parses Markdown into the safe tree.

use super::dialect::to_commonmark;
use super::links::{linked, other_host, safe_href};
use super::maths::{FENCE, Maths, is_maths_at, marked};
use super::table::columns;
use super::tree::{Block, Inline, plain_text};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag};

/// Deeper containers become text, so that hostile text cannot exhaust the stack.
pub(super) const MAX_DEPTH: usize = 16;

/// How often a text is read again without what was not maths; one that is still doubtful has none.
const READINGS: usize = 4;

/// Reads Markdown.
pub fn parse(text: &str) -> Vec<Block> {
    let mut text = to_commonmark(&marked(text));
    for _ in 0..READINGS {
        let (blocks, amounts) = read(&text, Options::ENABLE_MATH);
        if amounts.is_empty() {
            return blocks;
        }
        text = escaped(&text, &amounts);
    }
    read(&text, Options::empty()).0
}

/// Reads CommonMark, and tells where a dollar sign is not a mark of maths.
fn read(text: &str, more: Options) -> (Vec<Block>, Vec<usize>) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | more;
    let mut tree = Tree { current: OpenNode::default(), open: Vec::new(), depth: 0, flat: 0 };
    let mut amounts = Vec::new();
    for (event, place) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::InlineMath(_) | Event::DisplayMath(_) if !is_maths_at(text, &place) => {
                tree.current.text(text.get(place.clone()).unwrap_or_default());
                amounts.push(place.start);
            }
            Event::InlineMath(source) => tree.current.inlines.push(Inline::Maths(Maths::inline(&source))),
            Event::DisplayMath(source) => tree.current.inlines.push(Inline::Maths(Maths::display(&source))),
            // A single tilde is literal, as in "3~5".
            Event::Start(Tag::Strikethrough) => {
                let strikes = text.get(place).is_some_and(|source| source.starts_with("~~"));
                tree.start(strikes.then_some(Tag::Strikethrough));
            }
            Event::Start(tag) => tree.start(Some(tag)),
            Event::End(_) => tree.end(),
            Event::Text(words) | Event::Html(words) | Event::InlineHtml(words) => tree.current.text(&words),
            Event::Code(code) => tree.current.inlines.push(Inline::Code(code.into_string())),
            Event::SoftBreak => tree.current.text("\n"),
            Event::HardBreak => tree.current.inlines.push(Inline::Break),
            Event::Rule => tree.current.block(Block::Rule),
            Event::TaskListMarker(done) => tree.current.inlines.push(Inline::Task(done)),
            // Not enabled.
            Event::FootnoteReference(_) => {}
        }
    }
    (tree.current.into_blocks(), amounts)
}

/// The text with a backslash before these places, which are in order.
fn escaped(text: &str, places: &[usize]) -> String {
    let mut out = String::with_capacity(text.len() + places.len());
    let mut from = 0;
    for place in places {
        out.push_str(text.get(from..*place).unwrap_or_default());
        out.push('\\');
        from = *place;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// The parser's position: the innermost node, and those around it.
struct Tree<'t> {
    current: OpenNode,
    open: Vec<(Option<Tag<'t>>, OpenNode)>,
    /// The nesting depth; a list's items share the list's.
    depth: usize,
    /// Starts omitted for being too deep.
    flat: usize,
}

/// A node's content so far.
#[derive(Default)]
struct OpenNode {
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl OpenNode {
    fn text(&mut self, words: &str) {
        match self.inlines.last_mut() {
            Some(Inline::Text(text)) => text.push_str(words),
            _ => self.inlines.push(Inline::Text(words.to_owned())),
        }
    }

    fn splice(&mut self, inlines: Vec<Inline>) {
        for inline in inlines {
            match inline {
                Inline::Text(words) => self.text(&words),
                other => self.inlines.push(other),
            }
        }
    }

    /// A link, or an image, which is shown as one: nothing remote is loaded. Without a safe address only the words stay.
    fn link(&mut self, kind: LinkType, address: &str, mut words: Vec<Inline>) {
        match safe_href(address) {
            Some(href) => {
                if words.is_empty() {
                    words.push(Inline::Text(href.clone()));
                }
                // What reads as an address is not taken for another one.
                words.extend(other_host(&href, &plain_text(&words)).map(Inline::Host));
                self.inlines.push(Inline::Link(href, words));
            }
            None if matches!(kind, LinkType::Autolink | LinkType::Email) => {
                self.text("<");
                self.splice(words);
                self.text(">");
            }
            None => self.splice(words),
        }
    }

    fn block(&mut self, block: Block) {
        if !self.inlines.is_empty() {
            self.blocks.push(Block::Plain(linked(std::mem::take(&mut self.inlines))));
        }
        self.blocks.push(block);
    }

    fn into_blocks(mut self) -> Vec<Block> {
        if !self.inlines.is_empty() {
            self.blocks.push(Block::Plain(linked(self.inlines)));
        }
        self.blocks
    }
}

impl<'t> Tree<'t> {
    fn start(&mut self, tag: Option<Tag<'t>>) {
        if self.depth >= MAX_DEPTH {
            self.flat += 1;
            return;
        }
        self.depth += usize::from(!matches!(tag, Some(Tag::Item)));
        let node = std::mem::take(&mut self.current);
        self.open.push((tag, node));
    }

    fn end(&mut self) {
        if self.flat > 0 {
            self.flat -= 1;
            return;
        }
        let Some((tag, around)) = self.open.pop() else { return };
        self.depth -= usize::from(!matches!(tag, Some(Tag::Item)));
        let node = std::mem::replace(&mut self.current, around);
        let out = &mut self.current;
        let Some(tag) = tag else {
            out.text("~");
            out.splice(node.inlines);
            return out.text("~");
        };
        match tag {
            Tag::Heading { level, .. } => out.block(Block::Heading(level as u8, linked(node.inlines))),
            Tag::BlockQuote(_) => out.block(Block::Quote(node.into_blocks())),
            Tag::CodeBlock(kind) => out.block(code(&kind, &plain_text(&node.inlines))),
            // Plain text, so the text between the tags is parsed as usual.
            Tag::HtmlBlock => {
                parse(&plain_text(&node.inlines).replace('<', "\\<")).into_iter().for_each(|block| out.block(block))
            }
            Tag::List(start) => out.block(Block::List { start, items: node.items }),
            Tag::Item => out.items.push(node.into_blocks()),
            Tag::Table(marks) => out.block(Block::Table { columns: columns(&marks, &node.rows), rows: node.rows }),
            Tag::TableHead | Tag::TableRow => out.rows.extend(node.rows),
            Tag::TableCell => match out.rows.first_mut() {
                Some(row) => row.push(linked(node.inlines)),
                None => out.rows.push(vec![linked(node.inlines)]),
            },
            Tag::Emphasis => out.inlines.push(emphasis(node.inlines)),
            Tag::Strong => out.inlines.push(Inline::Strong(node.inlines)),
            Tag::Strikethrough => out.inlines.push(Inline::Strike(node.inlines)),
            Tag::Link { link_type, dest_url, .. } => out.link(link_type, &dest_url, node.inlines),
            Tag::Image { link_type, dest_url, .. } => out.link(link_type, &dest_url, node.inlines),
            Tag::Paragraph => out.block(Block::Paragraph(linked(node.inlines))),
            // Not enabled.
            _ => out.splice(node.inlines),
        }
    }
}

/// Emphasis around nothing but strong words equals the reverse.
fn emphasis(inner: Vec<Inline>) -> Inline {
    match <[Inline; 1]>::try_from(inner) {
        Ok([Inline::Strong(inner)]) => Inline::Strong(vec![Inline::Emphasis(inner)]),
        Ok(one) => Inline::Emphasis(one.into()),
        Err(inner) => Inline::Emphasis(inner),
    }
}

fn code(kind: &CodeBlockKind<'_>, text: &str) -> Block {
    let language = match kind {
        CodeBlockKind::Fenced(words) => words.split_whitespace().next().unwrap_or_default().to_owned(),
        CodeBlockKind::Indented => String::new(),
    };
    let text = text.strip_suffix('\n').unwrap_or(text);
    if language == FENCE { Block::Maths(Maths::display(text)) } else { Block::Code { language, text: text.to_owned() } }
}
