//! HTML made harmless for a parser: no deeper than a browser would go, no tag with endless attributes, and no more tags than a tree may have.

use std::borrow::Cow;

/// Elements inside each other. Chromium stops at 512; a parser looks through all open elements at many tags.
const DEPTH: usize = 256;

/// Attributes of one tag. Parsers compare each with all before.
const ATTRIBUTES: usize = 200;

/// Tags that begin an element, with a part of each for its attributes.
const TAGS: usize = 1_000_000;

/// So many attributes take what an element takes.
const AS_A_TAG: usize = 4;

/// Elements that have no end, or whose end is left out so often that tags do not tell how deep it goes. None of them can be inside itself without
/// another one between.
const UNCOUNTED: &[&str] = &[
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "frame", "head", "hr", "html", "img",
    "input", "keygen", "li", "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td",
    "tfoot", "th", "thead", "tr", "track", "wbr",
];

/// Elements whose content has no tags.
const RAW: &[&str] = &["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

/// The same HTML without its comments, but tags that would go too deep become `<p>`, and tags with too many attributes have none. Says whether the rest
/// was left out.
pub(crate) fn bounded(html: &str) -> (Cow<'_, str>, bool) {
    let mut result = String::new();
    let (mut copied, mut at, mut depth, mut foreign, mut tags) = (0, 0, 0_usize, 0_usize, 0_usize);
    let mut is_cut = false;
    while let Some(found) = html.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + found;
        let rest = html.get(start..).unwrap_or_default();
        if rest.starts_with("<!--") {
            result.push_str(html.get(copied..start).unwrap_or_default());
            at = end_of_comment(rest).map_or(html.len(), |end| start + end);
            copied = at;
            continue;
        }
        let Some(tag) = Tag::read(rest) else {
            at = start + 1;
            continue;
        };
        if !tag.is_end {
            tags += 1 + tag.attributes / AS_A_TAG;
        }
        if tags > TAGS {
            result.push_str(html.get(copied..start).unwrap_or_default());
            copied = html.len();
            is_cut = true;
            break;
        }
        at = start + tag.length;
        if !tag.is_end && RAW.contains(&tag.name.as_str()) {
            at = end_of_raw(html, at, &tag.name);
            continue;
        }
        let is_foreign = matches!(tag.name.as_str(), "svg" | "math");
        if UNCOUNTED.contains(&tag.name.as_str()) && foreign == 0 && tag.attributes <= ATTRIBUTES {
            continue;
        }
        let is_dropped = if UNCOUNTED.contains(&tag.name.as_str()) && foreign == 0 {
            false
        } else if tag.is_end {
            // Ends of dropped elements come first.
            let is_deep = depth > DEPTH;
            depth = depth.saturating_sub(levels(&tag.name));
            foreign -= usize::from(is_foreign && foreign > 0);
            is_deep
        } else {
            if !tag.is_empty || foreign == 0 && !is_foreign {
                depth += levels(&tag.name);
            }
            foreign += usize::from(is_foreign && !tag.is_empty);
            depth > DEPTH
        };
        if is_dropped || tag.attributes > ATTRIBUTES {
            result.push_str(html.get(copied..start).unwrap_or_default());
            copied = at;
            match (is_dropped, tag.is_end) {
                (true, _) => result.push_str("<p>"),
                (false, true) => result.push_str(&format!("</{}>", tag.name)),
                (false, false) => result.push_str(&format!("<{}>", tag.name)),
            }
        }
    }
    if copied == 0 && !is_cut {
        return (Cow::Borrowed(html), false);
    }
    result.push_str(html.get(copied..).unwrap_or_default());
    (Cow::Owned(result), is_cut)
}

/// Where a comment ends, as browsers see it: `<!-->` and `<!--->` are empty ones.
fn end_of_comment(rest: &str) -> Option<usize> {
    let ends = [("<!-->", 5), ("<!--->", 6)];
    let empty = ends.into_iter().find(|(comment, _)| rest.starts_with(comment)).map(|(_, end)| end);
    empty.or_else(|| ["-->", "--!>"].iter().filter_map(|end| Some(rest.find(end)? + end.len())).min())
}

/// How many levels an element brings with those that are not counted: a table has a body, a row and a cell, a list has an item.
fn levels(name: &str) -> usize {
    match name {
        "table" => 4,
        "ul" | "ol" | "dl" | "menu" | "dir" | "select" => 2,
        _ => 1,
    }
}

/// Where the content of a raw element ends.
fn end_of_raw(html: &str, from: usize, name: &str) -> usize {
    let bytes = html.as_bytes();
    let mut at = from;
    while let Some(found) = html.get(at..).and_then(|rest| rest.find("</")) {
        at += found + 2;
        let end = bytes.get(at..at + name.len());
        if end.is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes())) {
            return at - 2;
        }
    }
    // The parser takes the rest as its content, too.
    html.len()
}

struct Tag {
    name: String,
    is_end: bool,
    is_empty: bool,
    attributes: usize,
    /// In bytes, with both brackets.
    length: usize,
}

impl Tag {
    fn read(rest: &str) -> Option<Self> {
        let bytes = rest.as_bytes();
        let is_end = bytes.get(1) == Some(&b'/');
        let from = if is_end { 2 } else { 1 };
        if !bytes.get(from)?.is_ascii_alphabetic() {
            return None;
        }
        let name =
            bytes.get(from..)?.iter().take_while(|b| !b.is_ascii_whitespace() && !matches!(b, b'>' | b'/')).count();
        let name = rest.get(from..from + name)?.to_ascii_lowercase();
        let (mut quote, mut attributes, mut last) = (None, 0, b' ');
        for (index, byte) in bytes.iter().enumerate().skip(from + name.len()) {
            match (quote, byte) {
                (Some(open), byte) if open == *byte => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') if last == b'=' => quote = Some(*byte),
                (None, b'>') => {
                    let is_empty = last == b'/';
                    return Some(Self { name, is_end, is_empty, attributes, length: index + 1 });
                }
                // An attribute begins after a blank, a slash or the value before.
                (None, byte) if !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'=') => {
                    attributes += usize::from(last.is_ascii_whitespace() || matches!(last, b'/' | b'"' | b'\''));
                }
                (None, _) => {}
            }
            if !(byte.is_ascii_whitespace() && last == b'=') {
                last = *byte;
            }
        }
        Some(Self { name, is_end, is_empty: false, attributes, length: rest.len() })
    }
}
