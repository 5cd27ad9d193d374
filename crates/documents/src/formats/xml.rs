//! XML as a tree of borrowed nodes, read within limits. Damaged XML gives what comes before the damage. No entity is expanded but the five of XML and
//! references to characters.

use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;

/// Deeper elements become children of the element at this depth, so that whoever walks the tree may recurse.
pub(crate) const MAX_DEPTH: usize = 200;
/// Nodes of a tree. A document of 2,000 pages has about a million.
const MAX_NODES: usize = 2_000_000;

const NONE: u32 = u32::MAX;

struct XmlNode<'a> {
    /// The local name; empty for text.
    name: &'a str,
    /// An element's attributes as they are there, or the text.
    value: Cow<'a, str>,
    child: u32,
    next: u32,
}

/// An XML document.
pub(crate) struct Tree<'a> {
    nodes: Vec<XmlNode<'a>>,
    /// Whether it ends before its end, or was cut.
    pub(crate) damaged: bool,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Tree<'t>,
    id: u32,
}

/// A text or an element.
pub(crate) enum Child<'t> {
    /// An element.
    Element(Element<'t>),
    /// A text.
    Text(&'t str),
}

/// The text of an XML part: UTF-8 unless a byte order mark or the declaration says otherwise.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    let declared = || {
        let head = bytes.get(..200).unwrap_or(&bytes);
        let head = String::from_utf8_lossy(head);
        let rest = head.strip_prefix("<?xml")?.split("?>").next()?.split_once("encoding")?.1.trim_start();
        let rest = rest.strip_prefix('=')?.trim_start();
        let quote = rest.chars().next()?;
        let label = rest.get(1..)?.split(quote).next()?;
        encoding_rs::Encoding::for_label(label.as_bytes())
    };
    let encoding = match bytes.get(..4) {
        Some([b'<', 0, _, _]) => encoding_rs::UTF_16LE,
        Some([0, b'<', _, _]) => encoding_rs::UTF_16BE,
        _ => match encoding_rs::Encoding::for_bom(&bytes) {
            Some((encoding, _)) => encoding,
            None => declared().unwrap_or(encoding_rs::UTF_8),
        },
    };
    if encoding == encoding_rs::UTF_8 && !bytes.starts_with(b"\xef\xbb\xbf") {
        return String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }
    encoding.decode(&bytes).0.into_owned()
}

/// A reader that goes on as far as it can.
pub(crate) fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}

/// What a reference in a text stands for; nothing if it is not known.
pub(crate) fn resolve(reference: &quick_xml::events::BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Some(c);
    }
    match &**reference {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// The name without its prefix.
pub(crate) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// The attributes as they are there: full names and values.
fn attributes(text: &str) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = after.get(1..)?.split_once(quote)?;
        rest = after;
        Some((key.trim(), unescape(value).unwrap_or(Cow::Borrowed(value))))
    })
}

/// The value of the attribute with this local name.
pub(crate) fn attribute<'x>(text: &'x str, name: &str) -> Option<Cow<'x, str>> {
    attributes(text).find(|(key, _)| local(key) == name).map(|(_, value)| value)
}

/// The part of `text` that `part` is, if it is one: ties a borrowed event to the text it was read from.
fn within<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    text.get(start..start.checked_add(part.len())?)
}

impl<'a> Tree<'a> {
    /// Reads a text.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut tree = Self { nodes: Vec::new(), damaged: false };
        tree.nodes.push(XmlNode { name: "", value: Cow::Borrowed(""), child: NONE, next: NONE });
        let mut reader = reader(text);
        // The open elements with their last child so far; what is deeper than the limit is only counted.
        let mut open: Vec<(u32, u32)> = vec![(0, NONE)];
        let mut deeper = 0usize;
        loop {
            if tree.nodes.len() >= MAX_NODES {
                tree.damaged = true;
                break;
            }
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    if let Some(id) = tree.push_element(text, &start, &mut open) {
                        if open.len() < MAX_DEPTH {
                            open.push((id, NONE));
                        } else {
                            deeper += 1;
                        }
                    } else {
                        deeper += 1;
                    }
                }
                Ok(Event::Empty(start)) => {
                    tree.push_element(text, &start, &mut open);
                }
                Ok(Event::End(_)) => {
                    if deeper > 0 {
                        deeper -= 1;
                    } else if open.len() > 1 {
                        open.pop();
                    }
                }
                Ok(Event::Text(run)) => {
                    let value = within(text, &run).map_or_else(|| Cow::Owned(run.to_string()), Cow::Borrowed);
                    tree.push_text(value, &mut open);
                }
                Ok(Event::CData(run)) => {
                    let value = within(text, &run).map_or_else(|| Cow::Owned(run.to_string()), Cow::Borrowed);
                    tree.push_text(value, &mut open);
                }
                Ok(Event::GeneralRef(reference)) => {
                    if let Some(c) = resolve(&reference) {
                        tree.push_text(Cow::Owned(c.to_string()), &mut open);
                    }
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(_) => {
                    tree.damaged = true;
                    break;
                }
            }
        }
        tree.damaged |= open.len() > 1;
        tree
    }

    fn push_element(&mut self, text: &'a str, start: &BytesStart<'_>, open: &mut [(u32, u32)]) -> Option<u32> {
        let content: &'a str = within(text, start)?;
        let name_length = start.name().as_ref().len();
        let (name, attributes) = content.split_at_checked(name_length)?;
        self.push(XmlNode { name: local(name), value: Cow::Borrowed(attributes), child: NONE, next: NONE }, open)
    }

    fn push_text(&mut self, value: Cow<'a, str>, open: &mut [(u32, u32)]) {
        if !value.is_empty() {
            self.push(XmlNode { name: "", value, child: NONE, next: NONE }, open);
        }
    }

    fn push(&mut self, node: XmlNode<'a>, open: &mut [(u32, u32)]) -> Option<u32> {
        let id = u32::try_from(self.nodes.len()).ok()?;
        let (parent, last) = open.last_mut()?;
        let before = if *last == NONE { *parent } else { *last };
        let link = self.nodes.get_mut(before as usize)?;
        if *last == NONE {
            link.child = id;
        } else {
            link.next = id;
        }
        *last = id;
        self.nodes.push(node);
        Some(id)
    }

    /// The outermost element; one without name, attributes and children if there is none.
    pub(crate) fn root(&self) -> Element<'_> {
        let nothing = Element { tree: self, id: 0 };
        nothing.elements().next().unwrap_or(nothing)
    }
}

impl<'t> Element<'t> {
    fn node(self) -> Option<&'t XmlNode<'t>> {
        self.tree.nodes.get(self.id as usize)
    }

    /// The name without its prefix.
    pub(crate) fn name(self) -> &'t str {
        self.node().map_or("", |node| node.name)
    }

    /// The value of the attribute with this local name.
    pub(crate) fn attribute(self, name: &str) -> Option<Cow<'t, str>> {
        attribute(&self.node()?.value, name)
    }

    /// The values of all attributes with this local name, whatever their prefixes.
    pub(crate) fn attributes(self, name: &str) -> Vec<Cow<'t, str>> {
        let all = self.node().map_or("", |node| &node.value);
        attributes(all).filter(|(key, _)| local(key) == name).map(|(_, value)| value).collect()
    }

    /// Elements and texts in it, in order.
    pub(crate) fn children(self) -> impl Iterator<Item = Child<'t>> {
        let tree = self.tree;
        let mut next = self.node().map_or(NONE, |node| node.child);
        std::iter::from_fn(move || {
            let id = next;
            let node = tree.nodes.get(id as usize)?;
            next = node.next;
            Some(if node.name.is_empty() { Child::Text(&node.value) } else { Child::Element(Element { tree, id }) })
        })
    }

    /// The elements in it, in order.
    pub(crate) fn elements(self) -> impl Iterator<Item = Element<'t>> {
        self.children().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// The first element of this name in it.
    pub(crate) fn child(self, name: &str) -> Option<Element<'t>> {
        self.elements().find(|element| element.name() == name)
    }

    /// The element that these names lead to, each the first in the one before.
    pub(crate) fn path(self, names: &[&str]) -> Option<Element<'t>> {
        names.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The attribute `val` of the element that these names lead to.
    pub(crate) fn value_at(self, names: &[&str]) -> Option<Cow<'t, str>> {
        self.path(names)?.attribute("val")
    }

    /// Every element below it, in document order.
    pub(crate) fn descendants(self) -> Vec<Element<'t>> {
        self.descendants_unless(|_| false)
    }

    /// Every element below it, in document order, without what is in those that `closed` holds of.
    pub(crate) fn descendants_unless(self, closed: impl Fn(Element<'t>) -> bool) -> Vec<Element<'t>> {
        fn collect<'t>(element: Element<'t>, closed: &impl Fn(Element<'t>) -> bool, found: &mut Vec<Element<'t>>) {
            for child in element.elements() {
                found.push(child);
                if !closed(child) {
                    collect(child, closed, found);
                }
            }
        }
        let mut found = Vec::new();
        collect(self, &closed, &mut found);
        found
    }

    /// The first element of this name at any depth below it.
    pub(crate) fn find(self, name: &str) -> Option<Element<'t>> {
        self.elements().find_map(|child| if child.name() == name { Some(child) } else { child.find(name) })
    }

    /// All text in it.
    pub(crate) fn text(self) -> String {
        fn collect(element: Element<'_>, text: &mut String) {
            for child in element.children() {
                match child {
                    Child::Element(element) => collect(element, text),
                    Child::Text(run) => text.push_str(run),
                }
            }
        }
        let mut text = String::new();
        collect(self, &mut text);
        text
    }
}

/// Whether an attribute or a `val` means yes: a switch without a value is on.
pub(crate) fn is_on(value: Option<&str>) -> bool {
    !matches!(value, Some("0" | "false" | "off" | "none"))
}
