//! A document's outline: a list of its headings, folded until it is asked for.

use crate::state::text::{fill, t};
use edith_protocol::OutlineShown;
use leptos::prelude::*;

/// Deeper entries are below this level.
const DEEPEST: u8 = 4;

/// The outline; `go` opens a page.
pub(super) fn outline(entries: &[OutlineShown], go: impl Fn(u32) + Copy + 'static) -> AnyView {
    let rows = entries.iter().map(|entry| {
        let page = entry.page;
        let row = view! {
            <button class="reader__hit" type="button" on:click=move |_| go(page)>
                <span class="reader__entry" dir="auto">{entry.title.clone()}</span>
                <span class="reader__hit-page">{fill("page_short", &[("page", &page.to_string())])}</span>
            </button>
        };
        view! { <li data-level=entry.level.clamp(1, DEEPEST).to_string()>{row}</li> }.into_any()
    });
    view! {
        <details class="reader__outline">
            <summary class="reader__outline-head">{t("outline")}</summary>
            <nav class="reader__hits" aria-label=t("outline")><ol>{rows.collect_view()}</ol></nav>
        </details>
    }
    .into_any()
}
