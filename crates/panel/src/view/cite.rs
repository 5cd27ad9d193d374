//! Links to places in documents.

use crate::state::documents::answers::{Cited, label, place, verdict};
use crate::state::documents::place::Opening;
use crate::state::format::shorten;
use crate::view::icon::{Icon, icon};
use leptos::prelude::*;

/// Characters of a quote in a tooltip.
const QUOTE: usize = 400;

/// A link to a place in a document. All of them open in one tab.
#[component]
pub(super) fn ToPlace(
    class: &'static str,
    place: Opening,
    #[prop(optional)] dir: Option<&'static str>,
    #[prop(default = None)] title: Option<String>,
    children: Children,
) -> impl IntoView {
    view! { <a class=class href=place.address() target="edith-document" dir=dir title=title>{children()}</a> }
}

/// A link to a place in a document; one that was looked for says whether it was found.
pub(super) fn cite(cited: &Cited) -> AnyView {
    let citation = &cited.citation;
    let title = (!citation.quote.is_empty()).then(|| shorten(&citation.quote, QUOTE));
    // The number stays with its abbreviation.
    let words = label(citation);
    let words = words.rsplit_once(' ').map_or(words.clone(), |(before, page)| format!("{before}\u{a0}{page}"));
    let verdict = match (cited.checked, citation.confirmed) {
        (false, _) => ().into_any(),
        (true, true) => view! {
            {icon(Icon::Check)}
            <span class="sr-only">{format!(" ({})", verdict(citation))}</span>
        }
        .into_any(),
        (true, false) => view! {
            {icon(Icon::Alert)}
            <span class="cite__verdict">{verdict(citation)}</span>
        }
        .into_any(),
    };
    let class = if cited.checked && !citation.confirmed { "cite cite--doubtful" } else { "cite" };
    view! {
        <ToPlace class dir="auto" title place=place(citation)>
            {format!("[{words}]")}
            {verdict}
        </ToPlace>
    }
    .into_any()
}
