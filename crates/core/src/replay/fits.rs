//! Finds a recorded element on the present page: by type, name, place and destination, never by number or position, and only if it is the only one.

use super::alike::{same_address, same_name, same_place};
use super::element::{called, frame, leads, text};
use edith_page::{Element, Index};
use edith_protocol::RecordedElement;

/// Why an element is not acted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misfit {
    /// Nothing is called so.
    Missing,
    /// Something in front of the page keeps it away.
    Behind,
    /// So many are called so, and nothing distinguishes them.
    Several(usize),
    /// The only one that is called so is in something else.
    Moved { uid: u32, now: String },
    /// It leads somewhere else.
    Leads { uid: u32, now: String },
}

impl Misfit {
    /// The element that is meant all the same, if the person says so.
    pub(super) fn uid(&self) -> Option<u32> {
        match self {
            Self::Moved { uid, .. } | Self::Leads { uid, .. } => Some(*uid),
            Self::Missing | Self::Behind | Self::Several(_) => None,
        }
    }
}

/// The element that a recorded one is on this page.
pub(super) fn find<'a>(wanted: &RecordedElement, page: &'a Index) -> Result<&'a Element, Misfit> {
    let is_called = |element: &&Element| {
        element.kind.label() == wanted.kind
            && same_name(&called(element), &wanted.name)
            && frame(element, page) == wanted.frame
    };
    let named: Vec<&Element> = page.elements.iter().filter(is_called).collect();
    if named.is_empty() {
        return Err(Misfit::Missing);
    }
    let named: Vec<&Element> = named.into_iter().filter(|element| !element.states.behind_modal).collect();
    let here = |element: &&&Element| {
        same_place(wanted.context.first(), element.context.first().map(|around| text(around)).as_ref())
    };
    let mut near: Vec<&Element> = named.iter().filter(here).copied().collect();
    match (named.as_slice(), near.is_empty()) {
        ([], _) => return Err(Misfit::Behind),
        ([only], true) => {
            return Err(Misfit::Moved { uid: only.uid, now: only.context.first().cloned().unwrap_or_default() });
        }
        (all, true) => return Err(Misfit::Several(all.len())),
        (_, false) => {}
    }
    // Further out, then by where it leads: what a person would tell them apart by.
    let is_whole = |element: &&Element| {
        element.context.len() == wanted.context.len()
            && wanted.context.iter().zip(&element.context).all(|(one, other)| same_place(Some(one), Some(&text(other))))
    };
    let leads_alike = |element: &&Element| is_destination(&wanted.leads, &leads(element));
    for closer in [&is_whole as &dyn Fn(&&Element) -> bool, &leads_alike] {
        if near.len() > 1 && near.iter().any(closer) {
            near.retain(closer);
        }
    }
    match near.as_slice() {
        [only] if leads_alike(only) => Ok(only),
        [only] => Err(Misfit::Leads { uid: only.uid, now: leads(only) }),
        all => Err(Misfit::Several(all.len())),
    }
}

fn is_destination(one: &str, other: &str) -> bool {
    one.is_empty() == other.is_empty() && (one.is_empty() || same_address(one, other))
}
