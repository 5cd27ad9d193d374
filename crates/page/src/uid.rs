//! Stable element numbers: (document, node number) to uid, never reused in a run, small enough to be stored with every step.
//!
//! The page numbers elements in document order, and new ones later; so runs of neighbouring numbers get runs of uids, and a table for a page of
//! thousands of elements is a handful of spans.

use serde::{Deserialize, Serialize};

/// A gap of up to this many node numbers within a span only wastes uids; a larger one starts a new span.
const GAP: u32 = 8;
/// Most documents whose spans are kept; the oldest is dropped first, and its uids are then unknown.
const DOCUMENTS: usize = 32;

/// An element by document and number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElementRef {
    /// The document's token.
    pub document: String,
    /// The element's number in that document.
    pub node: u32,
}

/// What the model last saw of an element: the basis of the identity check before an action.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Role.
    #[serde(rename = "r", default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Name.
    #[serde(rename = "m", default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Span {
    #[serde(rename = "n")]
    node: u32,
    #[serde(rename = "u")]
    uid: u32,
    #[serde(rename = "l")]
    len: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Document {
    token: String,
    /// Sorted by node.
    spans: Vec<Span>,
}

/// The uids assigned in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UidTable {
    next: u32,
    documents: Vec<Document>,
}

impl Default for UidTable {
    fn default() -> Self {
        Self { next: 1, documents: Vec::new() }
    }
}

impl UidTable {
    /// An element's uid, assigned on first use.
    pub fn assign(&mut self, document: &str, node: u32) -> u32 {
        let at = self.document_position(document);
        let next = self.next;
        let Some(doc) = self.documents.get_mut(at) else { return 0 };
        let place = doc.spans.partition_point(|s| s.node <= node);
        if let Some(span) = place.checked_sub(1).and_then(|i| doc.spans.get_mut(i)) {
            let offset = node - span.node;
            if offset < span.len {
                return span.uid + offset;
            }
            // Extend the newest span if the number follows closely.
            let grown = offset + 1;
            if span.uid + span.len == next && offset - span.len <= GAP {
                span.len = grown;
                self.next = span.uid + grown;
                return span.uid + offset;
            }
        }
        doc.spans.insert(place, Span { node, uid: next, len: 1 });
        self.next = next + 1;
        next
    }

    /// The uid of an element if it has one.
    pub fn uid(&self, document: &str, node: u32) -> Option<u32> {
        let doc = self.documents.iter().find(|d| d.token == document)?;
        let place = doc.spans.partition_point(|s| s.node <= node).checked_sub(1)?;
        let span = doc.spans.get(place)?;
        (node - span.node < span.len).then(|| span.uid + (node - span.node))
    }

    /// The element of a uid; none if it was never assigned or its document was dropped.
    pub fn element(&self, uid: u32) -> Option<ElementRef> {
        self.documents.iter().find_map(|doc| {
            let span = doc.spans.iter().find(|s| uid >= s.uid && uid - s.uid < s.len)?;
            Some(ElementRef { document: doc.token.clone(), node: span.node + (uid - span.uid) })
        })
    }

    /// Whether the uid was assigned in this run, even if its element is gone.
    #[cfg(test)]
    pub(crate) fn was_given(&self, uid: u32) -> bool {
        uid > 0 && uid < self.next
    }

    fn document_position(&mut self, token: &str) -> usize {
        if let Some(at) = self.documents.iter().position(|d| d.token == token) {
            return at;
        }
        if self.documents.len() >= DOCUMENTS {
            self.documents.remove(0);
        }
        self.documents.push(Document { token: token.to_owned(), spans: Vec::new() });
        self.documents.len() - 1
    }
}

/// Whether an element is still the one seen: same role, and the same name but for ticking parts.
pub fn same_identity(seen: &Seen, role: &str, name: &str) -> bool {
    seen.role == role && (seen.name == name || steady(&seen.name) == steady(name) && !steady(name).is_empty())
}

/// Units after a number that make it a time span.
const UNITS: [&str; 14] =
    ["s", "sec", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h", "hour", "hours", "day", "days"];

/// A text without what changes by itself: clock times, percentages, time spans, and a trailing count in parentheses. Other numbers stay: `Page 2` and
/// `Page 3` are different. `extension/page/collect.js` does the same.
pub fn steady(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let ticks = |at: usize, word: &str| {
        let next = words.get(at + 1).map(|next| next.trim_end_matches([',', '.', ')']).to_lowercase());
        let before = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before| is_number(before));
        let is_unit = |word: &str| UNITS.contains(&word);
        (word.contains(':') && word.chars().all(|c| c.is_ascii_digit() || c == ':'))
            || word.strip_suffix('%').is_some_and(is_number)
            || (is_number(word) && next.as_deref().is_some_and(is_unit))
            || (before && is_unit(word.trim_end_matches([',', '.', ')']).to_lowercase().as_str()))
            || (at + 1 == words.len()
                && word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).is_some_and(is_number))
    };
    let kept: Vec<&str> =
        words.iter().enumerate().filter(|(at, word)| !ticks(*at, word)).map(|(_, word)| *word).collect();
    kept.join(" ")
}
