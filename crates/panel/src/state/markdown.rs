//! Markdown from a model as a safe tree: no raw HTML, no remote images, links only to http, https and mailto.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

/// Containers nested deeper than this are shown in their parent, so that hostile text cannot exhaust the stack.
const MAX_DEPTH: usize = 16;

/// A block of the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// Inline content without a paragraph around it, as in a tight list.
    Plain(Vec<Inline>),
    /// A heading with its level, 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A code block with its language, which may be empty.
    Code {
        /// The word after the fence.
        language: String,
        /// The code.
        text: String,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// A list; `start` is the first number of an ordered one.
    List {
        /// The first number; none for bullets.
        start: Option<u64>,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A horizontal rule.
    Rule,
    /// A table; the first row is its head.
    Table(Vec<Vec<Vec<Inline>>>),
}

/// A piece of text inside a block.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Text as it is.
    Text(String),
    /// Code.
    Code(String),
    /// Emphasis.
    Emphasis(Vec<Inline>),
    /// Strong emphasis.
    Strong(Vec<Inline>),
    /// Struck out.
    Strike(Vec<Inline>),
    /// A link whose address was found safe.
    Link(String, Vec<Inline>),
    /// A line break.
    Break,
}

/// Reads Markdown.
pub fn parse(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut builder = Builder { open: vec![Open::new(Kind::Root)] };
    for event in Parser::new_ext(text, options) {
        builder.take(event);
    }
    builder.finish()
}

/// The address of a link that may be followed; none for every scheme but http, https and mailto.
pub fn safe_href(address: &str) -> Option<String> {
    let address = address.trim();
    if address.chars().any(char::is_control) {
        return None;
    }
    let starts = |scheme: &str| address.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    ["https://", "http://", "mailto:"].into_iter().any(starts).then(|| address.to_owned())
}

/// What an open container becomes when it ends.
enum Kind {
    Root,
    Paragraph,
    Heading(u8),
    Code(String),
    Quote,
    List(Option<u64>),
    Item,
    Table,
    Row,
    Cell,
    Emphasis,
    Strong,
    Strike,
    Link(Option<String>),
    /// Its content goes to the parent as it is.
    Transparent,
}

struct Open {
    kind: Kind,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    cells: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl Open {
    fn new(kind: Kind) -> Self {
        Self { kind, blocks: vec![], inlines: vec![], items: vec![], cells: vec![], rows: vec![] }
    }

    /// Text adjacent to text is one piece, so that an address split over events is still found.
    fn inline(&mut self, inline: Inline) {
        match (self.inlines.last_mut(), inline) {
            (Some(Inline::Text(last)), Inline::Text(more)) => last.push_str(&more),
            (_, inline) => self.inlines.push(inline),
        }
    }

    fn block(&mut self, block: Block) {
        self.flush();
        self.blocks.push(block);
    }

    /// Inline content before a block, or at the end, becomes a block of its own.
    fn flush(&mut self) {
        if !self.inlines.is_empty() {
            let inlines = linked(std::mem::take(&mut self.inlines));
            self.blocks.push(Block::Plain(inlines));
        }
    }
}

struct Builder {
    /// From the root to the innermost container; never empty.
    open: Vec<Open>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.inline(Inline::Text(text.into_string()))
            }
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.inline(Inline::Code(text.into_string()));
            }
            Event::SoftBreak => self.inline(Inline::Text("\n".into())),
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => {
                if let Some(top) = self.open.last_mut() {
                    top.block(Block::Rule);
                }
            }
            Event::TaskListMarker(done) => self.inline(Inline::Text(if done { "☑ " } else { "☐ " }.into())),
            Event::FootnoteReference(name) => self.inline(Inline::Text(format!("[{name}]"))),
        }
    }

    fn inline(&mut self, inline: Inline) {
        if let Some(top) = self.open.last_mut() {
            top.inline(inline);
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let kind = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Kind::Paragraph,
            Tag::Heading { level, .. } => Kind::Heading(number(level)),
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                Kind::Code(language.split_whitespace().next().unwrap_or_default().to_owned())
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => Kind::Code(String::new()),
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::List(start) => Kind::List(start),
            Tag::Item => Kind::Item,
            Tag::Table(_) => Kind::Table,
            Tag::TableHead | Tag::TableRow => Kind::Row,
            Tag::TableCell => Kind::Cell,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strike,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => Kind::Link(safe_href(&dest_url)),
            _ => Kind::Transparent,
        };
        let nests =
            matches!(kind, Kind::Quote | Kind::List(_) | Kind::Item | Kind::Emphasis | Kind::Strong | Kind::Strike);
        let kind = if nests && self.open.len() > MAX_DEPTH { Kind::Transparent } else { kind };
        self.open.push(Open::new(kind));
    }

    fn end(&mut self) {
        // The root stays: pulldown-cmark pairs its events, and one too many ends nothing.
        if self.open.len() < 2 {
            return;
        }
        let Some(mut done) = self.open.pop() else { return };
        let Some(parent) = self.open.last_mut() else { return };
        match done.kind {
            Kind::Root => {}
            Kind::Paragraph => parent.block(Block::Paragraph(linked(done.inlines))),
            Kind::Heading(level) => parent.block(Block::Heading(level, linked(done.inlines))),
            Kind::Code(language) => {
                let text = plain(&done.inlines).trim_end_matches('\n').to_owned();
                parent.block(Block::Code { language, text });
            }
            Kind::Quote => {
                done.flush();
                parent.block(Block::Quote(done.blocks));
            }
            Kind::List(start) => parent.block(Block::List { start, items: done.items }),
            Kind::Item => {
                done.flush();
                parent.items.push(done.blocks);
            }
            Kind::Table => parent.block(Block::Table(done.rows)),
            Kind::Row => parent.rows.push(done.cells),
            Kind::Cell => parent.cells.push(linked(done.inlines)),
            Kind::Emphasis => parent.inline(Inline::Emphasis(done.inlines)),
            Kind::Strong => parent.inline(Inline::Strong(done.inlines)),
            Kind::Strike => parent.inline(Inline::Strike(done.inlines)),
            Kind::Link(Some(href)) => {
                let text = if done.inlines.is_empty() { vec![Inline::Text(href.clone())] } else { done.inlines };
                parent.inline(Inline::Link(href, text));
            }
            Kind::Link(None) | Kind::Transparent => {
                for block in done.blocks.into_iter().chain(done.items.into_iter().flatten()) {
                    parent.block(block);
                }
                done.inlines.into_iter().for_each(|inline| parent.inline(inline));
            }
        }
    }

    fn finish(mut self) -> Vec<Block> {
        while self.open.len() > 1 {
            self.end();
        }
        self.open
            .pop()
            .map(|mut root| {
                root.flush();
                root.blocks
            })
            .unwrap_or_default()
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The text of some inline content.
pub fn plain(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(piece) | Inline::Code(piece) => text.push_str(piece),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) | Inline::Link(_, inner) => {
                text.push_str(&plain(inner));
            }
            Inline::Break => text.push('\n'),
        }
    }
    text
}

/// Makes links of bare addresses in text.
fn linked(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match inline {
            Inline::Text(text) => link_text(&text, &mut out),
            Inline::Emphasis(inner) => out.push(Inline::Emphasis(linked(inner))),
            Inline::Strong(inner) => out.push(Inline::Strong(linked(inner))),
            Inline::Strike(inner) => out.push(Inline::Strike(linked(inner))),
            other => out.push(other),
        }
    }
    out
}

fn link_text(text: &str, out: &mut Vec<Inline>) {
    let mut rest = text;
    let mut before = String::new();
    while let Some(at) = ["https://", "http://"].into_iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (head, tail) = rest.split_at(at);
        let end = tail.find(|c: char| c.is_whitespace() || "<>\"`".contains(c)).unwrap_or(tail.len());
        let (address, _) = tail.split_at(end);
        let address = trim_address(address);
        before.push_str(head);
        let (_, after) = tail.split_at(address.len());
        match safe_href(address).filter(|href| !href.ends_with("://")) {
            Some(href) => {
                if !before.is_empty() {
                    out.push(Inline::Text(std::mem::take(&mut before)));
                }
                out.push(Inline::Link(href, vec![Inline::Text(address.to_owned())]));
                rest = after;
            }
            None => {
                // Not an address after all: go on behind its first letter.
                before.push('h');
                rest = tail.strip_prefix('h').unwrap_or_default();
            }
        }
    }
    before.push_str(rest);
    if !before.is_empty() {
        out.push(Inline::Text(before));
    }
}

/// Without the punctuation of the sentence it stands in; a closing bracket stays when it was opened inside.
fn trim_address(mut address: &str) -> &str {
    loop {
        let trimmed = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
        let unmatched = trimmed.ends_with(')') && trimmed.matches(')').count() > trimmed.matches('(').count();
        let next = if unmatched { trimmed.strip_suffix(')').unwrap_or(trimmed) } else { trimmed };
        if next.len() == address.len() {
            return address;
        }
        address = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Inline {
        Inline::Text(value.into())
    }

    #[test]
    fn blocks_and_inlines_are_read() {
        assert_eq!(
            parse("# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n"),
            [
                Block::Heading(1, vec![text("Title")]),
                Block::Paragraph(vec![
                    text("Some "),
                    Inline::Strong(vec![text("bold")]),
                    text(" and "),
                    Inline::Code("code".into()),
                    text("."),
                ]),
                Block::List {
                    start: None,
                    items: vec![vec![Block::Plain(vec![text("one")])], vec![Block::Plain(vec![text("two")])]],
                },
            ]
        );
    }

    #[test]
    fn a_code_block_that_is_still_streaming_is_code() {
        assert_eq!(
            parse("```rust\nfn main() {\n  a"),
            [Block::Code { language: "rust".into(), text: "fn main() {\n  a".into() }]
        );
    }

    #[test]
    fn tables_keep_their_head_and_rows() {
        let Some(Block::Table(rows)) = parse("| a | b |\n|---|---|\n| 1 | 2 |\n").into_iter().next() else { panic!() };
        assert_eq!(rows, [vec![vec![text("a")], vec![text("b")]], vec![vec![text("1")], vec![text("2")]]]);
    }

    #[test]
    fn html_is_shown_as_text() {
        let blocks = parse("<script>alert(1)</script>\n\nhi <img src=x onerror=alert(1)> there");
        let shown = format!("{blocks:?}");
        assert!(shown.contains("<script>alert(1)</script>"));
        assert!(
            matches!(&blocks[1], Block::Paragraph(inlines) if plain(inlines) == "hi <img src=x onerror=alert(1)> there")
        );
    }

    #[test]
    fn only_safe_links_are_links() {
        for (href, safe) in [
            ("https://example.com/a", true),
            ("HTTP://example.com", true),
            ("mailto:a@example.com", true),
            ("javascript:alert(1)", false),
            (" javascript:alert(1)", false),
            ("java\u{9}script:alert(1)", false),
            ("data:text/html,x", false),
            ("chrome://settings", false),
            ("file:///etc/passwd", false),
            ("/relative", false),
            ("", false),
        ] {
            assert_eq!(safe_href(href).is_some(), safe, "{href}");
        }
        assert_eq!(parse("[x](javascript:alert(1))"), [Block::Paragraph(vec![text("x")])]);
    }

    #[test]
    fn an_image_is_a_link_and_loads_nothing() {
        assert_eq!(
            parse("![a lamp](https://example.com/lamp.png)"),
            [Block::Paragraph(vec![Inline::Link("https://example.com/lamp.png".into(), vec![text("a lamp")])])]
        );
    }

    #[test]
    fn bare_addresses_become_links_without_the_sentence_around_them() {
        let found = |source: &str| {
            let blocks = parse(source);
            let Some(Block::Paragraph(inlines)) = blocks.first() else { panic!("{blocks:?}") };
            inlines
                .iter()
                .filter_map(|inline| if let Inline::Link(href, _) = inline { Some(href.clone()) } else { None })
                .collect::<Vec<_>>()
        };
        assert_eq!(found("see https://example.com/a?b=c."), ["https://example.com/a?b=c"]);
        assert_eq!(found("(http://example.com/x_(y)), too"), ["http://example.com/x_(y)"]);
        assert_eq!(found("https:// is not one"), Vec::<String>::new());
        assert_eq!(found("[t](https://a.example) https://b.example"), ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn hostile_nesting_stays_shallow() {
        fn depth(blocks: &[Block]) -> usize {
            let inner = |block: &Block| match block {
                Block::Quote(blocks) => 1 + depth(blocks),
                Block::List { items, .. } => 1 + items.iter().map(|item| depth(item)).max().unwrap_or(0),
                _ => 1,
            };
            blocks.iter().map(inner).max().unwrap_or(0)
        }
        assert!(depth(&parse(&">".repeat(5_000))) <= MAX_DEPTH + 2);
        assert!(depth(&parse(&"- ".repeat(5_000))) <= MAX_DEPTH + 2);
        let kept = parse(&format!("{} text", ">".repeat(200)));
        assert!(format!("{kept:?}").contains("text"));
    }

    #[test]
    fn any_cut_of_a_text_is_read() {
        let source = "# ü\n> - a **b** [c](https://d.example) `e`\n\n| x | y |\n|---|---|\n| ~~1~~ | <b> |\n\n```\nz";
        for (at, _) in source.char_indices() {
            parse(&source[..at]);
        }
    }
}
