//! Markdown: CommonMark with tables, footnotes and front matter.

use super::{
    charset,
    flow::{Flow, outline},
    html,
    numbers::set_values,
    reading::{Input, ReadError, Reading},
    sniff::{self, LIKELY, NAMED, Sniff},
    text,
};
use crate::{Block, BlockKind, Cell, Document, Kind, Link, Table};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, MetadataBlockKind, Options, Parser, Tag, TagEnd};
use url::Url;

/// Named so, or with headings and another mark of Markdown.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    if sniff::is_named(input, &["md", "markdown", "mdown", "mkd", "mdx"], &["text/markdown", "text/x-markdown"]) {
        return Some((Kind::Markdown, NAMED));
    }
    let lines = || head.lines();
    let headings = lines()
        .filter(|line| line.trim_start_matches('#').starts_with(' ') && (1..=6).contains(&leading(line, '#')))
        .count();
    let others = [
        lines().filter(|line| line.starts_with("```") || line.starts_with("~~~")).count() > 1,
        head.contains("](http") || head.contains("](/") || head.contains("](#") || head.contains("!["),
        head.matches("**").count() > 1,
        lines().any(|line| {
            line.len() > 4 && line.contains("--") && line.contains('|') && line.chars().all(|c| "|-: ".contains(c))
        }),
    ];
    let marks = others.iter().filter(|is| **is).count() + usize::from(headings > 1);
    (headings > 0 && marks > 1 || headings > 2 && marks > 0 && head.contains("\n## "))
        .then_some((Kind::Markdown, LIKELY))
}

fn leading(line: &str, mark: char) -> usize {
    line.chars().take_while(|c| *c == mark).count()
}

/// Reads Markdown. Its title is that of the front matter, else its first heading of the first level.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let decoded = charset::decode(input.bytes, None);
    let mut warnings = Vec::new();
    let source = text::limited(&decoded, reading.limits.characters, &mut warnings);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM;
    let mut state = Walk { base: input.base.and_then(|base| Url::parse(base).ok()), ..Walk::default() };
    for event in Parser::new_ext(source, options) {
        state.event(event);
    }
    state.end_paragraph(BlockKind::Paragraph);
    let pages = state.flow.into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    let outline = outline(&pages);
    let first = outline.iter().find(|entry| entry.level == 1).map(|entry| entry.title.clone());
    Ok(Document { kind: Kind::Markdown, title: state.title.or(first), pages, outline, warnings })
}

#[derive(Default)]
struct Walk {
    flow: Flow,
    base: Option<Url>,
    title: Option<String>,
    line: String,
    links: Vec<Link>,
    pictures: Vec<String>,
    /// Where the text of each open link begins, and where it leads.
    open_links: Vec<(usize, String)>,
    /// Where the text of the open picture begins.
    open_picture: Option<usize>,
    /// The lists that are open, each with the number of its next item.
    lists: Vec<Option<u64>>,
    mark: String,
    lines: Vec<String>,
    table: Option<Table>,
    row: Vec<Cell>,
    html: String,
    note: Option<String>,
    in_metadata: bool,
}

impl Walk {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_metadata => self.metadata(&text),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.line.push_str(&text)
            }
            Event::SoftBreak => self.line.push(' '),
            Event::HardBreak => self.line.push('\n'),
            Event::Html(text) => self.html.push_str(&text),
            Event::InlineHtml(tag) if tag.starts_with("<br") => self.line.push('\n'),
            Event::InlineHtml(_) => {}
            Event::FootnoteReference(label) => self.line.push_str(&format!("[{label}]")),
            Event::Rule => self.end_paragraph(BlockKind::Paragraph),
            Event::TaskListMarker(done) => self.line.push_str(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::MetadataBlock(MetadataBlockKind::YamlStyle | MetadataBlockKind::PlusesStyle) => {
                self.in_metadata = true
            }
            Tag::List(first) => {
                self.end_paragraph(BlockKind::Paragraph);
                self.lists.push(first);
            }
            Tag::Item => {
                self.end_paragraph(BlockKind::Paragraph);
                if let Some(number) = self.lists.last_mut().and_then(Option::as_mut) {
                    self.mark = format!("{number}. ");
                    *number = number.saturating_add(1);
                }
            }
            Tag::CodeBlock(kind) => {
                self.end_paragraph(BlockKind::Paragraph);
                self.end_list();
                // A language in which a picture is written is worth nothing as a word; others are.
                if let CodeBlockKind::Fenced(_) = kind {
                    self.line.clear();
                }
            }
            Tag::Table(_) => {
                self.end_paragraph(BlockKind::Paragraph);
                self.end_list();
                self.table = Some(Table { header_rows: 1, ..Table::default() });
            }
            Tag::FootnoteDefinition(label) => {
                self.end_paragraph(BlockKind::Paragraph);
                self.end_list();
                self.note = Some(label.to_string());
            }
            Tag::Link { dest_url, .. } => self.open_links.push((self.line.len(), dest_url.to_string())),
            Tag::Image { .. } => self.open_picture = Some(self.line.len()),
            Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_) | Tag::HtmlBlock if self.lists.is_empty() => {
                self.end_paragraph(BlockKind::Paragraph);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::MetadataBlock(_) => self.in_metadata = false,
            TagEnd::Heading(level) if self.lists.is_empty() => {
                let text = html::one_line(&std::mem::take(&mut self.line));
                self.add(Block { level: Some(number_of(level)), ..Block::new(BlockKind::Heading, text) });
            }
            TagEnd::List(_) => {
                self.end_paragraph(BlockKind::Paragraph);
                self.lists.pop();
                if self.lists.is_empty() {
                    self.end_list();
                }
            }
            TagEnd::CodeBlock => {
                let code = std::mem::take(&mut self.line);
                self.add(Block::new(BlockKind::Paragraph, code.trim_end()));
            }
            TagEnd::TableCell => {
                let text = html::one_line(&std::mem::take(&mut self.line));
                self.row.push(Cell::new(text));
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                self.table.get_or_insert_default().rows.push(row);
            }
            TagEnd::Table => {
                let mut table = self.table.take().unwrap_or_default();
                set_values(table.rows.get_mut(1..).unwrap_or_default(), None);
                self.add(Block::of_table(table));
            }
            TagEnd::FootnoteDefinition => {
                self.end_paragraph(BlockKind::Note);
                self.note = None;
            }
            TagEnd::Link => {
                if let Some((from, url)) = self.open_links.pop() {
                    let text = html::one_line(self.line.get(from..).unwrap_or_default());
                    let url = self.base.as_ref().and_then(|base| base.join(&url).ok()).map_or(url, String::from);
                    self.links.push(Link { text, url });
                }
            }
            TagEnd::Image => {
                let from = self.open_picture.take().unwrap_or(self.line.len());
                let alt = self.line.get(from..).unwrap_or_default().trim().to_owned();
                self.line.truncate(from);
                if !alt.is_empty() {
                    self.pictures.push(alt);
                }
            }
            TagEnd::HtmlBlock => {
                let source = std::mem::take(&mut self.html);
                html::piece(&source, self.base.as_ref(), &mut self.flow);
            }
            TagEnd::DefinitionListTitle | TagEnd::DefinitionListDefinition | TagEnd::Item => {
                self.end_paragraph(BlockKind::Paragraph)
            }
            TagEnd::Paragraph if self.lists.is_empty() => {
                let kind = if self.note.is_some() { BlockKind::Note } else { BlockKind::Paragraph };
                self.end_paragraph(kind);
            }
            TagEnd::Paragraph => self.line.push(' '),
            _ => {}
        }
    }

    /// The text so far becomes a line of the open list, or else a block.
    fn end_paragraph(&mut self, kind: BlockKind) {
        let line = std::mem::take(&mut self.line);
        if self.lists.is_empty() {
            let label = self.note.as_ref().filter(|_| kind == BlockKind::Note && !line.trim().is_empty());
            let text = label.map_or_else(|| line.trim().to_owned(), |label| format!("[{label}] {}", line.trim()));
            self.add(Block::new(kind, text));
        } else if !line.trim().is_empty() {
            let mark = std::mem::take(&mut self.mark);
            self.lines.push(format!("{}{mark}{}", "  ".repeat(self.lists.len().min(8) - 1), html::one_line(&line)));
        }
    }

    fn end_list(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        self.add(Block { level: Some(1), ..Block::new(BlockKind::List, lines.join("\n")) });
    }

    fn add(&mut self, block: Block) {
        if block.text.trim().is_empty() && self.links.is_empty() && self.pictures.is_empty() {
            return;
        }
        self.flow.push(block);
        self.links.drain(..).for_each(|link| self.flow.link(link));
        self.pictures.drain(..).for_each(|alt| self.flow.push(Block::new(BlockKind::Image, alt)));
    }

    /// The title of front matter, in YAML (`title: …`) or TOML (`title = "…"`).
    fn metadata(&mut self, lines: &str) {
        let value = |line: &str| {
            let rest = line.strip_prefix("title")?.trim_start();
            let rest = rest.strip_prefix([':', '='])?.trim();
            Some(rest.trim_matches(['"', '\'']).to_owned()).filter(|title| !title.is_empty())
        };
        self.title = self.title.take().or_else(|| lines.lines().find_map(value));
    }
}

fn number_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
