//! The numbers of things: given once in a run, never to another thing, kept over redrawing, and stored with every step.

use std::collections::HashSet;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::identity;
use super::packed::{self, Known};
use super::thing::Thing;
pub use super::thing::steady;

/// A gap of up to this many node numbers between new things is a gap of their uids too: nodes and uids then run side by side and store as spans.
const GAP: u32 = 8;
/// Most documents whose things are kept; the oldest is dropped first, and its uids are then unknown.
const DOCUMENTS: usize = 32;
/// Most things of a document that are remembered while they are not there.
const ABSENT: usize = 4_000;

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

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct DocumentUids {
    token: String,
    /// What the last look showed, in the page's order.
    #[serde(with = "packed")]
    here: Rc<Vec<Known>>,
    /// What earlier looks showed, the newest last.
    #[serde(with = "packed")]
    absent: Rc<Vec<Known>>,
}

/// Nodes and uids of new things, side by side from these on.
struct Span {
    document: usize,
    node: u32,
    uid: u32,
    len: u32,
}

/// The uids assigned in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UidTable {
    next: u32,
    documents: Vec<DocumentUids>,
}

impl Default for UidTable {
    fn default() -> Self {
        Self { next: 1, documents: Vec::new() }
    }
}

impl UidTable {
    /// The uids of a page's things, in its order: that of the same thing in the last look, else a new one. `documents`: the tokens of its documents;
    /// each thing says in which of them its node is.
    pub(crate) fn assign(&mut self, documents: &[&str], things: &[(usize, u32, Rc<Thing>)]) -> Vec<u32> {
        let mut uids: Vec<Option<u32>> = vec![None; things.len()];
        for (at, token) in documents.iter().enumerate() {
            let places: Vec<usize> =
                (0..things.len()).filter(|thing| things.get(*thing).is_some_and(|of| of.0 == at)).collect();
            let of_it = places.iter().filter_map(|place| things.get(*place));
            let of_it: Vec<(u32, Rc<Thing>)> = of_it.map(|(_, node, thing)| (*node, Rc::clone(thing))).collect();
            let Some(document) = self.document(token) else { continue };
            let known = identity::recognised(&document.here, &document.absent, &of_it);
            for (place, known) in places.into_iter().zip(known) {
                if let Some(uid) = uids.get_mut(place) {
                    *uid = known;
                }
            }
        }
        let mut span: Option<Span> = None;
        let mut number = |next: &mut u32, document: usize, node: u32| {
            let offset =
                span.as_ref().filter(|span| span.document == document).and_then(|span| node.checked_sub(span.node));
            match (&mut span, offset) {
                (Some(span), Some(offset)) if offset < span.len + GAP + 1 => {
                    span.len = span.len.max(offset + 1);
                    *next = span.uid + span.len;
                    span.uid + offset
                }
                _ => {
                    span = Some(Span { document, node, uid: *next, len: 1 });
                    *next += 1;
                    *next - 1
                }
            }
        };
        let uids: Vec<u32> = things
            .iter()
            .zip(uids)
            .map(|((document, node, _), known)| known.unwrap_or_else(|| number(&mut self.next, *document, *node)))
            .collect();
        for (at, token) in documents.iter().enumerate() {
            let here = things.iter().zip(&uids).filter(|((of, ..), _)| *of == at);
            let here = here.map(|((_, node, thing), uid)| Known {
                uid: *uid,
                node: *node,
                meaning: thing.meaning,
                thing: Some(Rc::clone(thing)),
            });
            let here = here.collect();
            if let Some(document) = self.document(token) {
                document.renew(here);
            }
        }
        uids
    }

    /// The element of a uid, as last seen; none if it was never assigned or is not remembered.
    pub fn element(&self, uid: u32) -> Option<ElementRef> {
        self.documents.iter().find_map(|document| {
            let known = document.known(uid)?;
            Some(ElementRef { document: document.token.clone(), node: known.node })
        })
    }

    /// What a uid names, as last seen; none if that is not remembered, as after a restart.
    pub(crate) fn thing(&self, uid: u32) -> Option<&Thing> {
        self.documents.iter().find_map(|document| document.known(uid)?.thing.as_deref())
    }

    fn document(&mut self, token: &str) -> Option<&mut DocumentUids> {
        let at = self.documents.iter().position(|document| document.token == token).unwrap_or_else(|| {
            if self.documents.len() >= DOCUMENTS {
                self.documents.remove(0);
            }
            self.documents.push(DocumentUids { token: token.to_owned(), ..DocumentUids::default() });
            self.documents.len() - 1
        });
        self.documents.get_mut(at)
    }
}

impl DocumentUids {
    fn known(&self, uid: u32) -> Option<&Known> {
        self.here.iter().chain(self.absent.iter().rev()).find(|known| known.uid == uid)
    }

    /// Takes what is here now; what was here before and is gone is remembered as absent.
    fn renew(&mut self, here: Vec<Known>) {
        let is_here: HashSet<u32> = here.iter().map(|known| known.uid).collect();
        let gone = |known: &&Known| !is_here.contains(&known.uid);
        let left = self.here.iter().filter(gone).count();
        let is_back = self.absent.iter().any(|known| is_here.contains(&known.uid));
        if left > 0 || is_back {
            let remembered = self.absent.iter().filter(gone).chain(self.here.iter().filter(gone));
            let mut absent: Vec<Known> = remembered.cloned().collect();
            absent.drain(..absent.len().saturating_sub(ABSENT));
            self.absent = Rc::new(absent);
        }
        self.here = Rc::new(here);
    }
}

/// Whether an element is still the one seen: same role, and the same name but for ticking parts.
pub fn same_identity(seen: &Seen, role: &str, name: &str) -> bool {
    seen.role == role && (seen.name == name || steady(&seen.name) == steady(name) && !steady(name).is_empty())
}
