//! Markdown from a model as a safe tree: no raw HTML, no remote images, links only to http, https and mailto.

mod dialect;
mod tree;

#[cfg(test)]
mod tests;

/// Containers nested deeper than this are text, so that hostile text cannot exhaust the stack.
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
    tree::read(text)
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

/// A Markdown text as plain words, for where it is read out or shown in a line: blocks are set apart by a full stop or a space.
pub fn words_of(text: &str) -> String {
    let mut words = Vec::new();
    parse(text).iter().for_each(|block| block_words(block, &mut words));
    let mut out = String::new();
    for piece in words.iter().map(|piece| piece.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if piece.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str(if out.ends_with(|c: char| c.is_alphanumeric() || c == ')') { ". " } else { " " });
        }
        out.push_str(&piece);
    }
    out
}

fn block_words(block: &Block, words: &mut Vec<String>) {
    match block {
        Block::Paragraph(inner) | Block::Plain(inner) | Block::Heading(_, inner) => words.push(plain(inner)),
        Block::Code { text, .. } => words.push(text.clone()),
        Block::Quote(inner) => inner.iter().for_each(|block| block_words(block, words)),
        Block::List { items, .. } => items.iter().flatten().for_each(|block| block_words(block, words)),
        Block::Rule => {}
        Block::Table(rows) => {
            let row = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(", ");
            words.extend(rows.iter().map(row));
        }
    }
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
