//! Links to places in documents.

use crate::state::documents::answers::{Cited, label, place, verdict};
use crate::state::documents::place::Opening;
use crate::state::format::shorten;
use crate::view::el::{El, el};
use crate::view::icon::{Icon, icon};
use leptos::prelude::*;

/// Characters of a quote in a tooltip.
const QUOTE: usize = 400;

/// A link to a place in a document. All of them open in one tab.
pub(super) fn to_place(place: &Opening) -> El {
    el("a", "").attr("href", place.address()).attr("target", "edith-document")
}

/// A link to a place in a document; one that was looked for says whether it was found.
pub(super) fn cite(cited: &Cited) -> AnyView {
    let citation = &cited.citation;
    let link = to_place(&place(citation)).attr("dir", "auto");
    let link = if citation.quote.is_empty() { link } else { link.attr("title", shorten(&citation.quote, QUOTE)) };
    // The number stays with its abbreviation.
    let words = label(citation);
    let words = words.rsplit_once(' ').map_or(words.clone(), |(before, page)| format!("{before}\u{a0}{page}"));
    let link = link.text(format!("[{words}]"));
    match (cited.checked, citation.confirmed) {
        (false, _) => link.attr("class", "cite").view(),
        (true, true) => link
            .attr("class", "cite")
            .add(icon(Icon::Check))
            .add(el("span", "sr-only").text(format!(" ({})", verdict(citation))))
            .view(),
        (true, false) => link
            .attr("class", "cite cite--doubtful")
            .add(icon(Icon::Alert))
            .add(el("span", "cite__verdict").text(verdict(citation)))
            .view(),
    }
}
