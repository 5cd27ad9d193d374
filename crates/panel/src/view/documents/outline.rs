//! A document's outline: a list of its headings, folded until it is asked for.

use crate::state::text::{fill, t};
use crate::view::el::{button, el};
use edith_protocol::OutlineShown;
use leptos::prelude::*;

/// Deeper entries are below this level.
const DEEPEST: u8 = 4;

/// The outline; `go` opens a page.
pub(super) fn outline(entries: &[OutlineShown], go: impl Fn(u32) + Copy + 'static) -> AnyView {
    let rows = entries.iter().map(|entry| {
        let page = entry.page;
        let row = button("reader__hit", move || go(page))
            .add(el("span", "reader__entry").attr("dir", "auto").text(entry.title.clone()))
            .add(el("span", "reader__hit-page").text(fill("page_short", &[("page", &page.to_string())])));
        el("li", "").attr("data-level", entry.level.clamp(1, DEEPEST).to_string()).add(row).view()
    });
    el("details", "reader__outline")
        .add(el("summary", "reader__outline-head").text(t("outline")))
        .add(el("nav", "reader__hits").attr("aria-label", t("outline")).add(el("ol", "").add_all(rows)))
        .view()
}
